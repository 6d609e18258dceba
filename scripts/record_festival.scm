;; Tag words with Festival's tagger and bracket them with its stochastic grammar; record.py adds calls.
(require 'scfg)
(set! scfg_grammar (load (path-append datadir "scfg_wsj_wp20.gram") t))
(define (coarse tag map)
  (cond ((null map) tag)
        ((member_string tag (car (car map))) (car (cdr (car map))))
        (t (coarse tag (cdr map)))))
(define (bracket words)
  (let ((utt (eval (list 'Utterance 'Words words))))
    (Initialize utt)
    (POS utt)
    (mapcar
     (lambda (word)
       (item.set_feat word "phr_pos" (coarse (item.feat word "pos") english_pos_map_wp39_to_wp20)))
     (utt.relation.items utt 'Word))
    (ProbParse utt)
    (mapcar
     (lambda (tree) (format t "%l\n" (scfg_simplify tree)))
     (utt.relation_tree utt 'Syntax))))

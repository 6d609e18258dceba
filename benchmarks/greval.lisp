; Runs the relation scorer of Carroll, Briscoe and Watson for beside.py: sbcl --script greval.lisp PROGRAM
; Reads lists of strings, (mode slots sentences gold system), from standard input, and answers each with a line:
; for each of its three scorers the relations with what they count in gold, in the system and in both.

(setf *load-verbose* nil *compile-verbose* nil *compile-print* nil)
(defvar *answers* *standard-output*)
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-bind ((warning #'muffle-warning))
    (load (second sb-ext:*posix-argv*))))

(defun counts (state)
  (loop for (relation) in +relation-slot-table+
        for row = (list (getf (gr-state-std-total state) relation 0)
                        (getf (gr-state-tst-total state) relation 0)
                        (getf (gr-state-agree state) relation 0))
        unless (every #'zerop row)
          collect (format nil "~A ~{~,3F~^ ~}" relation row)))

(defun scored (mode slots sentences gold system)
  (setq *type (intern (string-upcase mode))
        *head-dep-only (string= slots "head+dependent")
        *head-dep-ncsubj-only (string= slots "head+dependent+initial"))
  (let ((readtable (copy-readtable nil)) (*standard-output* (make-broadcast-stream)))
    (setf (readtable-case readtable) :preserve)
    (set-syntax-from-char #\' #\a readtable)
    (set-syntax-from-char #\, #\a readtable)
    (handler-bind ((warning #'muffle-warning))
      (sb-int:with-float-traps-masked (:invalid :divide-by-zero)
        (format nil "~{~{~A~^, ~}~^ | ~}"
                (mapcar #'counts
                        (gramreleval1 (make-string-input-stream sentences)
                                      (make-string-input-stream gold)
                                      (make-string-input-stream system)
                                      *standard-output* readtable)))))))

(loop for case = (read *standard-input* nil)
      while case
      do (format *answers* "~A~%" (handler-case (apply #'scored case) (error () "refused")))
         (finish-output *answers*))

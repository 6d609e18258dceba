"""karat recognise on Universal Dependencies: the mistakes that readers found on unseen text."""

import json

import pytest

from command_line import CommandLine

# The form, lemma, tags, head and relation of each word; a lemma may be missing, as in parsers' output.
SENTENCES = {
    "by Monday": "It it PRON PRP 3 nsubj:pass/was be AUX VBD 3 aux:pass/finished finish VERB VBN 0 root/"
    "by by ADP IN 5 case/Monday Monday PROPN NNP 3 obl",
    "by her": "It it PRON PRP 3 nsubj:pass/was be AUX VBD 3 aux:pass/finished finish VERB VBN 0 root/"
    "by by ADP IN 5 case/her she PRON PRP 3 obl",
    "elected": "We we PRON PRP 2 nsubj/elected elect VERB VBD 0 root/him he PRON PRP 2 iobj/"
    "chairman chairman NOUN NN 2 obj",
    "told him stories": "We we PRON PRP 2 nsubj/told tell VERB VBD 0 root/him he PRON PRP 2 iobj/"
    "stories story NOUN NNS 2 obj",
    "n’t": "I I PRON PRP 4 nsubj/did do AUX VBD 4 aux/n’t _ PART RB 4 advmod/wait wait VERB VB 0 root",
    "’ve": "We we PRON PRP 3 nsubj/’ve _ AUX VBP 3 aux/waited wait VERB VBN 0 root",
    "’d": "We we PRON PRP 3 nsubj/’d _ AUX VBD 3 aux/waited wait VERB VBN 0 root",
    "’re": "They they PRON PRP 3 nsubj/’re _ AUX VBP 3 aux/waiting wait VERB VBG 0 root",
    "split hyphen": "A a DET DT 5 det/hard hard ADV RB 4 advmod/- - PUNCT HYPH 4 punct/"
    "won win VERB VBN 5 amod/game game NOUN NN 0 root",
    "What happened?": "What what PRON WP 2 nsubj/happened happen VERB VBD 0 root/? ? PUNCT . 2 punct",
    "as if": "She she PRON PRP 2 nsubj/spoke speak VERB VBD 0 root/as as SCONJ IN 6 mark/"
    "if if SCONJ IN 6 mark/he he PRON PRP 6 nsubj/slept sleep VERB VBD 2 advcl",
    "a relative clause with obl": "The the DET DT 2 det/letter letter NOUN NN 7 nsubj/"
    "she she PRON PRP 4 nsubj/burned burn VERB VBD 2 acl:relcl/in in ADP IN 6 case/"
    "May May PROPN NNP 4 obl/vanished vanish VERB VBD 0 root",
    "the day": "The the DET DT 2 det/day day NOUN NN 5 nsubj/she she PRON PRP 4 nsubj/"
    "called call VERB VBD 2 acl:relcl/passed pass VERB VBD 0 root",
}


@pytest.mark.parametrize(
    "sentence, shown, absent",
    [
        ("by Monday", "passive", "by-agent"),
        ("by her", "by-agent", "intransitive"),
        ("elected", "", "dative-shift"),
        ("told him stories", "dative-shift", "monotransitive"),
        ("n’t", "negation", "perfect"),
        ("’ve", "perfect", "progressive"),
        ("’d", "perfect", "modal"),
        ("’re", "progressive", "verbal-gerund"),
        ("split hyphen", "hyphen", "parenthetical"),
        ("What happened?", "question wh-question", "yes-no-question"),
        ("as if", "adverbial-clause", "conditional"),
        ("a relative clause with obl", "relative-clause object-relative", "stranding"),
        ("the day", "relative-clause", "object-relative"),
    ],
)
def test_what_a_graph_shows(command: CommandLine, sentence: str, shown: str, absent: str) -> None:
    """One name that the sentence shows, and one that was found by mistake or is near it."""
    words = [word.split() for word in SENTENCES[sentence].split("/")]
    lines = [
        "\t".join([str(i), form, lemma, upos, xpos, "_", head, label, "_", "_"])
        for i, (form, lemma, upos, xpos, head, label) in enumerate(words, 1)
    ]
    command.write("x.conllu", "\n".join(lines) + "\n\n")
    done = command("recognise", "x.conllu", "-o", "json")
    assert done.status == 0
    names = json.loads(done.out)[0]["phenomena"].split()
    assert set(shown.split()) <= set(names)
    assert absent not in names

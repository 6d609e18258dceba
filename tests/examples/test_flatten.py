"""Flat keys, rule by rule: trees, and the keys a linguist would write for them."""

import re
from pathlib import Path

import pytest

import karat
from karat.analysis.table1 import trees
from karat.files.label_map import LabelMap, load_labels
from karat.formats.brackets import dumps
from karat.model.errors import InputError, KaratError
from karat.views.flatten import RULES as WHY
from karat.views.flatten import dropped, flatten


def key(text: str, labels: LabelMap | None = None) -> str:
    """The keys of trees, without the tags of words."""
    lines = dumps(flatten(karat.read_text(text, layout="lines"), labels)).splitlines()
    return "\n".join(re.sub(r"\(\S* ([^\s()]+)\)", r"\1", line) for line in lines)


SUBJECT = "(NP-SBJ (PRP he))"

RULES = {
    # Rule 1: nulls, and what only held them
    "null subject": (
        "(S (NP-SBJ-1 (PRP he)) (VP (VBZ wants) (S (NP-SBJ (-NONE- *-1)) (VP (TO to)"
        " (VP (VB leave) (ADVP (RB now)))))))",
        "(S he (VP wants (SBAR to leave now)))",
    ),
    "relative clause with a trace": (
        "(NP (NP (DT the) (NN man)) (SBAR (WHNP-2 (-NONE- 0)) (S (NP-SBJ (PRP I)) (VP (VBD saw)"
        " (NP (-NONE- *T*-2))))))",
        "(NP the man (SBAR I saw))",
    ),
    "unit": ("(NP (QP ($ $) (CD 5) (CD million)) (-NONE- *U*))", "(NP $ 5 million)"),
    "nothing but nulls": ("(S (NP (-NONE- *)) (VP (-NONE- *?*)))", ""),
    "indices and tags": (
        "(S (NP-SBJ=2 (DT the) (NN dog)) (VP (VBZ barks)))",
        "(S (NP the dog) barks)",
    ),
    # Rule 2: the categories
    "pretty-printed wrapper": (
        "( (S (NP (DT the) (NN dog)) (VP (VBZ barks))))",
        "(S (NP the dog) barks)",
    ),
    "named wrapper": (
        "(ROOT (S (NP (DT the) (NN dog)) (VP (VBZ barks))))",
        "(S (NP the dog) barks)",
    ),
    "stop outside the clause": (
        "(TOP (S (NP (DT the) (NN dog)) (VP (VBZ barks))) (. .))",
        "(S (NP the dog) barks .)",
    ),
    "heading": ("(ROOT (NP (JJ Previous) (NN research)))", "(NP Previous research)"),
    "fragment": ("(ROOT (FRAG (NP (DT the) (NN dog)) (. .)))", "(S (NP the dog) .)"),
    "fragment without a wrapper": ("(FRAG (NP (DT the) (NN dog)) (. .))", "(S (NP the dog) .)"),
    "forest": (
        "(S (NP (DT the) (NN dog)) (VP (VBZ barks))) (NP (DT a) (NN cat)) (. .)",
        "(S (NP the dog) barks) (NP a cat) .",
    ),
    "question": (
        "(SBARQ (WHNP (WDT which) (NN dog)) (SQ (VBD did) (NP (PRP you)) (VP (VB see)"
        " (ADVP (RB there)))) (. ?))",
        "(S (NP which dog) did you (VP see there) ?)",
    ),
    "whose, in which": (
        "(NP (NP (DT a) (NN city)) (SBAR (WHPP (IN in) (WHNP (WDT which))) (S (NP (PRP I)) (VP"
        " (VBP live)"
        " (ADVP (RB now))))))",
        "(NP a city (SBAR (PP in which) I (VP live now)))",
    ),
    "quantity, particle and parenthesis": (
        f"(S {SUBJECT} (VP (VBD gave) (PRT (RP up)) (NP (QP (RB about) (CD 20)) (NNS dogs)"
        " (PRN (-LRB- -LRB-) (NP (DT all) (NNS pugs)) (-RRB- -RRB-)))))",
        "(S he (VP gave up (NP about 20 dogs -LRB- (NP all pugs) -RRB-)))",
    ),
    "quoted main clause": (
        "(S (`` ``) (S-TPC-1 (NP (PRP I)) (VP (VBD left) (ADVP (RB early)))) (, ,) ('' '') (NP"
        " (PRP he))"
        " (VP (VBD said)) (. .))",
        "(S `` (SBAR I (VP left early)) , '' he said .)",
    ),
    # Rule 3: one bracket a head
    "modified noun": (
        "(NP (NP (DT the) (NN man)) (PP (IN from) (NP (NNP Madrid))))",
        "(NP the man (PP from Madrid))",
    ),
    "modified twice": (
        "(NP (NP (NP (DT the) (NN man)) (PP (IN from) (NP (NNP Madrid)))) (SBAR (WHNP (WP who))"
        " (S (VP (VBZ sings) (ADVP (RB well))))))",
        "(NP the man (PP from Madrid) (SBAR who (VP sings well)))",
    ),
    "reduced relative clause": (
        "(NP (NP (DT the) (NN man)) (VP (VBG singing) (ADVP (RB there))))",
        "(NP the man (VP singing there))",
    ),
    "apposition": (
        "(NP (NP (NNP Jeff) (NNP Bell)) (, ,) (NP (NP (DT the) (NN head)) (PP (IN of) (NP (NNP"
        " X)))) (, ,))",
        "(NP Jeff Bell , (NP the head (PP of X)) ,)",
    ),
    "apposition to a determiner": (
        "(NP (NP (DT this)) (, ,) (NP (PRP$ our) (NN Decree)))",
        "(NP this , (NP our Decree))",
    ),
    "possessor": (
        "(NP (NP (DT the) (NN man) (POS 's)) (NN dog))",
        "(NP (NP the man 's) dog)",
    ),
    "modified possessor": (
        "(NP (NP (NP (DT the) (NN Church)) (PP (IN of) (NP (NNP X))) (POS 's)) (NN claim))",
        "(NP (NP the Church (PP of X) 's) claim)",
    ),
    "year after a date": (
        "(NP (NP (NNP October) (CD 9)) (, ,) (CD 1779))",
        "(NP October 9 , 1779)",
    ),
    "list of a phrase and words": (
        "(NP (NP (NN computer) (NN science)) (, ,) (NN history) (CC and) (NN business))",
        "(NP (NP computer science) , history and business)",
    ),
    "name, apposition, words": (
        "(NP (NNP Norton) (, ,) (NP (NN Emperor) (PP (IN of) (NP (NNP America)))) (, ,) (NN photo))",
        "(NP Norton , (NP Emperor (PP of America)) , photo)",
    ),
    "adverb that heads a noun phrase": (
        f"(S {SUBJECT} (VP (VBZ sings) (NP-TMP (NP (RB twice)) (NP-ADV (DT a) (NN week)))))",
        "(S he (VP sings (NP twice (NP a week))))",
    ),
    "adverb before a noun phrase": (
        f"(S {SUBJECT} (VP (VBD saw) (NP (RB only) (NP (DT the) (NNS cats)))))",
        "(S he (VP saw (NP only the cats)))",
    ),
    "noun before a noun": (
        "(NP (DT a) (NP (CD five) (NN minute)) (NN walk))",
        "(NP a five minute walk)",
    ),
    "parts of a name": (
        "(NP (NAC (NNP Secretary) (PP (IN of) (NP (NNP State)))) (NNP James) (NNP Baker))",
        "(NP Secretary (PP of State) James Baker)",
    ),
    "auxiliaries": (
        f"(S {SUBJECT} (VP (MD will) (VP (VB have) (VP (VBN been) (VP (VBG singing))))))",
        "(S he (VP will have been singing))",
    ),
    "adjunct of a verb phrase": (
        f"(S {SUBJECT} (VP (VP (VBD ate) (NP (NN fish))) (PP (IN at) (NP (NN noon)))))",
        "(S he (VP ate fish (PP at noon)))",
    ),
    "complementizer": (
        f"(S {SUBJECT} (VP (VBD said) (SBAR (IN that) (S (NP (PRP she)) (VP (VBD sang) (ADVP (RB"
        " well)))))))",
        "(S he (VP said (SBAR that she (VP sang well))))",
    ),
    "whether or not": (
        "(SBAR (IN whether) (CC or) (RB not) (S (NP (PRP she)) (VP (VBD sang) (ADVP (RB well)))))",
        "(S whether or not she (VP sang well))",
    ),
    "adverbial clause before a verb of one word": (
        "(S (SBAR-ADV (IN as) (S (NP (PRP she)) (VP (VBD sang)))) (, ,) (NP (PRP he)) (VP (VBD"
        " left)))",
        "(S (SBAR as she sang) , he left)",
    ),
    "adverbial clause beside the main one": (
        "(S (SBAR-ADV (IN as) (S (NP (PRP she)) (VP (VBD sang)))) (, ,) (S (NP (PRP he)) (VP"
        " (VBD left))))",
        "(S (SBAR as she sang) , he left)",
    ),
    "parenthesis beside the main clause": (
        "(SBAR (IN that) (PRN (, ,) (S (NP (PRP I)) (VP (VBP think))) (, ,)) (S (NP (PRP he))"
        " (VP (VBD left))))",
        "(S that , (SBAR I think) , he left)",
    ),
    "inverted conditional in a verb phrase": (
        f"(S (SBAR-ADV (S (VP (VBD Had) {SUBJECT} (VP (VBN known) (NP (PRP it)))))) (, ,)"
        " (NP-SBJ (PRP she)) (VP (MD would) (VP (VB cry))))",
        "(S (SBAR Had he (VP known it)) , she (VP would cry))",
    ),
    "inverted conditional after the main clause": (
        f"(S {SUBJECT} (VP (MD would) (VP (VB cry) (, ,) (SBAR (S (VP (VBD were) (NP-SBJ (PRP she))"
        " (VP (TO to) (VP (VB leave)))))))))",
        "(S he (VP would cry , (SBAR were she (VP to leave))))",
    ),
    "inverted conditional in a verb phrase without function tags": (
        "(S (SBAR (S (VP (VBD Had) (NP (PRP he)) (VP (VBN known) (NP (PRP it)))))) (, ,)"
        " (NP (PRP she)) (VP (MD would) (VP (VB cry))))",
        "(S (SBAR Had he (VP known it)) , she (VP would cry))",
    ),
    "noun phrase of time after the auxiliary of a relative clause": (
        "(NP (NP (DT the) (NN firm)) (SBAR (WHNP (WDT that)) (S (VP (VBD had) (NP (DT this) (NN"
        " year)) (VP (VBN gained) (NP (NNS points)))))))",
        "(NP the firm (SBAR that (VP had (NP this year) gained points)))",
    ),
    "noun phrase of time after the auxiliary of a conjunct": (
        f"(S (S {SUBJECT} (VP (VBD came))) (CC and) (S (NP-SBJ (-NONE- *-1)) (VP (VBD had) (NP-TMP"
        " (DT this) (NN year)) (VP (VBN gained) (NP (NNS points))))))",
        "(S (SBAR he came) and (SBAR had (NP this year) gained points))",
    ),
    "inverted conditional": (
        f"(S (SBAR-ADV (SINV (VBD Had) {SUBJECT} (VP (VBN known) (NP (PRP it))))) (, ,)"
        " (NP-SBJ (PRP she)) (VP (MD would) (VP (VB cry))))",
        "(S (SBAR Had he (VP known it)) , she (VP would cry))",
    ),
    "subject after there": (
        "(S (NP (EX there)) (VP (VBZ is) (NP-SBJ (DT a) (NN man)) (VP (VBG waiting) (ADVP (RB"
        " here)))))",
        "(S there (VP is (NP a man) waiting here))",
    ),
    "subject that is an object": (
        f"(S {SUBJECT} (VP (VBD asked) (NP-SBJ (DT the) (NN man)) (S (VP (TO to) (VP (VB go))))))",
        "(S he (VP asked (NP the man) (SBAR to go)))",
    ),
    "preposition over preposition": (
        "(PP (ADVP (RB right)) (PP (IN in) (NP (DT the) (NN middle))))",
        "(PP right in (NP the middle))",
    ),
    "two prepositions": (
        "(PP (IN out) (PP (IN of) (NP (DT the) (NN house))))",
        "(PP out of (NP the house))",
    ),
    "three prepositions": (
        "(PP (RB right) (IN up) (PP (IN out) (PP (IN of) (NP (DT the) (NN house)))))",
        "(PP right up out of (NP the house))",
    ),
    "according to": (
        "(PP (VBG according) (PP (TO to) (NP (DT the) (NN man))))",
        "(PP according to (NP the man))",
    ),
    "adjective after a preposition": (
        "(PP (IN as) (JJ popular) (PP (IN in) (NP (JJ computer) (NN science))))",
        "(PP as popular (PP in (NP computer science)))",
    ),
    "due to": (
        "(PP (ADVP (RB largely)) (JJ due) (PP (TO to) (NP (DT the) (NN rain))))",
        "(PP largely due to (NP the rain))",
    ),
    "phrase between two prepositions": (
        "(PP (IN with) (NP (DT the) (NN man)) (PP (IN in) (NP (NN mind))))",
        "(PP with (NP the man) (PP in mind))",
    ),
    "phrase of its own between two prepositions": (
        "(PP (JJ due) (PP (IN in) (NP (JJ large) (NN part))) (PP (TO to) (NP (DT a) (NN lack))))",
        "(PP due (PP in (NP large part)) (PP to (NP a lack)))",
    ),
    "from … to": (
        "(PP (PP (IN from) (NP (NNP A))) (PP (TO to) (NP (NNP B))))",
        "(PP (PP from A) (PP to B))",
    ),
    "adverb over adverb": (
        "(ADVP (ADVP (RB much) (RBR earlier)) (PP (IN than) (NP (NNP May))))",
        "(ADVP much earlier (PP than May))",
    ),
    # Rule 3: conjuncts stay
    "two conjuncts": (
        "(NP (NP (DT a) (NN dog)) (CC and) (NP (DT a) (NN cat)))",
        "(NP (NP a dog) and (NP a cat))",
    ),
    "list": (
        "(NP (NP (JJ old) (NN dog)) (, ,) (NP (NN cat)) (CC and) (NP (DT a) (NN cow)))",
        "(NP (NP old dog) , cat and (NP a cow))",
    ),
    "list with semicolons": (
        "(NP (NP (DT a) (NN dog)) (: ;) (NP (DT a) (NN cat)) (: ;) (NP (DT a) (NN cow)))",
        "(NP (NP a dog) ; (NP a cat) ; (NP a cow))",
    ),
    "as well as": (
        "(NP (NP (DT a) (NN dog)) (CONJP (RB as) (RB well) (IN as)) (NP (NNS cats)))",
        "(NP (NP a dog) as well as cats)",
    ),
    "both … and": (
        "(NP (CC both) (NP (DT a) (NN dog)) (CC and) (NP (DT a) (NN cat)))",
        "(NP both (NP a dog) and (NP a cat))",
    ),
    "modified conjuncts": (
        "(NP (NP (NP (DT a) (NN dog)) (CC and) (NP (DT a) (NN cat))) (PP (IN of) (NP (NNS hers))))",
        "(NP (NP a dog) and (NP a cat) (PP of hers))",
    ),
    "conjuncts with one determiner": (
        "(NP (DT the) (NX (NX (JJ red) (NN car)) (CC and) (NX (JJ blue) (NN bike))))",
        "(NP the (NP red car) and (NP blue bike))",
    ),
    "words alone": ("(NP (DT the) (NN cat) (CC and) (NN dog))", "(NP the cat and dog)"),
    "verb phrases after one auxiliary": (
        f"(S {SUBJECT} (VP (MD will) (VP (VP (VB eat) (NP (NN fish))) (CC and) (VP (VB drink)"
        " (NP (NN tea))))))",
        "(S he (VP will (VP eat fish) and (VP drink tea)))",
    ),
    "auxiliaries as conjuncts": (
        "(S (NP (WP what)) (VP (MD can) (CC and) (MD can) (RB not) (VP (VB be) (VP (VBN done)))))",
        "(S what (VP can and can not be done))",
    ),
    "clauses": (
        "(S (S (NP (PRP he)) (VP (VBD came))) (CC and) (S (NP (PRP she)) (VP (VBD left))) (. .))",
        "(S (SBAR he came) and (SBAR she left) .)",
    ),
    "clause that begins with but": (
        "(S (CC But) (S (NP (PRP he)) (VP (VBD came))) (. .))",
        "(S But he came .)",
    ),
    "unlike conjuncts": (
        f"(S {SUBJECT} (VP (VBZ is) (UCP-PRD (ADJP (RB very) (JJ old)) (CC and) (PP (IN in) (NP"
        " (NN pain))))))",
        "(S he (VP is (ADJP very old) and (PP in pain)))",
    ),
    # Rule 4
    "after a copula": (
        f"(S {SUBJECT} (VP (VBZ is) (ADJP-PRD (RB very) (JJ old))))",
        "(S he (VP is (ADJP very old)))",
    ),
    "after another copula": (
        f"(S {SUBJECT} (VP (MD may) (VP (VB seem) (NP-TMP (NN today)) (ADJP-PRD (RB very) (JJ"
        " old)))))",
        "(S he (VP may seem today (ADJP very old)))",
    ),
    "conjuncts after a copula": (
        f"(S {SUBJECT} (VP (VBZ is) (ADJP-PRD (ADJP (RB very) (JJ old)) (CC and) (ADJP (RB"
        " quite) (JJ ill)))))",
        "(S he (VP is (ADJP (ADJP very old) and (ADJP quite ill))))",
    ),
    "projections after a copula": (
        f"(S {SUBJECT} (VP (VBZ is) (ADJP-PRD (ADJP (RBR more) (JJ able)) (PP (IN than) (NP (NN"
        " me))))))",
        "(S he (VP is (ADJP more able (PP than me))))",
    ),
    "small clause": (
        f"(S {SUBJECT} (VP (VBD made) (S (NP-SBJ (PRP it)) (ADJP-PRD (RB very) (JJ clear)))))",
        "(S he (VP made (SBAR it (ADJP very clear))))",
    ),
    "small clause that is only an adjective phrase": (
        "(S (NP (PRP they)) (VP (VBP are) (VP (VBN considered) (S (NP-SBJ (-NONE- *-1)) (ADJP-PRD"
        " (RB very) (JJ good))))))",
        "(S they (VP are considered (ADJP very good)))",
    ),
    "clause in a clause that is only an adjective phrase": (
        f"(S (SBAR-ADV (S (ADJP-PRD (JJ happy) (PP (IN with) (NP (PRP it)))))) (, ,) {SUBJECT} (VP"
        " (VBD left)))",
        "(S (ADJP happy (PP with it)) , he left)",
    ),
    "before a noun": (
        "(NP (DT a) (ADJP (RB very) (JJ old)) (NN dog))",
        "(NP a very old dog)",
    ),
    "after a noun": (
        "(NP (NP (DT a) (NN man)) (ADJP (JJ proud) (PP (IN of) (NP (PRP it)))))",
        "(NP a man proud (PP of it))",
    ),
    "after an object": (
        f"(S {SUBJECT} (VP (VBD painted) (NP (DT the) (NN door)) (ADJP (RB very) (JJ red))))",
        "(S he (VP painted (NP the door) very red))",
    ),
    "adverbs": (
        f"(S {SUBJECT} (ADVP (RB often)) (VP (VBZ sings) (ADVP (RB very) (RB well))))",
        "(S he often (VP sings (ADVP very well)))",
    ),
    # Rule 5
    "extraposition with a trace": (
        "(S (NP-SBJ (NP (PRP It)) (SBAR (-NONE- *EXP*-1))) (VP (VBZ seems) (SBAR-1 (IN that)"
        " (S (NP (PRP he)) (VP (VBD left))))) (. .))",
        "(S It seems (SBAR that he left) .)",
    ),
    "trace under auxiliaries": (
        "(S (NP-SBJ (NP (PRP it)) (S (-NONE- *EXP*-2))) (VP (MD will) (VP (VB take) (NP (NN time))"
        " (S-2 (NP (-NONE- *)) (VP (TO to) (VP (VB leave)))))))",
        "(S it will take time (SBAR to leave))",
    ),
    "object that is extraposed": (
        f"(S {SUBJECT} (VP (VBD made) (S (NP-SBJ (NP (PRP it)) (SBAR (-NONE- *EXP*-1))) (ADJP"
        " (JJ clear)))"
        " (SBAR-1 (IN that) (S (NP (PRP he)) (VP (VBD left))))))",
        "(S he (VP made (SBAR it clear) (SBAR that he left)))",
    ),
    "extraposition by its pattern": (
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ necessary)) (SBAR (IN for) (S (NP (PRP us)) (VP"
        " (TO to)"
        " (VP (VB leave)))))))",
        "(S it is necessary (SBAR for us (VP to leave)))",
    ),
    "a noun before the clause": (
        "(S (NP (PRP It)) (VP (MD would) (VP (VB be) (NP-PRD (DT a) (NN pity)) (S (VP (TO to)"
        " (VP (VB go)))))))",
        "(S It would be (NP a pity) (SBAR to go))",
    ),
    "clause inside the adjective phrase": (
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (RB very) (JJ hard) (S (VP (TO to) (VP (VB go)))))))",
        "(S it is very hard (SBAR to go))",
    ),
    "clause without that": (
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ clear)) (SBAR (S (NP (PRP he)) (VP (VBD"
        " left))))))",
        "(S it is clear (SBAR he left))",
    ),
    "trace that somebody removed": (
        "(S (NP-SBJ (NP (PRP It))) (VP (VBZ follows) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD"
        " left))))))",
        "(S It follows (SBAR that he left))",
    ),
    "clause after the verb phrase": (
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ necessary))) (SBAR (IN for) (S (NP (PRP us)) (VP"
        " (TO to) (VP (VB leave))))))",
        "(S it is necessary (SBAR for us (VP to leave)))",
    ),
    "clause after a verb phrase with auxiliaries": (
        "(S (NP (PRP it)) (VP (MD would) (VP (VB be) (ADJP (RB very) (JJ good)))) (SBAR (IN that)"
        " (S (NP (PRP he)) (VP (VBD left)))))",
        "(S it would be (ADJP very good) (SBAR that he left))",
    ),
    "trace of a clause after the verb phrase": (
        "(S (NP-SBJ (NP (PRP it)) (S (-NONE- *EXP*-2))) (VP (VBZ takes) (NP (NN time))) (S-2 (VP"
        " (TO to) (VP (VB leave)))))",
        "(S it takes time (SBAR to leave))",
    ),
    "clause after the verb phrase of another subject": (
        f"(S {SUBJECT} (VP (VBZ is) (ADJP (JJ happy))) (SBAR (IN that) (S (NP (PRP she)) (VP (VBD"
        " left)))))",
        "(S he (VP is happy) (SBAR that she left))",
    ),
    "adverbial clause after the verb phrase": (
        "(S (NP (PRP it)) (VP (VBD was) (ADJP (JJ cold))) (SBAR (IN because) (S (NP (PRP he)) (VP"
        " (VBD left)))))",
        "(S it (VP was cold) (SBAR because he left))",
    ),
    "it seems that": (
        "(S (NP (PRP It)) (VP (VBZ seems) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))))",
        "(S It seems (SBAR that he left))",
    ),
    "it seems to me": (
        "(S (NP (PRP It)) (VP (VBZ seems) (PP (TO to) (NP (PRP me))) (SBAR (S (NP (PRP he)) (VP"
        " (VBD left))))))",
        "(S It seems (PP to me) (SBAR he left))",
    ),
    "it seems to": (
        "(S (NP (PRP It)) (VP (VBZ seems) (S (VP (TO to) (VP (VB work))))))",
        "(S It (VP seems (SBAR to work)))",
    ),
    "it surprised me that": (
        "(S (NP (PRP It)) (VP (VBD surprised) (NP (PRP me)) (SBAR (IN that) (S (NP (PRP he)) (VP"
        " (VBD left))))))",
        "(S It surprised me (SBAR that he left))",
    ),
    "it surprised me to": (
        "(S (NP (PRP It)) (VP (VBD surprised) (NP (PRP me)) (S (VP (TO to) (VP (VB leave))))))",
        "(S It surprised me (SBAR to leave))",
    ),
    "it surprised me that, outside": (
        "(S (NP (PRP It)) (VP (MD may) (VP (VB surprise) (NP (PRP you)))) (SBAR (IN that) (S (NP"
        " (PRP he)) (VP (VBD left)))))",
        "(S It may surprise you (SBAR that he left))",
    ),
    "it is said that": (
        "(S (NP (PRP It)) (VP (VBZ is) (VP (VBN said) (PP (IN by) (NP (NNS experts))) (SBAR (IN"
        " that) (S (NP (PRP he)) (VP (VBD left)))))))",
        "(S It is said (PP by experts) (SBAR that he left))",
    ),
    "it said that": (
        "(S (NP (PRP It)) (VP (VBD said) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))))",
        "(S It (VP said (SBAR that he left)))",
    ),
    "it was told that": (
        "(S (NP (PRP It)) (VP (VBD was) (VP (VBN told) (SBAR (IN that) (S (NP (PRP he)) (VP (VBD"
        " left)))))))",
        "(S It (VP was told (SBAR that he left)))",
    ),
    "he surprised me": (
        f"(S {SUBJECT} (VP (VBD surprised) (NP (PRP me)) (SBAR (IN that) (S (NP (NN day)) (VP (VBD"
        " came))))))",
        "(S he (VP surprised me (SBAR that day came)))",
    ),
    "adverbial clause is not extraposed": (
        "(S (NP (PRP it)) (VP (VBD was) (ADJP (JJ cold)) (SBAR (IN because) (S (NP (PRP he)) (VP"
        " (VBD left))))))",
        "(S it (VP was cold (SBAR because he left)))",
    ),
    "another subject": (
        f"(S {SUBJECT} (VP (VBZ is) (ADJP (JJ eager)) (S (VP (TO to) (VP (VB leave))))))",
        "(S he (VP is eager (SBAR to leave)))",
    ),
    "another verb": (
        "(S (NP (PRP it)) (VP (VBZ wants) (S (VP (TO to) (VP (VB leave))))))",
        "(S it (VP wants (SBAR to leave)))",
    ),
    # Rule 6
    "one word": ("(ROOT (NP (NN Introduction)))", "Introduction"),
    "unary": ("(S (VP (VB go) (NP (NN home))))", "(S go home)"),
    "clause that is only a noun phrase": (
        f"(S {SUBJECT} (VP (VBZ is) (VP (VBN called) (S (NP-PRD (DT the) (NN boss))))))",
        "(S he (VP is called (NP the boss)))",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_rules(name: str) -> None:
    """A tree gives the key that was written for it by hand."""
    tree, wanted = RULES[name]
    assert key(tree) == wanted


def test_table_1() -> None:
    """The PTB tree of the paper's Table 1 gives the spans, and the words, of its Flat tree."""
    ptb, flat = trees()["ptb"], trees()["flat"]
    found = flatten(ptb)
    named = {span for span in flat.spans(0) if span[2]}
    assert set(found.spans(0)) == named
    assert len(found.spans(0)) == 5
    assert found.words(0) == flat.words(0)


def test_wsj_1() -> None:
    """The first sentence of the Penn Treebank."""
    tree = (
        "( (S (NP-SBJ (NP (NNP Pierre) (NNP Vinken)) (, ,) (ADJP (NP (CD 61) (NNS years)) (JJ"
        " old)) (, ,))"
        " (VP (MD will) (VP (VB join) (NP (DT the) (NN board)) (PP-CLR (IN as) (NP (DT a)"
        " (JJ nonexecutive) (NN director))) (NP-TMP (NNP Nov.) (CD 29)))) (. .)))"
    )
    assert key(tree) == (
        "(S (NP Pierre Vinken , (NP 61 years) old ,) (VP will join (NP the board)"
        " (PP as (NP a nonexecutive director)) (NP Nov. 29)) .)"
    )


def test_tags_and_words_stay() -> None:
    """Words keep their tags; only brackets change."""
    bank = karat.read_text("(S (NP-SBJ (PRP$ my) (NN dog)) (VP (VBZ barks)))")
    assert dumps(flatten(bank)) == "(S (NP (PRP$ my) (NN dog)) (VBZ barks))\n"


def test_the_input_is_left_alone() -> None:
    """Flattening changes nothing in the Bank it is given."""
    text = "(S (NP-SBJ (NP (PRP it))) (VP (-NONE- *)))\n"
    bank = karat.read_text(text)
    flatten(bank)
    assert dumps(bank) == text


def test_missing_and_faulty_sentences() -> None:
    """A missing or broken parse stays what it is, and its neighbours are untouched."""
    bank = karat.read_text("(NP (DT a) (NN dog))\n\n(S (NN b\n(NP (DT a) (NN cat))", layout="lines")
    found = flatten(bank)
    assert [found.spans(i) for i in range(4)] == [[(0, 2, b"NP")], [], [], [(0, 2, b"NP")]]
    assert [bool(found.error(i)) for i in range(4)] == [False, False, True, False]


def test_no_sentence() -> None:
    """An empty file has no keys."""
    assert len(flatten(karat.read_text(""))) == 0


@pytest.mark.parametrize(
    ("opening", "closing", "brackets"),
    [
        ("(NP ", ")", 1),
        ("(VP (MD can) ", ")", 1),
        ("(S (NP (PRP it)) (VP (VBZ is) ", "))", 100_000),
        ("(NP (NP (DT a) (NN b)) (CC and) ", ")", 100_000),
        ("(PRN ", ")", 1),
    ],
)
def test_deep_trees(opening: str, closing: str, brackets: int) -> None:
    """A hundred thousand brackets in each other are no problem."""
    deep = 50_000 if brackets > 1 else 100_000
    bank = karat.read_text(opening * deep + "(DT a) (NN dog)" + closing * deep)
    assert len(flatten(bank).label) == pytest.approx(brackets, abs=2)


@pytest.mark.parametrize("around", ["NP", "VP", "S", "ADJP"])
@pytest.mark.parametrize("one", ["(NP (DT a))", "(VP (VB a))", "(ADJP (JJ a))", "(S (TO to))"])
def test_wide_trees(around: str, one: str) -> None:
    """A hundred thousand phrases side by side are no problem either."""
    bank = karat.read_text(f"({around} (PRP it) (VBZ is) (JJ good) {one * 100_000})")
    assert [span[:2] for span in flatten(bank).spans(0)] == [(0, 100_003)]


def test_other_labels(tmp_path: Path) -> None:
    """A user's own label map, for another treebank."""
    path = tmp_path / "negra.toml"
    path.write_text(
        '[categories]\nclause = ["S", "CS"]\nNP = ["NP", "CNP"]\nPP = ["PP"]\n'
        '[names]\nclause = "CS"\n[tags]\nnoun = ["NN", "NE"]\npreposition = ["APPR"]\n'
        'coordinator = ["KON"]\nverb = ["VVFIN"]\n'
    )
    tree = (
        "(VROOT (S (CNP (NP (ART der) (NN Hund)) (KON und) (NE Anna)) (VVFIN sieht)"
        " (S (NE Eva) (VVFIN geht)) (PP (APPR in) (NN Rom))) ($. .))"
    )
    assert key(tree, load_labels(path)) == (
        "(S (NP (NP der Hund) und Anna) sieht (CS Eva geht) (PP in Rom) .)"
    )


BAD_FILES = {
    "[labels]\nNP = ['NP']": "there is no table 'labels'",
    "[words]\ncopla = ['is']": "did you mean 'copula'?",
    "categories = 3": "categories must be a table",
    "[categories]\nNP = 'NP'": "categories.NP must be a list of strings",
    "[categories]\nNP = [1]": "categories.NP must be a list of strings",
    "[names]\nNP = ['NP']": "names.NP must be a label",
    "[categories]\nNP = ['NP', 'X']\nVP = ['VP', 'X']": "'X' is in NP and in VP",
    "[categories]\nNP = ['NP-SBJ']": "write 'NP-SBJ' without its function tag",
    "[categories]\nNP = ['NP']\n[names]\nNP = 'NG'": "names.NP is 'NG', which must also be in",
    "[categories]\nclause = ['S']": "names.clause is 'SBAR', which must also be in",
    "[categories\n": ":1:12: this is not TOML",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_bad_label_maps(text: str, tmp_path: Path) -> None:
    """A label map that makes no sense is refused, with the file's name and the reason."""
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_labels(path)
    assert str(caught.value).startswith(f"{path}:")
    assert BAD_FILES[text] in str(caught.value)


def test_absent_label_maps(tmp_path: Path) -> None:
    """A file that is not there, a name nobody knows, and bytes that are no text."""
    with pytest.raises(KaratError, match=r"none\.toml: there is no such file"):
        load_labels(tmp_path / "none.toml")
    with pytest.raises(KaratError, match=r"there is no label map 'bnc'\. Known: ptb"):
        load_labels("bnc")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(KaratError, match=r"bad\.toml:1:1: this is not UTF-8"):
        load_labels(tmp_path / "bad.toml")


def test_why_each_bracket_goes() -> None:
    """One bracket for every rule but the disputed one, by hand."""
    text = (
        "(TOP (S (NP (NP (DT the) (JJ old) (NN man)) (PP (IN of) (NP (NNP Rome)))) (NP (-NONE- *)) "
        "(VP (MD will) (VP (VB see) (QP (CD two) (CD three)) (NP (ADJP (RB very) (JJ big)) (NNS cats))))))"
    )
    bank = karat.read_text(text)
    said = {
        " ".join([label.decode(), *(word.decode() for word in bank.words(0)[start:end])]): WHY.get(
            code
        )
        for (start, end, label), code in zip(bank.spans(0), dropped(bank).tolist(), strict=True)
    }
    whole = "the old man of Rome * will see two three very big cats"
    assert {what: why for what, why in said.items() if why} == {
        f"TOP {whole}": "no more than a wrapper around one tree",
        "NP the old man": "a projection of the same head as the bracket around it",
        "NP Rome": "holds one word",
        "NP *": "holds no word, or only null elements",
        "VP see two three very big cats": "a projection of the same head as the bracket around it",
        "QP two three": "its label is none of the shared categories",
        "ADJP very big": "an adjective phrase that is not predicative",
    }


def test_why_an_extraposition_loses_its_verb_phrase() -> None:
    """It is good to leave: the VP that holds the clause."""
    bank = karat.read_text(
        "(S (NP (PRP it)) (VP (VBZ is) (ADJP (JJ good)) (S (VP (TO to) (VP (VB leave))))))"
    )
    codes = dropped(bank).tolist()
    assert "disputed" in WHY[codes[2]]
    assert len(flatten(bank).label) == codes.count(0)

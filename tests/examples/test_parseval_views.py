"""The three steps of PARSEVAL, example by example, as Black et al. (1991) and the spec give them."""

import re
from dataclasses import replace

import numpy as np
import pytest

import karat
from karat import views
from karat.engine.memory import outcome_of
from karat.formats.brackets import dumps
from karat.model.bank import Bank
from karat.model.errors import UsageError
from karat.schemes import parse
from karat.views.erase import (
    AUXILIARY,
    CUT_CONTRACTION,
    CUT_POSSESSIVE,
    INFINITIVE,
    LEFT_BEHIND,
    NEGATION,
    NULL,
    POSSESSIVE,
    PUNCTUATION,
    RULES,
    erase,
    erased,
    gone,
)
from karat.views.prune import prune
from karat.views.redefine import redefine


def bare(text: str) -> Bank:
    """Trees without labels and tags, such as the paper prints: every atom is a word."""
    marked = re.sub(r"[^\s()]+", "<\\g<0>>", text).replace("(", "( ")
    return karat.read_text(re.sub(r"<([^>]*)>", r"( \1)", marked), layout="lines")


def skeleton(bank: Bank) -> str:
    """Brackets and words, nothing else."""
    plain = replace(bank, tag=np.zeros_like(bank.tag), label=np.zeros_like(bank.label))
    return dumps(plain).strip().replace("( ", "(")


def left(bank: Bank) -> str:
    """The words that step 1 leaves."""
    return " ".join(word.decode() for word in erase(bank).words(0))


# Step 1: tagged trees, in the way of the Penn Treebank.

TAGGED = [
    # (a) auxiliaries, never main verbs
    ("(VP (MD would) (VP (VB go) (ADVP (RB there))))", "go there"),
    ("(VP (VBZ has) (VP (VBN been) (VP (VBG laughing))))", "laughing"),
    ("(VP (VBZ does) (VP (VB sing) (NP (PRP it)) (ADVP (RB correctly))))", "sing it correctly"),
    ("(VP (VBZ is) (NP (DT a) (NN cup)))", "is a cup"),
    ("(VP (VBZ is) (ADJP (JJ blue)))", "is blue"),
    ("(VP (VBZ has) (NP (DT a) (NN dollar)))", "has a dollar"),
    ("(VP (VBZ does) (NP (DT the) (NN laundry)))", "does the laundry"),
    ("(VP (VBD was) (ADVP (RB soon)) (VP (VBN seen)))", "soon seen"),
    ("(VP (VBD was) (PP (IN in) (NP (NN fact))) (VP (VBN seen)))", "in fact seen"),
    ("(VP (VBD was) (NP-TMP (JJ last) (NN week)) (VP (VBN seen)))", "last week seen"),
    ("(VP (VBD got) (VP (VBN arrested)))", "arrested"),
    ("(VP (VBD got) (VP (VBG going)))", "got going"),
    ("(VP (VBD got) (ADJP (JJ angry)))", "got angry"),
    ("(VP (VBZ 's) (VP (VBG leaving)))", "leaving"),
    ("(VP (VBZ 's) (NP (DT a) (NN friend)))", "'s a friend"),
    ("(SQ (VBD Did) (NP (DT the) (NN man)) (VP (VB go)))", "the man go"),
    ("(SQ (VBZ Is) (NP (PRP he)) (NP (DT a) (NN man)))", "Is he a man"),
    ("(SINV (VBD had) (NP (PRP they)) (VP (VBN known)))", "they known"),
    ("(VP (VBD was) (NP (DT the) (NN man)) (VP (VBN seen)))", "was the man seen"),
    ("(S (NP (PRP He)) (VG (VBZ has) (RB never) (VBN been) (VBN seen)))", "He never seen"),
    ("(S (VG (VBZ has) (VBN been)) (VP (VBG laughing)))", "laughing"),
    ("(VP (VBZ is) (CC and) (VBZ remains) (NP (DT a) (NN man)))", "is and remains a man"),
    ("(VP (VBZ has) (CC and) (MD will) (VP (VB go)))", "and go"),
    ("(VP (VBD had) (S (NP (PRP him)) (VP (VB leave))))", "had him leave"),
    ("(VP (VP (VBZ is)) (CC and) (VP (VBG going)))", "is and going"),
    ("(VP (VBZ is) (SBAR (IN that) (S (VP (VBG going)))))", "is that going"),
    ("(S (NP (PRP He)) (VP (MD can)))", "He"),
    # (b) not
    ("(VP (VBZ is) (RB not) (PP (IN in) (ADVP (RB here))))", "is in here"),
    ("(S (ADJP (RB Not) (RB precisely) (JJ asleep)) (NP (NNP John)))", "precisely asleep John"),
    ("(VP (VBD did) (RB n't) (VP (VB go)))", "go"),
    ("(VP (VBD did) (RB n’t) (VP (VB go)))", "go"),
    # (c) pre-infinitival to
    ("(S (NP (PRP she)) (VP (VBD opted) (S (VP (TO to) (VP (VB retire))))))", "she opted retire"),
    ("(SBAR (WRB how) (S (VP (TO to) (VP (VB construe) (NP (PRP it))))))", "how construe it"),
    ("(VP (TO to) (ADVP (RB boldly)) (VB go))", "boldly go"),
    ("(PP (TO to) (NP (DT the) (NN store)))", "to the store"),
    ("(QP (CD five) (TO to) (CD six))", "five to six"),
    # (d) null categories
    ("(NP (NP (NNS letters)) (SBAR (-NONE- 0) (S (NP (-NONE- *T*-1)) (VP (VBZ is)))))", "letters is"),
    ("(S (NP (DT The)) (PP 0))", "The"),
    ("(S (NP (A con) (NN )))", "con"),
    ("(NP (CD 0) (NN percent))", "0 percent"),
    # (e) possessive endings
    ("(NP (NP (NNP Lori) (POS 's)) (NN mother))", "Lori mother"),
    ("(NP (NP (NNS dogs) (POS ')) (NNS tails))", "dogs tails"),
    ("(NP (NP (NNP Lori's)) (NN mother))", "Lori mother"),
    ("(NP (NP (NNP Lori’s)) (NN mother))", "Lori mother"),
    ("(NP (NP (NNS dogs')) (NNS tails))", "dogs tails"),
    # (f) punctuation
    ("(S (NP (DT The) (`` ``) (NN blue) (NN book) ('' '')) (VP (VBD was) (ADVP (RB there))) (. .))",
     "The blue book was there"),
    ("(NP (PRP$ Your) (JJ first) (, ,) (JJ second) (CC and) (JJ third) (NNS ideas))",
     "Your first second and third ideas"),
    ("(NP (NP (DT All)) (PRN (: --) (CC or) (RB almost) (DT all) (: --)) (PP (IN of) (PRP them)))",
     "All or almost all of them"),
    ("(NP (-LRB- -LRB-) (NN a) (HYPH -) (NN b) (-RRB- -RRB-) (NN …) (NN —))", "a b"),
]  # fmt: skip

UNTAGGED = [
    ("(would (go there))", "go there"),
    ("(would go there)", "go there"),
    ("(has (been laughing))", "laughing"),
    ("((has been) laughing)", "laughing"),
    ("(has been laughing)", "laughing"),
    ("(does (sing it correctly))", "sing it correctly"),
    ("(does sing it correctly)", "sing it correctly"),
    ("(is (a cup))", "is a cup"),
    ("(is a cup)", "is a cup"),
    ("(is blue)", "is blue"),
    ("(has (a dollar))", "has a dollar"),
    ("(does (the laundry))", "does the laundry"),
    ("(need (be (too probing)))", "need be too probing"),
    ("((Did (the man)) (see him))", "the man see him"),
    ("(When (was (the man) seen))", "When the man seen"),
    ("(got arrested)", "arrested"),
    ("(got (a dollar))", "got a dollar"),
    ("(You've (been here) often)", "You been here often"),
    ("(you ('ve (a (good reason))))", "you 've a good reason"),
    ("(John ('s (a (good friend))))", "John 's a good friend"),
    ("(John's leaving)", "John leaving"),
    ("((John 's) mother)", "John mother"),
    ("(John 's mother)", "John mother"),
    ("(the can (in May))", "the can in May"),
    ("(didn't (see him))", "see him"),
    ("(isn't blue)", "is blue"),
    ("(can't (see him))", "see him"),
    ("(is (not (in here)))", "is in here"),
    ("(Not (precisely asleep) John ((sort of) dozed))", "precisely asleep John sort of dozed"),
    ("(she (opted (to retire)))", "she opted retire"),
    ("(how (to (construe it)))", "how construe it"),
    ("(went (to (the store)))", "went to the store"),
    ("(spoke (to John))", "spoke to John"),
    ("(studied law *T*-1 * *?*)", "studied law"),
    ("(studied law at 0 degrees)", "studied law at 0 degrees"),
    ("(Lori's mother)", "Lori mother"),
    ('((The " blue book ") (was there))', "The blue book was there"),
    ("(Your (first , second and third) ideas)", "Your first second and third ideas"),
    ("(This (is it) .)", "This is it"),
    ("(All -- (or almost all) -- (of them))", "All or almost all of them"),
    ("(3,456 8.2% p.m. 3/17/90 11:30 Ph.D. U.N. ne'er-do-well)",
     "3,456 8.2% p.m. 3/17/90 11:30 Ph.D. U.N. ne'er-do-well"),
]  # fmt: skip


@pytest.mark.parametrize("tree, expected", TAGGED)
def test_words_left_of_tagged_trees(tree: str, expected: str) -> None:
    assert left(karat.read_text(tree)) == expected


@pytest.mark.parametrize("tree, expected", UNTAGGED)
def test_words_left_of_trees_without_tags(tree: str, expected: str) -> None:
    assert left(bare(tree)) == expected


def test_every_rule_has_its_code_and_words() -> None:
    bank = karat.read_text(
        "(S (NP (NNP Lori's) (POS 's) (-NONE- *)) (VP (MD will) (RB not) (ADVP (RB soon))"
        " (VP (VB have) (S (VP (TO to) (VP (VB go)))))) (PRP we've) (. .))"
    )
    codes = [CUT_POSSESSIVE, POSSESSIVE, NULL, AUXILIARY, NEGATION, LEFT_BEHIND]
    codes += [0, INFINITIVE, 0, CUT_CONTRACTION, PUNCTUATION]
    assert erased(bank).tolist() == codes
    assert set(codes) - {0} == set(RULES)
    assert gone(erased(bank)).tolist() == [0 < code < CUT_POSSESSIVE for code in codes]
    assert erase(bank).words(0) == [b"Lori", b"soon", b"have", b"go", b"we"]


MILTON = "(NP (NNP Milton))"
ADVERBS = [
    (bare("(will probably have) (seen Milton)"), "(probably seen Milton)"),
    (bare("((will probably have) (seen Milton))"), "(probably seen Milton)"),
    (bare("(He ((will probably have already) (seen Milton)))"), "(He (probably already seen Milton))"),
    (bare("(He (will probably (have (seen Milton))))"), "(He (probably seen Milton))"),
    (f"(VP (MD will) (ADVP (RB probably)) (VP (VB have) (VP (VBN seen) {MILTON})))",
     "(probably seen Milton)"),
    (f"(VP (MD will) (ADVP (RB now)) (VP (VB have) (ADVP (RB also)) (VP (VBN seen) {MILTON})))",
     "(now also seen Milton)"),
    (f"(VP (AUX (MD will)) (ADVP (RB probably)) (VP (VB see) {MILTON}))", "(probably see Milton)"),
    (f"(S (PRP He) (VP (ADVP (RB never)) (VBZ has) (VP (VBN seen) {MILTON})))",
     "(He (never seen Milton))"),
    (f"(VP (TO to) (ADVP (RB boldly)) (VP (VB see) {MILTON}))", "(boldly see Milton)"),
    # Not alone, not beside an auxiliary, or not before the verb: it stays where it is.
    (f"(VP (MD will) (ADVP (RB very) (RB soon)) (VP (VB see) {MILTON}))", "((very soon) (see Milton))"),
    (f"(S (PRP He) (ADVP (RB soon)) (VP (MD will) (VP (VB see) {MILTON})))", "(He soon (see Milton))"),
    (f"(S (PRP He) (ADVP (RB soon)) (VP (VBZ sees) {MILTON}))", "(He soon (sees Milton))"),
    (f"(VP (VG (MD will) (RB soon) (VB see)) {MILTON})", "((soon see) Milton)"),
    (f"(VP (MD will) (VP (VB see) {MILTON} (ADVP (RB soon))))", "(see Milton soon)"),
]  # fmt: skip


@pytest.mark.parametrize("tree, expected", ADVERBS)
def test_adverbs_left_behind_go_to_the_verb(tree: str | Bank, expected: str) -> None:
    bank = karat.read_text(tree, layout="lines") if isinstance(tree, str) else tree
    assert skeleton(prune(erase(bank))) == expected


def test_codes_of_one_parse_erase_the_words_of_another() -> None:
    gold = karat.read_text("(S (NP (NNP Sue's) (NN dog)) (VP (MD can) (VP (VB run))) (. .))")
    system = karat.read_text("(X (NN Sue's) (Y (NN dog) (Z (NN can) (NN run) (NN .))))")
    assert erase(system).words(0) == [b"Sue", b"dog", b"can", b"run"]
    assert skeleton(erase(system, erased(gold))) == "(Sue (dog ((run))))"
    with pytest.raises(UsageError, match="5 codes for 1 words"):
        erase(karat.read_text("(S (NN dog))"), erased(gold))


MISS_XYDIS = (
    "(S (NP-s (PNP (PNP Miss) (PNP Xydis))) (VP (VPAST was) (ADJP (ADJ best)))"
    " (S (COMP (WHADVP (WHADV when))) (NP-s (PRO she)) (VP ((VPAST did) (NEG not) (V need))"
    " (VP ((X to) (V be)) (ADJP (ADV too) (ADJ probing)))))) (? (FIN .))"
)


def test_miss_xydis() -> None:
    """The paper's candidate parse, in the three states it is printed in."""
    bank = karat.read_text(MISS_XYDIS)
    without_words = erase(bank)
    assert dumps(without_words) == (
        "(S (NP-s (PNP (PNP Miss) (PNP Xydis))) (VP (VPAST was) (ADJP (ADJ best)))"
        " (S (COMP (WHADVP (WHADV when))) (NP-s (PRO she)) (VP ( (V need))"
        " (VP ( (V be)) (ADJP (ADV too) (ADJ probing)))))) (?)\n"
    )
    reduced = "((Miss Xydis) (was best) (when she (need (be (too probing)))))"
    assert skeleton(prune(without_words)) == reduced
    assert re.sub(r"\(\S+ (\w+)\)", r"\1", dumps(prune(without_words))) == (
        "(S (NP-s Miss Xydis) (VP was best) (S when she (VP need (VP be (ADJP too probing)))))\n"
    )
    assert skeleton(redefine(prune(without_words))) == reduced


def test_miss_xydis_without_labels() -> None:
    bank = bare("((Miss Xydis) (was best) (when she ((did not need) ((to be) (too probing))))) (.)")
    assert skeleton(prune(erase(bank))) == (
        "((Miss Xydis) (was best) (when she (need (be (too probing)))))"
    )


PRUNED = [
    ("(S (X) (NP (NN a) (NN b)))", "(S (NN a) (NN b))"),
    ("(S (A (B (C (NN a) (NN b)))) (X (Y (NN c))))", "(S (A (NN a) (NN b)) (NN c))"),
    ("(ROOT (S (NP (NN a) (NN b))))", "(S (NN a) (NN b))"),
    ("( (TOP (NN a) (NN b)))", "( (NN a) (NN b))"),
    ("(TOP (X) (FRAG (NP (NN a) (NN b)) (X)))", "(FRAG (NN a) (NN b))"),
    ("(S (NN a))", "(NN a)"),
    ("(S (X (Y) (Z)))", ""),
    ("(S (NN a) (X) (NN b))", "(S (NN a) (NN b))"),
    ("(A (NN a) (NN b)) (B (NN c))", "(A (NN a) (NN b)) (NN c)"),
    ("(A (B (NN a) (NN b)) (C)) (D (E (NN a) (NN b)))", "(A (NN a) (NN b)) (D (NN a) (NN b))"),
]


@pytest.mark.parametrize("tree, expected", PRUNED)
def test_superfluous_brackets_go(tree: str, expected: str) -> None:
    assert dumps(prune(karat.read_text(tree, layout="lines"))).strip() == expected


def test_equal_spans_of_two_sentences_are_no_concern_of_each_other() -> None:
    bank = karat.read_text(
        "(A (N a) (N b))\n(B (N a) (N b))\n(C (D (N a) (N b)))\n", layout="lines"
    )
    assert dumps(prune(bank)) == "(A (N a) (N b))\n(B (N a) (N b))\n(C (N a) (N b))\n"


REDEFINED = [
    # (a) extraposition
    ("(It (is (necessary (for us to leave))))", "(It (is necessary) (for us to leave))"),
    ("(It (is (necessary (for us leave))))", "(It (is necessary) (for us leave))"),
    ("(It (seemed (like ((a good meeting) (to begin early)))))", ""),
    ("(It (seemed (like ((a good idea) (to begin early)))))",
     "(It (seemed (like (a good idea))) (to begin early))"),
    ("(It (is (clear (to me) (that (he left)))))", "(It (is (clear (to me))) (that (he left)))"),
    ("(It (is (necessary (for us))))", ""),
    ("(It (is (good (for the company))))", ""),
    ("(It (said (that (he left))))", ""),
    # (b) modified noun phrases
    ("(((the tree (that (we saw))) (with (orange leaves))) (that (was (very old))))",
     "((the tree) (that (we saw)) (with (orange leaves)) (that (was (very old))))"),
    ("((the tree) (that (we saw)) (with (orange leaves)) (that (was (very old))))", ""),
    ("(the tree was (with (the others)))", ""),
    # (c) prepositions and particles
    ("(We (were (out (of (oatmeal cookies)))))", "(We (were (out of (oatmeal cookies))))"),
    ("(He (went (from (out (of (the house))))))", "(He (went (from out of (the house))))"),
    ("(He (came (on over)))", "(He (came on over))"),
    ("(He ((came on) over))", "(He (came on over))"),
    # The worked examples of sections 4 and of Bangalore et al. (1998): nothing to redraw.
    ("((The prospect) (of (cutting back spending)))", ""),
    ("(The (prospect (of ((cutting back) spending))))", ""),
    ("(She (bought ((an incredibly expensive coat) (with ((gold buttons) and (fur lining))))"
     " (at (the store))))", ""),
    ("(She (bought ((an incredibly expensive coat) (with ((gold buttons) and ((fur lining)"
     " (at (the store))))))))", ""),
    ("(She (bought (an incredibly expensive coat) with (gold buttons) and (fur lining)"
     " (at (the store))))", ""),
    ("(an (incredibly expensive) coat)", ""),
    ("((Miss Xydis) (was best (when (she (need (be (too probing)))))))", ""),
]  # fmt: skip


@pytest.mark.parametrize("tree, expected", REDEFINED)
def test_constructions_of_trees_without_labels(tree: str, expected: str) -> None:
    assert skeleton(redefine(bare(tree))) == (expected or tree)


LEAVE = "(S (NP (PRP us)) (VP (TO to) (VP (VB leave))))"
THAT = "(SBAR (IN that) (S (NP (PRP he)) (VP (VBD left))))"
SAW = "(SBAR (WHNP (WDT that)) (S (NP (PRP we)) (VP (VBD saw))))"
LEAVES = "(PP (IN with) (NP (JJ orange) (NNS leaves)))"
OLD = "(SBAR (WHNP (WDT that)) (S (VP (VBD was) (ADJP (RB very) (JJ old)))))"
TREEBANK = [
    (f"(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ necessary) (SBAR (IN for) {LEAVE}))) (. .))",
     "(It (is necessary) (for (us leave)))"),
    (f"(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ necessary)) (SBAR (IN for) {LEAVE})) (. .))",
     "(It (is necessary) (for (us leave)))"),
    ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ necessary) (S (VP (TO to) (VP (VB leave)))))))",
     "(It (is necessary) leave)"),
    (f"(SQ (VBZ Is) (NP (PRP it)) (ADJP (JJ necessary) (SBAR (IN for) {LEAVE})))",
     "(Is it necessary (for (us leave)))"),
    (f"(S (NP (PRP It)) (VP (VBZ seems) {THAT}))", "(It seems (that (he left)))"),
    (f"(S (NP (PRP It)) (VP (VBZ is) (VP (VBN believed) {THAT})))", "(It believed (that (he left)))"),
    (f"(S (NP (PRP It)) (VP (VBZ has) (VP (VBN been) (ADVP (RB widely)) (VP (VBN announced) {THAT}))))",
     "(It (widely announced) (that (he left)))"),
    (f"(S (NP (PRP It)) (VP (VBZ has) (VP (VBN announced) {THAT})))", "(It (announced (that (he left))))"),
    (f"(S (NP (PRP It)) (VP (VBD surprised) (NP (PRP me)) {THAT}))",
     "(It (surprised me) (that (he left)))"),
    (f"(S (NP (PRP It)) (VP (VBD surprised) (NP (DT the) (JJ old) (NN man)) {THAT}))",
     "(It (surprised (the old man)) (that (he left)))"),
    ("(S (NP (PRP It)) (VP (VBZ takes) (NP (NN time)) (S (VP (TO to) (VP (VB leave) (NP (NN home)))))))",
     "(It (takes time) (leave home))"),
    (f"(S (NP (PRP It)) (VP (VBD surprised) (NP (DT the) (NN man) {SAW})))",
     "(It (surprised ((the man) (that (we saw)))))"),
    ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ good)) (SBAR (IN because) (S (NP (PRP he)) (VP (VBD left))))))",
     "(It (is good (because (he left))))"),
    ("(S (NP (PRP It)) (VP (VBZ is) (NP (NP (DT a) (NN pity)) (SBAR (WHNP (WDT that)) (S (NP (PRP we))"
     " (VP (VBD saw)))))))", "(It (is ((a pity) (that (we saw)))))"),
    (f"(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ clear)) {THAT} (SBAR (IN because) (S (NP (PRP he)) (VP"
     " (VBD cried))))))", "(It (is clear) (that (he left)) (because (he cried)))"),
    (f"(S (NP (PRP It)) (VP (VP (VBZ is) (ADJP (JJ clear)) {THAT}) (CC and) (VP (VBZ matters) (ADVP (RB"
     " much)))))", "(It ((is clear (that (he left))) and (matters much)))"),
    ("(S (PRP I) (VP (VBP know) (SBAR (WHADJP (WRB how) (JJ hard)) (S (NP (PRP it)) (VP (VBZ is) (S (VP"
     " (TO to) (VP (VB leave) (NP (NN home))))))))))", "(I (know ((how hard) (it is (leave home)))))"),
    ("(S (NP (PRP it)) (VP (VBD took) (PP (IN until) (NP (NNP May))) (S (VP (TO to) (VP (VB reach) (NP (PRP"
     " him)))))))", "(it (took (until May) (reach him)))"),
    (f"(S (NP (PRP It)) (VP (VBD said) {THAT}))", "(It (said (that (he left))))"),
    ("(S (NP (PRP It)) (VP (VBZ is) (ADJP (JJ eager) (S (VP (TO to) (VP (VB leave)))))))",
     "(It (is (eager leave)))"),
    ("(S (NP (PRP It)) (VP (VBD seemed) (PP (IN like) (NP (NP (DT a) (JJ good) (NN meeting))"
     " (S (VP (TO to) (VP (VB begin) (ADVP (RB early)))))))))",
     "(It (seemed (like ((a good meeting) (begin early)))))"),
    (f"(NP (NP (NP (DT the) (NN tree) {SAW}) {LEAVES}) {OLD})",
     "((the tree) (that (we saw)) (with (orange leaves)) (that (was (very old))))"),
    (f"(NP (NP (NP (NP (DT the) (NN tree)) {SAW}) {LEAVES}) {OLD})",
     "((the tree) (that (we saw)) (with (orange leaves)) (that (was (very old))))"),
    (f"(NP (NP (NP (NNS trees)) {LEAVES}) {OLD})",
     "(trees (with (orange leaves)) (that (was (very old))))"),
    (f"(NP (DT the) (NN fact) {THAT})", "((the fact) (that (he left)))"),
    (f"(NP (DT the) (ADJP (RB very) (JJ old)) (NN tree) {LEAVES})",
     "((the (very old) tree) (with (orange leaves)))"),
    (f"(NP (NP (NP (DT a) (NN b)) {LEAVES}) (CC and) (NP (DT a) (NN c)))",
     "(((a b) (with (orange leaves))) and (a c))"),
    ("(VP (VBD ran) (PP (RB out) (PP (IN of) (NP (NN oatmeal) (NNS cookies)))))",
     "(ran (out of (oatmeal cookies)))"),
    ("(VP (VBD came) (PRT (RP on) (RP over)))", "(came on over)"),
    ("(VP (VP (VBD came) (PRT (RP on))) (PRT (RP over)))", "(came on over)"),
    ("(VP (VBD went) (PP (IN in) (NP (NP (NN time)) (PP (IN of) (NP (NN war))))))",
     "(went (in (time (of war))))"),
]  # fmt: skip


@pytest.mark.parametrize("tree, expected", TREEBANK)
def test_constructions_of_treebank_trees(tree: str, expected: str) -> None:
    bank = karat.read_text(tree)
    assert skeleton(outcome_of(bank, bank, parse("parseval")).banks[0]) == expected


def test_a_new_core_has_its_noun_phrase_s_label_without_functions() -> None:
    bank = karat.read_text(f"(S (NP-SBJ-1 (DT the) (NN tree) {LEAVES}) (VP (VBD fell)))")
    assert dumps(redefine(bank)) == (
        "(S (NP-SBJ-1 (NP (DT the) (NN tree)) (PP (IN with) (NP (JJ orange) (NNS leaves))))"
        " (VBD fell))\n"
    )


@pytest.mark.parametrize("switch", ["extraposition", "noun_phrases", "prepositions"])
def test_each_construction_has_its_switch(switch: str) -> None:
    trees = [
        ("extraposition", "(It (is (necessary (for us to leave))))"),
        ("noun_phrases", "((the tree (that (we saw))) (with (orange leaves)))"),
        ("prepositions", "(We (were (out (of (oatmeal cookies)))))"),
    ]
    for name, tree in trees:
        without = views.parse(f"redefine({switch}=no)")(bare(tree))
        assert (skeleton(without) == tree) == (name == switch)


def test_views_are_found_by_name() -> None:
    assert {"erase", "prune", "redefine"} <= set(views.names())
    bank = karat.read_text(MISS_XYDIS)
    assert skeleton(views.parse("prune")(views.parse("erase")(bank))) == skeleton(
        prune(erase(bank))
    )


@pytest.mark.parametrize("view", [erase, prune, redefine])
def test_missing_and_faulty_sentences_have_no_words(view) -> None:  # type: ignore[no-untyped-def]
    bank = karat.read_text("\n(S (NN a)\n(S (A (NN a) (VBZ b)))\n\n", layout="lines")
    result = view(bank)
    assert [len(result.words(i)) for i in range(len(result))] == [0, 0, 2, 0]
    assert result.fault.tolist() == bank.fault.tolist()
    assert len(view(karat.read_text(""))) == 0


def test_any_depth() -> None:
    deep = 50_000
    nouns = "(NP " * deep + "(DT a) (NN b)" + " (PP (IN in) (NN c)))" * deep
    verbs = "(VP (VBZ is) (ADVP (RB now)) " * deep + "(VBN seen) (RP up)" + ")" * deep
    bare_runs = "( ( out) " * deep + "( up)" + ")" * deep
    bank = karat.read_text(f"{nouns}\n{verbs}\n{bare_runs}", layout="lines")
    result = redefine(prune(erase(bank)))
    assert [len(result.spans(i)) for i in range(3)] == [deep + 2, 1, 1]

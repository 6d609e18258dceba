"""The language of relations on the command line."""

from command_line import CommandLine
from ud_rows import FRENCH

ENGLISH = (
    "1\tIt\tit\tPRON\t_\t_\t3\tnsubj:pass\t_\t_\n"
    "2\twas\tbe\tAUX\t_\t_\t3\taux:pass\t_\t_\n"
    "3\twritten\twrite\tVERB\t_\tVerbForm=Part|Voice=Pass\t0\troot\t_\t_\n"
    "4\tby\tby\tADP\t_\t_\t5\tcase\t_\t_\n"
    "5\tMurphy\tMurphy\tPROPN\t_\t_\t3\tobl\t_\t_\n\n"
)
ITALIAN = (
    "1\tHo\tavere\tAUX\t_\tPerson=1|VerbForm=Fin\t2\taux\t_\t_\n"
    "2\tmangiato\tmangiare\tVERB\t_\tTense=Past|VerbForm=Part\t0\troot\t_\t_\n"
    "3\tla\til\tDET\t_\t_\t4\tdet\t_\t_\n"
    "4\tmela\tmela\tNOUN\t_\t_\t2\tobj\t_\t_\n\n"
)
AGENT = "arg_mod(par, voir, lui, subj)"


def test_an_english_agent_without_its_subtype(command: CommandLine) -> None:
    """Most treebanks have no obl:agent. English needs no note."""
    command.write("en.conllu", ENGLISH)
    done = command("convert", "en.conllu", "-", "--view", "gr")
    assert (done.status, done.err) == (0, "")
    assert "arg_mod(by, write, Murphy, subj)\n" in done.out


def test_pro_drop(command: CommandLine) -> None:
    """The paper's own case; karat has no lists of Italian, and says so."""
    command.write("it.conllu", ITALIAN)
    done = command("propose", "it.conllu")
    lemmas = "# lemmas = avere mangiare il mela\n"
    relations = "ncsubj(mangiare, Pro, _)\ndobj(mangiare, mela, _)\n"
    assert done.out == f"Ho mangiato la mela\n{lemmas}{relations}\n"
    assert "its words are Italian, of which karat has no lists" in done.err


def test_french_is_recognised_and_said(command: CommandLine) -> None:
    """No option is needed, and a note says which lists were used."""
    command.write("fr.conllu", FRENCH)
    done = command("convert", "fr.conllu", "-", "--view", "gr")
    assert done.status == 0
    assert AGENT in done.out
    assert "fr.conllu: its words are French; the lists of French are used" in done.err
    assert AGENT in command("propose", "fr.conllu").out


def test_a_language_that_is_given_needs_no_note(command: CommandLine) -> None:
    """English lists know no par."""
    command.write("fr.conllu", FRENCH)
    french = command("convert", "fr.conllu", "-", "--view", "gr(language=fr)")
    assert (AGENT in french.out, french.err) == (True, "")
    english = command("convert", "fr.conllu", "-", "--view", "gr(language=en)")
    assert "ncmod(par, voir, lui)" in english.out


def test_the_scheme_takes_the_language_too(command: CommandLine) -> None:
    """Gold and system are derived with the same lists, and the signature names the language."""
    command.write("fr.conllu", FRENCH)
    command.write("gold.gr", f"Le chat est vu par lui\nncsubj(voir, chat, obj)\n{AGENT}\n\n")
    done = command(
        "score", "gold.gr", "fr.conllu", "-s", "gr(language=fr)", "--fail-under", "gr.f1=1"
    )
    assert done.status == 0, done.err
    assert "gr(language=fr)" in done.out


def test_an_unknown_language_is_refused(command: CommandLine) -> None:
    """By view and scheme, also where no relations have to be derived; exit status 2."""
    command.write("fr.conllu", FRENCH)
    command.write("gold.gr", "dobj(see, it, _)\n\n")
    for args in (
        ("convert", "fr.conllu", "-", "--view", "gr(language=klingon)"),
        ("score", "gold.gr", "gold.gr", "-s", "gr(language=klingon)"),
    ):
        done = command(*args)
        assert done.status == 2
        assert "there is no language 'klingon'. Known: any, auto, de, en" in done.err


def test_trees_are_english(command: CommandLine) -> None:
    """Another language is refused where it is asked for, and noted where the words show it."""
    command.write(
        "fr.mrg", "(S (NP (DT Le) (NN chat)) (VP (VB mange) (NP (DT la) (NN pomme)) (RB avec)))\n"
    )
    refused = command("convert", "fr.mrg", "-", "--view", "gr(language=fr)")
    assert (refused.status, refused.out) == (2, "")
    assert "rules for English, so language=fr does not apply" in refused.err
    assert "its words are French, but" in command("propose", "fr.mrg").err

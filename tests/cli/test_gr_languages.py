"""The language of relations on the command line."""

from command_line import CommandLine

FRENCH = (
    "1\tLe\tle\tDET\t_\t_\t2\tdet\t_\t_\n"
    "2\tchat\tchat\tNOUN\t_\t_\t4\tnsubj:pass\t_\t_\n"
    "3\test\têtre\tAUX\t_\tVerbForm=Fin\t4\taux:pass\t_\t_\n"
    "4\tvu\tvoir\tVERB\t_\tTense=Past|VerbForm=Part\t0\troot\t_\t_\n"
    "5\tpar\tpar\tADP\t_\t_\t6\tcase\t_\t_\n"
    "6\tlui\tlui\tPRON\t_\t_\t4\tobl\t_\t_\n\n"
)
AGENT = "arg_mod(par, voir, lui, subj)"


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

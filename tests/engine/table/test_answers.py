"""Answers of the contract: what is said where the rules leave a point open."""

from engine.rules.parameters import SILENT, Rule, Unclear
from engine.table.answers import undecided


def test_what_the_rules_say_is_decided():
    assert undecided("winner_score", Rule(0, ("FAM-47",)), "what the winner gets") is None


def test_silence_is_not_covered():
    result = undecided("winner_score", Rule(SILENT, ("TOK-12",)), "what the winner gets")
    assert result is not None
    assert (result.verdict, result.clauses, result.needs) == ("not_covered", ("TOK-12",), ())


def test_a_contradiction_depends_on_how_the_rules_are_read():
    readings: tuple[Rule[bool], ...] = (Rule(True, ("FAM-24",)), Rule(False, ("FAM-39",)))
    rule: Rule[bool] = Rule(Unclear(readings), ("FAM-24", "FAM-39"))
    result = undecided("out_on_two_doubles", rule, "who is out")
    assert result is not None
    assert (result.verdict, result.clauses) == ("depends", ("FAM-24", "FAM-39"))
    assert result.needs == ("rules.out_on_two_doubles",)

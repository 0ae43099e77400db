"""Tournaments as plain values: seats, advancers, medals, and the reasons for them.

A tournament is a list of stages. A stage has a field of people, plays one or more rounds of seating
(each table of a round plays one game), and sends some of them on. What is known of a stage is its
`StageCourse` (`values`): how it was planned, who is in it, who sat where, what the tables' sheets
say. All else follows from these, and this package answers it:

    divisions   age on which day, bands, women and men, divisions combined
    forecast    what a choice of stages means for a number of entrants
    seeding     who is first, second, ... of a field; snake order; lots
    rounds      who sits where in a stage's next round
    knockout    the same for single and double elimination between two
    ranking     the places at a table, in a stage, in the tournament, with what each tie-break did
    advance     who goes on, how, and where two are tied for one place
    awards      medals, ribbons and who qualifies, division by division

Below these, for them alone: `counting` (what everybody has scored, and the tie-breaks),
`table_queue` (the lowest of each table, and who comes behind them), `filling` and `mixing` (the
ways to fill tables, exchanges between them) and `drawing` (a bracket before anybody plays).

Nothing here knows a database, a clock or chance: `seed` is passed in. What cannot be seated raises
`league.seating.errors.CaseError`, a sentence that says the least change.
"""

"""Who sits where, for a whole day: as few pairs as possible meet twice.

    from league.seating.case import Case
    from league.seating.planner import plan

    plan(Case(players=("Ann", "Bob", ...), tables=(4, 4, 3), rounds=5))

or `python -m league.seating plan CASE.json` (`-`: standard input), with one object:

    players    names, or how many (they are called p0, p1, ...)
    tables     sizes, or {"size": 4, "least": 3, "most": 5, "tables": 6}: the planner chooses them,
               at most so many tables where "tables" is given
    rounds     of the whole day, those in `played` too
    seconds    how long to look for a better plan, 3 by default
    seed       another seed, another plan; the same seed, the same plan
    fixed      {"p0": 2}: who sits at which table in all rounds to come; tables count from 1
    apart      [["p1", "p2"]]: no two of a list at one table
    together   [["p3", "p4"]]: all of a list at one table
    met        [["p5", "p6"]]: each two of a list met once more on earlier days
    played     rounds as they were, each a list of tables; people may have come or left since
    planned    rounds to come as an earlier plan had them: the search begins there as well
    absent     {"p7": [1, 2]}: who is not there in which rounds, counted from 1
    locked     [{"round": 2, "table": 3, "people": ["p8", "p9"], "closed": true}]: who keeps which
               table in a round to come; nobody else joins a closed one. Stronger than any wish

Only the first three are required. The answer, with exit status 0:

    rounds         played ones first; in each the tables in the order of `tables`, at each table
                   who sits first first; with locks, a table that is not laid is empty
    repeats        the meetings of each two beyond their first, summed; `met` and `played` count
    least_repeats  no plan has fewer: a proven bound, not always reached
    most_meetings  the most that any two meet
    never_met      how many pairs of the players do not meet

What cannot be planned is answered by {"error": "a sentence"} and exit status 2.

How it is done: `designs` knows days without any repeat from mathematics, `cutting` cuts them to the
case, `search` betters what is left over the whole day at once, `bounds` proves what cannot be
bettered, `balance` and `seats` share out the small tables and the first seats. `sizes` chooses
tables, around what `locks` hold fast; `movement` moves people between tables without any plan.
"""

"""The rules of Mexican Train: tiles, rule sets, checks and rulings, in pure Python.

Words
-----
starting double   the double in the hub, from which all trains start; its pips are a number
round             one deal, from the starting double to the count; a game is many rounds
seat              a place at the table, by the name of its player; seats go clockwise
train             a row of tiles from the hub: each seat has one, and there is the Mexican Train
open end          the pips that the next tile on a train must match
marked            a train with its owner's marker on
uncovered         a double with nothing on it
play              put a tile on a train
draw              take a tile from the boneyard
points, total     of a round, of a game
ruling            the answer to a question about one table, with the clauses that it relies on

In cases and written rounds, which keep their words, an open end is `tail`, and to play is to `lay`.

A tile is written with its two numbers, `7-3` or `3-7`; both are the same tile.

A round as text
---------------
One fact a line. What comes after a `#` is for people; empty lines do no harm. First the table:

    rules: family                    capri, hub, roundhouse, token, family, senior,
                                     pagat, ludomax or tactic
    house: closing_order = newest    a house rule on top; one line for each
    fill: defaults                   what the rules leave silent takes its default
    set: 12                          the double-12 set
    seats: Ann, Bob, Cal             clockwise, so the next one sits to the left
    start: 12-12                     the double in the hub; `12-12 by Ann` if she laid it
    first: Bob                       who takes the first turn; if left out, the first to act
    hand Ann: 12-3, 3-3, 4-5         the tiles that Ann was dealt, all of them
    hand Bob: 12-4, 14 unknown       or those that are known, and how many are not
    boneyard: 46                     tiles left to draw after the deal

`rules`, `set` and `seats` must be there; what else is left out is unknown. A hand is given as it
was dealt, with the starting double where that came out of it. Then what happened, in its order:

    Ann lays 12-3                    on the own train
    Ann lays 3-3 on mexican          on the Mexican Train
    Ann lays 3-4, 4-6 on Bob         on Bob's train, one tile after the other
    Bob draws                        a tile that is not known
    Bob draws 5-6                    or one that is
    Bob marks                        puts the marker on the own train
    Bob unmarks                      takes it off again
    Bob passes                       ends the turn with nothing to lay and nothing to draw
    Cal tells                        gives notice of one tile left

A turn ends where the next seat's begins; only a seat that can do nothing at all says so and passes.
At last, how the round ended, where it did: one of

    end: Ann is out
    end: blocked
    end: time

`engine.notation.text` reads and writes this. Written by the program, a round has its lines in the
order above, tiles with the low number first, and one tile a line; reading that and writing it
again gives the same text. Comments are not kept.
"""

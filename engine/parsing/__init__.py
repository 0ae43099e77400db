"""A question about the rules, typed or dictated in somebody's own words.

    parse("can I play seven three on bobs train if he has no marker", ["Ann", "Bob"])
    [{"kind": "may_play", "slots": {"tile": "7-3", "train": "Bob"},
      "facts": {"trains.Bob.marked": False}, "score": 0.99}, ...]

`parse` answers with the readings of a sentence, at most three, the best first. It rules nothing:
whoever asked has to confirm a reading. It knows no table either, only the names of the seats.

Readings
--------
`kind` is one of `KINDS`. `other`, alone, says that the sentence asks none of them: it is not about
these rules, but for the `rule` that it may name. `score`, from 0 to 1, says how likely the reading
is beside all others.

`slots` has what the sentence itself says, and nothing else:

seat      the player the question is about: who may, must, did, forgot or is late, as spelled in
          the seats given. A pronoun is the player that it means. "I" and "we" are nobody's name, so
          that a question about the asker has no seat.
tile      the tile that is played, drawn or seen: "7-3", the higher number first.
train     the train that a tile goes on, or that a double lies on: a seat, or "mexican". "My own" is
          "own" where a tile is played or others may play; "her own" is hers.
tiles     several tiles, in the order said, where the question is about several.
double    a double that is on the table, in the hub, or asked about as a double: "6-6".

`strangers`, where there are any, has the names of people at no seat: nobody takes their place.
`remedy` says which of the mistakes of one kind the words name: "passed_in_error",
"marked_in_error", "marker_left_on" or "wrong_starting_double". `rule` names the rule of the table
that is asked about, as in "how many do I draw". `may` is "mark" where somebody wants to put a
marker on and need not. `noticed` says when a mistake was noticed, as the contract of cases does.
`announced` says that somebody said in time that one tile was left.
`fits` says whether a tile fits that was drawn by who asks: a fact of somebody without a name.

`facts` has what the sentence says of the table: that Bob has no marker, that Ann's double is open.
They have the paths and values of the contract of cases; `facts.py` lists them.

How it reads
------------
    tokens      words, numbers and tiles: "seven three", "7/3" and "the 7 and 3" are one tile
    names       which words are seats: "bobs", "Cathy" for Kathy, "will" or Will
    sentence    where the words of each class stand, and where the question begins
    templates   patterns over classes of words, and where they match
    reading     what speaks for each kind, weighed
    slots       what the best readings are about
    facts       what the sentence says of the table
    next_player whom "the next player" means

All that is English is in `english.txt`, and the facts' phrases in `english.facts.txt`. Another
language is one more file of that form, such as `es.txt`: its words for the same classes, how its
names and tiles are written, and the few templates for which order matters. What classes tell
wherever they stand is the same in all of them, and stands in `any_order.txt`. `grammar_for("es")`
is the grammar of a language by its code; `parse(text, seats, language="es")` reads `es.txt`. The
standard library is all that this package needs, so that a tablet runs it.

An example of how a template matches stands in `templates`.
"""

from engine.parsing.grammar import grammar_files, grammar_for, has_grammar
from engine.parsing.reading import KINDS, parse
from engine.parsing.sentence import is_written_in

__all__ = ["KINDS", "grammar_files", "grammar_for", "has_grammar", "is_written_in", "parse"]

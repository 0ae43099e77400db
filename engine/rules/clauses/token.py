"""Clauses of the Train-token rules, in our words, each with its quote."""

TEXT = """\
TOK-01 |  | First turn
    First train must begin with an end matching the engine.
    > must have an end matching the engine in the center of the train hub
TOK-02 |  | First turn
    Example: engine 12-12 means the train begins with a 12.
    > the train must begin with a 12 on the starting end
TOK-03 |  | First turn
    The first train may be any number of tiles as long as neighbours match.
    > The train can be any amount of dominoes so long as each domino
TOK-04 | amb | First turn
    No tile matching the engine: a train token goes on the hub where the train would start (no
    draw mentioned).
    > a train token is placed at the point in the hub
TOK-05 |  | First turn
    If a first train ends in a double, everyone still completes their first turn normally.
    > everyone continues finishing their first turn according to the rules
TOK-06 |  | Markers (public/private)
    A token-marked train is public; anyone may add to it, except during the first turn.
    > any player can add to that train after it is marked, except during the first
TOK-07 | amb | Markers (public/private)
    The owner MAY make it private again and remove the marker in a later turn if able to play
    a matching end.
    > may change their train back to a private train and remove the marker
TOK-08 |  | Turn order & obligation to play
    After everybody's first turn, starting again with the first player, each adds to own train
    or to a public train from hand.
    > each player adds to their train or a public train from their hand
TOK-09 |  | Turn order & obligation to play
    From then on only one tile per turn.
    > Unlike the first turn, players can only add one domino at a time.
TOK-10 |  | Drawing
    Unable to add: must draw, and play the drawn tile immediately if able.
    > must draw a domino from the boneyard and play that domino immediately
TOK-11 |  | Markers (public/private)
    If the drawn tile cannot be played: must mark his train public.
    > If not, he must mark his train public.
TOK-12 |  | Drawing
    Boneyard empty: the player simply marks his train public.
    > if there are no more tiles in the boneyard to draw, the player simply marks
TOK-13 | trunc | Doubles: layout & extra turn
    (After a double; opening sentence lost) unable to play another tile: must draw, and play
    it on the double or on any public trains.
    > play that domino on to the double or on to any public trains
"""

"""A season's standings from the results of its games: pure arithmetic on plain values.

Words
-----
points, total     of a round, of a game; in Mexican Train the lowest total wins
result            one player's line in one game: `league.standings.results`
place             rank, from 1; equal players share it, and the next place counts on: 1, 2, 2, 4
method            how a season counts its results: `league.standings.methods`
score             what one player's results come to by a method: `league.standings.scores`
tie-break         what parts players with equal values: `league.standings.ties`
standing          one player's line in the standings: `league.standings.table`
movement, race    how places and values changed from day to day: `league.standings.moves`
rating            how strong a player is, whatever the season: `league.standings.rating`
records           the lowest game, the biggest comeback and their like: `league.standings.records`
profile           one player's games; two players' meetings: `league.standings.profile`

The same results give the same standings, in whatever order they come; nothing is kept between two
calls, there is no clock, and whatever is compared is a whole number or an exact fraction. Players
and games are known by their keys, numbers or texts, and all players by the same kind of key; with
nothing else to go by, lists are in the order of these keys.
"""

package table

import (
	"io"
	"strings"
)

// gameColumns returns the columns of a table of games.
func gameColumns() []column {
	return append(place[:len(place):len(place)],
		column{"white", category, "name of White's player", func(r *row) cell { return r.name(r.game.White) }},
		column{"black", category, "name of Black's player", func(r *row) cell { return r.name(r.game.Black) }},
		column{"white_nodes", optional, "positions that White's player searches a move; null without a node limit", func(r *row) cell { return r.nodes(r.game.White) }},
		column{"black_nodes", optional, "positions that Black's player searches a move; null without a node limit", func(r *row) cell { return r.nodes(r.game.Black) }},
		column{"variant", category, "name of the game that is played", func(r *row) cell { return cell{s: r.game.Game} }},
		column{"fen", category, "position before the first move", func(r *row) cell { return cell{s: r.game.FEN} }},
		column{"random_plies", integer, "how many of the first moves were drawn at random", func(r *row) cell { return cell{n: r.game.RandomPlies} }},
		plies, result, whiteScore, reason,
		column{"detail", category, "more about the end of the game, if known", func(r *row) cell { return cell{s: r.game.Detail} }},
		column{"moves", text, "coordinates, separated by spaces", func(r *row) cell { return cell{s: strings.Join(r.game.Moves, " ")} }},
		column{"scores", list, "the player's score for each move, in centipawns from White's view; null if unknown", func(r *row) cell { return cell{list: r.game.Scores} }},
		column{"times_ms", list, "milliseconds for each move, null if unknown; empty without a clock", func(r *row) cell { return cell{list: r.game.Times} }},
		column{"depths", list, "nominal depth of the search for each move, null if unknown; empty in self-play", func(r *row) cell { return cell{list: r.game.Depths} }},
	)
}

// Games writes a table of all games, run by run, by round, pair and game.
func Games(w io.Writer, f Format, runs ...Run) error {
	return write(w, f, runs, gameColumns(), func(r *row, add func() error) error { return add() })
}

package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Positions writes a table of the positions before every n-th ply of each game, run by
// run, starting with the first ply. The final position of a game is not included.
func Positions(w io.Writer, f Format, every int, runs ...Run) error {
	if every < 1 {
		return fmt.Errorf("positions of every %d plies, expected at least 1", every)
	}
	games := map[string]*rules.Game{} // by their rules
	var order []*rules.Game
	for _, run := range runs {
		v := run.Store.Variant()
		if games[v.Hash()] != nil {
			continue
		}
		g, err := rules.Compile(v)
		if err != nil {
			return fmt.Errorf("the run has a game that cannot be played: %w", err)
		}
		games[v.Hash()], order = g, append(order, g)
	}
	return write(w, f, runs, positionColumns(order...), func(r *row, add func() error) (err error) {
		if r.position, err = r.game.Start(games[r.rules]); err != nil {
			return err
		}
		for r.ply, err = range r.game.Replay(r.position) {
			if err == nil && r.ply.Number%every == 0 {
				err = add()
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// positionColumns returns the columns of a table of positions of some games.
func positionColumns(games ...*rules.Game) []column {
	columns := append(place[:len(place):len(place)],
		column{"ply", integer, "number of moves made before", func(r *row) cell { return cell{n: r.ply.Number} }},
		column{"fen", text, "position before the move", func(r *row) cell { return cell{s: r.position.FEN()} }},
		column{"side", category, "side to move, `w` or `b`", func(r *row) cell { return cell{s: "wb"[r.position.Turn():][:1]} }},
		column{"player", category, "name of the player to move", func(r *row) cell { return r.name(r.player(r.position.Turn())) }},
		column{"nodes", optional, "positions that this player searches a move; null without a node limit", func(r *row) cell { return r.nodes(r.player(r.position.Turn())) }},
		column{"move", category, "move that was played, as coordinates", func(r *row) cell { return cell{s: r.ply.Text} }},
		column{"score", optional, "the player's score in centipawns from White's view; null if unknown, as for random moves", func(r *row) cell {
			return cell{n: r.ply.Score, null: r.ply.Score == store.Unknown}
		}},
		column{"time_ms", optional, "milliseconds for the move; null if unknown, as without a clock", func(r *row) cell {
			return cell{n: r.ply.Time, null: r.ply.Time == store.Unknown}
		}},
		column{"depth", optional, "nominal depth of the search; null if unknown, as in self-play", func(r *row) cell {
			return cell{n: r.ply.Depth, null: r.ply.Depth == store.Unknown}
		}},
		plies, result, whiteScore, reason,
	)
	for c, side := range []string{"white_", "black_"} {
		for _, name := range pieces(games) {
			kind, doc, types := integer, pieceDoc, map[*rules.Game]rules.Type{}
			for _, g := range games {
				if types[g] = g.TypeNamed(name); !counted(g, types[g]) {
					kind, doc, types[g] = optional, pieceDoc+"; null in games without it", rules.NoType
				}
			}
			columns = append(columns, column{side + pieceName(name), kind, doc, func(r *row) cell {
				piece := types[r.position.Game()]
				if piece == rules.NoType {
					return cell{null: true}
				}
				return cell{n: r.position.Owned(piece, rules.Color(c))}
			}})
		}
	}
	return columns
}

const pieceDoc = "pieces of this kind on the board, waiting or in hand"

// counted reports whether a kind of piece has a column, as all but the royal piece do.
func counted(g *rules.Game, piece rules.Type) bool {
	return piece != rules.NoType && piece != g.Royal()
}

// pieces lists the names of all kinds of pieces that are counted in any of the games.
func pieces(games []*rules.Game) []string {
	var names []string
	for _, g := range games {
		for _, piece := range g.Types() {
			if name := g.TypeName(piece); counted(g, piece) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// pieceName returns the name of a kind of piece in a column, after the side. A piece
// called score gets another name, because white_score is the result of the game; that name
// is free because no piece name ends in a hyphen.
func pieceName(name string) string {
	if name == "score" {
		return "score_"
	}
	return strings.ReplaceAll(name, "-", "_")
}

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

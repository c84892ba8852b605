package store

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/files"
)

// Named is a run with the name that tables have for it.
type Named struct {
	Name  string
	Store *Store
}

// column describes a column of a table: its name, type and meaning in the words of docs/games.md,
// and the text of its cells. An empty cell is a null.
type column struct {
	name, kind, doc string
	cell            func(*tableRow) string
}

// tableRow holds the data for a row: a game of a run and, in a table of positions, one of its plies
// and the position before it.
type tableRow struct {
	run, rules string
	revision   int
	players    []Player
	limits     []nodeLimit // of the players
	own        nodeLimit   // of the engine, if there are no players
	game       *Record
	position   *rules.Position
	ply        Ply
}

// nodeLimit is the part of a configuration that limits a player's search.
type nodeLimit struct {
	Nodes int `json:"nodes"`
}

func textColumn(name, doc string, of func(*tableRow) string) column {
	return column{name, "text", doc, func(r *tableRow) string { return files.Cell(of(r)) }}
}

func integerColumn(name, doc string, of func(*tableRow) int) column {
	return column{name, "integer", doc, func(r *tableRow) string { return strconv.Itoa(of(r)) }}
}

// optionalColumn has numbers that may be unknown.
func optionalColumn(name, doc string, of func(*tableRow) (n int, known bool)) column {
	return column{name, "integer or null", doc, func(r *tableRow) string {
		if n, known := of(r); known {
			return strconv.Itoa(n)
		}
		return ""
	}}
}

// listColumn has lists separated by spaces.
func listColumn(name, doc string, of func(*tableRow) []int) column {
	return column{name, "list of integers", doc, func(r *tableRow) string {
		var b []byte
		for i, n := range of(r) {
			if i > 0 {
				b = append(b, ' ')
			}
			if n == Unknown {
				b = append(b, "null"...)
			} else {
				b = strconv.AppendInt(b, int64(n), 10)
			}
		}
		return string(b)
	}}
}

// placeColumns identify the game of a row.
var placeColumns = []column{
	textColumn("run", "name of the run's folder; for several runs, its path below their folder", func(r *tableRow) string { return r.run }),
	textColumn("rules", "hash of the rules", func(r *tableRow) string { return r.rules }),
	integerColumn("engine_revision", "revision of the engine that played the run", func(r *tableRow) int { return r.revision }),
	integerColumn("round", "round of the run, from 0 or 1", func(r *tableRow) int { return r.game.Round }),
	integerColumn("pair", "pair of games in the round, from 0", func(r *tableRow) int { return r.game.Pair }),
	integerColumn("game", "game of the pair, 0 or 1", func(r *tableRow) int { return r.game.Index }),
}

// endColumns are about the whole game.
var endColumns = []column{
	integerColumn("plies", "length of the game in plies, random ones included", func(r *tableRow) int { return r.game.Plies() }),
	textColumn("result", "`1-0`, `0-1` or `1/2-1/2`", func(r *tableRow) string { return r.game.Result.String() }),
	{"white_score", "number", "result for White: 1, 0 or 0.5", func(r *tableRow) string {
		return strconv.FormatFloat(r.game.Result.Score(), 'g', -1, 64)
	}},
	textColumn("reason", "why the game ended", func(r *tableRow) string { return string(r.game.Reason) }),
}

// gameColumns returns the columns of a table of games.
func gameColumns() []column {
	return slices.Concat(placeColumns, []column{
		textColumn("white", "name of White's player", func(r *tableRow) string { return r.name(r.game.White) }),
		textColumn("black", "name of Black's player", func(r *tableRow) string { return r.name(r.game.Black) }),
		optionalColumn("white_nodes", "positions that White's player searches a move; null without a node limit", func(r *tableRow) (int, bool) {
			return r.nodes(r.game.White)
		}),
		optionalColumn("black_nodes", "positions that Black's player searches a move; null without a node limit", func(r *tableRow) (int, bool) {
			return r.nodes(r.game.Black)
		}),
		textColumn("variant", "name of the game that is played", func(r *tableRow) string { return r.game.Game }),
		textColumn("fen", "position before the first move", func(r *tableRow) string { return r.game.FEN }),
		integerColumn("random_plies", "how many of the first moves were drawn at random", func(r *tableRow) int { return r.game.RandomPlies }),
	}, endColumns, []column{
		textColumn("detail", "more about the end of the game, if known", func(r *tableRow) string { return r.game.Detail }),
		textColumn("moves", "coordinates, separated by spaces", func(r *tableRow) string { return strings.Join(r.game.Moves, " ") }),
		listColumn("scores", "the player's score for each move, in centipawns from White's view; null if unknown", func(r *tableRow) []int {
			return r.game.Scores
		}),
		listColumn("times_ms", "milliseconds for each move, null if unknown; empty without a clock",
			func(r *tableRow) []int { return r.game.Times }),
		listColumn("depths", "nominal depth of the search for each move, null if unknown; empty in self-play", func(r *tableRow) []int {
			return r.game.Depths
		}),
	})
}

// positionColumns returns the columns of a table of positions of some games.
func positionColumns(games ...*rules.Game) []column {
	columns := slices.Concat(placeColumns, []column{
		integerColumn("ply", "number of moves made before", func(r *tableRow) int { return r.ply.Number }),
		textColumn("fen", "position before the move", func(r *tableRow) string { return r.position.FEN() }),
		textColumn("side", "side to move, `w` or `b`", func(r *tableRow) string { return "wb"[r.position.Turn():][:1] }),
		textColumn("player", "name of the player to move", func(r *tableRow) string { return r.name(r.mover()) }),
		optionalColumn("nodes", "positions that this player searches a move; null without a node limit", func(r *tableRow) (int, bool) {
			return r.nodes(r.mover())
		}),
		textColumn("move", "move that was played, as coordinates", func(r *tableRow) string { return r.ply.Text }),
		optionalColumn("score", "the player's score in centipawns from White's view; null if unknown, as for random moves", func(r *tableRow) (int, bool) {
			return r.ply.Score, r.ply.Score != Unknown
		}),
		optionalColumn("time_ms", "milliseconds for the move; null if unknown, as without a clock", func(r *tableRow) (int, bool) {
			return r.ply.Time, r.ply.Time != Unknown
		}),
		optionalColumn("depth", "nominal depth of the search; null if unknown, as in self-play", func(r *tableRow) (int, bool) {
			return r.ply.Depth, r.ply.Depth != Unknown
		}),
	}, endColumns)
	var pieces []string
	for _, g := range games {
		for _, t := range g.Types() {
			if name := g.TypeName(t); t != g.Royal() && !slices.Contains(pieces, name) {
				pieces = append(pieces, name)
			}
		}
	}
	for c, side := range []string{"white_", "black_"} {
		for _, piece := range pieces {
			name := strings.ReplaceAll(piece, "-", "_")
			if piece == "score" { // white_score is the result of the game; no name of a piece ends in a hyphen
				name = "score_"
			}
			columns = append(columns, pieceColumn(games, piece, side+name, rules.Color(c)))
		}
	}
	return columns
}

const pieceDoc = "pieces of this kind on the board, waiting or in hand"

// pieceColumn counts the pieces of a kind that a side has.
func pieceColumn(games []*rules.Game, piece, name string, side rules.Color) column {
	types, all := map[*rules.Game]rules.Type{}, true
	for _, g := range games {
		types[g] = g.TypeNamed(piece)
		if types[g] == g.Royal() {
			types[g] = rules.NoType
		}
		all = all && types[g] != rules.NoType
	}
	if all {
		return integerColumn(name, pieceDoc, func(r *tableRow) int { return r.position.Owned(types[r.position.Game()], side) })
	}
	return optionalColumn(name, pieceDoc+"; null in games without it", func(r *tableRow) (int, bool) {
		t := types[r.position.Game()]
		return r.position.Owned(t, side), t != rules.NoType
	})
}

func (r *tableRow) name(player int) string { return PlayerName(r.players, player) }

// mover returns the player to move.
func (r *tableRow) mover() int {
	if r.position.Turn() == rules.White {
		return r.game.White
	}
	return r.game.Black
}

// nodes returns the number of positions that a player searches per move.
func (r *tableRow) nodes(player int) (n int, known bool) {
	l := r.own
	if player >= 0 && player < len(r.limits) {
		l = r.limits[player]
	}
	return l.Nodes, l.Nodes != 0
}

// from sets what all rows of a run have in common.
func (r *tableRow) from(run Named) error {
	r.run, r.rules = run.Name, run.Store.variant.Hash()
	var config json.RawMessage
	err := run.Store.Config(&config)
	if err == nil {
		r.revision, err = run.Store.Revision()
	}
	if err == nil {
		r.players, err = run.Store.Players()
	}
	if err != nil {
		return err
	}
	r.own, r.limits = nodeLimit{}, make([]nodeLimit, len(r.players))
	_ = json.Unmarshal(config, &r.own) // unknown if it is not a number
	for i, p := range r.players {
		_ = json.Unmarshal(p.Config, &r.limits[i])
	}
	return nil
}

// WriteGames writes a table of all games as CSV, run by run, by round, pair and game.
func WriteGames(w io.Writer, runs ...Named) error {
	return writeTable(w, runs, gameColumns(), func(_ *tableRow, add func() error) error { return add() })
}

// WritePositions writes a table of the positions before every n-th ply of each game as CSV, run
// by run, starting with the first ply. The final position of a game is not included.
func WritePositions(w io.Writer, every int, runs ...Named) error {
	if every < 1 {
		return fmt.Errorf("positions of every %d plies, expected at least 1", every)
	}
	games := map[string]*rules.Game{} // by their rules
	var order []*rules.Game
	for _, run := range runs {
		hash := run.Store.variant.Hash()
		if games[hash] != nil {
			continue
		}
		g, err := rules.Compile(run.Store.variant)
		if err != nil {
			return fmt.Errorf("the run has a game that cannot be played: %w", err)
		}
		games[hash], order = g, append(order, g)
	}
	return writeTable(w, runs, positionColumns(order...), func(r *tableRow, add func() error) (err error) {
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

// writeTable writes a table of all games in their order. For each game it calls rows, which
// calls add for each of the game's rows.
func writeTable(w io.Writer, runs []Named, columns []column, rows func(r *tableRow, add func() error) error) error {
	out, r, record := csv.NewWriter(w), &tableRow{}, make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	add := func() error {
		for i, c := range columns {
			record[i] = c.cell(r)
		}
		return out.Write(record)
	}
	for _, run := range runs {
		if err := r.from(run); err != nil {
			return err
		}
		for game, err := range run.Store.AllGames() {
			if err != nil {
				return err
			}
			r.game = &game
			if err := rows(r, add); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

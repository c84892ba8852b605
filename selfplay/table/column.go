package table

import (
	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// column describes a column of a table: its name, type and meaning, and how it is
// computed. The files and their documentation are made from it.
type column struct {
	name  string
	kind  kind
	doc   string
	value func(*row) cell
}

// kind is the type of the values of a column.
type kind uint8

const (
	integer  kind = iota
	optional      // an integer or null
	number        // a floating-point number
	text          // any text
	category      // one of a few texts
	list          // integers, or null for store.Unknown
)

// row holds what a table row is computed from: a game of a run and, in a table of
// positions, one of its plies and the position before it.
type row struct {
	*origin
	game     *store.Record
	position *rules.Position
	ply      store.Ply
}

// player returns White's or Black's player.
func (r *row) player(c rules.Color) int {
	if c == rules.White {
		return r.game.White
	}
	return r.game.Black
}

// cell is a value. The kind of the column says which field is used.
type cell struct {
	n    int // integer, optional
	null bool
	x    float64
	s    string
	list []int
}

// place lists the columns that say which game a row belongs to.
var place = []column{
	{"run", category, "name of the run's folder; for several runs, its path below their folder", func(r *row) cell { return cell{s: r.run} }},
	{"rules", category, "hash of the rules", func(r *row) cell { return cell{s: r.rules} }},
	{"engine_revision", integer, "revision of the engine that played the run", func(r *row) cell { return cell{n: r.revision} }},
	{"round", integer, "round of the run, from 0 or 1", func(r *row) cell { return cell{n: r.game.Round} }},
	{"pair", integer, "pair of games in the round, from 0", func(r *row) cell { return cell{n: r.game.Pair} }},
	{"game", integer, "game of the pair, 0 or 1", func(r *row) cell { return cell{n: r.game.Index} }},
}

// Columns about games that both tables have.
var (
	plies = column{"plies", integer, "length of the game in plies, random ones included", func(r *row) cell {
		return cell{n: r.game.Plies()}
	}}
	result = column{"result", category, "`1-0`, `0-1` or `1/2-1/2`", func(r *row) cell {
		return cell{s: r.game.Result.String()}
	}}
	whiteScore = column{"white_score", number, "result for White: 1, 0 or 0.5", func(r *row) cell {
		return cell{x: r.game.Result.Score()}
	}}
	reason = column{"reason", category, "why the game ended", func(r *row) cell { return cell{s: string(r.game.Reason)} }}
)

package compare

import (
	"fmt"
	"slices"
	"strconv"

	"bestiary/engine/rules"
)

// family is a set of quantities with a number n in the name.
type family struct {
	prefix, label string // label has a %d for n
	axis          string // what a curve over n shows
	overMoves     bool   // whether n counts moves of each side, otherwise plies
	unit          Unit
	of, per       func(g *Game, n int) float64
}

var families = []family{
	{"mates-by-", "mates within %d plies", "games that ended in mate", false, Share, func(g *Game, n int) float64 {
		return truth(g.Reason == rules.Checkmate && g.Plies <= n)
	}, nil},
	{"over-by-", "over within %d plies", "games that have ended", false, Share, func(g *Game, n int) float64 {
		return truth(g.overBy(n))
	}, nil},
	{"captures-by-", "captures within %d plies", "captures made, mean of a game", false, PerGame, func(g *Game, n int) float64 {
		return float64(g.CapturesBy(n))
	}, nil},
	{"material-at-", "material left at ply %d", "share of the initial material", false, Part, func(g *Game, n int) float64 {
		return g.MaterialLeft(n)
	}, nil},
	{"castled-by-", "sides castled by ply %d", "sides that have castled", false, Part, func(g *Game, n int) float64 {
		return total(g.Castlings, func(c Castling) float64 { return truth(c.Ply <= n) }) / 2
	}, nil},
	{"waiting-at-", "still waiting at ply %d", "pieces that still wait", false, Part, func(g *Game, n int) float64 {
		return total(g.Waits, func(w Wait) float64 { return truth(w.waitsAt(n)) })
	}, func(g *Game, _ int) float64 { return float64(len(g.Waits)) }},
	{"first-rank-at-", "first ranks full at ply %d", "squares of the first ranks occupied by their own sides", false, Part, func(g *Game, n int) float64 {
		return g.FirstRank(n)
	}, nil},
	{"counter-from-", "n-move counter reached %d", "games that got so far", true, Share, func(g *Game, n int) float64 {
		return truth(g.Passed(n))
	}, nil},
	{"decided-from-", "decided after counter %d", "games that got so far and were decided", true, Share, func(g *Game, n int) float64 {
		return truth(!isDrawn(g) && g.Passed(n))
	}, nil},
	{"bare-from-", "decisions after counter %d against a bare king", "late decisions against a bare king", true, Part, func(g *Game, n int) float64 {
		return truth(g.bareFrom(n))
	}, func(g *Game, n int) float64 { return truth(!isDrawn(g) && g.Passed(n)) }},
	{"lost-decisions-", "decisions lost at n-move %d", "decided games that would be drawn", true, Part, func(g *Game, n int) float64 {
		return truth(!isDrawn(g) && g.Passed(n))
	}, func(g *Game, _ int) float64 { return truth(!isDrawn(g)) }},
}

// quantity returns the member of a family for a number.
func (f family) quantity(n int) Quantity {
	q := Quantity{Name: f.prefix + strconv.Itoa(n), Label: fmt.Sprintf(f.label, n), Unit: f.unit, Of: func(g *Game) float64 { return f.of(g, n) }}
	if f.per != nil {
		q.Per = func(g *Game) float64 { return f.per(g, n) }
	}
	return q
}

// member returns the member of a family, which must exist, for a number.
func member(prefix string, n int) Quantity {
	i := slices.IndexFunc(families, func(f family) bool { return f.prefix == prefix })
	return families[i].quantity(n)
}

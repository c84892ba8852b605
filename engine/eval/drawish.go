package eval

import (
	"math"
	"slices"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// The parts of a score that remain, in 1/wholeScale.
const (
	wholeScale   = 64
	pawnlessLead = 16 // a small lead and no piece that promotes
	mateless     = 0  // no material to mate with
	oppositePair = 24 // pawns and one piece each, bound to opposite colours

	// freeingPawns is the number of pawns at which the side that is behind makes the score
	// count in full.
	freeingPawns = 4

	// maxMinor is the largest lead that may not be enough to win, in centipawns.
	maxMinor = 400
)

// drawish holds the data of a game that its drawish endings depend on: rules, and values
// by mobility. None of it is tuned, so scores stay linear in the weights.
type drawish struct {
	off       bool // all scores count in full
	value     []int64
	bound     []bool // to a colour of squares, by type
	mates     []bool // alone with its king, by type
	weak      []bool // two of them do not win, by type
	pawns     [2][]rules.Code
	officers  [2][]rules.Code // that promote
	minor     int64           // value of the best piece that does not mate, at most maxMinor
	pairShare int32           // the most that two colour-bound pieces fill the board
}

func newDrawish(e *Evaluator) drawish {
	g, n := e.g, len(e.l.kinds)
	d := drawish{off: winsOtherwise(g), value: make([]int64, n), bound: make([]bool, n), mates: make([]bool, n), weak: make([]bool, n)}
	if d.off {
		return d
	}
	for _, t := range g.Types() {
		d.value[t] = int64(math.Round(e.l.kinds[t].value))
		if !officer(g, t) {
			continue
		}
		d.bound[t] = ColourBound(g, t)
		share, known := endgame.PairShare(g, t)
		d.weak[t] = known && share < endgame.EnoughPairs
		d.mates[t] = !d.bound[t] && CanMate(g, t)
		if d.bound[t] {
			d.pairShare = max(d.pairShare, 2*e.pieces[rules.CodeOf(t, rules.White)].share)
		}
		if !d.mates[t] {
			d.minor = max(d.minor, min(d.value[t], maxMinor))
		}
	}
	for _, pr := range g.Variant.Rules.Promotions {
		for _, name := range pr.Pieces {
			t := g.TypeNamed(name)
			for _, c := range []rules.Color{rules.White, rules.Black} {
				list := &d.officers[c]
				if g.IsPawn(t) {
					list = &d.pawns[c]
				}
				if code := rules.CodeOf(t, c); pr.Zone > 0 && pr.For(c == rules.Black) && !slices.Contains(*list, code) {
					*list = append(*list, code)
				}
			}
		}
	}
	return d
}

// winsOtherwise reports whether a game can be won by other means than mate with the
// pieces on the board.
func winsOtherwise(g *rules.Game) bool {
	return g.StalemateScore() != 0 || g.Drops() || !g.Variant.OnlyMates() ||
		slices.ContainsFunc(g.Variant.Rules.Promotions, func(pr variant.Promotion) bool {
			return pr.Zone > 0 && pr.Captured && pr.EmptyPool != variant.EmptyPoolForbidden
		})
}

// factor returns the part of the score of a position that remains, in 1/(wholeScale·maxPhase). The
// fuller the board, the less the scale of the ending counts. The first test decides nearly all
// positions: with pawns on both sides, only endings of two colour-bound pieces are left to look at.
func (v *view) factor(full int32) int64 {
	const whole = wholeScale * maxPhase
	e, p, pawns := v.e, v.p, v.pawns
	d := &e.drawish
	if d.off || pawns.promising[0] && pawns.promising[1] && full > d.pairShare || full >= e.full {
		return whole
	}
	if gates := p.Gates(); p.Placing() || !gates.Empty() {
		return whole
	}
	late := maxPhase - e.phases[full]
	return whole - late*(wholeScale-v.scale())
}

// scale returns the scale of an ending for the side that is ahead, in 1/wholeScale. At
// equal material it is the larger of the two scales.
func (v *view) scale() int64 {
	white, black, pawns := v.army(rules.White), v.army(rules.Black), v.pawns
	if white.oppositeTo(&black) && (pawns.promising[0] || pawns.promising[1]) {
		return oppositePair
	}
	switch lead := white.value - black.value; {
	case lead > 0:
		return v.scaleOf(rules.White, &white, lead)
	case lead < 0:
		return v.scaleOf(rules.Black, &black, -lead)
	}
	return max(v.scaleOf(rules.White, &white, 0), v.scaleOf(rules.Black, &black, 0))
}

// scaleOf returns the scale of an ending in which the given side is ahead.
func (v *view) scaleOf(c rules.Color, own *army, lead int64) int64 {
	d, p := &v.e.drawish, v.p
	scale := int64(pawnlessLead)
	switch {
	case v.pawns.promising[c] || p.Count(d.officers[c]) > 0:
		return wholeScale
	case !own.mates:
		scale = mateless
	case lead > d.minor:
		return wholeScale
	}
	behind := c.Other()
	freeing := min(p.Count(d.pawns[behind])+p.Count(d.officers[behind]), freeingPawns)
	return scale + (wholeScale-scale)*int64(freeing)/freeingPawns
}

// army is the material of a side.
type army struct {
	value       int64
	officers    int
	mates       bool // with its king alone, as far as the kinds of piece tell
	bound       bool // all officers are bound to a colour
	light, dark bool // there are officers on these squares
}

func (v *view) army(c rules.Color) (a army) {
	d, p, geo, pawns := &v.e.drawish, v.p, v.e.geo, &v.pawns.of[c]
	side := p.Side(c)
	officers := side.AndNot(pawns)
	officers.Remove(p.King(c))
	a.bound, a.light, a.dark = true, officers.Meets(&geo.light), officers.Meets(&geo.dark)
	a.officers = officers.Count()
	weak := false // two pieces of a kind do not win
	for t := 1; t < len(d.value); t++ {
		have := p.Pieces(rules.CodeOf(rules.Type(t), c))
		n := have.Count()
		a.value += int64(n) * d.value[t]
		if n > 0 && have.Meets(&officers) {
			a.bound = a.bound && d.bound[t]
			a.mates = a.mates || d.mates[t]
			weak = weak || n == 2 && a.officers == 2 && d.weak[t]
		}
	}
	// Two pieces mate, or may, unless it is known that they do not or no square of one
	// colour is ever attacked; so do pieces with pawns, even those that cannot promote.
	a.mates = a.mates || !pawns.Empty() || a.officers > 1 && !weak && !(a.bound && a.light != a.dark)
	return a
}

// oppositeTo reports whether each side has one officer and the two are bound to opposite
// colours.
func (a *army) oppositeTo(b *army) bool {
	return a.officers == 1 && b.officers == 1 && a.bound && b.bound && a.light != b.light
}

// CanMate reports whether a king and one piece of a kind can mate a bare king anywhere on the
// board. A piece that cannot, such as the orthodox bishop or knight, cannot win on its own; nearly
// all others can force mate.
func CanMate(g *rules.Game, t rules.Type) bool {
	if t == g.Royal() || g.IsPawn(t) {
		return false
	}
	none, board := rules.Set{}, g.Board()
	var flights [256]rules.Set // of the bare king
	board.Squares(func(sq rules.Square) {
		_, flights[sq] = g.Reach(rules.CodeOf(g.Royal(), rules.Black), sq, &none)
	})
	found := false
	board.Squares(func(king rules.Square) {
		_, guarded := g.Reach(rules.CodeOf(g.Royal(), rules.White), king, &none)
		open := board.AndNot(&guarded)
		open.Remove(king)
		board.Squares(func(sq rules.Square) {
			if !found && sq != king {
				found = matesFrom(g, rules.CodeOf(t, rules.White), sq, king, open, &flights)
			}
		})
	})
	return found
}

// matesFrom reports whether a piece on a square gives mate, with its king on another
// square, to a bare king on one of the open squares.
func matesFrom(g *rules.Game, code rules.Code, from, king rules.Square, open rules.Set, flights *[256]rules.Set) bool {
	var occupied rules.Set
	occupied.Add(king)
	_, attacked := g.Reach(code, from, &occupied)
	checked := open.And(&attacked)
	checked.Remove(from)
	safe := open.AndNot(&attacked) // with the square of the piece, if the king does not protect it
	mate := false
	checked.Squares(func(sq rules.Square) { mate = mate || !safe.Meets(&flights[sq]) })
	return mate
}

// The terms by the ends of a game other than mate.

// Loses reports whether a side wins by losing all its pieces.
func Loses(g *rules.Game) bool {
	e := &g.Variant.Rules.Extinction
	return e.Result == variant.EndWin && len(e.Pieces) == 0
}

// loses reports whether a side wins by losing its pieces of a type.
func loses(g *rules.Game, t rules.Type) bool {
	e := &g.Variant.Rules.Extinction
	return Loses(g) || e.Result == variant.EndWin && slices.Contains(e.Pieces, g.TypeName(t))
}

func hasGoal(g *rules.Game) bool { return len(g.GoalTypes()) > 0 }

// goalSteps is the distance at which a piece no longer counts as on its way to its goal.
const goalSteps = 7

// goalNear counts how close to its goal the nearest piece that can win there is, in king
// moves.
func goalNear(v *view, code rules.Code) int {
	c, g := code.Color(), v.e.g
	squares := g.Goal(c)
	nearest := goalSteps
	for _, t := range g.GoalTypes() {
		have := v.p.Pieces(rules.CodeOf(t, c))
		have.Squares(func(from rules.Square) {
			squares.Squares(func(to rules.Square) {
				king, _ := steps(g, from, to)
				nearest = min(nearest, king)
			})
		})
	}
	return goalSteps - nearest
}

// checksGiven counts the squares of the checks that a side has given, in games that are
// won by a number of checks.
func checksGiven(v *view, code rules.Code) int {
	n := v.e.g.Variant.Rules.Checks - v.p.ChecksLeft(code.Color())
	return n * n
}

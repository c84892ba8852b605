package eval

import (
	"cmp"
	"slices"

	"bestiary/engine/rules"
)

// kind holds what the prior weights of a piece depend on.
type kind struct {
	value       float64 // in centipawns, by mobility; 0 for the royal piece
	mobility    float64 // average number of squares reached
	royal, pawn bool
	files       bool // goes along a file past two squares
	loses       bool // a side wins by losing its pieces of the kind
}

// layout lists the terms of a game and their places in a weight vector.
type layout struct {
	names []string
	loose []float64 // see term, by name
	kinds []kind    // by type; kinds[0] stands for no piece
	// at holds the place of each entry of terms by type, -1 for types without the term. A
	// term that is not by kind has the same place for all types, NoType included.
	at [][]int
}

func newLayout(g *rules.Game) *layout {
	mobilities := Mobility(g, priorFilling)
	values := valuesOf(g, mobilities)
	l := &layout{kinds: make([]kind, len(values))}
	for _, t := range g.Types() {
		l.kinds[t] = kind{values[t], mobilities[t], g.IsRoyal(t), g.IsPawn(t), slidesOnFiles(g, t), loses(g, t)}
	}
	for i := range terms {
		l.at = append(l.at, l.add(g, &terms[i]))
		for len(l.loose) < len(l.names) {
			l.loose = append(l.loose, cmp.Or(terms[i].loose, 1))
		}
	}
	return l
}

// add gives places to a term and returns them by type.
func (l *layout) add(g *rules.Game, t *term) []int {
	at := make([]int, len(l.kinds))
	if t.needs != nil && !t.needs(g) {
		for typ := range at {
			at[typ] = -1
		}
		return at
	}
	if t.of == nil {
		l.names = append(l.names, t.name)
	}
	for typ := range at {
		at[typ] = len(l.names) - 1
		if t.of == nil {
			continue
		}
		if typ == 0 || !t.of(g, rules.Type(typ)) {
			at[typ] = -1
			continue
		}
		at[typ] = len(l.names)
		name := t.name + g.TypeName(rules.Type(typ))
		if t.places == nil {
			l.names = append(l.names, name)
			continue
		}
		for _, place := range t.places(g) {
			l.names = append(l.names, name+"."+place)
		}
	}
	return at
}

// The kinds of pieces that have a term.

func anyKind(*rules.Game, rules.Type) bool          { return true }
func notRoyal(g *rules.Game, t rules.Type) bool     { return !g.IsRoyal(t) }
func officer(g *rules.Game, t rules.Type) bool      { return !g.IsRoyal(t) && !g.IsPawn(t) }
func boundOfficer(g *rules.Game, t rules.Type) bool { return officer(g, t) && ColourBound(g, t) }
func waits(g *rules.Game, t rules.Type) bool        { return slices.Contains(g.Waiting(), t) }
func held(g *rules.Game, t rules.Type) bool         { return g.CanDrop(t) }

// The weights before tuning, in centipawns.

func fixed(mg, eg float64) func(kind) (float64, float64) {
	return func(kind) (float64, float64) { return mg, eg }
}

// share returns weights that are a share of the value of the piece.
func share(mg, eg float64) func(kind) (float64, float64) {
	return func(k kind) (float64, float64) { return mg * k.value, eg * k.value }
}

// material returns the weight of a piece: pieces that a side wins by losing are a burden,
// valuable pieces gain in the endgame, others lose.
func material(k kind) (mg, eg float64) {
	if k.loses {
		return -50 - 0.4*k.value, -50 - 0.4*k.value
	}
	if k.pawn {
		return 0.8 * k.value, 0.97 * k.value
	}
	return k.value, k.value * min(0.78+0.00036*k.value, 1.12)
}

// mobility returns the weight of a square reached; it is smaller for pieces that
// reach many squares.
func mobility(k kind) (mg, eg float64) {
	step := min(0.12*k.value/max(k.mobility, 1), 5.3)
	return step, step
}

// inHand returns the weight of a piece in hand beside its value on the board. Before
// tuning, a piece that can be dropped anywhere is worth as much as on a good square, and a
// pawn less than one that has advanced.
func inHand(k kind) (mg, eg float64) {
	if k.pawn {
		return 0.1 * k.value, 0
	}
	return 0.1*k.value + 20, 0.05 * k.value
}

func centre(k kind) (mg, eg float64) {
	switch {
	case k.royal:
		return -18, 10
	case k.pawn:
		return 1, -1
	}
	m := max(k.mobility, 1)
	return 30 / m, 14 / m
}

// confinement costs valuable pieces more in the endgame.
func confinement(k kind) (mg, eg float64) { return -28, -10 - 0.03*k.value }

// outpost returns weights that are largest for minor pieces.
func outpost(k kind) (mg, eg float64) {
	share := min(1, 300/max(k.value, 1))
	return 20 * share, 12 * share
}

func onFile(mg, eg float64) func(kind) (float64, float64) {
	return func(k kind) (float64, float64) {
		if !k.files {
			return 0, 0
		}
		return mg, eg
	}
}

func kingAttack(k kind) (mg, eg float64) { return 4 + k.value/200, 0 }

// slidesOnFiles reports whether a piece can go more than two squares along a file.
func slidesOnFiles(g *rules.Game, t rules.Type) bool {
	var none rules.Set
	from := g.SquareAt(g.Files()/2, 1)
	quiet, _ := g.Reach(rules.CodeOf(t, rules.White), from, &none)
	far := false
	quiet.Squares(func(to rules.Square) {
		far = far || g.File(to) == g.File(from) && g.Rank(to)-g.Rank(from) > 2
	})
	return far && !g.IsPawn(t)
}

// ColourBound reports whether a piece never leaves the colour of its square, whatever stands on the
// board.
func ColourBound(g *rules.Game, t rules.Type) bool {
	bound := true
	for sq := range g.Squares() {
		from := rules.Square(sq)
		goals := g.Goals(rules.CodeOf(t, rules.White), from)
		goals.Squares(func(to rules.Square) { bound = bound && shade(g, to) == shade(g, from) })
	}
	return bound
}

// shade returns 0 for a square of the colour of a1 and 1 for the others.
func shade(g *rules.Game, sq rules.Square) int { return (g.File(sq) + g.Rank(sq)) & 1 }

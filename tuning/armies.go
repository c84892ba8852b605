package tuning

import (
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Priors of the armies' model, as shares of a value; see the package comment.
const (
	secondMean   = -0.12
	secondSpread = 0.08
	crossSpread  = 0.05
	placeSpread  = 0.15
)

// minWorth, in pawns of the prior, keeps priors finite.
const minWorth = 0.1

// A kind of officer is strong if its prior value is more than strongShare of the strongest
// kind's.
const strongShare = 0.4

// armyModel holds the columns of the model of the armies at the start: the kinds of
// pieces, White's advantage, and the columns with a prior.
type armyModel struct {
	columns
	worth   []float64    // by column, in pawns of the prior
	spread  []float64    // by column, the spread of values around the prior
	arrays  [2][]float64 // numbers of pieces in the array of a side, by column
	first   []float64    // how many more than these have the full worth, by column: 1 of a guest
	base    []float64    // differences of the array, by column; 0 where the armies are equal
	terms   []placeTerm  // seconds, for the columns after White's advantage, and places, for those from place on
	seconds int          // number of seconds among the terms
	pairs   [][2]int     // columns of two kinds of officers; each has two columns from cross on
	cross   int
	place   int
	count   int // number of columns
}

// placeTerm is the extra worth that a piece has because of its square or of another of its kind.
type placeTerm struct {
	PlaceKind
	kind  int     // column
	share float64 // of the array's pair in the value of one piece
	mean  float64 // of a second's worth before the games, as a share of the value
}

func newArmyModel(g *rules.Game, c columns) *armyModel {
	m := &armyModel{columns: c}
	prior, start, strongest := opening.PriorValues(g), g.NewPosition(), 0.0
	n := len(c.types)
	for i, t := range c.types {
		m.worth = append(m.worth, max(prior[t]/eval.PawnValue, minWorth))
		m.spread = append(m.spread, SpreadOf(g, t))
		for side := range m.arrays {
			m.arrays[side] = append(m.arrays[side], owned(start, t, rules.Color(side)))
		}
		m.first = append(m.first, 0)
		if m.officer(i) {
			strongest = max(strongest, m.worth[i])
		}
		if opening.Guest(g, t) {
			m.first[i] = 1
		}
	}
	places := m.addTerms(start, strongest)
	m.cross = n + 1 + m.seconds
	m.place = m.cross + 2*len(m.pairs)
	m.count = m.place + places
	m.base = make([]float64, m.count)
	array := make([]float64, m.count)
	m.row(start, array)
	copy(m.base, array[:n])
	copy(m.base[m.place:], array[m.place:])
	return m
}

// addTerms adds the terms and pairs of kinds, and returns the number of places.
func (m *armyModel) addTerms(start *rules.Position, strongest float64) int {
	var places []placeTerm
	files, _ := m.g.Joined()
	for i, t := range m.types {
		pawn := m.isPawn(t)
		switch {
		case opening.IsInHand(t): // it is on no square
		case pawn && !files:
			places = append(places, placeTerm{PlaceKind: Edge, kind: i})
		case !pawn && eval.ColourBound(m.g, t):
			t := placeTerm{PlaceKind: Pair, kind: i}
			for side := range m.arrays {
				if n := m.arrays[side][i]; n > 0 {
					t.share += m.placed(start, t, rules.Color(side)) / n / 2
				}
			}
			places = append(places, t)
		}
		switch strong := m.worth[i] > strongShare*strongest; {
		case m.officer(i) && strong, m.guest(i) && strong && !eval.ColourBound(m.g, t):
			m.terms = append(m.terms, placeTerm{PlaceKind: Second, kind: i, mean: secondMean})
		case m.guest(i) && !eval.ColourBound(m.g, t): // its value is the value of one, not half of two
			m.terms = append(m.terms, placeTerm{PlaceKind: Second, kind: i})
		}
		if !m.officer(i) {
			continue
		}
		for k := range i {
			if m.officer(k) {
				m.pairs = append(m.pairs, [2]int{k, i})
			}
		}
	}
	m.seconds = len(m.terms)
	m.terms = append(m.terms, places...)
	return len(places)
}

// officer reports whether column i is an officer of an array.
func (m *armyModel) officer(i int) bool {
	return !opening.IsInHand(m.types[i]) && !m.isPawn(m.types[i]) && m.arrays[0][i]+m.arrays[1][i] > 0
}

// guest reports whether column i is a kind that is in no array.
func (m *armyModel) guest(i int) bool { return m.first[i] > 0 }

// column returns the column of term j.
func (m *armyModel) column(j int) int {
	if j < m.seconds {
		return len(m.types) + 1 + j
	}
	return m.place + j - m.seconds
}

func (m *armyModel) labels() []string {
	names := m.names()
	out := append(slices.Clone(names), "first move")
	for _, t := range m.terms[:m.seconds] {
		out = append(out, names[t.kind]+" "+string(t.PlaceKind))
	}
	for _, pair := range m.pairs {
		a, b := names[pair[0]], names[pair[1]]
		out = append(out, a+" with "+b, a+" against "+b)
	}
	for _, t := range m.terms[m.seconds:] {
		out = append(out, names[t.kind]+" "+string(t.PlaceKind))
	}
	return out
}

// row fills out with the columns of a game that starts at p. The differences are from the array, so
// that White's advantage is the array's.
func (m *armyModel) row(p *rules.Position, out []float64) {
	n := len(m.types)
	clear(out)
	out[n] = 1
	var more [2][]float64 // than in the array
	for side := range more {
		for i, t := range m.types {
			more[side] = append(more[side], owned(p, t, rules.Color(side))-m.arrays[side][i])
		}
	}
	for i := range n {
		out[i] = more[0][i] + m.arrays[0][i] - more[1][i] - m.arrays[1][i]
	}
	for j, t := range m.terms[:m.seconds] {
		out[n+1+j] = max(0, more[0][t.kind]-m.first[t.kind]) - max(0, more[1][t.kind]-m.first[t.kind])
	}
	for j, pair := range m.pairs {
		a, b := pair[0], pair[1]
		out[m.cross+2*j] = more[0][a]*more[0][b] - more[1][a]*more[1][b]
		out[m.cross+2*j+1] = more[0][a]*more[1][b] - more[1][a]*more[0][b]
	}
	for j, t := range m.terms[m.seconds:] {
		out[m.place+j] = m.placed(p, t, rules.White) - m.placed(p, t, rules.Black) - t.share*out[t.kind]
	}
	for j, x := range m.base {
		out[j] -= x
	}
}

// PlaceNames lists the names, as given by Place.Name, of the seconds, pairs and edges that the
// model has for a game.
func PlaceNames(g *rules.Game) []string {
	m := newArmyModel(g, newColumns(g))
	var out []string
	for _, t := range m.terms {
		out = append(out, Place{Piece: m.names()[t.kind], Kind: t.PlaceKind}.Name())
	}
	return out
}

// placed returns 1 for a pair, or the number of pawns at the edge.
func (m *armyModel) placed(p *rules.Position, t placeTerm, side rules.Color) float64 {
	code := rules.CodeOf(m.types[t.kind], side)
	edges, colours := 0.0, [2]float64{}
	see := func(sq rules.Square) {
		file := m.g.File(sq)
		if file == 0 || file == m.g.Files()-1 {
			edges++
		}
		colours[(file+m.g.Rank(sq))&1] = 1
	}
	set, gates := p.Pieces(code), p.Gates()
	set.Squares(see)
	gates.Squares(func(sq rules.Square) {
		if p.Behind(sq) == code {
			see(sq)
		}
	})
	if t.PlaceKind == Edge {
		return edges
	}
	return colours[0] * colours[1]
}

// prior returns the prior of all columns but the values themselves and White's advantage, which
// are free. Scale is the mobility prior's logits per pawn.
func (m *armyModel) prior(scale float64) logit.Prior {
	p := logit.Prior{Mean: make([]float64, m.count), Precision: make([]float64, m.count)}
	for j, t := range m.terms {
		c, worth := m.column(j), scale*m.worth[t.kind]
		p.Precision[c] = math.Pow(placeSpread*worth, -2)
		if t.PlaceKind == Second {
			p.Mean[c], p.Precision[c] = t.mean*worth, math.Pow(secondSpread*worth, -2)
		}
	}
	for j, pair := range m.pairs {
		precision := 1 / (crossSpread * crossSpread * scale * scale * m.worth[pair[0]] * m.worth[pair[1]])
		p.Precision[m.cross+2*j], p.Precision[m.cross+2*j+1] = precision, precision
	}
	return p
}

// addPlaces adds the worth of seconds, pairs and edges to an estimate.
func (m *armyModel) addPlaces(e *Estimate, f *logit.Result, inf logit.Inference, unit Scale, level float64) {
	for j, t := range m.terms {
		p := Place{Type: m.types[t.kind], Piece: m.names()[t.kind], Kind: t.PlaceKind, Support: f.Support[m.column(j)],
			WeightOfData: f.WeightOfData[m.column(j)]}
		c := make([]float64, m.count)
		c[m.column(j)] = 1
		p.Worth = unit.value(inf, c, level)
		c[t.kind] = 1
		if t.PlaceKind == Pair {
			c[m.column(j)] = -t.share
		}
		p.All = unit.value(inf, c, level)
		e.Places = append(e.Places, p)
	}
}

package tuning

import (
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Standard deviations of the priors in the armies' model, as shares of a value; see the
// package comment.
const (
	growthSpread = 1
	changeSpread = 0.2
	placeSpread  = 0.15
)

// minWorth, in pawns of the prior, keeps priors finite.
const minWorth = 0.1

// exchanged is the number of officers missing at headline values: one of each side.
const exchanged = 2

// armyModel holds the columns of the model of the armies at the start: the kinds of
// pieces, White's advantage, and the columns with a prior.
type armyModel struct {
	columns
	worth  []float64   // by column, in pawns of the prior
	spread []float64   // by column, the spread of values around the prior
	full   [2]float64  // pawns and officers in the array, both sides together
	base   []float64   // differences of the array, by column; 0 where the armies are equal
	pawn   []bool      // by column
	gone   [2]int      // first column of the changes with missing pawns and with missing officers; 0 for none
	terms  []placeTerm // for the columns from place on
	place  int
	count  int // number of columns
}

// placeTerm is the extra worth that a kind of piece has because of its place: a pair of
// colour-bound pieces, one on each colour, or a pawn at the edge,
// where the board has one.
type placeTerm struct {
	kind  int // column
	edge  bool
	share float64 // of the array's pair in the value of one piece
}

func newArmyModel(g *rules.Game, c columns) *armyModel {
	m := &armyModel{columns: c}
	prior, start := opening.PriorValues(g), g.NewPosition()
	n := len(c.types)
	m.count = n + 1
	for i, t := range c.types {
		m.worth = append(m.worth, max(prior[t]/eval.PawnValue, minWorth))
		m.spread = append(m.spread, SpreadOf(g, t))
		m.pawn = append(m.pawn, c.isPawn(t))
		m.full[m.group(i)] += owned(start, t, rules.White) + owned(start, t, rules.Black)
		if opening.IsInHand(t) {
			continue // it is on no square
		}
		if files, _ := g.Joined(); m.pawn[i] && !files {
			m.terms = append(m.terms, placeTerm{kind: i, edge: true})
		} else if !m.pawn[i] && eval.ColourBound(g, t) {
			m.terms = append(m.terms, m.pairTerm(start, i))
		}
	}
	for k, full := range m.full {
		if full > 0 {
			m.gone[k] = m.count
			m.count += 1 + n
		}
	}
	m.place = m.count
	m.count += len(m.terms)
	m.base = make([]float64, m.count)
	array := make([]float64, m.count)
	m.row(start, array)
	copy(m.base, array[:n])
	copy(m.base[m.place:], array[m.place:])
	return m
}

// pairTerm returns the term of a colour-bound kind.
func (m *armyModel) pairTerm(start *rules.Position, i int) placeTerm {
	t := placeTerm{kind: i}
	for _, side := range []rules.Color{rules.White, rules.Black} {
		if n := owned(start, m.types[i], side); n > 0 {
			t.share += m.placed(start, t, side) / n / 2
		}
	}
	return t
}

// group returns 0 for a pawn and 1 for an officer.
func (m *armyModel) group(i int) int {
	if m.pawn[i] {
		return 0
	}
	return 1
}

func (m *armyModel) labels() []string {
	out := append(m.names(), "first move")
	for k, when := range []string{" as pawns go", " as officers go"} {
		if m.gone[k] > 0 {
			out = append(out, "all pieces"+when)
			for _, name := range m.names() {
				out = append(out, name+when)
			}
		}
	}
	for _, t := range m.terms {
		out = append(out, m.names()[t.kind]+t.suffix())
	}
	return out
}

func (t placeTerm) suffix() string {
	if t.edge {
		return " at the edge"
	}
	return " pair"
}

// row fills out with the columns of a game that starts at p. The differences are those from
// the array, so that White's advantage is that of the array; what changes with the pieces
// that are gone is the worth of all.
func (m *armyModel) row(p *rules.Position, out []float64) {
	n := len(m.types)
	clear(out)
	out[n] = 1
	left, material := [2]float64{}, 0.0
	for i, t := range m.types {
		white, black := owned(p, t, rules.White), owned(p, t, rules.Black)
		out[i] = white - black
		left[m.group(i)] += white + black
		material += out[i] * m.worth[i]
	}
	for k, first := range m.gone {
		if first == 0 {
			continue
		}
		share := m.shareGone(k, m.full[k]-left[k])
		out[first] = share * material
		for i := range n {
			out[first+1+i] = share * out[i]
		}
	}
	for j, t := range m.terms {
		out[m.place+j] = m.placed(p, t, rules.White) - m.placed(p, t, rules.Black) - t.share*out[t.kind]
	}
	for j, x := range m.base {
		out[j] -= x
	}
}

// shareGone returns the share of the pawns or officers missing beyond the reference.
func (m *armyModel) shareGone(group int, gone float64) float64 {
	if group == 1 {
		gone -= exchanged
	}
	return gone / m.full[group]
}

// PlaceNames lists the names, as given by Place.Name, of the pairs and edges that the
// model has for a game.
func PlaceNames(g *rules.Game) []string {
	m := newArmyModel(g, newColumns(g))
	var out []string
	for _, t := range m.terms {
		out = append(out, Place{Piece: m.names()[t.kind], Edge: t.edge}.Name())
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
	if t.edge {
		return edges
	}
	return colours[0] * colours[1]
}

// prior returns the prior that draws changes and places towards 0, with spreads relative
// to the values. Scale is the mobility prior's logits per pawn. The values themselves and
// White's advantage are free.
func (m *armyModel) prior(scale float64) logit.Prior {
	p := logit.Prior{Precision: make([]float64, m.count)}
	hold := func(j int, sd float64) { p.Precision[j] = 1 / (sd * sd) }
	for _, first := range m.gone {
		if first == 0 {
			continue
		}
		hold(first, growthSpread*scale)
		for i, worth := range m.worth {
			hold(first+1+i, changeSpread*scale*worth)
		}
	}
	for j, t := range m.terms {
		hold(m.place+j, placeSpread*scale*m.worth[t.kind])
	}
	return p
}

// later returns the combination of coefficients for the value of piece i with a share of
// the pawns (group 0) or of the officers (group 1) missing.
func (m *armyModel) later(i, group int, share float64) []float64 {
	c := make([]float64, m.count)
	c[i] = 1
	if first := m.gone[group]; first > 0 {
		x := m.shareGone(group, share*m.full[group])
		c[first], c[first+1+i] = x*m.worth[i], x
	}
	return c
}

// addChanges adds the values on other boards and squares to an estimate.
func (m *armyModel) addChanges(e *Estimate, f *logit.Result, inf logit.Inference, unit Scale, level float64) {
	const half = 0.5
	for i := range m.types {
		e.Changes = append(e.Changes, Change{m.worthLater(inf, unit, i, 0, half, level), m.worthLater(inf, unit, i, 1, half, level)})
	}
	for j, t := range m.terms {
		p := Place{Type: m.types[t.kind], Piece: m.names()[t.kind], Edge: t.edge, Support: f.Support[m.place+j]}
		c := make([]float64, m.count)
		c[m.place+j] = 1
		p.Worth = unit.value(inf, c, level)
		c[t.kind] = 1
		if !t.edge {
			c[m.place+j] = -t.share
		}
		p.All = unit.value(inf, c, level)
		e.Places = append(e.Places, p)
	}
	e.RookGain = m.gain(inf, "rook", "knight", half, level)
}

// worthLater returns the value of piece i with a share of a group missing, in the unit
// given by the values at that point.
func (m *armyModel) worthLater(inf logit.Inference, unit Scale, i, group int, share, level float64) stat.Interval {
	if m.gone[group] == 0 {
		return stat.Unknown()
	}
	there := make([]float64, len(m.types))
	for k := range there {
		there[k] = inf.Combination(m.later(k, group, share))
	}
	var one []float64
	if over := unit.over(there); over != nil {
		one = make([]float64, m.count)
		for k, w := range over {
			for j, x := range m.later(k, group, share) {
				one[j] += w * x
			}
		}
	}
	return unit.against(inf, m.later(i, group, share), one, level)
}

// gain returns the share of its value that piece a gains on piece b when a share of the
// pawns is missing, linearised about the estimates.
func (m *armyModel) gain(inf logit.Inference, a, b string, share, level float64) stat.Interval {
	i, k := slices.Index(m.names(), a), slices.Index(m.names(), b)
	if m.gone[0] == 0 || i < 0 || k < 0 || !(inf.Coef[i] > 0 && inf.Coef[k] > 0) {
		return stat.Unknown()
	}
	c := make([]float64, m.count)
	for j, x := range m.later(i, 0, share) {
		c[j] += x / inf.Coef[i]
	}
	for j, x := range m.later(k, 0, share) {
		c[j] -= x / inf.Coef[k]
	}
	c[i], c[k] = 0, 0 // the values themselves
	return inf.Linear(c, level)
}

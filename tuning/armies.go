package tuning

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

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

// placeTerm is the extra worth that a piece has because of its place or of another of its kind.
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
			places = append(places, m.pairTerm(start, i))
		}
		switch strong := m.worth[i] > strongShare*strongest; {
		case m.officer(i) && strong, m.guest(i) && strong && !eval.ColourBound(m.g, t):
			m.terms = append(m.terms, placeTerm{PlaceKind: Second, kind: i, mean: secondMean})
		case m.guest(i) && !eval.ColourBound(m.g, t): // its value is that of one, not half of two
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

// guest reports whether column i is a kind that stands in no array.
func (m *armyModel) guest(i int) bool { return m.first[i] > 0 }

// pairTerm returns the term of a colour-bound kind.
func (m *armyModel) pairTerm(start *rules.Position, i int) placeTerm {
	t := placeTerm{PlaceKind: Pair, kind: i}
	for side := range m.arrays {
		if n := m.arrays[side][i]; n > 0 {
			t.share += m.placed(start, t, rules.Color(side)) / n / 2
		}
	}
	return t
}

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

// row fills out with the columns of a game that starts at p. The differences are those from
// the array, so that White's advantage is that of the array.
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

// Before a run the standard deviation of exchanges beyond the sum of their pieces is taken to be
// ExchangeGuess in logits, which counts as much as exchangeWeight exchanges: in the games of four
// variants it was 0.08 to 0.15.
const (
	ExchangeGuess  = 0.11
	exchangeWeight = 5
)

const (
	// minExchange is the smallest number of games of an exchange that has a coefficient of its
	// own, and meanExchange the smallest mean number.
	minExchange  = 20
	meanExchange = 10
	// minHosted takes the place of minExchange for guests, whose runs have more exchanges: else one
	// player of fewer games would have columns for fewer of them than others.
	minHosted = 8
)

// armyFit is a fit of the armies' model.
type armyFit struct {
	*logit.Result
	design *logit.Design // the rows with a column for each exchange
	held   logit.Prior   // for the columns of design
	// exchange is the standard deviation of the worth of an exchange, in logits, from what the
	// model says.
	exchange float64
}

// fitHeld fits rows of the armies' model with a prior and a random coefficient for each
// exchange.
func (m *armyModel) fitHeld(d *logit.Design, p logit.Prior) (*armyFit, error) {
	least := minExchange
	if slices.Contains(m.first, 1) {
		least = minHosted
	}
	f := &armyFit{design: m.withExchanges(d, least)}
	var err error
	f.Result, f.exchange, err = logit.FitRandom(f.design, p, weighed(), logit.Random{First: d.Columns,
		Guess: ExchangeGuess, Weight: exchangeWeight})
	f.held = logit.Prior{Mean: slices.Clone(p.Mean), Precision: slices.Clone(p.Precision)}
	for range f.design.Columns - d.Columns {
		f.held.Mean, f.held.Precision = append(f.held.Mean, 0), append(f.held.Precision, 1/(f.exchange*f.exchange))
	}
	return f, err
}

// weighed weighs games against a prior as the independent observations that they are worth.
func weighed() logit.Settings { return logit.Settings{EstimateDispersion: true} }

// withExchanges returns the rows with one more column for each exchange: 1 or -1 in its games,
// by the side that is ahead. Games are of one exchange if their armies differ by the same
// pieces; one of fewer games than least has no column. Without exchanges, where armies are drawn at random, it returns the rows as they are.
func (m *armyModel) withExchanges(d *logit.Design, least int) *logit.Design {
	exchanges := make([]string, d.Rows())
	sides, games := make([]float64, d.Rows()), map[string]int{}
	for i := range exchanges {
		exchanges[i], sides[i] = m.exchangeOf(d, i)
		games[exchanges[i]]++
	}
	columns, of, covered := map[string]int{}, d.Columns, 0
	for _, x := range exchanges {
		if n := games[x]; n >= least && x != "" {
			if covered++; columns[x] == 0 {
				columns[x] = of
				of++
			}
		}
	}
	if meanExchange*(of-d.Columns) > covered || 2*covered < d.Rows() {
		return d
	}
	out := &logit.Design{Columns: of, Names: slices.Clone(d.Names)}
	for range of - d.Columns {
		out.Names = append(out.Names, "an exchange")
	}
	recast(out, d, func(i int, add func(int, float64)) {
		for j, x := range entries(d, i) {
			add(j, x)
		}
		if j := columns[exchanges[i]]; j > 0 {
			add(j, sides[i])
		}
	})
	return out
}

// exchangeOf returns a text for what the armies of a row differ by, the same whichever side is
// ahead, and which side that is; "" if they are equal. Where the pieces stand does not matter.
func (m *armyModel) exchangeOf(d *logit.Design, row int) (text string, side float64) {
	var key []byte
	for j, x := range entries(d, row) {
		if j == len(m.types) || j >= m.place {
			continue
		}
		if side == 0 {
			side = math.Copysign(1, x)
		}
		key = strconv.AppendInt(append(key, ' '), int64(j), 10)
		key = strconv.AppendFloat(append(key, ':'), side*x, 'g', 6, 64)
	}
	return string(key), side
}

// ErrOneSided means that one army of a game is so much stronger that no exchange leaves the
// other a chance.
var ErrOneSided = errors.New("values cannot be measured at this array")

// OneSided returns the error for a game in which White's army is worth more than Black's
// or, with a negative advantage, less.
func OneSided(g *rules.Game, advantage float64) error {
	stronger, weaker := rules.White, rules.Black
	if advantage < 0 {
		stronger, weaker = weaker, stronger
	}
	return fmt.Errorf("%s is so much stronger than %s that no exchange of pieces leaves the weaker side a chance: %w; give the armies more equal strength", g.ArmyName(stronger), g.ArmyName(weaker), ErrOneSided)
}

// minShareOfArmy is the least worth of an army, as a share of the other by the prior, with which
// games are worth playing. The prior misjudges armies of unusual pieces by up to a third.
const minShareOfArmy = 0.5

// CheckArmies returns ErrOneSided if one army of a game is worth less than half of the other
// by the prior, and an error if the game has no pieces of which to measure the value.
func CheckArmies(g *rules.Game) error {
	start, prior, worth := g.NewPosition(), opening.PriorValues(g), [2]float64{}
	valued := opening.Valued(g)
	if len(valued) == 0 {
		return errors.New("the game has no pieces but royal ones, so there are no values to measure")
	}
	for _, t := range valued {
		for c := range worth {
			worth[c] += owned(start, t, rules.Color(c)) * prior[t]
		}
	}
	if white, black := worth[rules.White], worth[rules.Black]; min(white, black) < minShareOfArmy*max(white, black) {
		return OneSided(g, white-black)
	}
	return nil
}

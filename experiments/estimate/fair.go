package estimate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

const (
	// A fair exchange has up to fairOfficers for a piece, and up to fairPawns more on one side.
	fairOfficers, fairPawns = 2, 3
	// fairCandidates is the number of exchanges of a piece that are compared, the most even ones by
	// the sum of values.
	fairCandidates = 40
	// fairStep is the width of the steps, from one half on, within which scores count as equal.
	fairStep = 0.025
	// fairTrades is the number of exchanges that Fair returns for a piece.
	fairTrades = 5
)

// Fair returns what is nearest to a fair exchange for a piece, which stands on the left, alone or
// with pawns: exchanges for one or two officers and up to three pawns, none if no army can set one
// up. Those whose predicted scores are in the same step from one half are in order of what is known
// and simple: first those that have been played, then those of fewer pieces.
func (m *Model) Fair(g *rules.Game, piece rules.Type) ([]*Trade, error) {
	if _, err := m.Predictor(g); err != nil {
		return nil, err
	}
	list := []*Trade{}
	for _, x := range m.candidates(g, piece) {
		play := m.At(x.Text(g), true, m.Seed, roughPairs)
		play.RandomPlies = 0
		if t, err := m.trade(g, x, play); err == nil { // otherwise no such armies can be set up
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, byFairness)
	list = list[:min(len(list), fairTrades)]
	for i, rough := range list {
		var err error
		if list[i], err = m.Trade(g, rough.Exchange); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(list, byFairness) // more pairs give other scores
	return list, nil
}

// byFairness is the order of Fair. Scores are compared by steps of their distance from one half, not
// with each other: that they differ by little would be no order.
func byFairness(a, b *Trade) int {
	off := func(t *Trade) float64 { return math.Abs(t.Predicted.Estimate - 0.5) }
	pieces := func(t *Trade) int { return strings.Count(t.Exchange, "+") } // and two more
	return cmp.Or(cmp.Compare(math.Floor(off(a)/fairStep), math.Floor(off(b)/fairStep)),
		cmp.Compare(min(len(b.Found), 1), min(len(a.Found), 1)), pieces(a)-pieces(b), cmp.Compare(off(a), off(b)))
}

// candidates returns the exchanges of a piece that are nearest to even by the sum of values.
func (m *Model) candidates(g *rules.Game, piece rules.Type) []opening.Exchange {
	worth, pawn := make([]float64, opening.Kinds), tuning.UnitPiece(g)
	sides := [][]rules.Type{nil}
	var officers []rules.Type
	for i, t := range opening.Valued(g) { // the first columns of a model
		worth[t] = float64(m.Coefficients[i])
		if !opening.IsInHand(t) && !g.IsPawn(t) && t != piece && NumberOf(g, t) > 0 {
			officers = append(officers, t)
			sides = append(sides, []rules.Type{t})
		}
	}
	for i, t := range officers {
		for _, u := range officers[i:] {
			if both := []rules.Type{t, u}; inArray(g, both) {
				sides = append(sides, both)
			}
		}
	}
	pawns := 0
	if g.IsPawn(pawn) {
		pawns = min(fairPawns, NumberOf(g, pawn))
	}
	var list []opening.Exchange
	for _, side := range sides {
		for n := -pawns; n <= pawns; n++ {
			with := func(list []rules.Type, n int) []rules.Type {
				return append(slices.Clone(list), slices.Repeat([]rules.Type{pawn}, max(0, n))...)
			}
			x := opening.Exchange{Left: with([]rules.Type{piece}, -n), Right: with(side, n)}
			if n > 0 && piece == pawn || piece == pawn && 1-n > pawns || len(x.Right) == 0 {
				continue
			}
			slices.Sort(x.Left)
			slices.Sort(x.Right)
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b opening.Exchange) int {
		return cmp.Compare(math.Abs(worthOf(a, worth)), math.Abs(worthOf(b, worth)))
	})
	return list[:min(len(list), fairCandidates)]
}

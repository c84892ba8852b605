package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Trade is an exchange with the score that the values of a game predict. Each side gives up what
// only the other is to have, as after an exchange on the board; where the array lacks these
// pieces, one side gives up some for others.
type Trade struct {
	// Exchange is as in bestiary odds.
	Exchange string `json:"exchange"`
	// Predicted is the score of the side that has the left half of the exchange, 0 to 1 and over
	// both colours. Its limits allow for the error of the fit, for the variation between exchanges
	// and for a new player, but not for the luck of a match.
	Predicted stat.Interval `json:"predicted"`
	// Army is the only army that can be ahead by the exchange; "" if both can. It captured the left of the exchange and gave
	// the right. A score is then one half plus the change of the army's score.
	Army    string      `json:"army,omitempty"`
	LogOdds float64     `json:"log-odds"`
	Errors  logit.Parts `json:"errors"`
	// OneSided is set if the score is so far from one half that forecasts have not been compared
	// with games.
	OneSided bool `json:"one-sided"`
	// Found has the scores of the same exchange in games.
	Found []estimate.Found `json:"found"`
	// Match is the match that Play has played, if any.
	Match *TradeMatch `json:"match,omitempty"`
}

const (
	// tradePairs is the number of pairs of first positions from which a trade is predicted, and
	// roughPairs the number of positions without random moves for comparing candidates.
	tradePairs, roughPairs = 40, 4
	tradeLevel             = 0.95
	// A match of fewer than leastFound pairs is uninformative.
	leastFound = 20
)

// NewTrade predicts the score of an exchange, given as in bestiary odds, by a new player.
func NewTrade(m *estimate.Model, g *rules.Game, exchange string) (*Trade, error) {
	x, err := opening.ParseExchange(g, exchange)
	if err != nil {
		return nil, err
	}
	if len(x.Left)+len(x.Right) == 0 {
		return nil, fmt.Errorf("exchange %q: both sides are the same, expected a piece on one of them", exchange)
	}
	without, err := m.Without(g, exchange)
	if err != nil {
		return nil, err
	}
	return predicted(without, g, x, m.At(x.Text(g), true, m.Seed, tradePairs))
}

// predicted predicts an exchange from the first positions of a match.
func predicted(m *estimate.Model, g *rules.Game, x opening.Exchange, play match.Config) (*Trade, error) {
	f, err := m.Predict(g, play)
	if err != nil {
		return nil, err
	}
	t := &Trade{Exchange: x.Text(g), Found: found(m, g, x)}
	if sides := opening.Ahead(g, x); len(sides) == 1 {
		t.Army = g.ArmyName(sides[0])
	}
	for i, f := range t.Found {
		t.Found[i].Score = t.changed(f.Score)
	}
	t.LogOdds, t.Errors = m.By("", f, 1)
	t.Errors.Chance = 0
	t.Predicted = t.changed(t.Errors.Score(t.LogOdds, tradeLevel))
	t.OneSided = math.Abs(t.Predicted.Estimate-0.5) > estimate.Saturation
	return t, nil
}

// changed returns one half plus the change by an exchange, for a score over pairs of which one game begins from the arrays.
// Other scores stay as they are.
func (t *Trade) changed(score stat.Interval) stat.Interval {
	if t.Army == "" {
		return score
	}
	return score.Map(func(s float64) float64 { return min(max(0, 2*s-0.5), 1) })
}

// found returns the scores of an exchange, from the point of view of its left side. Traded ones are
// of another kind, unless one side gives up no pieces.
func found(m *estimate.Model, g *rules.Game, x opening.Exchange) []estimate.Found {
	out := []estimate.Found{}
	back := opening.Exchange{Left: x.Right, Right: x.Left}.Text(g)
	same := g.ArmiesDiffer() || len(x.Left) == 0 || len(x.Right) == 0 || !inArray(g, x.Left) || !inArray(g, x.Right)
	for _, f := range slices.Concat(m.Found, m.FoundInMatches(g)) {
		mix, err := opening.ParseMix(g, f.Exchange+" 1")
		if err != nil || mix[0].Traded && !same || f.Pairs < leastFound {
			continue
		}
		switch mix[0].Exchange.Text(g) {
		case x.Text(g):
			out = append(out, f)
		case back:
			f.Exchange = opening.Share{Exchange: x, Traded: mix[0].Traded}.Text(g)
			f.Score = f.Score.Scale(-1).Map(func(s float64) float64 { return 1 + s })
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b estimate.Found) int { return cmp.Compare(b.Pairs, a.Pairs) })
	return out
}

// inArray reports whether some army has a list of pieces.
func inArray(g *rules.Game, list []rules.Type) bool {
	start := g.NewPosition()
	return slices.ContainsFunc([]rules.Color{rules.White, rules.Black}, func(c rules.Color) bool {
		n := map[rules.Type]int{}
		for _, t := range list {
			if n[t]++; n[t] > tuning.Count(start, t, c) {
				return false
			}
		}
		return true
	})
}

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

// Fair returns the exchanges nearest to fair for a piece, which is on the left, alone or with
// pawns: exchanges for one or two officers and up to three pawns, none if no army can set one up.
// Those whose predicted scores are in the same step from one half are ordered by evidence and
// simplicity: first those that have been played, then those of fewer pieces.
func Fair(m *estimate.Model, g *rules.Game, piece rules.Type) ([]*Trade, error) {
	if _, err := m.Predictor(g); err != nil {
		return nil, err
	}
	list := []*Trade{}
	for _, x := range candidates(m, g, piece) {
		play := m.At(x.Text(g), true, m.Seed, roughPairs)
		play.RandomPlies = 0
		if t, err := predicted(m, g, x, play); err == nil { // otherwise no such armies can be set up
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, byFairness)
	list = list[:min(len(list), fairTrades)]
	for i, rough := range list {
		var err error
		if list[i], err = NewTrade(m, g, rough.Exchange); err != nil {
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
func candidates(m *estimate.Model, g *rules.Game, piece rules.Type) []opening.Exchange {
	worth, pawn := make([]float64, opening.Kinds), tuning.UnitPiece(g)
	sides := [][]rules.Type{nil}
	var officers []rules.Type
	for i, t := range opening.Valued(g) { // the first columns of a model
		worth[t] = float64(m.Coefficients[i])
		if !opening.IsInHand(t) && !g.IsPawn(t) && t != piece && estimate.NumberOf(g, t) > 0 {
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
		pawns = min(fairPawns, estimate.NumberOf(g, pawn))
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
			if g.ArmiesDiffer() && (!inArray(g, x.Left) || !inArray(g, x.Right)) {
				continue
			}
			slices.Sort(x.Left)
			slices.Sort(x.Right)
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b opening.Exchange) int {
		return cmp.Compare(math.Abs(estimate.WorthOf(a, worth)), math.Abs(estimate.WorthOf(b, worth)))
	})
	return list[:min(len(list), fairCandidates)]
}

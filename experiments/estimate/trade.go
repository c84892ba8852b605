package estimate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
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
	// Predicted is the score of the side with the left of the exchange, 0 to 1 and over both
	// colours. Its limits allow for the error of the fit, for what an exchange has of its own and
	// for a new player, but not for the luck of a match.
	Predicted stat.Interval `json:"predicted"`
	LogOdds   float64       `json:"log-odds"`
	Errors    logit.Parts   `json:"errors"`
	// OneSided is set if the score is so far from one half that nobody has compared forecasts
	// with games.
	OneSided bool `json:"one-sided"`
	// Found has the scores of the same exchange in games.
	Found []Found `json:"found"`
}

// Found is the score of an exchange in games.
type Found struct {
	// Exchange is written as for --about and odds, A=B.
	Exchange string `json:"exchange"`
	By       Finder `json:"by"`
	Pairs    int    `json:"pairs"`
	// Score is that of the side with the left of the exchange, 0 to 1, with sampling error.
	Score stat.Interval `json:"score"`
}

// Finder says in which games a score was found.
type Finder string

// The games.
const (
	ByFit    Finder = "fit"    // those from which the values are
	ByLeague Finder = "league" // of the short league of a run
	ByOdds   Finder = "odds"   // at odds, with the first rank shuffled
)

const (
	// tradePairs is the number of pairs of first positions from which a trade is predicted, and
	// roughPairs that of positions without random moves by which candidates are compared.
	tradePairs, roughPairs = 40, 4
	tradeLevel             = 0.95
	// With fewer than leastFound pairs a match tells nothing.
	leastFound = 20
)

// At returns the settings of a match at an exchange between arrays that are otherwise whole, at
// the nodes of the values. With giveUp each side gives up what only the other is to have, as far
// as the array has it.
func (m *Model) At(exchange string, giveUp bool, seed uint64, pairs int) match.Config {
	cfg := match.SelfPlay()
	cfg.Seed, cfg.Nodes, cfg.Pairs = seed, m.Nodes, pairs
	cfg.Kind, cfg.Exchange, cfg.NoPermute, cfg.GiveUp = opening.Odds, exchange, true, giveUp
	return cfg
}

// Trade predicts the score of an exchange, given as in bestiary odds, by a new player.
func (m *Model) Trade(g *rules.Game, exchange string) (*Trade, error) {
	x, err := opening.ParseExchange(g, exchange)
	if err != nil {
		return nil, err
	}
	if len(x.Left)+len(x.Right) == 0 {
		return nil, fmt.Errorf("exchange %q: both sides are the same, expected a piece on one of them", exchange)
	}
	return m.trade(g, x, m.At(x.Text(g), true, m.Seed, tradePairs))
}

// trade predicts an exchange from the first positions of a match.
func (m *Model) trade(g *rules.Game, x opening.Exchange, play match.Config) (*Trade, error) {
	f, err := m.Predict(g, play)
	if err != nil {
		return nil, err
	}
	t := &Trade{Exchange: x.Text(g), Found: m.found(g, x)}
	t.LogOdds, t.Errors = m.By("", f, 1)
	t.Errors.Chance = 0
	t.Predicted = t.Errors.Score(t.LogOdds, tradeLevel)
	t.OneSided = math.Abs(t.Predicted.Estimate-0.5) > saturation
	return t, nil
}

// found returns the scores of an exchange, from the view of its left side. Traded ones are of
// another kind, unless one side has nothing to give up.
func (m *Model) found(g *rules.Game, x opening.Exchange) []Found {
	out := []Found{}
	back := opening.Exchange{Left: x.Right, Right: x.Left}.Text(g)
	same := g.ArmiesDiffer() || len(x.Left) == 0 || len(x.Right) == 0 || !inArray(g, x.Left) || !inArray(g, x.Right)
	for _, f := range m.Found {
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
	slices.SortStableFunc(out, func(a, b Found) int { return cmp.Compare(b.Pairs, a.Pairs) })
	return out
}

// NumberOf returns how many pieces of a kind an army has at the start, the army with more.
func NumberOf(g *rules.Game, t rules.Type) int {
	p := g.NewPosition()
	return max(tuning.Count(p, t, rules.White), tuning.Count(p, t, rules.Black))
}

// inArray reports whether an army has a list of pieces.
func inArray(g *rules.Game, list []rules.Type) bool {
	n := map[rules.Type]int{}
	for _, t := range list {
		if n[t]++; n[t] > NumberOf(g, t) {
			return false
		}
	}
	return true
}

// found returns the scores of all exchanges that the run has played.
func (r *Result) found() ([]Found, error) {
	var out []Found
	for _, d := range r.Differences {
		if d.Score.Bounded() {
			out = append(out, Found{d.Exchange, ByFit, d.Pairs, d.Score})
		}
	}
	if r.Predicted != nil {
		out = append(out, r.Predicted.Found...)
	}
	if r.Odds == nil {
		return out, nil
	}
	for _, line := range r.Odds.Lines {
		x, err := opening.ParseExchange(r.Game, line.Exchange)
		if err != nil {
			return nil, err
		}
		if len(x.Left)+len(x.Right) > 0 {
			out = append(out, Found{opening.Share{Exchange: x, Traded: true}.Text(r.Game), ByOdds, line.Results.Number(), line.Score})
		}
	}
	return out, nil
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

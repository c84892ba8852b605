package experiments

import (
	"sort"

	"bestiary/engine/rules"
	"bestiary/tuning"
	"bestiary/tuning/logit"
)

// tierRatio is how many times more a tier's weakest piece must be worth than
// the best piece of the tier below.
const tierRatio = 1.2

// RankedValue is a piece with its place in the pyramid.
type RankedValue struct {
	tuning.Value
	Symbol string
	// Tier is 1 for the strongest pieces.
	Tier int
	// Count is how many of it a side has at the start of the game.
	Count int
}

// rank orders values from strong to weak and finds the tiers: a new one begins
// where the next piece is weaker by tierRatio and the two intervals do not
// overlap.
func rank(g *rules.Game, e *tuning.Estimate) []RankedValue {
	start := g.NewPosition()
	out := make([]RankedValue, 0, len(e.Values))
	for _, v := range e.Values {
		set := start.Pieces(rules.CodeOf(v.Type, rules.White))
		out = append(out, RankedValue{
			Value: v, Symbol: g.Symbol(v.Type),
			Count: set.Count() + start.InHand(v.Type, rules.White),
		})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Logit.Estimate > out[j].Logit.Estimate })
	tier := 1
	for i := range out {
		if i > 0 && separate(out[i-1].Logit, out[i].Logit) {
			tier++
		}
		out[i].Tier = tier
	}
	return out
}

func separate(above, below logit.Interval) bool {
	return above.Estimate > tierRatio*below.Estimate && above.Lo > below.Hi
}

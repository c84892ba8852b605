package experiments

import (
	"math"
	"sort"

	"bestiary/engine/rules"
	"bestiary/tuning"
	"bestiary/tuning/logit"
)

// tierRatio is how many times more a tier's weakest piece must be worth than
// the best piece of the tier below.
const tierRatio = 1.2

// mostPawns is the largest value that can be one; the ratio to a pawn of which
// the games say next to nothing can be anything.
const mostPawns = 1e6

// Known reports whether games give a value at all, if only within wide limits.
func Known(v logit.Interval) bool {
	return math.Abs(v.Estimate) <= mostPawns && !math.IsNaN(v.Lo) && !math.IsNaN(v.Hi)
}

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
// where a piece is worth more than tierRatio times the next one and the two
// intervals do not overlap.
func rank(g *rules.Game, e *tuning.Estimate) []RankedValue {
	start := g.NewPosition()
	out := make([]RankedValue, 0, len(e.Values))
	for _, v := range e.Values {
		out = append(out, RankedValue{Value: v, Symbol: g.Symbol(v.Type), Count: countOf(start, v.Type)})
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

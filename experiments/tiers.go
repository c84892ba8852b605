package experiments

import (
	"math"
	"sort"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/rating"
	"bestiary/tuning"
)

// tierRatio is how many times more the best piece of a tier may be worth than
// its weakest.
const tierRatio = 1.5

// RankedValue is a piece with its place in the pyramid.
type RankedValue struct {
	tuning.Value
	Symbol string
	// Tier is 1 for the strongest pieces.
	Tier int
	// Count is how many of it a side has at the start of the game.
	Count int
}

// rank orders values from strong to weak and sorts them into tiers.
func rank(g *rules.Game, e *tuning.Estimate) []RankedValue {
	start := g.NewPosition()
	out := make([]RankedValue, 0, len(e.Values))
	for _, v := range e.Values {
		out = append(out, RankedValue{Value: v, Symbol: g.Symbol(v.Type), Count: countOf(start, v.Type)})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Logit.Estimate > out[j].Logit.Estimate })
	values := make([]float64, len(out))
	for i, v := range out {
		values[i] = v.Logit.Estimate
	}
	for i, tier := range tiers(values) {
		out[i].Tier = tier
	}
	return out
}

// tiers groups values, given in falling order, by complete linkage: the two
// neighbouring groups that span the smallest ratio are joined, again and again,
// as long as no group spans more than tierRatio. Values that are not positive
// form the last tier. The result is the tier of each value, from 1.
func tiers(values []float64) []int {
	positive := 0
	for positive < len(values) && values[positive] > 0 {
		positive++
	}
	starts := make([]int, positive) // first value of each group
	for i := range starts {
		starts[i] = i
	}
	for len(starts) > 1 {
		best, least := 0, math.Inf(1)
		for k := 0; k+1 < len(starts); k++ {
			end := positive
			if k+2 < len(starts) {
				end = starts[k+2]
			}
			if span := values[starts[k]] / values[end-1]; span < least {
				best, least = k, span
			}
		}
		if least > tierRatio {
			break
		}
		starts = append(starts[:best+1], starts[best+2:]...)
	}
	out := make([]int, len(values))
	for i := range values {
		for _, s := range starts {
			if s <= i {
				out[i]++
			}
		}
		if i >= positive {
			out[i] = len(starts) + 1
		}
	}
	return out
}

// Boundary is the step from one tier to the next.
type Boundary struct {
	tuning.Step
	// Certain says that the upper piece is worth more, beyond chance even if all
	// boundaries are looked at together (Holm).
	Certain bool
}

// Boundaries are the steps of an estimate, with intervals of a level, that lead from one
// tier to the next.
func Boundaries(ranking []RankedValue, e *tuning.Estimate, level float64) []Boundary {
	var out []Boundary
	var chances []float64
	for i := 1; i < len(ranking) && i <= len(e.Steps); i++ {
		if ranking[i].Tier != ranking[i-1].Tier {
			out = append(out, Boundary{Step: e.Steps[i-1]})
			chances = append(chances, tuning.Chance(e.Steps[i-1].Logits, stat.Exact(0)))
		}
	}
	for i, p := range rating.Holm(chances) {
		out[i].Certain = p <= 1-level && out[i].Logits.Estimate > 0
	}
	return out
}

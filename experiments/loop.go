package experiments

import (
	"math"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/tuning"
)

// Limits of the playing values, as multiples of the prior: a piece that lost
// every game of a short round must not stop being worth anything.
const (
	lowestFactor  = 0.2
	highestFactor = 5
)

// Learn moves the material values of the playing weights towards an estimate,
// by the share damping of the way in logarithms, and reports whether every
// value already was within one standard error of its target. Values are put on
// the centipawn scale by keeping the worth of the whole initial army.
func Learn(g *rules.Game, w *eval.Weights, e *tuning.Estimate, damping float64) (*eval.Weights, bool) {
	prior := eval.PriorValues(g)
	scale := armyScale(g, prior, e)
	next := w.Clone()
	calm := true
	for _, v := range e.Values {
		target := scale * v.Logit.Estimate
		floor, ceiling := lowestFactor*prior[v.Type], highestFactor*prior[v.Type]
		target = min(max(target, floor), ceiling)
		mg, eg := w.Material(v.Type)
		old := (mg + eg) / 2
		// Half of a 95 % interval is close enough to two standard errors.
		se := scale * (v.Logit.Hi - v.Logit.Lo) / 4
		if math.Abs(target-old) > se {
			calm = false
		}
		now := math.Exp((1-damping)*math.Log(old) + damping*math.Log(target))
		next.SetMaterial(v.Type, now, now)
	}
	return next, calm
}

// armyScale is centipawns per logit, such that the initial army is worth what
// the prior says.
func armyScale(g *rules.Game, prior []float64, e *tuning.Estimate) float64 {
	start := g.NewPosition()
	worth, logits := 0.0, 0.0
	for _, v := range e.Values {
		set := start.Pieces(rules.CodeOf(v.Type, rules.White))
		n := float64(set.Count() + start.InHand(v.Type, rules.White))
		worth += n * prior[v.Type]
		logits += n * max(v.Logit.Estimate, 0)
	}
	if logits <= 0 {
		return 1
	}
	return worth / logits
}

package estimate

import (
	"math"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Limits of the playing values, as multiples of the prior: a piece that lost every game
// of a short round must not become worthless.
const (
	minFactor = 0.2
	maxFactor = 5
)

// Learn moves the material values of the playing weights towards the fitted values, by the share
// damping of the distance in logarithms. It reports whether every value was already within one
// standard error of its target. Each piece gets one value for the whole game, even if the weights
// had two, because the difference between middle game and endgame is much less certain than the
// mean. The worth of the initial army stays the same, because the other terms depend on it. Learn
// changes nothing if the army has no worth in the estimate, and does not change pieces with a
// negative value.
func Learn(g *rules.Game, w *eval.Weights, m *tuning.Measurement, damping float64) (next *eval.Weights, calm bool) {
	e := learnFrom(m)
	next = w.Clone()
	scale, size := armyScale(g, w, e)
	if scale == 0 {
		return next, false
	}
	prior := eval.PriorValues(g)
	calm = true
	for _, v := range e.Values {
		if opening.IsInHand(v.Type) {
			continue // the weights have separate terms for these
		}
		floor, ceiling := minFactor*size*prior[v.Type], maxFactor*size*prior[v.Type]
		target := min(max(scale*v.Logit.Estimate, floor), ceiling)
		old := materialOf(w, v.Type)
		if old <= 0 {
			continue
		}
		if math.Abs(target-old) > scale*standardError(v.Logit) {
			calm = false
		}
		now := math.Exp((1-damping)*math.Log(old) + damping*math.Log(target))
		next.SetMaterial(v.Type, now, now)
	}
	return next, calm
}

// learnFrom returns the estimate from which the engine learns: values over the whole game,
// drawn to the prior if games are few; without quiet positions, the values at the start.
func learnFrom(m *tuning.Measurement) *tuning.Estimate {
	if len(m.Texel.Values) > 0 {
		return &m.Texel
	}
	return &m.Design
}

// standardError returns the half-width of an interval divided by the normal quantile of
// its level. A round has enough clusters for Student's t to be close to it.
func standardError(v stat.Interval) float64 { return v.HalfWidth() / stat.Quantile(v.Level) }

// armyScale returns the number of centipawns per logit at which the initial armies keep their
// value under the weights, or 0 if they are worth nothing in the estimate. Size is that
// value as a multiple of the value by the prior.
func armyScale(g *rules.Game, w *eval.Weights, e *tuning.Estimate) (scale, size float64) {
	start, prior := g.NewPosition(), eval.PriorValues(g)
	worth, known, logits := 0.0, 0.0, 0.0
	for _, v := range e.Values {
		if opening.IsInHand(v.Type) {
			continue
		}
		n := float64(tuning.Count(start, v.Type, rules.White)+tuning.Count(start, v.Type, rules.Black)) / 2
		worth += n * materialOf(w, v.Type)
		known += n * prior[v.Type]
		logits += n * max(v.Logit.Estimate, 0)
	}
	if !(logits > 0) {
		return 0, 0
	}
	return worth / logits, worth / known
}

// materialOf returns the value of a kind of piece over the whole game.
func materialOf(w *eval.Weights, t rules.Type) float64 {
	mg, eg := w.Material(opening.OnBoard(t))
	if opening.IsInHand(t) {
		moreMG, moreEG := w.InHand(opening.OnBoard(t))
		mg, eg = mg+moreMG, eg+moreEG
	}
	return (mg + eg) / 2
}

package eval

import (
	"math"

	"bestiary/internal/check"
)

// Chances relate scores to results. At the score s, with the phase φ of the position and
//
//	x = s·(φ/Scale[0] + (1−φ)/Scale[1])    t = φ·t(Draw[0]) + (1−φ)·t(Draw[1])    t(d) = ln((1+d)/(1−d))
//
// the side to move wins with the probability σ(x−t) and does not lose with σ(x+t), σ(x) = 1/(1+e^-x). At
// the score 0 and the phases 1 and 0, Draw is the probability of a draw.
type Chances struct {
	Scale [2]float64 `toml:"scale"` // centipawns for a logit, with the board full and empty
	Draw  [2]float64 `toml:"draw"`
}

// UsualChances are the medians of the games that come with chances.
var UsualChances = Chances{Scale: [2]float64{330, 240}, Draw: [2]float64{0.06, 0.44}}

func (c *Chances) validate() error {
	return check.All("chances",
		check.Range("early scale", c.Scale[0], 1, 10_000), check.Range("late scale", c.Scale[1], 1, 10_000),
		check.Range("early draw", c.Draw[0], 0, 0.99), check.Range("late draw", c.Draw[1], 0, 0.99))
}

// Results returns the probabilities of the results in 1/1000, which add up to 1000.
func (c *Chances) Results(score int, phase float64) (win, draw, loss int) {
	x := float64(score) * (phase/c.Scale[0] + (1-phase)/c.Scale[1])
	t := phase*2*math.Atanh(c.Draw[0]) + (1-phase)*2*math.Atanh(c.Draw[1])
	sigmoid := func(x float64) int { return int(math.Round(1000 / (1 + math.Exp(-x)))) }
	win, kept := sigmoid(x-t), sigmoid(x+t)
	return win, kept - win, 1000 - kept
}

package logit

import "math"

// EloPerLogit converts a logit difference to logistic Elo.
const EloPerLogit = 400 / math.Ln10

// Interval is an estimate with its confidence limits. Unbounded is set when a
// limit is infinite: on that side the data exclude no value.
type Interval struct {
	Estimate  float64
	Lo, Hi    float64
	Unbounded bool
}

// Scale returns the interval of factor times the quantity.
func (v Interval) Scale(factor float64) Interval {
	out := Interval{Estimate: factor * v.Estimate, Lo: factor * v.Lo, Hi: factor * v.Hi, Unbounded: v.Unbounded}
	if factor < 0 {
		out.Lo, out.Hi = out.Hi, out.Lo
	}
	return out
}

// Elo returns the interval of a quantity in logits in logistic Elo.
func (v Interval) Elo() Interval { return v.Scale(EloPerLogit) }

func unbounded(estimate float64) Interval {
	return Interval{Estimate: estimate, Lo: math.Inf(-1), Hi: math.Inf(1), Unbounded: true}
}

package stat

import (
	"encoding/json"
	"math"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"
)

// EloPerLogit converts log-odds to logistic Elo.
const EloPerLogit = 400 / math.Ln10

// Interval is an estimate with its confidence limits. A limit is infinite if the data do
// not bound the quantity on that side. The estimate is NaN if it is unknown. Equal limits
// mean an exact number, such as the unit of a scale.
type Interval struct {
	Estimate, Lo, Hi float64
	// Level is the confidence level of the limits, such as 0.95; 0 for a number that is
	// exact or unknown.
	Level float64
}

// Exact returns the interval of a number that is known without error.
func Exact(x float64) Interval { return Interval{Estimate: x, Lo: x, Hi: x} }

// Unknown returns the interval of a quantity that the data do not determine.
func Unknown() Interval { return Interval{Estimate: math.NaN(), Lo: math.NaN(), Hi: math.NaN()} }

// Unbounded returns the interval of an estimate that the data bound on neither side.
func Unbounded(estimate, level float64) Interval {
	return Interval{Estimate: estimate, Lo: math.Inf(-1), Hi: math.Inf(1), Level: level}
}

// Normal returns the interval of an estimate with a normal error.
func Normal(estimate, standardError, level float64) Interval {
	return Symmetric(estimate, Quantile(level)*standardError, level)
}

// Symmetric returns the interval of an estimate with limits at the same distance on both
// sides.
func Symmetric(estimate, halfWidth, level float64) Interval {
	return Interval{Estimate: estimate, Lo: estimate - halfWidth, Hi: estimate + halfWidth, Level: level}
}

// Wilson returns Wilson's score interval of a proportion p of n trials, with limits
// critical standard errors away. n need not be whole: if trials depend on each other, it
// is the equivalent number of independent trials.
func Wilson(p, n, critical, level float64) Interval {
	z2 := critical * critical
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := critical / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	v := Symmetric(centre, half, level)
	v.Estimate = p
	if p == 0 {
		v.Lo = 0
	}
	if p == 1 {
		v.Hi = 1
	}
	return v
}

// Quantile returns how many standard errors the limits of a normal estimate are away for a
// confidence level: 1.96 for 0.95, and NaN outside (0, 1).
func Quantile(level float64) float64 { return StudentQuantile(level, math.Inf(1)) }

// StudentQuantile is like Quantile for a standard error that is itself estimated with df
// degrees of freedom. It is infinite if df is 0.
func StudentQuantile(level, df float64) float64 {
	switch {
	case !(level > 0 && level < 1):
		return math.NaN()
	case df <= 0:
		return math.Inf(1)
	case df > 1e6: // Quantile differs by less than 1e-5
		return distuv.UnitNormal.Quantile((1 + level) / 2)
	}
	return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile((1 + level) / 2)
}

// StudentP returns the two-sided p-value of an estimate that lies t standard errors from the
// number that is tested, for a standard error that is itself estimated with the given degrees
// of freedom.
func StudentP(t, df float64) float64 {
	return 2 * distuv.StudentsT{Sigma: 1, Nu: df}.CDF(-math.Abs(t))
}

// maxKnown is the largest estimate that counts as known; fits of separated data diverge
// beyond it.
const maxKnown = 1e6

// Known reports whether the data give an estimate, even with infinite limits.
func (v Interval) Known() bool {
	return math.Abs(v.Estimate) <= maxKnown && !math.IsNaN(v.Lo) && !math.IsNaN(v.Hi)
}

// Bounded reports whether the quantity is known and both limits are finite.
func (v Interval) Bounded() bool {
	return v.Known() && !math.IsInf(v.Lo, 0) && !math.IsInf(v.Hi, 0)
}

// Exact reports whether the number is known without error.
func (v Interval) Exact() bool { return v.Lo == v.Hi }

// Excludes reports whether x lies outside the limits.
func (v Interval) Excludes(x float64) bool { return v.Known() && (v.Lo > x || v.Hi < x) }

// Overlaps reports whether two intervals have a number in common. An unknown interval
// overlaps every other.
func (v Interval) Overlaps(w Interval) bool { return !(v.Lo > w.Hi || w.Lo > v.Hi) }

// HalfWidth returns half the distance between the limits: infinite if one of them is, NaN
// if the quantity is unknown.
func (v Interval) HalfWidth() float64 { return (v.Hi - v.Lo) / 2 }

// Scale returns the interval of factor times the quantity.
func (v Interval) Scale(factor float64) Interval {
	out := v.Map(func(x float64) float64 { return factor * x })
	if factor < 0 {
		out.Lo, out.Hi = out.Hi, out.Lo
	}
	return out
}

// Map returns the interval of an increasing function of the quantity.
func (v Interval) Map(f func(float64) float64) Interval {
	return Interval{Estimate: f(v.Estimate), Lo: f(v.Lo), Hi: f(v.Hi), Level: v.Level}
}

// WidenedBy returns the interval with the error that the interval whole has beyond the interval
// part, two intervals of one quantity at the same level; errors are added in squares.
func (v Interval) WidenedBy(whole, part Interval) Interval {
	if !v.Bounded() {
		return v
	}
	arm := func(own, whole, part float64) float64 { return math.Sqrt(own*own + max(0, whole*whole-part*part)) }
	return Interval{
		Estimate: v.Estimate,
		Lo:       v.Estimate - arm(v.Estimate-v.Lo, whole.Estimate-whole.Lo, part.Estimate-part.Lo),
		Hi:       v.Estimate + arm(v.Hi-v.Estimate, whole.Hi-whole.Estimate, part.Hi-part.Estimate),
		Level:    v.Level,
	}
}

// Elo converts an interval of log-odds to logistic Elo.
func (v Interval) Elo() Interval { return v.Scale(EloPerLogit) }

// MarshalJSON returns {"estimate", "lo", "hi", "level"}, with null for unknown and
// infinite numbers and without the level of an exact or unknown number.
func (v Interval) MarshalJSON() ([]byte, error) {
	out := struct {
		Estimate Number  `json:"estimate"`
		Lo       Number  `json:"lo"`
		Hi       Number  `json:"hi"`
		Level    float64 `json:"level,omitempty"`
	}{Number(v.Estimate), Number(v.Lo), Number(v.Hi), v.Level}
	if !v.Known() && !math.IsInf(v.Estimate, 0) {
		out.Estimate, out.Lo, out.Hi = Number(math.NaN()), Number(math.NaN()), Number(math.NaN())
	}
	return json.Marshal(out)
}

// Anytime returns the level that an interval after n observations needs so that the
// intervals after any number of observations hold simultaneously with probability level.
// The result may then be inspected repeatedly, and the observations may stop at any time.
// The intervals are narrowest after best observations.
//
// It uses the boundary of Robbins (1970) for a sum of normal variables, a mixture over
// their mean with the weight of m observations: n observations reach
//
//	z² = (1 + m/n) log((n + m)/(m α²)),  α = 1 - level,
//
// standard errors with probability α at most. It holds for the means of other variables to
// the extent that they are normal from the first inspection on (Waudby-Smith et al.,
// Annals of Statistics 52, 2024).
func Anytime(level, n, best float64) float64 {
	if !(level > 0 && level < 1 && n > 0 && best > 0) {
		return math.NaN()
	}
	square := (1 - level) * (1 - level)
	share := 0.1 // m/best, where the derivative of z² at best is 0
	for range 20 {
		share = 1 / math.Log((1+share)/(share*square))
	}
	m := share * best
	z := math.Sqrt((1 + m/n) * math.Log((n+m)/(m*square)))
	return math.Erf(z / math.Sqrt2)
}

// Number is a number in JSON: six significant digits, or null if it is NaN or
// infinite.
type Number float64

// MarshalJSON writes the number.
func (x Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return []byte("null"), nil
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', 6, 64), 64)
	if err != nil {
		return nil, err
	}
	return json.Marshal(short)
}

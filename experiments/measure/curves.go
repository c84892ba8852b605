//go:build !js

package measure

import (
	"math"
	"slices"

	"bestiary/experiments/page/chart"
)

// FindCurve returns a chart, still without curves, for a family of measures such as
// "lost-decisions". It reports false if there is no such family.
func FindCurve(name string, about chart.About, level float64) (in chart.CurvesInput, ok bool) {
	i := slices.IndexFunc(families, func(f family) bool { return f.prefix == name+"-" })
	if i < 0 {
		return in, false
	}
	f := families[i]
	in = chart.CurvesInput{About: about, X: plyAxis, Y: f.axis, Share: f.unit != PerGame, Level: level}
	if f.overMoves {
		in.X = "moves of each side without " + progress
	}
	return in, true
}

// plyAxis is the axis of curves over plies.
const plyAxis = "ply"

// maxPoints is the maximum number of points of a curve.
const maxPoints = 100

// Curve measures games at the numbers of a family from first to last. It ends where the
// games no longer determine the measure.
func Curve(family, name string, games []Game, first, last int, level float64) chart.Curve {
	out := chart.Curve{Name: name}
	step := max(1, (last-first+maxPoints-1)/maxPoints)
	for n := first; ; n += step {
		n = min(n, last)
		q := member(family+"-", n)
		v := q.mean(games, len(games)/gamesOfPair, level)
		if math.IsNaN(v.Estimate) {
			break
		}
		out.Points = append(out.Points, point(float64(n), v, q.Unit != PerGame))
		if n == last {
			break
		}
	}
	return out
}

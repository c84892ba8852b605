package claim

import (
	"fmt"
	"math"

	"bestiary/experiments/compare"
	"bestiary/internal/present/chart"
)

// mostPoints bounds the points of a curve.
const mostPoints = 60

func (r *Result) drawCurve(spec *Chart) (*chart.Chart, error) {
	unit, _ := describeMeasure(fmt.Sprintf("%s-%d", spec.Measure, spec.From))
	share := unit == compare.Share || unit == compare.Part
	x, y := curveLabels(spec.Measure)
	in := chart.CurvesInput{About: r.about(spec.Title, spec.Runs), X: x, Y: y, Share: share, Near: share, Level: r.Experiment.Level}
	step := max(1, (spec.To-spec.From+mostPoints-1)/mostPoints)
	for _, i := range spec.Runs {
		curve := chart.Curve{Name: r.Runs[i].Run.Name}
		for n := spec.From; n <= spec.To; n += step {
			q, err := compare.Find(fmt.Sprintf("%s-%d", spec.Measure, n))
			if err != nil {
				return nil, err
			}
			v, err := compare.Mean(q, r.Runs[i].List, r.Experiment.Level)
			if err != nil {
				return nil, err
			}
			if math.IsNaN(v.Estimate) {
				break
			}
			curve.Points = append(curve.Points, compare.Point(float64(n), v, share))
		}
		if len(curve.Points) > 0 {
			in.Curves = append(in.Curves, curve)
		}
	}
	if len(in.Curves) == 0 {
		return nil, nil
	}
	return chart.Curves(in), nil
}

// curveLabels are the words at the axes of a family of measures.
func curveLabels(family string) (x, y string) {
	q, _ := compare.Find(family + "-1")
	_, y = describeMeasure(q.Name)
	switch family {
	case "counter-from", "decided-from", "lost-decisions":
		x = "moves of each side without a capture or a pawn move"
	default:
		x = "ply"
	}
	for _, l := range []struct{ family, label string }{
		{"counter-from", "games whose counter went so far"},
		{"decided-from", "games decided after the counter went so far"},
		{"lost-decisions", "decided games that a rule of so many moves would draw"},
		{"castled-by", "sides that have castled"},
		{"waiting-at", "pieces that still wait"},
		{"captures-by", "captures made, mean of a game"},
		{"material-at", "material left of that at the start"},
		{"mates-by", "games that ended in mate"},
	} {
		if l.family == family {
			y = l.label
		}
	}
	return x, y
}

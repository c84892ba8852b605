package claim

import (
	"bestiary/experiments/compare"
	"bestiary/experiments/present/chart"
)

func (r *Result) drawCurve(spec *Chart) *chart.Chart {
	in, _ := compare.FindCurve(spec.Measure, r.about(spec.Title, spec.Runs), r.Experiment.Level)
	in.Near = in.Share
	for _, i := range spec.Runs {
		for k, run := range r.Runs[i].all() {
			curve := compare.Curve(spec.Measure, run.Run.Name, run.List, spec.From, spec.To, r.Experiment.Level)
			if len(curve.Points) > 0 && (k == 0 || spec.Players) {
				in.Curves = append(in.Curves, curve)
			}
		}
	}
	if len(in.Curves) == 0 {
		return nil
	}
	return chart.Curves(in)
}

package report

import (
	"strconv"

	"bestiary/experiments"
	"bestiary/experiments/chart"
)

// drawGrowth is a trace of the values over the games, nil for a short run.
func drawGrowth(res *experiments.EstimateResult) (*chart.Chart, error) {
	m := res.Measurement
	in := chart.TraceInput{About: about(res), Level: m.Level, Axis: "games"}
	in.Title = "Values as games came in"
	for _, stage := range m.Growth {
		in.Steps = append(in.Steps, strconv.Itoa(stage.Games))
	}
	for i, v := range m.Design.Values {
		s := chart.TraceSeries{Piece: v.Piece}
		for k, stage := range m.Growth {
			if x := stage.Pawns[i]; v.Piece != m.Unit && experiments.Known(x) {
				s.Points = append(s.Points, chart.TracePoint{Round: k, Value: x.Estimate, Lo: x.Lo, Hi: x.Hi})
			}
		}
		if len(s.Points) > 0 {
			in.Series = append(in.Series, s)
		}
	}
	if len(in.Series) == 0 {
		return nil, nil
	}
	return chart.Trace(in)
}

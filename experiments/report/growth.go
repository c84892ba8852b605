package report

import (
	"slices"
	"strconv"

	"bestiary/experiments"
	"bestiary/internal/present/chart"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// drawGrowth is a trace of the values over the games, nil for a short run. Stages
// whose games bound no value are left out.
func drawGrowth(res *experiments.EstimateResult) (*chart.Chart, error) {
	m := res.Measurement
	in := chart.TraceInput{About: about(res), Level: m.Level, Axis: "games"}
	in.Title = "Values as games came in"
	shown := func(piece string, x stat.Interval) bool {
		return piece != m.Unit && x.Bounded()
	}
	stages := slices.DeleteFunc(slices.Clone(m.Growth), func(s tuning.Stage) bool {
		for i, v := range m.Design.Values {
			if shown(v.Piece, s.Pawns[i]) {
				return false
			}
		}
		return true
	})
	for _, stage := range stages {
		in.Steps = append(in.Steps, strconv.Itoa(stage.Games))
	}
	for i, v := range m.Design.Values {
		var values []stat.Interval
		for _, stage := range stages {
			values = append(values, stage.Pawns[i])
		}
		if v.Piece != m.Unit {
			addSeries(&in, v.Piece, values)
		}
	}
	return traceOf(in)
}

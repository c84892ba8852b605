package report

import (
	"strconv"

	"bestiary/experiments"
	"bestiary/internal/present/chart"
	"bestiary/internal/stat"
)

// drawPhases is a trace of the values as the board empties, nil without quiet positions.
func drawPhases(res *experiments.EstimateResult) (*chart.Chart, error) {
	m := res.Measurement
	in := chart.TraceInput{About: about(res), Level: m.Level, Axis: "officers on the board", Steps: []string{"all", "half", "none"}}
	in.Title = "Values as the board empties"
	for _, p := range m.Phases {
		addSeries(&in, p.Piece, p.Pawns)
	}
	return traceOf(in)
}

// drawLadder is a trace of the values over the numbers of nodes, nil without a ladder.
func drawLadder(res *experiments.EstimateResult) (*chart.Chart, error) {
	m := res.Measurement
	in := chart.TraceInput{About: about(res), Level: m.Level, Axis: "nodes a move"}
	in.Title, in.Note, in.Games = "Values at other strengths of play", "", 0
	for _, r := range res.Ladder {
		in.Steps = append(in.Steps, strconv.Itoa(r.Nodes))
		in.Games += r.Measurement.Games
	}
	for i, v := range m.Design.Values {
		var values []stat.Interval
		for _, r := range res.Ladder {
			values = append(values, r.Measurement.Design.Values[i].Pawns)
		}
		if v.Piece != m.Unit {
			addSeries(&in, v.Piece, values)
		}
	}
	return traceOf(in)
}

// addSeries adds the values of a piece that are bounded.
func addSeries(in *chart.TraceInput, piece string, values []stat.Interval) {
	s := chart.TraceSeries{Piece: piece}
	for k, x := range values {
		if x.Bounded() {
			s.Points = append(s.Points, chart.TracePoint{Round: k, Value: x})
		}
	}
	if len(s.Points) > 0 {
		in.Series = append(in.Series, s)
	}
}

// traceOf draws a trace if there is anything in it.
func traceOf(in chart.TraceInput) (*chart.Chart, error) {
	if len(in.Series) == 0 {
		return nil, nil
	}
	return chart.Trace(in), nil
}

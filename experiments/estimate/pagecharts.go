//go:build !js

package estimate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// about says what a chart is based on.
func (p *draft) about() chart.About {
	return chart.About{
		Game: page.Title(p.Game), Games: p.Games.Games,
		Note: p.Nodes() + " a move", Unit: p.InUnits(), Faces: page.Faces(p.Game),
	}
}

// drawPyramid draws the tiers; it returns nil if the games tell no value.
func (p *draft) drawPyramid() *chart.Chart {
	if len(p.Told()) == 0 {
		return nil
	}
	in := chart.PyramidInput{About: p.about(), Level: p.Measurement.Level}
	for _, v := range p.Ranked {
		in.Values = append(in.Values, chart.Value{Piece: v.Piece, Symbol: v.Symbol, Value: v.Total, Tier: v.Tier, Count: v.Count})
	}
	return chart.Pyramid(in)
}

// estimateWords replaces the names of the estimates with their names in a report.
var estimateWords = strings.NewReplacer("posterior", "games and prior", "design", "armies", "Texel", "positions", "texel", "positions", "prior", "mobility")

func (p *draft) drawValues() *chart.Chart {
	m := p.Measurement
	in := chart.ValuesInput{About: p.about(), Level: m.Level}
	for _, e := range estimates(m) {
		est := chart.Estimator{Name: estimateWords.Replace(e.Method)}
		for i, v := range e.Values {
			value := v.Worth
			if e == &m.Posterior {
				value = p.total(i)
			}
			if v.Piece != m.Scale.Piece && !CannotTell(value) {
				est.Values = append(est.Values, chart.Estimate{Piece: v.Piece, Value: value})
			}
		}
		if len(est.Values) > 0 {
			in.Estimators = append(in.Estimators, est)
		}
	}
	if len(in.Estimators) == 0 {
		return nil // the only kind of piece is the unit
	}
	for _, source := range p.Published {
		mark := chart.Estimator{Name: source.Source}
		for _, v := range source.Values {
			mark.Values = append(mark.Values, chart.Estimate{Piece: v.Piece, Value: stat.Exact(v.Pawns)})
		}
		in.Published = append(in.Published, mark)
	}
	for _, v := range p.Ranked {
		if v.Tier == 0 {
			in.Untold = append(in.Untold, v.Piece)
		}
	}
	return chart.Values(in)
}

// total returns the reported value of a piece.
func (p *draft) total(i int) stat.Interval {
	v := p.Measurement.Design.Values[i]
	for _, r := range p.Ranked {
		if r.Piece == v.Piece {
			return r.Total
		}
	}
	return v.Worth
}

// estimates lists the estimates of the measurement, the reported one first.
func estimates(m *tuning.Measurement) []*tuning.Estimate {
	out := []*tuning.Estimate{&m.Posterior, &m.Design}
	if len(m.Texel.Values) > 0 {
		out = append(out, &m.Texel)
	}
	return append(out, &m.Prior)
}

func (p *draft) drawOutcomes() *chart.Chart {
	in := chart.OutcomesInput{About: p.about()}
	in.Games = 0
	for _, r := range p.Rounds {
		in.Games += r.Summary.Games
		name := fmt.Sprintf("round %d, learning", r.Number)
		if r.Last {
			name = fmt.Sprintf("round %d, reported", r.Number)
		}
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: name, WhiteWins: r.Summary.W, Draws: r.Summary.D, BlackWins: r.Summary.L})
	}
	return chart.Outcomes(in)
}

func (p *draft) drawEndings() *chart.Chart {
	in := chart.EndingsInput{About: p.about()}
	for _, e := range p.Games.Endings {
		in.Endings = append(in.Endings, chart.Ending{Reason: string(e.Reason), Games: e.Games, Drawn: e.Drawn})
	}
	return chart.Endings(in)
}

func (p *draft) drawLengths() *chart.Chart {
	return chart.Lengths(chart.LengthsInput{About: p.about(), Decided: p.Games.Decided, Drawn: p.Games.Drawn})
}

func (p *draft) drawCalibration() *chart.Chart {
	in := chart.CalibrationInput{About: p.about(), Level: p.Measurement.Level}
	for _, b := range p.Measurement.Calibration {
		in.Bins = append(in.Bins, chart.Bin{From: b.From, To: b.To, Predicted: b.Predicted, Observed: b.Observed, Samples: b.Rows})
	}
	return chart.Calibration(in)
}

// drawTrace shows the learning rounds; it returns nil if there are none.
func (p *draft) drawTrace() *chart.Chart {
	if len(p.Rounds) < 2 {
		return nil
	}
	prior := worths(p.Measurement.Prior.Values)
	steps, columns := []string{"mobility"}, [][]stat.Interval{prior}
	a := p.about()
	a.Title, a.Games = "Values that the engine learned", 0
	for _, r := range p.Rounds[:len(p.Rounds)-1] {
		steps, columns = append(steps, strconv.Itoa(r.Number)), append(columns, worths(r.Values))
		a.Games += r.Summary.Games
	}
	return p.trace(a, "learning round", steps, columns)
}

// drawGrowth shows the values as games accumulate; it returns nil for a short run. It
// leaves out stages whose games bound no value.
func (p *draft) drawGrowth() *chart.Chart {
	var steps []string
	var columns [][]stat.Interval
	for _, stage := range p.Measurement.Growth {
		if slices.ContainsFunc(stage.Worth, func(v stat.Interval) bool { return v.Bounded() && !v.Exact() }) {
			steps, columns = append(steps, format.Count(stage.Games)), append(columns, stage.Worth)
		}
	}
	a := p.about()
	a.Title = "Values as games came in"
	return p.trace(a, "games", steps, columns)
}

func (p *draft) drawLadder() *chart.Chart {
	var steps []string
	var columns [][]stat.Interval
	a := p.about()
	a.Title, a.Note, a.Games = "Values at other strengths of play", "", 0
	for _, r := range p.Ladder {
		steps, columns = append(steps, format.Count(r.Nodes)), append(columns, worths(r.Measurement.Design.Values))
		a.Games += r.Measurement.Games
	}
	return p.trace(a, "nodes a move", steps, columns)
}

func (p *draft) drawPhases() *chart.Chart {
	in := chart.CurvesInput{About: p.about(), Level: p.Measurement.Level, X: "pieces on the board", Names: []string{"all", "half", "none"}}
	in.Title = "Values as the board empties"
	for _, ph := range p.Measurement.Phases {
		addSeries(&in, ph.Piece, ph.Worth)
	}
	return traceOf(in)
}

// worths returns the values in the order of the game's pieces.
func worths(list []tuning.Value) []stat.Interval {
	out := make([]stat.Interval, len(list))
	for i, v := range list {
		out[i] = v.Worth
	}
	return out
}

// trace draws the values of all pieces but the unit, with a column for each step.
func (p *draft) trace(a chart.About, axis string, steps []string, columns [][]stat.Interval) *chart.Chart {
	in := chart.CurvesInput{About: a, Level: p.Measurement.Level, X: axis, Names: steps}
	for i, v := range p.Measurement.Design.Values {
		var values []stat.Interval
		for _, column := range columns {
			values = append(values, column[i])
		}
		if !v.Worth.Exact() {
			addSeries(&in, v.Piece, values)
		}
	}
	return traceOf(in)
}

// addSeries adds the bounded values of a piece.
func addSeries(in *chart.CurvesInput, piece string, values []stat.Interval) {
	s := chart.Curve{Name: piece}
	for k, x := range values {
		if x.Bounded() {
			s.Points = append(s.Points, chart.CurvePoint{X: float64(k), Y: x})
		}
	}
	if len(s.Points) > 0 {
		in.Curves = append(in.Curves, s)
	}
}

// traceOf draws a trace unless it is empty.
func traceOf(in chart.CurvesInput) *chart.Chart {
	if len(in.Curves) == 0 {
		return nil
	}
	return chart.Trace(in)
}

func (p *draft) drawSlopes() *chart.Chart {
	if len(p.Slopes) == 0 {
		return nil
	}
	last := p.Ladder[len(p.Ladder)-1].Nodes
	in := chart.DifferencesInput{
		About: p.about(), Level: p.Measurement.Level, Axis: "change of the value when the nodes are doubled, in %",
		Heads: []string{"at " + format.Count(last), "per doubling"}, Significance: "moves", Tolerance: 100 * Tolerance,
	}
	in.Title = "Change of values with the nodes"
	in.Note, in.Games = format.Count(p.Ladder[0].Nodes)+" to "+format.Count(last)+" nodes a move", 0
	for _, r := range p.Ladder {
		in.Games += r.Measurement.Games
	}
	for _, s := range p.Slopes {
		if s.Over != "" {
			continue
		}
		in.Rows = append(in.Rows, chart.Difference{
			Name: s.Piece, Cells: []string{format.Value.Interval(s.Strongest), format.Percent.Interval(s.PerDoubling)},
			Size: s.PerDoubling.Scale(100), Significant: s.Moves,
		})
	}
	return chart.Differences(in)
}

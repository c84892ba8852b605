//go:build !js

package estimate

import (
	"fmt"
	"slices"
	"strconv"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// about describes the basis of a chart.
func (p *draft) about() chart.About {
	return chart.About{
		Game: page.Title(p.Game), Games: p.Games.Games,
		Note: p.Nodes() + " a move", Unit: p.InUnits(), Faces: page.Faces(p.Game),
	}
}

// maxTier is the number of kinds in a tier from which on one that spans more than tierRatio is no step of a pyramid.
const maxTier = 3

// Loose reports whether a tier has many kinds of rather different values, which the games do not order.
func (r *Result) Loose() bool {
	tiers := map[int][]float64{}
	for _, v := range r.Told() {
		tiers[v.Tier] = append(tiers[v.Tier], v.Total.Estimate)
	}
	for _, tier := range tiers {
		if len(tier) > maxTier && tier[0] > tierRatio*tier[len(tier)-1] {
			return true
		}
	}
	return false
}

// drawPyramid draws the tiers or, if one is loose, the values with their intervals; it returns nil if the games determine no value.
func (p *draft) drawPyramid() *chart.Chart {
	if len(p.Told()) == 0 {
		return nil
	}
	if p.Loose() {
		in := chart.ValuesInput{About: p.about(), Level: p.Measurement.Level, Estimators: []chart.Estimator{{Name: estimateWords["posterior"]}}}
		for _, v := range p.Ranked {
			in.Estimators[0].Values = append(in.Estimators[0].Values, chart.Estimate{Piece: v.Piece, Value: v.Total})
			if v.Tier == 0 {
				in.Untold = append(in.Untold, v.Piece)
			}
		}
		return chart.Values(in)
	}
	in := chart.PyramidInput{About: p.about(), Level: p.Measurement.Level}
	for _, v := range p.Ranked {
		in.Values = append(in.Values, chart.Value{Piece: v.Piece, Symbol: v.Symbol, Value: v.Total, Tier: v.Tier, Count: v.Count})
	}
	return chart.Pyramid(in)
}

// estimateWords replaces the names of the estimates with their names in a report.
var estimateWords = map[string]string{"posterior": "games and prior", "design": "armies", "texel": "positions", "prior": "mobility"}

func (p *draft) drawValues() *chart.Chart {
	m := p.Measurement
	in := chart.ValuesInput{About: p.about(), Level: m.Level}
	for _, e := range estimates(m) {
		est := chart.Estimator{Name: estimateWords[e.Method]}
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
		if r.Last || p.Config.Counted && !p.Config.Terms {
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

// tracing is a chart of the bounded values of all pieces but the unit, by steps.
type tracing struct{ chart.CurvesInput }

// tracing begins a chart of a number of games.
func (p *draft) tracing(title, axis string, games int) *tracing {
	t := &tracing{chart.CurvesInput{About: p.about(), Level: p.Measurement.Level, X: axis}}
	t.Title, t.Games = title, games
	for _, v := range p.Measurement.Design.Values {
		if v.Worth.Exact() {
			v.Piece = "" // the unit is not drawn
		}
		t.Curves = append(t.Curves, chart.Curve{Name: v.Piece})
	}
	return t
}

// add adds a step with the values of all pieces, in the order of the game.
func (t *tracing) add(step string, values []stat.Interval) {
	for i, x := range values {
		if x.Bounded() {
			t.Curves[i].Points = append(t.Curves[i].Points, chart.CurvePoint{X: float64(len(t.Names)), Y: x})
		}
	}
	t.Names = append(t.Names, step)
}

// draw draws the chart unless it is empty.
func (t *tracing) draw() *chart.Chart {
	some := false
	for i := range t.Curves { // all of them, so that a piece has the same colour in all charts
		if t.Curves[i].Name == "" {
			t.Curves[i].Points = nil
		}
		some = some || len(t.Curves[i].Points) > 0
	}
	if !some {
		return nil
	}
	return chart.Trace(t.CurvesInput)
}

// drawTrace shows the learning rounds; it returns nil if there are none.
func (p *draft) drawTrace() *chart.Chart {
	if len(p.Rounds) < 2 {
		return nil
	}
	t := p.tracing("Values that the engine learned", "learning round", 0)
	t.add("mobility", worths(p.Measurement.Prior.Values))
	for _, r := range p.Rounds[:len(p.Rounds)-1] {
		t.add(strconv.Itoa(r.Number), worths(r.Values))
		t.Games += r.Summary.Games
	}
	return t.draw()
}

// drawGrowth shows the values as games accumulate; it returns nil for a short run. It omits stages
// whose games bound no value.
func (p *draft) drawGrowth() *chart.Chart {
	t := p.tracing("Values as games came in", "games", p.Games.Games)
	for _, stage := range p.Measurement.Growth {
		if slices.ContainsFunc(stage.Worth, func(v stat.Interval) bool { return v.Bounded() && !v.Exact() }) {
			t.add(format.Count(stage.Games), stage.Worth)
		}
	}
	return t.draw()
}

func (p *draft) drawLadder() *chart.Chart {
	t := p.tracing("Values at other strengths of play", "nodes a move", 0)
	t.Note = ""
	for _, r := range p.Ladder {
		t.add(format.Count(r.Nodes), worths(r.Measurement.Design.Values))
		t.Games += r.Measurement.Games
	}
	return t.draw()
}

func (p *draft) drawPhases() *chart.Chart {
	t := p.tracing("Values as the board empties", "pieces on the board", p.Games.Games)
	for k, step := range []string{"all", "half", "none"} {
		var column []stat.Interval
		for i, ph := range p.Measurement.Phases {
			column = append(column, ph.Worth[k])
			t.Curves[i].Name = ph.Piece // the unit, too: only its mean is fixed
		}
		t.add(step, column)
	}
	return t.draw()
}

// worths returns the values in the order of the game's pieces.
func worths(list []tuning.Value) []stat.Interval {
	out := make([]stat.Interval, len(list))
	for i, v := range list {
		out[i] = v.Worth
	}
	return out
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

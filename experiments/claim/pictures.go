package claim

import (
	"fmt"
	"math"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/present/chart"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
)

// picture is a finished chart with what stands below it.
type picture struct {
	name, caption string
	svg, png      []byte
}

// verdictsName is the picture of all hypotheses.
const verdictsName = "verdicts"

// pictures draws the verdicts and what the experiment asks for.
func (r *Result) pictures() ([]picture, error) {
	var out []picture
	add := func(name, caption string, c *chart.Chart, err error) error {
		if err != nil || c == nil {
			return err
		}
		p := picture{name: name, caption: caption}
		if p.svg, err = c.SVG(chart.Wide); err != nil {
			return err
		}
		if p.png, err = c.PNG(chart.Wide); err != nil {
			return err
		}
		out = append(out, p)
		return nil
	}
	c, err := r.drawVerdicts()
	if err := add(verdictsName, "The hypotheses, with the range that supports each and what was found.", c, err); err != nil {
		return nil, fmt.Errorf("chart %s: %w", verdictsName, err)
	}
	for i := range r.Experiment.Charts {
		spec := &r.Experiment.Charts[i]
		name := fmt.Sprintf("%d-%s", i+1, spec.Kind)
		c, err := r.draw(spec)
		if err := add(name, spec.Title, c, err); err != nil {
			return nil, fmt.Errorf("chart %s: %w", name, err)
		}
	}
	return out, nil
}

// about is the heading of a chart of some runs.
func (r *Result) about(title string, runs []int) chart.About {
	a := chart.About{Title: title, Game: r.Experiment.Title}
	nodes := map[int]bool{}
	for _, i := range runs {
		a.Games += r.Runs[i].Games
		n := r.Scale.play(r.Runs[i].Run).Nodes
		nodes[n] = true
		a.Note = format.Plural(n, "node") + " a move"
	}
	if len(nodes) > 1 {
		a.Note = "at several numbers of nodes a move"
	}
	return a
}

func (r *Result) drawVerdicts() (*chart.Chart, error) {
	var all []int
	for i := range r.Runs {
		all = append(all, i)
	}
	in := chart.VerdictsInput{About: r.about(r.Experiment.Title, all), Level: r.Experiment.Level}
	in.Game = "Claim of " + r.Experiment.Source.Author
	for i := range r.Answers {
		a := &r.Answers[i]
		h := a.Hypothesis
		if !a.Effect.Known() {
			continue // the games say nothing about it
		}
		in.Rows = append(in.Rows, chart.VerdictRow{
			Says: fmt.Sprintf("%d  %s", i+1, h.Says), Value: stat.Interval{Estimate: a.Effect.Estimate, Lo: math.Min(a.Effect.Lo, a.Effect.Estimate), Hi: math.Max(a.Effect.Hi, a.Effect.Estimate)},
			From: h.Rule.Lo, To: h.Rule.Hi, Ends: ends(h.format(), h.Rule),
			Number: strings.TrimSuffix(a.EffectText()+"; "+a.Decisive, "; "), Verdict: string(a.Verdict),
		})
	}
	if len(in.Rows) == 0 {
		return nil, nil
	}
	return chart.Verdicts(in), nil
}

// ends are the ends of a range in words, "" for one that is infinite.
func ends(u format.Unit, rule Rule) (ends [2]string) {
	if u != format.Percent {
		u = u.Bare()
	}
	for k, x := range []float64{rule.Lo, rule.Hi} {
		if !math.IsInf(x, 0) {
			ends[k] = u.Number(x)
		}
	}
	return ends
}

// draw draws a chart of the experiment; nil where there is nothing to show.
func (r *Result) draw(spec *Chart) (*chart.Chart, error) {
	switch spec.Kind {
	case PyramidChart:
		return r.drawPyramid(spec)
	case ValuesChart:
		return r.drawValues(spec)
	case OutcomesChart:
		return r.drawOutcomes(spec)
	case EndingsChart:
		return r.drawEndings(spec)
	case LengthsChart:
		return r.drawLengths(spec)
	case PlacementsChart:
		return r.drawPlacements(spec)
	}
	return r.drawCurve(spec)
}

func (r *Result) drawPyramid(spec *Chart) (*chart.Chart, error) {
	run := &r.Runs[spec.Runs[0]]
	in := chart.PyramidInput{About: r.about(spec.Title, spec.Runs), Level: run.Values.Measurement.Level}
	in.Game = run.Run.Game.Variant.Title
	for _, v := range run.Values.Ranking {
		if v.Tier > 0 { // otherwise the games cannot tell
			in.Values = append(in.Values, chart.Value{
				Piece: v.Piece, Symbol: v.Symbol, Value: v.Pawns, Tier: v.Tier, Count: v.Count,
			})
		}
	}
	return chart.Pyramid(in), nil
}

func (r *Result) drawValues(spec *Chart) (*chart.Chart, error) {
	in := chart.ValuesInput{About: r.about(spec.Title, spec.Runs)}
	for _, i := range spec.Runs {
		run := &r.Runs[i]
		in.Level = run.Values.Measurement.Level
		est := chart.Estimator{Name: run.Run.Name}
		for _, v := range run.Values.Ranking {
			if v.Piece != run.Values.Measurement.Unit && v.Pawns.Known() {
				est.Values = append(est.Values, chart.Estimate{Piece: v.Piece, Value: v.Pawns})
			}
		}
		if len(est.Values) > 0 {
			in.Estimators = append(in.Estimators, est)
		}
	}
	if len(in.Estimators) == 0 {
		return nil, nil
	}
	return chart.Values(in), nil
}

func (r *Result) drawOutcomes(spec *Chart) (*chart.Chart, error) {
	in := chart.OutcomesInput{About: r.about(spec.Title, spec.Runs)}
	for _, i := range spec.Runs {
		row := chart.OutcomeRow{Name: r.Runs[i].Run.Name}
		for _, g := range r.Runs[i].List {
			switch g.Result {
			case rules.WhiteWins:
				row.WhiteWins++
			case rules.BlackWins:
				row.BlackWins++
			default:
				row.Draws++
			}
		}
		in.Rows = append(in.Rows, row)
	}
	return chart.Outcomes(in), nil
}

func (r *Result) drawEndings(spec *Chart) (*chart.Chart, error) {
	run := &r.Runs[spec.Runs[0]]
	in := chart.EndingsInput{About: r.about(spec.Title, spec.Runs)}
	in.Game = run.Run.Game.Variant.Title
	at := map[string]int{}
	for _, g := range run.List {
		name := string(g.Reason)
		if g.Result != rules.Draw && g.Reason == rules.Stalemate {
			name += ", lost" // the same reason can end games in two ways
		}
		i, ok := at[name]
		if !ok {
			i = len(in.Endings)
			at[name] = i
			in.Endings = append(in.Endings, chart.Ending{Reason: name, Drawn: g.Result == rules.Draw})
		}
		in.Endings[i].Games++
	}
	sortEndings(in.Endings)
	return chart.Endings(in), nil
}

func (r *Result) drawLengths(spec *Chart) (*chart.Chart, error) {
	run := &r.Runs[spec.Runs[0]]
	in := chart.LengthsInput{About: r.about(spec.Title, spec.Runs)}
	in.Game = run.Run.Game.Variant.Title
	for _, g := range run.List {
		if moves := (g.Plies + 1) / 2; g.Result == rules.Draw {
			in.Drawn = append(in.Drawn, moves)
		} else {
			in.Decided = append(in.Decided, moves)
		}
	}
	return chart.Lengths(in), nil
}

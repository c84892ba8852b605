package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/claim"
	"bestiary/experiments/compare"
	"bestiary/experiments/present/answer"
	"bestiary/experiments/present/chart"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// figures draws the verdicts and the charts that the experiment asks for.
func (r page) figures() (verdicts, charts []doc.Block) {
	parts, questions := "Each part of the claim with the range that supports it and what was found.", "Questions of our own, with the range for which the answer is yes and what was found."
	if r.Experiment.Truths {
		parts = "Each result with its published range and what was found."
	}
	verdicts = answer.Figures(
		answer.Figure{Name: "verdicts", Caption: parts, Chart: r.drawVerdicts(claim.Claimed)},
		answer.Figure{Name: "questions", Caption: questions, Chart: r.drawVerdicts(claim.Ours)})
	var list []answer.Figure
	for i := range r.Experiment.Charts {
		spec := &r.Experiment.Charts[i]
		list = append(list, answer.Figure{Name: fmt.Sprintf("%d-%s", i+1, spec.Kind), Caption: spec.Title, Chart: r.draw(spec)})
	}
	return verdicts, answer.Figures(list...)
}

// about returns the heading of a chart of some runs.
func (r page) about(title string, runs []int) chart.About {
	a := chart.About{Title: title, Game: r.Experiment.Title}
	nodes := map[int]bool{}
	var games []*rules.Game
	for _, i := range runs {
		games = append(games, r.Runs[i].Run.Game)
		a.Games += r.Runs[i].Games
		n := r.Runs[i].Nodes
		nodes[n] = true
		a.Note = format.Plural(n, "node") + " a move"
	}
	if len(nodes) > 1 {
		a.Note = "at several numbers of nodes a move"
	}
	a.Faces = answer.Faces(games...)
	return a
}

// drawVerdicts draws the parts of the claim, or our own questions; nil without any.
func (r page) drawVerdicts(family claim.Family) *chart.Chart {
	var all []int
	for i := range r.Runs {
		all = append(all, i)
	}
	in := chart.VerdictsInput{About: r.about(r.Experiment.Title, all), Level: r.Experiment.Level}
	in.Games = r.Games()
	switch in.Game = "Claim of " + r.Experiment.Source.Author; {
	case family == claim.Ours:
		in.Game = "Questions of our own"
	case r.Experiment.Truths:
		in.Game, in.Range = "Published results of "+r.Experiment.Source.Author, "published range"
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		h := a.Hypothesis
		if h.Family != family || !a.Effect.Known() {
			continue // not asked here, or the games say nothing about it
		}
		in.Rows = append(in.Rows, chart.VerdictRow{
			Says: fmt.Sprintf("%d  %s", i+1, h.Says), Value: stat.Interval{Estimate: a.Effect.Estimate, Lo: math.Min(a.Effect.Lo, a.Effect.Estimate), Hi: math.Max(a.Effect.Hi, a.Effect.Estimate)},
			From: h.Rule.Lo, To: h.Rule.Hi, Ends: ends(h.Unit(), h.Rule),
			Number: a.Found(), Verdict: a.Word(),
		})
	}
	if len(in.Rows) == 0 {
		return nil
	}
	return chart.Verdicts(in)
}

// ends returns the ends of a range in words, "" for one that is infinite.
func ends(u format.Unit, rule claim.Rule) (ends [2]string) {
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

// charts has a function for each kind of chart, which returns nil where there is nothing to show.
var charts = map[string]func(page, *claim.Chart) *chart.Chart{
	"curve":      page.drawCurve,
	"pyramid":    page.drawPyramid,
	"values":     page.drawValues,
	"outcomes":   page.drawOutcomes,
	"endings":    page.drawEndings,
	"placements": page.drawPlacements,
}

// draw draws a chart of the experiment; nil where there is nothing to show.
func (r page) draw(spec *claim.Chart) *chart.Chart {
	if r.about("", spec.Runs).Games == 0 {
		return nil
	}
	return charts[spec.Kind](r, spec)
}

// aboutGame returns the heading of a chart of one run.
func (r page) aboutGame(spec *claim.Chart) chart.About {
	about := r.about(spec.Title, spec.Runs)
	about.Game = r.Runs[spec.Runs[0]].Run.Game.Variant.Title
	return about
}

func (r page) drawCurve(spec *claim.Chart) *chart.Chart {
	in, _ := compare.FindCurve(spec.Measure, r.about(spec.Title, spec.Runs), r.Experiment.Level)
	in.Near = in.Share
	for _, i := range spec.Runs {
		for k, run := range r.Runs[i].WithPeers() {
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

// drawPyramid returns nil if the games tell no value.
func (r page) drawPyramid(spec *claim.Chart) *chart.Chart {
	values := r.Runs[spec.Runs[0]].Values
	in := chart.PyramidInput{About: r.aboutGame(spec), Level: values.Measurement.Level}
	in.Unit = values.Measurement.Scale.In()
	told := false
	for _, v := range values.Ranking {
		in.Values = append(in.Values, chart.Value{Piece: v.Piece, Symbol: v.Symbol, Value: v.Total, Tier: v.Tier, Count: v.Count})
		told = told || v.Tier > 0
	}
	if !told {
		return nil
	}
	return chart.Pyramid(in)
}

func (r page) drawValues(spec *claim.Chart) *chart.Chart {
	in := chart.ValuesInput{About: r.about(spec.Title, spec.Runs)}
	for _, run := range r.Select(spec.Runs) {
		in.Level, in.Unit = run.Values.Measurement.Level, run.Values.Measurement.Scale.In()
		est := chart.Estimator{Name: run.Run.Name}
		for _, v := range run.Values.Ranking {
			if !v.Worth.Exact() && v.Total.Known() {
				est.Values = append(est.Values, chart.Estimate{Piece: v.Piece, Value: v.Total})
			}
		}
		if len(est.Values) > 0 {
			in.Estimators = append(in.Estimators, est)
		}
	}
	if len(in.Estimators) == 0 {
		return nil
	}
	return chart.Values(in)
}

func (r page) drawOutcomes(spec *claim.Chart) *chart.Chart {
	in := chart.OutcomesInput{About: r.about(spec.Title, spec.Runs)}
	for _, run := range r.Select(spec.Runs) {
		n := compare.CountOutcomes(run.List)
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: run.Run.Name, WhiteWins: n.White, Draws: n.Draws, BlackWins: n.Black})
	}
	return chart.Outcomes(in)
}

func (r page) drawEndings(spec *claim.Chart) *chart.Chart {
	in := chart.EndingsInput{About: r.aboutGame(spec)}
	count := map[chart.Ending]int{}
	for _, g := range r.Runs[spec.Runs[0]].List {
		e := chart.Ending{Reason: string(g.Reason), Drawn: g.Result == rules.Draw}
		if !e.Drawn && g.Reason == rules.Stalemate {
			e.Reason += ", lost" // the same reason can end games in two ways
		}
		count[e]++
	}
	for e, games := range count {
		e.Games = games
		in.Endings = append(in.Endings, e)
	}
	slices.SortFunc(in.Endings, func(a, b chart.Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason), cmp.Compare(fmt.Sprint(a.Drawn), fmt.Sprint(b.Drawn)))
	})
	return chart.Endings(in)
}

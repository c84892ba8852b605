package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Verdicts draws the hypotheses with their ranges.
func (r draft) Verdicts() []doc.Block {
	parts := "Each part of the claim, with the range that supports it and what was found."
	if r.Truths() {
		parts = "Each result, with its published range and what was found. Where we cannot tell, " +
			"the interval reaches beyond the range and covers half of it."
	}
	const questions = "Questions of our own, with the range for which the answer is yes and what was found."
	return page.Figures(page.Figure{Name: "verdicts", Caption: parts, Chart: r.drawVerdicts(Claimed)},
		page.Figure{Name: "questions", Caption: questions, Chart: r.drawVerdicts(Ours)})
}

// drawn draws the charts that the experiment asks for.
func (r draft) drawn() []doc.Block {
	var list []page.Figure
	for i := range r.Experiment.Charts {
		spec := &r.Experiment.Charts[i]
		list = append(list, page.Figure{Name: fmt.Sprintf("%d-%s", i+1, spec.Kind), Caption: spec.Title, Chart: r.draw(spec)})
	}
	return page.Figures(list...)
}

func (r draft) FirstChart() []doc.Block { return r.drawings[:min(1, len(r.drawings))] }
func (r draft) MoreCharts() []doc.Block { return r.drawings[min(1, len(r.drawings)):] }

// about returns the heading of a chart of some runs.
func (r draft) about(title string, runs []int) chart.About {
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
	a.Faces = page.Faces(games...)
	return a
}

// drawVerdicts draws the parts of the claim, or our own questions; nil without any.
func (r draft) drawVerdicts(family Family) *chart.Chart {
	var all []int
	for i := range r.Runs {
		all = append(all, i)
	}
	in := chart.VerdictsInput{About: r.about(r.Experiment.Title, all), Level: r.Experiment.Level}
	in.Games = r.Games()
	switch in.Game = "Claim of " + r.Experiment.Source.Author; {
	case family == Ours:
		in.Game = "Questions of our own"
	case r.Experiment.Truths:
		in.Game, in.Range = "Published results of "+r.Experiment.Source.Author, "published range"
	}
	for _, a := range family.of(r.Answers) {
		h := &a.Hypothesis
		if !a.Effect.Known() {
			continue // the games are uninformative about it
		}
		v := a.Effect
		in.Rows = append(in.Rows, chart.VerdictRow{
			Says:  fmt.Sprintf("%d. %s", a.Number, h.Says),
			Value: stat.Interval{Estimate: v.Estimate, Lo: math.Min(v.Lo, v.Estimate), Hi: math.Max(v.Hi, v.Estimate)},
			From:  h.Rule.Lo, To: h.Rule.Hi, Ends: ends(h.Unit(), h.Rule),
			Number: a.drawn(), Verdict: a.Word(),
		})
	}
	if len(in.Rows) == 0 {
		return nil
	}
	return chart.Verdicts(in)
}

// drawn is the number beside a mark, with its interval, however wide.
func (a *Answer) drawn() string {
	text := a.Hypothesis.Unit().Interval(a.Effect)
	if a.Decisive != "" {
		text += "; " + a.Decisive
	}
	return text
}

// ends returns the ends of a range in words, "" for one that is infinite.
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

// draw draws a chart of the experiment; nil if there is nothing to show.
func (r draft) draw(spec *Chart) *chart.Chart {
	if r.about("", spec.Runs).Games == 0 {
		return nil
	}
	return kindOf(chartKinds, spec.Kind).draw(r, spec)
}

// aboutGame returns the heading of a chart of one run.
func (r draft) aboutGame(spec *Chart) chart.About {
	about := r.about(spec.Title, spec.Runs)
	about.Game = r.Runs[spec.Runs[0]].Run.Game.Variant.Title
	return about
}

func (r draft) drawCurve(spec *Chart) *chart.Chart {
	in, _ := measure.FindCurve(spec.Measure, r.about(spec.Title, spec.Runs), r.Experiment.Level)
	in.Near = in.Share
	for _, i := range spec.Runs {
		for k, run := range r.Runs[i].WithPeers() {
			curve := measure.Curve(spec.Measure, run.Run.Name, run.List, spec.From, spec.To, r.Experiment.Level)
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

// drawPyramid returns nil if the games determine no value.
func (r draft) drawPyramid(spec *Chart) *chart.Chart {
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

func (r draft) drawValues(spec *Chart) *chart.Chart {
	in := chart.ValuesInput{About: r.about(spec.Title, spec.Runs)}
	for _, run := range pick(r.Runs, spec.Runs) {
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

func (r draft) drawOutcomes(spec *Chart) *chart.Chart {
	in := chart.OutcomesInput{About: r.about(spec.Title, spec.Runs)}
	for _, run := range pick(r.Runs, spec.Runs) {
		n := measure.CountOutcomes(run.List)
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: run.Run.Name, WhiteWins: n.White, Draws: n.Draws, BlackWins: n.Black})
	}
	return chart.Outcomes(in)
}

func (r draft) drawEndings(spec *Chart) *chart.Chart {
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

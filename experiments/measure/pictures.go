//go:build !js

package measure

import (
	"fmt"
	"math"
	"slices"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
)

// figures draws the charts in the order of the report.
func (res *Result) figures() []doc.Block {
	return page.Figures(
		page.Figure{Name: "effects", Caption: "Every measure as a difference in standard deviations of a single game, so that shares, lengths and counts can be compared. The numbers beside it are in the units of the measures.", Chart: res.drawEffects()},
		page.Figure{Name: "outcomes", Caption: "Results of the games.", Chart: res.drawOutcomes()},
		page.Figure{Name: "endings", Caption: "How the games ended.", Chart: res.drawEndings()},
		page.Figure{Name: "lengths", Caption: "Share of games still in progress after a number of plies (Kaplan–Meier). A game stopped at the maximum length counts as lasting longer.", Chart: res.drawSurvival("Length of games", "games still going", func(s *SideResult) *rating.Survival { return s.lengths })},
		page.Figure{Name: "decisions", Caption: "Share of games not yet decided if only wins ended games (Kaplan–Meier, with draws censored).", Chart: res.drawSurvival("Pace of decisions", "games not decided yet", func(s *SideResult) *rating.Survival { return s.decisions })},
		page.Figure{Name: "captures", Caption: "Captures made by a ply, on average over all games. A game that has ended counts with its final number. The axis ends where 95 % of the games have ended.", Chart: res.drawFamily("captures-by", "Captures", 0, res.usual())},
		page.Figure{Name: "material", Caption: "Share of the initial material left on the board, by the values of the mobility prior. A game that has ended counts with its final material.", Chart: res.drawFamily("material-at", "Material on the board", 0, res.usual())},
		page.Figure{Name: "castlings", Caption: "Share of sides that have castled by a ply.", Chart: res.drawFamily("castled-by", "Castling", 0, res.latest(lastCastling))},
		page.Figure{Name: "waiting", Caption: "Share of the pieces waiting at the start that have neither entered nor been lost by a ply.", Chart: res.drawFamily("waiting-at", "Waiting pieces", 0, res.latest(lastWaiting))},
		page.Figure{Name: "counter", Caption: "Share of games with this many moves by each side without " + res.progress() + ". A rule with that limit would have ended them.", Chart: res.drawFamily("counter-from", "Moves without "+res.progress(), 0, res.highestCounter())},
		page.Figure{Name: "decisions-lost", Caption: "Share of the decided games that a rule with that limit would have drawn. Each curve ends at the limit of its side.", Chart: res.drawFamily("lost-decisions", "Decisions that an n-move rule would prevent", fewMoves, res.lastDecision())},
	)
}

// about returns the heading of a chart.
func (res *Result) about(title string) chart.About {
	return chart.About{
		Title: title, Game: res.gameTitle(), Games: len(res.Sides[0].Games) + len(res.Sides[1].Games),
		Note: fmt.Sprintf("%d on each side · %s a move", len(res.Sides[0].Games), format.Plural(res.Config.Play.Nodes, "node")),
	}
}

func (res *Result) drawEffects() *chart.Chart {
	in := chart.DifferencesInput{
		About: res.about("What the rules change"), Level: res.Config.Level,
		Axis:         "second minus first, in standard deviations of a game",
		Heads:        []string{res.Sides[0].Label, res.Sides[1].Label, "difference (" + format.Level(res.Config.Level) + " interval)"},
		Significance: fmt.Sprintf("significant: p < %.2g after Holm's adjustment", 1-res.Config.Level),
	}
	for i := range res.Measures {
		m := &res.Measures[i]
		if math.IsNaN(m.Size.Estimate) || m.unseen() {
			continue
		}
		e := chart.Difference{Name: m.Heading(), Size: m.Size, Significant: m.Significant(res.Config.Level)}
		if !e.Size.Bounded() {
			e.Size = stat.Exact(e.Size.Estimate)
		}
		first, second, difference := m.Figures()
		e.Cells = []string{first, second, difference}
		in.Rows = append(in.Rows, e)
	}
	if len(in.Rows) == 0 || res.allIdentical() {
		return nil
	}
	return chart.Differences(in)
}

func (res *Result) drawOutcomes() *chart.Chart {
	in := chart.OutcomesInput{About: res.about("Results of the games")}
	for i := range res.Sides {
		s := &res.Sides[i]
		in.Rows = append(in.Rows, chart.OutcomeRow{
			Name: s.Label, WhiteWins: s.White, Draws: s.Draws, BlackWins: s.Black,
		})
	}
	return chart.Outcomes(in)
}

func (res *Result) drawEndings() *chart.Chart {
	in := chart.SharesInput{About: res.about("How the games ended"), Sets: []string{res.Sides[0].Label, res.Sides[1].Label}, Level: res.Config.Level}
	games := [2][]Game{res.Sides[0].Games, res.Sides[1].Games}
	for _, drawn := range []bool{false, true} {
		for _, reason := range reasons(games, drawn) {
			q := endedFor(reason, drawn)
			row := chart.ShareRow{Name: q.Label}
			for _, list := range games {
				v := q.mean(list, res.Pairs, res.Config.Level)
				row.Shares = append(row.Shares, chart.Share{
					Games: int(total(list, func(g Game) float64 { return q.Of(&g) })),
					Share: stat.Interval{Estimate: clamped(v.Estimate), Lo: v.Lo, Hi: v.Hi},
				})
			}
			in.Rows = append(in.Rows, row)
		}
	}
	return chart.Shares(in)
}

func (res *Result) drawSurvival(title, what string, of func(*SideResult) *rating.Survival) *chart.Chart {
	in := chart.CurvesInput{About: res.about(title), X: "length of the game (plies)", Y: what, Left: "games still going", Share: true, Steps: true, Level: res.Config.Level}
	for i := range res.Sides {
		s := &res.Sides[i]
		c := chart.Curve{Name: s.Label, Points: []chart.CurvePoint{{X: 0, Y: stat.Exact(1)}}}
		for k := range s.Games {
			c.Lasting = append(c.Lasting, float64(s.Games[k].Plies))
		}
		for _, t := range distinct(c.Lasting) {
			v, _ := of(s).At(t, res.Config.Level)
			c.Points = append(c.Points, point(t, v, false))
		}
		in.Curves = append(in.Curves, c)
	}
	return chart.Curves(in)
}

// point returns a point of a curve, without a band if the interval is unbounded. Shares
// are kept within 0 and 1.
func point(x float64, v stat.Interval, share bool) chart.CurvePoint {
	if !v.Bounded() {
		v = stat.Exact(v.Estimate)
	}
	y := stat.Interval{Estimate: v.Estimate, Lo: math.Min(v.Lo, v.Estimate), Hi: math.Max(v.Hi, v.Estimate)}
	if share {
		y = y.Map(clamped)
	}
	return chart.CurvePoint{X: x, Y: y}
}

// distinct lists positive numbers in order.
func distinct(list []float64) []float64 {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(x float64) bool { return x <= 0 })
}

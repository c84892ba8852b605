//go:build !js

package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
)

// figures draws the charts in the order of the report.
func (res *Result) figures() []doc.Block {
	resets, usual, counter := res.progress(), res.usual(), res.highestCounter()
	lengths := func(s *SideResult) *rating.Survival { return s.lengths }
	decisions := func(s *SideResult) *rating.Survival { return s.decisions }
	const prevented = "Decisions that an n-move rule would prevent"
	list := []page.Figure{
		{Name: "effects", Chart: res.drawEffects()},
		{Name: "outcomes", Chart: res.drawOutcomes()},
		{Name: "endings", Chart: res.drawEndings()},
		{Name: "lengths", Chart: res.drawSurvival("Length of games", "games still going", lengths)},
		{Name: "decisions", Chart: res.drawSurvival("Pace of decisions", "games not decided yet", decisions)},
		{Name: "captures", Chart: res.drawFamily("captures-by", "Captures", 0, usual)},
		{Name: "material", Chart: res.drawFamily("material-at", "Material on the board", 0, usual)},
		{Name: "castlings", Chart: res.drawFamily("castled-by", "Castling", 0, res.latest(lastCastling))},
		{Name: "waiting", Chart: res.drawFamily("waiting-at", "Waiting pieces", 0, res.latest(lastWaiting))},
		{Name: "counter", Chart: res.drawFamily("counter-from", "Moves without "+resets, 0, counter)},
		{Name: "decisions-lost", Chart: res.drawFamily("lost-decisions", prevented, fewMoves, res.lastDecision())},
	}
	for i := range list {
		list[i].Caption = texts.Text(list[i].Name, resets).String()
	}
	return page.Figures(list...)
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
		e.Cells = m.Cells()
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
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: s.Label, WhiteWins: s.White, Draws: s.Draws, BlackWins: s.Black})
	}
	return chart.Outcomes(in)
}

func (res *Result) drawEndings() *chart.Chart {
	labels := []string{res.Sides[0].Label, res.Sides[1].Label}
	in := chart.SharesInput{About: res.about("How the games ended"), Sets: labels, Level: res.Config.Level}
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
	in := chart.CurvesInput{
		About: res.about(title), X: "length of the game (plies)", Y: what, Left: "games still going",
		Share: true, Steps: true, Level: res.Config.Level,
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		c := chart.Curve{Name: s.Label, Points: []chart.CurvePoint{{X: 0, Y: stat.Exact(1)}}}
		for k := range s.Games {
			c.Lasting = append(c.Lasting, float64(s.Games[k].Plies))
		}
		for _, t := range slices.Compact(slices.Sorted(slices.Values(c.Lasting))) {
			if t > 0 {
				v, _ := of(s).At(t, res.Config.Level)
				c.Points = append(c.Points, point(t, v, false))
			}
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

// shownLengths is the share of games that an axis of plies covers.
const shownLengths = 0.95

// usual returns the length in plies that shownLengths of the games do not exceed.
func (res *Result) usual() int {
	var lengths []int
	res.latest(func(g *Game) int {
		lengths = append(lengths, g.Plies)
		return 0
	})
	slices.Sort(lengths)
	return max(1, lengths[int(shownLengths*float64(len(lengths)-1))])
}

// latest returns the greatest number over all games, such as the ply of the last castling.
func (res *Result) latest(plies func(*Game) int) int {
	last := 0
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			last = max(last, plies(&res.Sides[i].Games[k]))
		}
	}
	return last
}

// lastCastling returns the ply of the last castling of a game, 0 if neither side castles.
func lastCastling(g *Game) int {
	if len(g.Castlings) == 0 {
		return 0
	}
	return g.Castlings[len(g.Castlings)-1].Ply
}

// lastWaiting returns the last ply at which a waiting piece enters or is lost, 0 if none is.
func lastWaiting(g *Game) int {
	ply := 0
	for _, w := range g.Waits {
		ply = max(ply, w.Entered, w.Lost)
	}
	return ply
}

// fewMoves is where the curve of lost decisions begins: no rule has a lower limit, and
// nearly all games pass lower ones.
const fewMoves = 10

// lastDecision returns the last number of the curve of lost decisions: 0 if no game is decided,
// or if all are so quick that no limit matters.
func (res *Result) lastDecision() int {
	if res.latest(func(g *Game) int { return int(truth(!isDrawn(g) && g.Passed(fewMoves))) }) == 0 {
		return 0
	}
	return max(fewMoves+1, res.highestCounter())
}

// highestCounter returns the highest n-move counter of all games, at least 1.
func (res *Result) highestCounter() int {
	return max(1, res.latest(func(g *Game) int { return int(math.Ceil(g.Counter)) }))
}

// drawFamily draws a family of measures over its number, nil if the last one is 0. A side
// without the measure has no curve, and one over moves ends at the n-move limit of its side.
func (res *Result) drawFamily(family, title string, first, last int) *chart.Chart {
	if last == 0 || !has(res.Sides[0].Game, family) && !has(res.Sides[1].Game, family) {
		return nil
	}
	in, _ := FindCurve(family, res.about(title), res.Config.Level)
	in.X = strings.Replace(in.X, progress, res.progress(), 1)
	in.Near = family == "lost-decisions"
	for i := range res.Sides {
		s := &res.Sides[i]
		end := last
		if limit := s.Game.Variant.Rules.NMove; in.X != plyAxis && limit > 0 {
			end = max(first, min(last, limit))
		}
		if c := Curve(family, s.Label, s.Games, first, end, res.Config.Level); len(c.Points) > 0 {
			in.Curves = append(in.Curves, c)
		}
	}
	return chart.Curves(in)
}

// plyAxis is the axis of curves over plies.
const plyAxis = "ply"

// FindCurve returns a chart, still without curves, for a family of measures such as
// "lost-decisions". It reports false if there is no such family.
func FindCurve(name string, about chart.About, level float64) (in chart.CurvesInput, ok bool) {
	i := slices.IndexFunc(families, func(f family) bool { return f.prefix == name+"-" })
	if i < 0 {
		return in, false
	}
	f := families[i]
	in = chart.CurvesInput{About: about, X: plyAxis, Y: f.axis, Share: f.unit != PerGame, Level: level}
	if f.overMoves {
		in.X = "moves of each side without " + progress
	}
	return in, true
}

// maxPoints is the maximum number of points of a curve.
const maxPoints = 100

// Curve measures games at the numbers of a family from first to last. It ends where the
// games no longer determine the measure.
func Curve(family, name string, games []Game, first, last int, level float64) chart.Curve {
	out := chart.Curve{Name: name}
	step := max(1, (last-first+maxPoints-1)/maxPoints)
	for n := first; ; n += step {
		n = min(n, last)
		q := member(family+"-", n)
		v := q.mean(games, len(games)/gamesOfPair, level)
		if math.IsNaN(v.Estimate) {
			break
		}
		out.Points = append(out.Points, point(float64(n), v, q.Unit != PerGame))
		if n == last {
			break
		}
	}
	return out
}

// progress is what resets the counter of the n-move rule in most games.
const progress = "a capture or a pawn move"

// progress describes what resets the counter in the games of both sides.
func (res *Result) progress() string {
	drops, pawns := false, false
	for i := range res.Sides {
		g := res.Sides[i].Game
		drops = drops || g.Drops()
		pawns = pawns || slices.ContainsFunc(g.Types(), g.IsPawn)
	}
	list := []string{"a capture"}
	if drops {
		list = append(list, "a drop")
	}
	if pawns {
		list = append(list, "a pawn move")
	}
	return format.List(list, "or")
}

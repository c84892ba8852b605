package compare

import (
	"math"

	"bestiary/experiments/chart"
	"bestiary/selfplay/rating"
)

// curvePoints is into how many parts an axis of plies is divided.
const curvePoints = 60

func (res *Result) drawCaptures() (*chart.Chart, error) {
	return res.drawByPly("captures-by-", chart.CurvesInput{About: res.about("Captures"), Y: "captures made, mean of a game"})
}

func (res *Result) drawMaterial() (*chart.Chart, error) {
	return res.drawByPly("material-at-", chart.CurvesInput{About: res.about("Material on the board"), Y: "material left of that at the start", Share: true})
}

// drawCastlings returns nil if nobody castles.
func (res *Result) drawCastlings() (*chart.Chart, error) {
	if !res.ever(func(g *Game) bool { return len(g.Castlings) > 0 }) {
		return nil, nil
	}
	return res.drawByPly("castled-by-", chart.CurvesInput{About: res.about("Castling"), Y: "sides that have castled", Share: true})
}

// drawWaiting returns nil if no pieces wait.
func (res *Result) drawWaiting() (*chart.Chart, error) {
	if !res.ever(func(g *Game) bool { return len(g.Waits) > 0 }) {
		return nil, nil
	}
	return res.drawByPly("waiting-at-", chart.CurvesInput{About: res.about("Waiting pieces"), Y: "pieces that still wait", Share: true})
}

// ever reports whether something is true of a game of either side.
func (res *Result) ever(what func(*Game) bool) bool {
	return res.Sides[0].Count(what)+res.Sides[1].Count(what) > 0
}

// drawByPly draws a family of quantities over the plies of the longest game. A
// side without the quantity has no curve.
func (res *Result) drawByPly(prefix string, in chart.CurvesInput) (*chart.Chart, error) {
	in.X, in.Level = "ply", res.Config.Level
	longest := 0
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			longest = max(longest, res.Sides[i].Games[k].Plies)
		}
	}
	step := max(1, (longest+curvePoints-1)/curvePoints)
	return res.drawFamily(prefix, in, longest, step)
}

func (res *Result) drawCounter() (*chart.Chart, error) {
	return res.drawByMoves("counter-from-", chart.CurvesInput{About: res.about("Moves without a capture or a pawn move"), Y: "games with as many or more", Share: true})
}

// drawDecisionsLost returns nil if no game is decided.
func (res *Result) drawDecisionsLost() (*chart.Chart, error) {
	if !res.ever(hasWinner) {
		return nil, nil
	}
	return res.drawByMoves("lost-decisions-", chart.CurvesInput{About: res.about("Decisions that an n-move rule would prevent"), Y: "decided games with as many or more", Share: true, Near: true})
}

// drawByMoves draws a family of quantities over the values of the n-move counter.
func (res *Result) drawByMoves(prefix string, in chart.CurvesInput) (*chart.Chart, error) {
	in.X, in.Level = "moves of each side without a capture or a pawn move", res.Config.Level
	highest := 1.0
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			highest = math.Max(highest, res.Sides[i].Games[k].Counter)
		}
	}
	return res.drawFamily(prefix, in, int(highest), 1)
}

func (res *Result) drawFamily(prefix string, in chart.CurvesInput, last, step int) (*chart.Chart, error) {
	for i := range res.Sides {
		s := &res.Sides[i]
		c := chart.Curve{Name: s.Label}
		for n := 0; n <= last+step-1; n += step {
			v := named(prefix, n).mean(s.Games, res.Config.Play.Pairs, res.Config.Level)
			if math.IsNaN(v.Estimate) {
				break
			}
			if in.Share {
				v = rating.Interval{Estimate: clamped(v.Estimate), Lo: clamped(v.Lo), Hi: clamped(v.Hi)}
			}
			c.Points = append(c.Points, point(float64(n), v))
		}
		if len(c.Points) > 0 {
			in.Curves = append(in.Curves, c)
		}
	}
	return chart.Curves(in)
}

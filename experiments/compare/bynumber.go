package compare

import (
	"math"
	"slices"

	"bestiary/internal/present/chart"
)

// extent is which numbers a curve of a family has.
type extent struct{ first, last, step int }

// curvePoints is into how many parts an axis of plies is divided.
const curvePoints = 60

// until divides the plies up to a last one.
func until(ply int) extent { return extent{0, ply, max(1, (ply+curvePoints-1)/curvePoints)} }

// mostLengths is the share of games whose length an axis of plies shows.
const mostLengths = 0.95

// usual is the length in plies that so many games do not exceed.
func (res *Result) usual() int {
	var lengths []int
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			lengths = append(lengths, res.Sides[i].Games[k].Plies)
		}
	}
	slices.Sort(lengths)
	return max(1, lengths[int(mostLengths*float64(len(lengths)-1))])
}

// latest is the last ply that something has in any game; 0 if none has it.
func (res *Result) latest(plies func(*Game) int) int {
	last := 0
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			last = max(last, plies(&res.Sides[i].Games[k]))
		}
	}
	return last
}

func (res *Result) drawCaptures() (*chart.Chart, error) {
	return res.drawByPly("captures-by-", res.usual(), chart.CurvesInput{About: res.about("Captures"), Y: "captures made, mean of a game"})
}

func (res *Result) drawMaterial() (*chart.Chart, error) {
	return res.drawByPly("material-at-", res.usual(), chart.CurvesInput{About: res.about("Material on the board"), Y: "material left of that at the start", Share: true})
}

// drawCastlings returns nil if nobody castles.
func (res *Result) drawCastlings() (*chart.Chart, error) {
	last := res.latest(func(g *Game) int {
		if len(g.Castlings) == 0 {
			return 0
		}
		return g.Castlings[len(g.Castlings)-1].Ply
	})
	if last == 0 {
		return nil, nil
	}
	return res.drawByPly("castled-by-", last, chart.CurvesInput{About: res.about("Castling"), Y: "sides that have castled", Share: true})
}

// drawWaiting returns nil if no pieces wait, or none enters or is lost.
func (res *Result) drawWaiting() (*chart.Chart, error) {
	last := res.latest(func(g *Game) int {
		ply := 0
		for _, w := range g.Waits {
			ply = max(ply, w.Entered, w.Lost)
		}
		return ply
	})
	if last == 0 {
		return nil, nil
	}
	return res.drawByPly("waiting-at-", last, chart.CurvesInput{About: res.about("Waiting pieces"), Y: "pieces that still wait", Share: true})
}

// drawByPly draws a family of quantities over plies. A side without the quantity
// has no curve.
func (res *Result) drawByPly(prefix string, last int, in chart.CurvesInput) (*chart.Chart, error) {
	in.X = "ply"
	return res.drawFamily(prefix, in, func(*SideResult) extent { return until(last) })
}

func (res *Result) drawCounter() (*chart.Chart, error) {
	in := chart.CurvesInput{About: res.about("Moves without a capture or a pawn move"), Y: "games with as many or more", Share: true}
	return res.drawByMoves("counter-from-", 0, in)
}

// fewMoves is where the curve of decisions lost begins: no rule has a limit below,
// and nearly all games are beyond lower ones.
const fewMoves = 10

// drawDecisionsLost returns nil if no game is decided, or all are so quick that
// no limit matters.
func (res *Result) drawDecisionsLost() (*chart.Chart, error) {
	if res.latest(func(g *Game) int { return int(truth(hasWinner(g) && g.Passed(fewMoves))) }) == 0 {
		return nil, nil
	}
	in := chart.CurvesInput{About: res.about("Decisions that an n-move rule would prevent"), Y: "decided games that would be drawn", Share: true, Near: true}
	return res.drawByMoves("lost-decisions-", fewMoves, in)
}

// drawByMoves draws a family of quantities over the values of the n-move counter,
// up to the limit of a side.
func (res *Result) drawByMoves(prefix string, first int, in chart.CurvesInput) (*chart.Chart, error) {
	in.X = "limit: moves of each side without a capture or a pawn move"
	highest := max(first+1, res.latest(func(g *Game) int { return int(math.Ceil(g.Counter)) }))
	return res.drawFamily(prefix, in, func(s *SideResult) extent {
		if limit := s.Game.Variant.Rules.NMove; limit > 0 && limit < highest {
			return extent{first, max(first, limit), 1}
		}
		return extent{first, highest, 1}
	})
}

func (res *Result) drawFamily(prefix string, in chart.CurvesInput, extent func(*SideResult) extent) (*chart.Chart, error) {
	in.Level = res.Config.Level
	for i := range res.Sides {
		s := &res.Sides[i]
		c := chart.Curve{Name: s.Label}
		e := extent(s)
		for n := e.first; n < e.last+e.step; n += e.step {
			v := named(prefix, n).mean(s.Games, res.Config.Play.Pairs, res.Config.Level)
			if math.IsNaN(v.Estimate) {
				break
			}
			c.Points = append(c.Points, Point(float64(n), v, in.Share))
		}
		if len(c.Points) > 0 {
			in.Curves = append(in.Curves, c)
		}
	}
	return chart.Curves(in), nil
}

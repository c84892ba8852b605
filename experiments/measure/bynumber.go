//go:build !js

package measure

import (
	"math"
	"slices"
	"strings"

	"bestiary/experiments/page/chart"
	"bestiary/internal/format"
)

// shownLengths is the share of games that an axis of plies covers.
const shownLengths = 0.95

// usual returns the length in plies that shownLengths of the games do not exceed.
func (res *Result) usual() int {
	var lengths []int
	for i := range res.Sides {
		for k := range res.Sides[i].Games {
			lengths = append(lengths, res.Sides[i].Games[k].Plies)
		}
	}
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

// lastCastling returns the ply of the last castling of a game, 0 if nobody castles.
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

// progress is what resets the counter of the n-move rule in most games.
const progress = "a capture or a pawn move"

// progress says what resets the counter in the games of both sides.
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

package eval

import (
	"math"
	"sync"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
)

// The scores of positions that win against a bare king, in centipawns above the values
// of the pieces.
const (
	driveBonus = 1000
	// A piece that mates alone.
	mateStep = 8 // for each ply
	// Several pieces, none of which mates alone.
	edgeStep   = 26 // for each move of a king from the nearest corner where mates are
	cornerStep = 20 // for each step by file and by rank from it
	kingStep   = 22 // for each move of a king between the kings
	kingLine   = 16 // for each step by file and by rank between them
	freeSquare = 14 // for each square that the bare king can go to within freeMoves
	freeMoves  = 3
)

// lone holds the ending of one piece against a bare king, which is solved when it first
// occurs; nil if the ending cannot be solved or won.
type lone struct {
	once   sync.Once
	solved *endgame.Lone
}

// lone returns the solved ending of a kind of piece, or nil.
func (e *Evaluator) lone(t rules.Type) *endgame.Lone {
	l := &e.lones[t]
	l.once.Do(func() { l.solved, _ = endgame.SolveLone(e.g, t) })
	return l.solved
}

// driven returns the score for the side to move if one side has a bare king and the other
// has pieces that may win, but no pawn that can promote. It reports false for other
// positions.
func (v *view) driven() (int, bool) {
	gates := v.p.Gates()
	if v.e.unscaled || v.p.Placing() || !gates.Empty() {
		return 0, false
	}
	for c := rules.White; c <= rules.Black; c++ {
		bare, own := v.p.Side(c.Other()), v.p.Side(c)
		if bare.Count() > 1 || own.Count() == 1 || v.pawns.promising[c] {
			continue
		}
		score, ok := v.driveScore(c)
		if v.p.Turn() != c {
			score = -score
		}
		return score, ok
	}
	return 0, false
}

// driveScore returns the score of a side against a bare king.
func (v *view) driveScore(c rules.Color) (int, bool) {
	p := v.p
	pieces := p.Side(c)
	pieces.Remove(p.King(c))
	single := pieces.Count() == 1
	values, plies, mates, solved := 0, math.MaxInt, false, false
	pieces.Squares(func(sq rules.Square) {
		t := p.At(sq).Type()
		values += v.e.value[t]
		if !single && !v.e.drawish.mates[t] {
			return
		}
		if l := v.e.lone(t); l != nil {
			solved = true
			if n, wins := l.Plies(c, p.Turn(), p.King(c), sq, p.King(c.Other())); wins {
				plies, mates = min(plies, n), true
			}
		}
	})
	a := v.army(c)
	switch {
	case mates:
		return min(values+driveBonus-mateStep*plies, maxScore), true
	case single && solved:
		return 0, true
	case !a.mates:
		return 0, false
	}
	return min(values+driveBonus-v.unconfined(c, &pieces), maxScore), true
}

// unconfined measures how far several pieces are from mating a bare king, in centipawns.
func (v *view) unconfined(c rules.Color, pieces *rules.Set) int {
	p, g := v.p, v.e.g
	own, bare := p.King(c), p.King(c.Other())
	attacked := v.e.attack.royal[c][own]
	var bound [2]bool // there are pieces bound to a colour
	pieces.Squares(func(sq rules.Square) {
		attacked = attacked.Or(&p.Sight(p.At(sq), sq).Guards)
		if v.e.drawish.bound[p.At(sq).Type()] {
			bound[shade(g, sq)] = true
		}
	})
	corner := math.MaxInt
	for _, at := range v.e.geo.corners {
		if bound[0] == bound[1] || bound[shade(g, at)] {
			straight, both := stepsToEdges(g, bare, at)
			corner = min(corner, edgeStep*straight+cornerStep*both)
		}
	}
	straight, both := steps(g, own, bare)
	return corner + kingStep*straight + kingLine*both + freeSquare*v.freedom(c.Other(), &attacked)
}

// steps returns the distance between two squares in moves of a king, and in steps by file and by
// rank.
func steps(g *rules.Game, a, b rules.Square) (king, both int) {
	file, rank := g.Distance(a, b)
	file, rank = max(file, -file), max(rank, -rank)
	return max(file, rank), file + rank
}

// stepsToEdges is like steps, but omits edges that are joined: they confine no king.
func stepsToEdges(g *rules.Game, a, corner rules.Square) (king, both int) {
	files, ranks := g.Joined()
	file, rank := g.File(corner), g.Rank(corner)
	if files {
		file = g.File(a)
	}
	if ranks {
		rank = g.Rank(a)
	}
	return steps(g, a, g.SquareAt(file, rank))
}

// freedom returns the number of squares that a king can reach within freeMoves on its own,
// including its own square, if the other side attacks the given squares.
func (v *view) freedom(c rules.Color, attacked *rules.Set) int {
	var all rules.Set
	all.Add(v.p.King(c))
	last, open := all, v.e.geo.board.AndNot(attacked)
	for range freeMoves {
		var next rules.Set
		last.Squares(func(sq rules.Square) { next = next.Or(&v.e.attack.royal[c][sq]) })
		next = next.And(&open)
		last = next.AndNot(&all)
		all = all.Or(&last)
	}
	return all.Count()
}

package eval

import (
	"sync"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
)

// The scores of positions that win against a bare king, in centipawns above the values
// of the pieces.
const (
	driveBonus = 1000
	// One piece, whose distance to mate is known.
	mateStep = 8 // for each ply
	// Several pieces.
	edgeStep   = 26 // for each move of a king from the nearest corner
	cornerStep = 20 // for each step by file and by rank from it
	kingStep   = 22 // for each move of a king between the kings
	kingLine   = 16 // for each step by file and by rank between them
	freeSquare = 14 // for each square that the bare king can go to within freeMoves
	freeMoves  = 3
)

// lone is an ending of one piece against a bare king, solved when it first occurs. Nil
// stands for one that cannot be solved or won.
type lone struct {
	once   sync.Once
	solved *endgame.Lone
}

// lone is the ending of a kind of piece.
func (e *Evaluator) lone(t rules.Type) *endgame.Lone {
	l := &e.lones[t]
	l.once.Do(func() { l.solved, _ = endgame.SolveLone(e.g, t) })
	return l.solved
}

// driven is the score for the side to move where one side has a bare king and the other
// pieces that may win and no pawn that promotes. It reports false for other positions.
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

// driveScore is the score of a side against a bare king.
func (v *view) driveScore(c rules.Color) (int, bool) {
	e, p := v.e, v.p
	own, bare := p.King(c), p.King(c.Other())
	pieces := p.Side(c)
	pieces.Remove(own)
	if pieces.Count() == 1 {
		var sq rules.Square
		pieces.Squares(func(only rules.Square) { sq = only })
		t := p.At(sq).Type()
		if l := e.lone(t); l != nil {
			plies, wins := l.Plies(c, p.Turn(), own, sq, bare)
			if !wins {
				return 0, true
			}
			return driveBonus + e.value[t] - mateStep*plies, true
		}
	}
	if a := v.army(c); !a.mates {
		return 0, false
	}
	score := driveBonus
	attacked := e.attack.royal[c][own]
	pieces.Squares(func(sq rules.Square) {
		var to rules.Set
		p.Guarded(p.At(sq), sq, &to)
		attacked = attacked.Or(&to)
		score += e.value[p.At(sq).Type()]
	})
	straight, both := steps(e.g, own, bare)
	file, rank := e.g.File(bare), e.g.Rank(bare)
	file, rank = min(file, e.g.Files()-1-file), min(rank, e.g.Ranks()-1-rank)
	score -= edgeStep*max(file, rank) + cornerStep*(file+rank) + kingStep*straight + kingLine*both
	return min(score-freeSquare*v.freedom(c.Other(), &attacked), maxScore), true
}

// steps is the distance of two squares in moves of a king, and in steps by file and by
// rank.
func steps(g *rules.Game, a, b rules.Square) (king, both int) {
	file, rank := g.File(a)-g.File(b), g.Rank(a)-g.Rank(b)
	file, rank = max(file, -file), max(rank, -rank)
	return max(file, rank), file + rank
}

// freedom is the number of squares that a king can reach within freeMoves on its own,
// its square included, if the other side attacks some squares.
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

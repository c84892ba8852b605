package eval

import (
	"math/rand/v2"

	"bestiary/engine/rules"
)

// uncheckedFillings is the number of random boards by which Unchecked finds out where a piece
// can go; they also hold what hopping pieces need.
const uncheckedFillings = 12

// Unchecked says what sets a piece apart from all those by which the mobility prior was
// checked, to complete a sentence such as "the ghost never captures"; "" if nothing does. Those
// capture, go to empty squares, and come to at least half of the board from some square. The
// value of a pawn is not derived from where it goes.
func Unchecked(g *rules.Game, t rules.Type) string {
	rng := rand.New(rand.NewPCG(priorSeed, 1))
	fillings := make([]rules.Set, 1, 1+uncheckedFillings)
	for range uncheckedFillings {
		fillings = append(fillings, randomFilling(g, rng, priorFilling))
	}
	code := rules.CodeOf(t, rules.White)
	moves, captures, squares := false, false, 0
	to := make([]rules.Set, g.Squares())
	for sq := range to {
		if g.IsHole(rules.Square(sq)) {
			continue
		}
		squares++
		for i := range fillings {
			quiet, capture := g.Reach(code, rules.Square(sq), &fillings[i])
			moves, captures = moves || !quiet.Empty(), captures || !capture.Empty()
			quiet = quiet.Or(&capture)
			to[sq] = to[sq].Or(&quiet)
		}
	}
	switch {
	case !captures && g.TakesInPassing(t):
		return "captures only in passing"
	case !captures:
		return "never captures"
	case !moves:
		return "moves only by captures"
	case !g.IsPawn(t) && 2*farthest(to) < squares:
		return "never comes to half of the board"
	}
	return ""
}

// farthest returns the largest number of squares to which a piece can come from a square in
// any number of moves, that square included. To holds where it goes in one move, by square.
func farthest(to []rules.Set) (most int) {
	for sq := range to {
		var seen, next rules.Set
		next.Add(rules.Square(sq))
		for !next.Empty() {
			seen = seen.Or(&next)
			var more rules.Set
			next.Squares(func(at rules.Square) { more = more.Or(&to[at]) })
			next = more.AndNot(&seen)
		}
		most = max(most, seen.Count())
	}
	return most
}

package opening

import (
	"math"
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
)

// army holds the pieces of one side at the start, on White's squares. Black's army is
// mirrored when the board is set up.
type army struct {
	side   rules.Color // whose it is, in a game whose armies differ; White if either side may have it
	board  [256]rules.Type
	behind [256]rules.Type // waits behind the piece on a square
	hand   []rules.Type    // waiting and not yet placed; in a game with drops, marked InHand
}

// unit is one piece of an army, on a square or in hand.
type unit struct {
	sq     rules.Square
	inHand int // index, or -1 for a piece on the board
}

func (a *army) clone() army {
	b := *a
	b.hand = slices.Clone(a.hand)
	return b
}

// counts returns the number of units by type.
func (a *army) counts() (n [Kinds]int) {
	for sq := range a.board {
		n[a.board[sq]]++
		n[a.behind[sq]]++
	}
	for _, t := range a.hand {
		n[t]++
	}
	n[rules.NoType] = 0
	return n
}

// unitsOf lists the units of a type.
func (a *army) unitsOf(t rules.Type) []unit {
	var list []unit
	for sq, have := range a.board {
		if have == t {
			list = append(list, unit{rules.Square(sq), -1})
		}
	}
	for i, have := range a.hand {
		if have == t {
			list = append(list, unit{inHand: i})
		}
	}
	return list
}

// draw returns a random pair of armies, and false if they do not satisfy the
// configuration.
func (r *roster) draw(rng *rand.Rand, c *Config) (a, b army, ok bool) {
	a, b = r.arrays[rules.White].clone(), r.arrays[rules.Black].clone()
	for _, side := range []*army{&a, &b} {
		for range rng.IntN(c.Units + 1) {
			r.change(rng, side)
		}
		for range rng.IntN(c.MissingPawns + 1) {
			r.dropPawn(rng, side)
		}
	}
	white, black := &r.arrays[rules.White], &r.arrays[rules.Black]
	change := r.value(&a) - r.value(&b) - (r.value(white) - r.value(black))
	if difference(&a, &b) == difference(white, black) || math.Abs(change) > c.MaxImbalance {
		return a, b, false
	}
	if !c.NoPermute {
		r.permute(rng, &a)
		r.permute(rng, &b)
	}
	return a, b, true
}

// difference returns how many units of each type an army has more than another.
func difference(a, b *army) (n [Kinds]int) {
	n = a.counts()
	for t, less := range b.counts() {
		n[t] -= less
	}
	return n
}

// value returns the sum of the prior values of an army, in pawns.
func (r *roster) value(a *army) float64 {
	v := 0.0
	for t, n := range a.counts() {
		if n > 0 {
			v += float64(float64(n) * r.values[t]) // unfused, alike on all processors
		}
	}
	return v
}

// change alters an army by one unit. The army stays as it is if there is nothing to remove
// or exchange, or no square for a new unit.
func (r *roster) change(rng *rand.Rand, a *army) {
	switch rng.IntN(3) {
	case 0:
		r.remove(rng, a)
	case 1:
		r.exchange(rng, a)
	default:
		r.add(rng, a)
	}
}

// pick returns a random unit of a random type among those that the army has.
func (r *roster) pick(rng *rand.Rand, a *army, types []rules.Type) (rules.Type, unit, bool) {
	n := a.counts()
	var have []rules.Type
	for _, t := range types {
		if n[t] > 0 {
			have = append(have, t)
		}
	}
	if len(have) == 0 {
		return 0, unit{}, false
	}
	t := choose(rng, have)
	return t, choose(rng, a.unitsOf(t)), true
}

func (r *roster) remove(rng *rand.Rand, a *army) {
	_, u, ok := r.pick(rng, a, r.units)
	switch {
	case !ok:
	case u.inHand >= 0:
		a.hand = slices.Delete(a.hand, u.inHand, u.inHand+1)
	default:
		a.board[u.sq] = rules.NoType
	}
}

// dropPawn takes a random pawn off the board, if there is one.
func (r *roster) dropPawn(rng *rand.Rand, a *army) {
	if _, u, ok := r.pick(rng, a, r.pawns); ok {
		a.board[u.sq] = rules.NoType
	}
}

// exchange turns a unit into another kind of officer; a waiting unit becomes a kind that
// may wait.
func (r *roster) exchange(rng *rand.Rand, a *army) {
	old, u, ok := r.pick(rng, a, r.officers)
	if !ok {
		return
	}
	from := r.officers
	if u.inHand >= 0 {
		from = r.waiting
	}
	others := slices.DeleteFunc(slices.Clone(from), func(t rules.Type) bool { return t == old || !r.mayHave(a.side, t) })
	switch {
	case len(others) == 0:
	case u.inHand >= 0:
		a.hand[u.inHand] = choose(rng, others)
	default:
		a.board[u.sq] = choose(rng, others)
	}
}

// add puts an officer on the first rank or, if that is full, in front of the pawns. A pawn
// is added only where the army lacks a pawn of the array: a doubled pawn is worth less
// than a normal pawn, which is the unit of value.
func (r *roster) add(rng *rand.Rand, a *army) {
	t := choose(rng, r.units)
	if !r.mayHave(a.side, t) {
		return
	}
	var free []rules.Square
	if r.g.IsPawn(t) {
		free = r.missing(a)
	} else if free = r.free(a, 0); len(free) == 0 && r.front > 0 {
		free = r.free(a, r.front)
	}
	if len(free) > 0 {
		a.board[choose(rng, free)] = t
	}
}

// missing lists the empty squares on which the array has a pawn.
func (r *roster) missing(a *army) []rules.Square {
	var list []rules.Square
	for sq, t := range r.arrays[a.side].board {
		if t != rules.NoType && r.g.IsPawn(t) && a.board[sq] == rules.NoType {
			list = append(list, rules.Square(sq))
		}
	}
	return list
}

// free lists the empty squares of a rank on which the other side's array has no piece.
func (r *roster) free(a *army, rank int) []rules.Square {
	var list []rules.Square
	for f := range r.g.Files() {
		sq := r.g.SquareAt(f, rank)
		if a.board[sq] == rules.NoType && r.arrays[a.side.Other()].board[r.g.MirrorSquare(sq)] == rules.NoType && !r.g.IsHole(sq) {
			list = append(list, sq)
		}
	}
	return list
}

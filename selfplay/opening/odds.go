package opening

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
)

// odds draws first positions of two armies that differ only by an exchange. It is
// read-only.
type odds struct {
	*armies
	exchange Exchange
}

// newOdds makes openings in which White has army A in game 0 of a pair. It returns an
// error if neither side's array has the pieces of the exchange.
func newOdds(g *rules.Game, cfg Config, seed uint64) (*armies, error) {
	x, err := ParseExchange(g, cfg.Exchange)
	if err != nil {
		return nil, err
	}
	text := x.Text(g)
	h := fnv.New64a()
	h.Write([]byte(text))
	// Exchanges with the same seed get unrelated placements.
	o := &odds{newArmies(g, cfg, Seed(seed, int(h.Sum64()))), x}
	o.choose, o.with, o.why = o.differing, "the exchange "+text, "the pieces find no squares"
	for c := range o.arrays {
		if !has(&o.arrays[c], x.Left) && !has(&o.arrays[c], x.Right) {
			return nil, fmt.Errorf("exchange %q: the army of %s has the pieces of neither side, expected those of one", text, g.Variant.Name)
		}
	}
	return o.armies, nil
}

// differing makes both armies from one array, shuffled once. Either A trades Right for
// Left, or B trades Left for Right, whichever puts fewer pieces on empty squares; if they
// are equal, the choice is random, so that both are measured.
func (o *odds) differing(rng *rand.Rand, _ int) (a, b army, ok bool) {
	array := o.arrays[rng.IntN(len(o.arrays))].clone()
	if !o.cfg.NoPermute {
		o.permute(rng, &array)
	}
	gains, moreA, okA := o.apply(rng, array.clone(), o.exchange)
	loses, moreB, okB := o.apply(rng, array.clone(), o.exchange.reversed())
	first := rng.IntN(2) == 0
	if okA && (!okB || moreA < moreB || moreA == moreB && first) {
		return gains, array, true
	}
	return array, loses, okB
}

// has reports whether an army has a list of pieces, in order of type.
func has(a *army, list []rules.Type) bool {
	n := a.counts()
	for _, t := range list {
		if n[t]--; n[t] < 0 {
			return false
		}
	}
	return true
}

// apply replaces the pieces Right of an exchange with the pieces Left. It returns how many
// of them went to places that were empty before, and false if the army lacks a piece or a
// square.
func (o *odds) apply(rng *rand.Rand, a army, x Exchange) (_ army, more int, ok bool) {
	if !has(&a, x.Right) {
		return a, 0, false
	}
	var left places
	for _, t := range x.Right {
		u := choose(rng, a.unitsOf(t))
		switch {
		case u.inHand >= 0:
			a.hand = slices.Delete(a.hand, u.inHand, u.inHand+1)
			left.hand++
		case o.g.IsPawn(t):
			a.board[u.sq] = rules.NoType
			left.pawns = append(left.pawns, u.sq)
		default:
			a.board[u.sq] = rules.NoType
			left.officers = append(left.officers, u.sq)
		}
	}
	// Pawns choose first: an officer may take a pawn's square, but not the reverse.
	order := slices.Clone(x.Left)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(s, t rules.Type) int { return o.rankOf(s) - o.rankOf(t) })
	for _, t := range order {
		moved, ok := o.settle(rng, &a, t, &left)
		if !ok {
			return a, 0, false
		}
		if moved {
			more++
		}
	}
	return a, more, true
}

// places holds the places that the pieces given up have left: squares of pawns and of
// officers, and places in hand.
type places struct {
	pawns, officers []rules.Square
	hand            int
}

// rankOf orders pieces by the order in which they choose a place: those with the most
// restricted choice first.
func (o *odds) rankOf(t rules.Type) int {
	switch {
	case IsInHand(t):
		return 2
	case o.g.IsPawn(t):
		return 0
	case slices.Contains(o.waiting, t):
		return 1
	}
	return 2
}

// settle puts a piece in the place of a piece given up, otherwise on an empty square,
// which it reports as moved. It returns false if there is no such square.
func (o *odds) settle(rng *rand.Rand, a *army, t rules.Type, left *places) (moved, ok bool) {
	if IsInHand(t) {
		a.hand = append(a.hand, t)
		return false, true
	}
	pawn := o.g.IsPawn(t)
	switch {
	case left.hand > 0 && slices.Contains(o.waiting, t):
		left.hand--
		a.hand = append(a.hand, t)
	case !pawn && len(left.officers) > 0:
		a.board[take(rng, &left.officers)] = t
	case len(left.pawns) > 0:
		a.board[take(rng, &left.pawns)] = t
	default:
		free := o.emptySquares(a, pawn)
		if len(free) == 0 {
			return false, false
		}
		a.board[choose(rng, free)] = t
		return true, true
	}
	return false, true
}

// emptySquares lists empty squares for a piece: for an officer on the first rank; for a
// pawn, or if that rank is full, in front of the pawns.
func (o *odds) emptySquares(a *army, pawn bool) []rules.Square {
	var free []rules.Square
	if !pawn {
		free = o.free(a, 0)
	}
	if len(free) == 0 && o.front > 0 {
		free = o.free(a, o.front)
	}
	return free
}

// take removes a random square from a list.
func take(rng *rand.Rand, list *[]rules.Square) rules.Square {
	i := rng.IntN(len(*list))
	sq := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return sq
}

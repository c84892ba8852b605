package opening

import (
	"errors"
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
	o.choose = func(rng *rand.Rand, _, index int) (a, b army, ok bool) { return o.draw(rng, index) }
	o.with, o.why = "the exchange "+text, errNoSquares
	return o.armies, o.possible(x)
}

// errNoSquares means that an exchange cannot be made on the board.
var errNoSquares = errors.New("the pieces find no squares")

// draw makes two armies for a game of a pair, of which A is ahead by the exchange. Where
// the armies differ, A is White's; Black is ahead in the second game.
func (o *odds) draw(rng *rand.Rand, index int) (a, b army, ok bool) {
	x := o.exchange
	if o.differ && index == 1 {
		x = x.reversed()
	}
	a, b = o.bases(rng)
	o.permuteBoth(rng, &a, &b)
	if o.differ && has(&a, x.Right) && has(&b, x.Left) {
		return o.giveUp(rng, a, b, x)
	}
	if o.cfg.GiveUp && !o.differ {
		ownA, newA := split(&a, x.Right)
		ownB, newB := split(&b, x.Left)
		if len(ownA)+len(ownB) > 0 && lacks(&a, newA) && lacks(&b, newB) {
			a, _, okA := o.apply(rng, a, Exchange{Left: newB, Right: ownA})
			b, _, okB := o.apply(rng, b, Exchange{Left: newA, Right: ownB})
			return a, b, okA && okB
		}
	}
	return o.trade(rng, a, b, x)
}

// bases returns the arrays of both sides or, if an army may have either colour, one of
// them twice.
func (o *armies) bases(rng *rand.Rand) (a, b army) {
	if o.differ {
		return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone()
	}
	array := o.arrays[rng.IntN(len(o.arrays))]
	return array.clone(), array.clone()
}

// permuteBoth shuffles the armies that bases returned, equal ones in the same way.
func (o *armies) permuteBoth(rng *rand.Rand, a, b *army) {
	switch {
	case o.cfg.NoPermute:
	case o.differ:
		o.permute(rng, a)
		o.permute(rng, b)
	default:
		o.permute(rng, a)
		*b = a.clone()
	}
}

// trade lets A trade Right for Left or B trade Left for Right, whichever puts fewer pieces
// on empty squares; if they are equal, the choice is random, so that both are measured.
func (o *odds) trade(rng *rand.Rand, a, b army, x Exchange) (army, army, bool) {
	gains, moreA, okA := o.apply(rng, a.clone(), x)
	loses, moreB, okB := o.apply(rng, b.clone(), x.reversed())
	first := rng.IntN(2) == 0
	if okA && (!okB || moreA < moreB || moreA == moreB && first) {
		return gains, b, true
	}
	return a, loses, okB
}

// giveUp lets A give up Right, and B Left.
func (o *odds) giveUp(rng *rand.Rand, a, b army, x Exchange) (army, army, bool) {
	a, _, _ = o.apply(rng, a, Exchange{Right: x.Right})
	b, _, ok := o.apply(rng, b, Exchange{Right: x.Left})
	return a, b, ok
}

// possible returns an error if an army lacks the pieces to be ahead by an exchange.
func (r *roster) possible(x Exchange) error {
	for _, side := range []rules.Color{rules.White, rules.Black} {
		own, other := &r.arrays[side], &r.arrays[side.Other()]
		switch {
		case has(own, x.Right) && r.mayHaveAll(side, x.Left), has(other, x.Left) && r.mayHaveAll(side.Other(), x.Right):
		case has(own, x.Right) && has(other, x.Left):
		case r.differ:
			return fmt.Errorf("exchange %q: %s cannot be ahead by it, since neither army of %s has the pieces to give up for it; expected an exchange that both sides can be ahead by", x.Text(r.g), [...]string{"White", "Black"}[side], r.g.Variant.Name)
		default:
			return fmt.Errorf("exchange %q: the army of %s has the pieces of neither side, expected those of one", x.Text(r.g), r.g.Variant.Name)
		}
	}
	return nil
}

// has reports whether an army has a list of pieces.
func has(a *army, list []rules.Type) bool {
	_, other := split(a, list)
	return len(other) == 0
}

// split divides a list of pieces into those that an army has and the others.
func split(a *army, list []rules.Type) (own, other []rules.Type) {
	n := a.counts()
	for _, t := range list {
		if n[t]--; n[t] >= 0 {
			own = append(own, t)
		} else {
			other = append(other, t)
		}
	}
	return own, other
}

// lacks reports whether an army has no piece of these kinds.
func lacks(a *army, list []rules.Type) bool {
	return !slices.ContainsFunc(list, func(t rules.Type) bool { return a.counts()[t] > 0 })
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
		if !ok || !o.mayHave(a.side, t) {
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

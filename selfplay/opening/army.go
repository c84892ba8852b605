package opening

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// army holds the pieces of one side at the start, on White's squares. Black's army is
// mirrored when the board is set up.
type army struct {
	side   rules.Color // its owner, in a game whose armies differ; White if either side may have it
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

// take removes a unit.
func (a *army) take(u unit) {
	if u.inHand >= 0 {
		a.hand = slices.Delete(a.hand, u.inHand, u.inHand+1)
	} else {
		a.board[u.sq] = rules.NoType
	}
}

// drawn returns a random pair of armies, and false if they do not satisfy the
// configuration.
func (r *roster) drawn(rng *rand.Rand, c *Config) (a, b army, ok bool) {
	a, b = r.arrays[rules.White].clone(), r.arrays[rules.Black].clone()
	for _, side := range []*army{&a, &b} {
		for range rng.IntN(c.Units + 1) {
			r.change(rng, side)
		}
		for range rng.IntN(c.MissingPawns + 1) {
			if _, u, ok := r.pick(rng, side, r.pawns); ok {
				side.take(u)
			}
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

// change alters an army by one unit. The army does not change if there is no unit to remove or
// exchange, or no square for a new unit.
func (r *roster) change(rng *rand.Rand, a *army) {
	switch rng.IntN(3) {
	case 0:
		if _, u, ok := r.pick(rng, a, r.units); ok {
			a.take(u)
		}
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
		for sq, t := range r.arrays[a.side].board {
			if t != rules.NoType && r.g.IsPawn(t) && a.board[sq] == rules.NoType {
				free = append(free, rules.Square(sq))
			}
		}
	} else if free = r.free(a, 0); len(free) == 0 && r.front > 0 {
		free = r.free(a, r.front)
	}
	if len(free) > 0 {
		a.board[choose(rng, free)] = t
	}
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

// maxShuffles bounds the search for a shuffle that keeps colour-bound pieces
// apart; a few are enough on any board where such a shuffle exists.
const maxShuffles = 100

// permute shuffles the pieces of the first rank except the king and its castling partners.
// Colour-bound pieces that the army has on both colours stay on both. If the game itself
// shuffles the array, permute does nothing.
func (r *roster) permute(rng *rand.Rand, a *army) {
	if r.shuffles() {
		return
	}
	var squares []rules.Square
	for f := range r.g.Files() {
		sq := r.g.SquareAt(f, 0)
		if t := a.board[sq]; t != rules.NoType && t != r.g.Royal() && !r.isPartner(t) {
			squares = append(squares, sq)
		}
	}
	array := a.board
	both := r.onBothColours(a)
	for range maxShuffles {
		rng.Shuffle(len(squares), func(i, j int) {
			x, y := squares[i], squares[j]
			a.board[x], a.board[y] = a.board[y], a.board[x]
		})
		if r.onBothColours(a)&both == both {
			return
		}
	}
	a.board = array
}

// onBothColours returns, as a bit set, the colour-bound types that the army has on both
// light and dark squares.
func (r *roster) onBothColours(a *army) uint32 {
	var on [2]uint32
	for sq, t := range a.board[:r.g.Squares()] {
		if r.bound[t] {
			on[(r.g.File(rules.Square(sq))+r.g.Rank(rules.Square(sq)))&1] |= 1 << t
		}
	}
	return on[0] & on[1]
}

// placeWaiting places the waiting pieces at random, with a as White's army and b as
// Black's.
func (r *roster) placeWaiting(rng *rand.Rand, a, b *army, order shuffle) error {
	if len(a.hand)+len(b.hand) == 0 || !r.g.Places() {
		return nil
	}
	p, err := r.arrange(a, b, order)
	if err == nil {
		err = placeAtRandom(rng, p)
	}
	if err != nil {
		return err
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) {
		code := p.Behind(sq)
		[]*army{a, b}[code.Color()].behind[r.unshuffled(order, r.seen(sq, code.Color()))] = code.Type()
	})
	a.hand, b.hand = nil, nil
	return nil
}

// arrange sets up two armies with their first ranks in the given order. The side that moves first
// is to move or, with pieces to place, the first that has any. Castling rights remain where king
// and partner are in place.
func (r *roster) arrange(white, black *army, order shuffle) (*rules.Position, error) {
	var s rules.Setup
	for side, a := range []*army{white, black} {
		color := rules.Color(side)
		for i := range r.g.Squares() {
			at := r.seen(r.shuffled(order, rules.Square(i)), color)
			if t := a.board[i]; t != rules.NoType {
				if s.Board[at] != 0 {
					return nil, fmt.Errorf("the armies meet on %s", r.g.SquareName(at))
				}
				s.Board[at] = rules.CodeOf(t, color)
			}
			if t := a.behind[i]; t != rules.NoType {
				s.Behind[at] = rules.CodeOf(t, color)
			}
		}
		for _, t := range a.hand {
			s.Hand = append(s.Hand, rules.CodeOf(OnBoard(t), color))
		}
		for _, w := range r.wings[color] {
			partner := a.board[w.Partner]
			if a.board[w.King] != r.g.Royal() || partner == rules.NoType ||
				partner != w.Piece && (w.Piece != rules.NoType || r.g.IsPawn(partner)) {
				continue
			}
			letter := w.Letter
			if order != nil { // the letter of the partner's file
				letter = byte('A'+r.g.File(r.shuffled(order, w.Partner))) + byte(side)*('a'-'A')
			}
			s.Castling += string(letter)
		}
	}
	s.Turn = r.g.First()
	if r.g.Places() && len(white.hand)+len(black.hand) > 0 {
		s.Turn = rules.White
		if len(white.hand) == 0 {
			s.Turn = rules.Black
		}
	}
	return r.g.SetUp(&s)
}

// shuffle is an order of the first rank: it maps the file of a piece in the array to its
// new file. nil is the order of the array.
type shuffle []int

// shuffles reports whether the game shuffles the first rank.
func (r *roster) shuffles() bool {
	return r.g.Variant.Rules.Shuffle == variant.ShuffleFirstRank
}

// drawShuffle draws one of the orders that the game allows, all equally likely, or returns
// nil if there is only one.
func (r *roster) drawShuffle(rng *rand.Rand) shuffle {
	if !r.shuffles() {
		return nil
	}
	array := &r.arrays[rules.White]
	var files []int // of pieces that may change places
	order := make(shuffle, r.g.Files())
	for f := range order {
		order[f] = f
		if t := array.board[r.g.SquareAt(f, 0)]; t != rules.NoType && !r.g.IsPawn(t) {
			files = append(files, f)
		}
	}
	for range maxDraws {
		rng.Shuffle(len(files), func(i, j int) {
			a, b := files[i], files[j]
			order[a], order[b] = order[b], order[a]
		})
		if r.allows(order) {
			return order
		}
	}
	return nil // the order of the array is always allowed
}

// Shuffled returns a first position of a game that shuffles the first rank, or the array of
// another. Waiting pieces are not placed yet.
func Shuffled(g *rules.Game, seed uint64) (p *rules.Position, err error) {
	o, err := newArmies(g, Default(), seed)
	if err != nil {
		return nil, err
	}
	rng, white, black := newRand(seed, 0, 0, openingStream), o.arrays[rules.White], o.arrays[rules.Black]
	for range maxDraws {
		if p, err = o.setUp(&white, &black, o.drawShuffle(rng)); err == nil {
			break
		}
	}
	return p, err
}

// allows reports whether an order keeps kings between their partners and colour-bound
// pieces on both colours.
func (r *roster) allows(order shuffle) bool {
	for _, w := range r.wings[rules.White] {
		king, partner := r.g.File(w.King), r.g.File(w.Partner)
		if (king < partner) != (order[king] < order[partner]) {
			return false
		}
	}
	array := &r.arrays[rules.White]
	moved := army{}
	for sq, t := range array.board[:r.g.Squares()] {
		moved.board[r.shuffled(order, rules.Square(sq))] = t
	}
	both := r.onBothColours(array)
	return r.onBothColours(&moved)&both == both
}

// shuffled returns the square to which an order moves a piece of the array.
func (r *roster) shuffled(order shuffle, sq rules.Square) rules.Square {
	if order == nil || r.g.Rank(sq) != 0 {
		return sq
	}
	return r.g.SquareAt(order[r.g.File(sq)], 0)
}

// unshuffled is the inverse of shuffled.
func (r *roster) unshuffled(order shuffle, sq rules.Square) rules.Square {
	for f := range order {
		if from := r.g.SquareAt(f, 0); r.shuffled(order, from) == sq {
			return from
		}
	}
	return sq
}

package opening

import (
	"fmt"
	"math/rand/v2"

	"bestiary/engine/rules"
)

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

// arrange sets up two armies with their first ranks in the given order. The side that moves
// first is to move or, with pieces to place, the first that has any. Castling rights remain where king and
// partner are in place.
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
			if !r.holds(a, w) {
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

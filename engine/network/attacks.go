package network

import (
	"math/bits"

	"bestiary/engine/rules"
)

// attacks numbers the inputs for attacks. For each kind of piece of either side they count
// the pieces of each kind that it attacks or protects, the squares around the enemy king
// that it attacks, and the squares that it can reach.
type attacks struct {
	first  int // input
	codes  int
	stride int // inputs of a kind
	words  int
	pawns  uint64 // kinds, by code
	// reach holds what pawns and kings attack from each square, nil for other kinds.
	reach [maxCodes]*[256]rules.Set
	from  [256]rules.Set // from where pawns of any kind attack a square
	// zone holds, for each square, that square and those around it.
	zone [256]rules.Set
}

func newAttacks(g *rules.Game, first, codes int) *attacks {
	a := &attacks{first: first, codes: codes, stride: codes + 2, words: (g.Squares() + 63) / 64}
	for _, t := range g.Types() {
		if !g.IsRoyal(t) && !g.IsPawn(t) {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			a.reach[code] = new([256]rules.Set)
			for sq := range g.Squares() {
				a.reach[code][sq] = g.CaptureReach(code, rules.Square(sq))
				if g.IsPawn(t) {
					a.reach[code][sq].Squares(func(to rules.Square) { a.from[to].Add(rules.Square(sq)) })
				}
			}
			if g.IsPawn(t) {
				a.pawns |= 1 << code
			}
		}
	}
	for sq := range g.Squares() {
		if g.Crowned() {
			a.zone[sq] = a.reach[rules.CodeOf(g.Royal(), rules.White)][sq]
			a.zone[sq].Add(rules.Square(sq))
		}
	}
	return a
}

// rows returns the number of inputs for attacks.
func (a *attacks) rows() int { return a.codes * a.stride }

// seen returns an input as a side sees it.
func (a *attacks) seen(row int, c rules.Color) int {
	piece, target := row/a.stride, row%a.stride
	if target < a.codes {
		target ^= int(c)
	}
	return (piece^int(c))*a.stride + target
}

// Seen is what a piece sees, not a pawn.
type Seen struct {
	Code    rules.Code
	Square  rules.Square
	Reached uint8     // number of squares that it can reach, 0 for a royal piece
	Guards  rules.Set // attacked and protected squares
}

// look appends what the pieces of a position see, White's first, each side's by square.
func (a *attacks) look(list []Seen, p *rules.Position) []Seen {
	occupied, sides := p.Occupied(), [2]rules.Set{p.Side(rules.White), p.Side(rules.Black)}
	for c := range sides {
		sides[c].Squares(func(sq rules.Square) {
			code := p.At(sq)
			switch reach := a.reach[code&(maxCodes-1)]; {
			case reach == nil:
				sight, reached := p.Sight(code, sq), 0
				for w := range a.words {
					reached += bits.OnesCount64(sight.Guards[w]&sides[1-c][w] | sight.Quiets[w]&^occupied[w])
				}
				list = append(list, Seen{code, sq, uint8(reached), sight.Guards})
			case !p.Game().IsPawn(code.Type()):
				list = append(list, Seen{code, sq, 0, reach[sq]})
			}
		})
	}
	return list
}

package network

import (
	"math/bits"

	"bestiary/engine/rules"
)

// attacks numbers the inputs by what pieces attack. For each kind of piece of either side
// they count the pieces of each kind that it attacks or protects, the squares around the
// enemy king that it attacks, and the squares that it can reach.
type attacks struct {
	codes  int
	stride int // rows of a kind
	words  int
	// reach holds what pawns and kings attack from each square, nil for other kinds.
	reach [maxCodes]*[256]rules.Set
	// zone holds the squares around a king, its own included.
	zone [256]rules.Set
}

func newAttacks(g *rules.Game, codes int) *attacks {
	a := &attacks{codes: codes, words: (g.Squares() + 63) / 64}
	a.stride = a.codes + 2
	for _, t := range g.Types() {
		if t != g.Royal() && !g.IsPawn(t) {
			continue
		}
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			a.reach[code] = new([256]rules.Set)
			for sq := range g.Squares() {
				a.reach[code][sq] = g.CaptureReach(code, rules.Square(sq))
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

// rows returns the number of inputs by attacks.
func (a *attacks) rows() int { return a.codes * a.stride }

// seen returns an input as a side sees it.
func (a *attacks) seen(row int, c rules.Color) int {
	piece, target := row/a.stride, row%a.stride
	if target < a.codes {
		target ^= int(c)
	}
	return (piece^int(c))*a.stride + target
}

// count counts the inputs by attacks as White sees them.
func (a *attacks) count(p *rules.Position, counts []uint8) {
	clear(counts)
	occupied := p.Occupied()
	board := p.Board()
	for w := range a.words {
		for word := occupied[w&3]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			code := board[sq]
			if code <= 1 {
				continue // a wall
			}
			a.countPiece(p, code, sq, &occupied, counts[(int(code)-2)*a.stride:][:a.stride])
		}
	}
}

func (a *attacks) countPiece(p *rules.Position, code rules.Code, sq rules.Square, occupied *rules.Set, counts []uint8) {
	var guards *rules.Set
	board := p.Board()
	if reach := a.reach[code&(maxCodes-1)]; reach != nil {
		guards = &reach[sq]
	} else {
		sight := p.Sight(code, sq)
		guards = &sight.Guards
		enemy := p.Side(code.Color().Other())
		n := 0
		for w := range a.words {
			w &= 3
			n += bits.OnesCount64(guards[w]&enemy[w] | sight.Quiets[w]&^occupied[w])
		}
		counts[a.codes+1] += uint8(n)
	}
	zone := &a.zone[p.King(code.Color().Other())]
	for w := range a.words {
		w &= 3
		counts[a.codes] += uint8(bits.OnesCount64(guards[w] & zone[w]))
		for hits := guards[w] & occupied[w]; hits != 0; hits &= hits - 1 {
			if target := board[w<<6+bits.TrailingZeros64(hits)]; target > 1 {
				counts[target-2]++
			}
		}
	}
}

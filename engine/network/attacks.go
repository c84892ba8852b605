package network

import (
	"math/bits"

	"bestiary/engine/rules"
)

// attacks numbers the inputs for attacks. For each kind of piece of either side they count
// the pieces of each kind that it attacks or protects, the squares around the enemy king
// that it attacks, and the squares that it can reach.
type attacks struct {
	codes  int
	stride int // rows of a kind
	words  int
	// reach holds what pawns and kings attack from each square, nil for other kinds.
	reach [maxCodes]*[256]rules.Set
	// zone holds, for each square, that square and those around it.
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

// count counts the attacks as White sees them.
func (a *attacks) count(p *rules.Position, counts []uint8) {
	clear(counts)
	v := attackView{a, p, p.Board(), p.Occupied(), [2]rules.Set{p.Side(rules.White), p.Side(rules.Black)}}
	for c := range v.sides {
		zone := &a.zone[p.King(rules.Color(1-c))]
		for w := range a.words {
			for word := v.sides[c][w&3]; word != 0; word &= word - 1 {
				sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
				if code := v.board[sq]; code > 1 { // no wall
					v.countPiece(code, sq, zone, counts[(int(code)-2)*a.stride:][:a.stride])
				}
			}
		}
	}
}

// attackView holds what counting the attacks of a position needs.
type attackView struct {
	*attacks
	p        *rules.Position
	board    *[256]rules.Code
	occupied rules.Set
	sides    [2]rules.Set
}

// countPiece counts what a piece attacks.
func (v *attackView) countPiece(code rules.Code, sq rules.Square, zone *rules.Set, counts []uint8) {
	var guards *rules.Set
	near, reached := 0, 0
	if reach := v.reach[code&(maxCodes-1)]; reach != nil {
		guards = &reach[sq]
	} else {
		sight := v.p.Sight(code, sq)
		guards = &sight.Guards
		enemy := &v.sides[1-code.Color()&1]
		for i := range v.words {
			w := i & 3
			reached += bits.OnesCount64(guards[w]&enemy[w] | sight.Quiets[w]&^v.occupied[w])
		}
	}
	for i := range v.words {
		w := i & 3
		near += bits.OnesCount64(guards[w] & zone[w])
		for hits := guards[w] & v.occupied[w]; hits != 0; hits &= hits - 1 {
			if target := int(v.board[uint8(w<<6|bits.TrailingZeros64(hits)&63)]) - 2; uint(target) < uint(len(counts)) {
				counts[target]++
			}
		}
	}
	counts[v.codes] += uint8(near)
	counts[v.codes+1] += uint8(reached)
}

package rules

import "math/bits"

func (p *Position) clearPassed() {
	for _, sq := range p.passed[:p.passedN] {
		p.hash ^= p.g.zobrist.passed[sq]
	}
	p.passedN = 0
}

// setPassed opens the squares that a passing move has left behind.
func (p *Position) setPassed(m Move) {
	p.passer = m.To()
	geo := &p.g.geo
	from, to := m.From(), m.To()
	dx, dy := geo.file(to)-geo.file(from), geo.rank(to)-geo.rank(from)
	n := gcd(abs(dx), abs(dy))
	var squares [maxPassed]Square
	for i := 1; i < n; i++ {
		squares[i-1] = Square(int(from) + (dy/n*geo.files+dx/n)*i)
	}
	p.openPassed(squares[:n-1])
}

// openPassed opens squares that p.passer has passed to en-passant capture, as
// far as the side to move has such a capture that is legal: any other square
// would make positions with the same moves look different.
func (p *Position) openPassed(squares []Square) {
	for _, sq := range squares {
		p.addPassed(sq)
		if !p.canTakePassed(sq) {
			p.passedN--
			p.hash ^= p.g.zobrist.passed[sq]
		}
	}
}

func (p *Position) addPassed(sq Square) {
	p.passed[p.passedN] = sq
	p.passedN++
	p.hash ^= p.g.zobrist.passed[sq]
}

// canTakePassed reports whether the side to move has a legal en-passant capture
// on sq, one of the open squares.
func (p *Position) canTakePassed(sq Square) bool {
	for _, code := range p.g.of[p.turn] {
		reach := &p.g.attacks.passTo[code][sq]
		have := &p.pieces[code]
		for w := range have {
			for cand := have[w] & reach[w]; cand != 0; cand &= cand - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(cand))
				if p.takesPassed(code, from, sq) {
					return true
				}
			}
		}
	}
	return false
}

func (p *Position) takesPassed(code Code, from, sq Square) bool {
	var buf [256]Move
	for _, m := range p.walk(buf[:0], code, from, 0) {
		if m.Kind() == EnPassant && m.To() == sq && p.safeAfter(m) {
			return true
		}
	}
	return false
}

package rules

import (
	"math/bits"
)

// Perft counts the leaves of the tree of legal moves. It counts the moves of the last ply
// without making them, and as sets if they need no test.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	bufs := make([][512]Move, depth)
	return p.perft(depth, bufs)
}

func (p *Position) perft(depth int, bufs [][512]Move) uint64 {
	if depth == 1 {
		return p.countMoves(bufs[0][:0])
	}
	moves := p.Moves(bufs[depth-1][:0])
	var n uint64
	for _, m := range moves {
		p.Make(m)
		n += p.perft(depth-1, bufs)
		p.Unmake()
	}
	return n
}

// countMoves returns the number of legal moves; buf is scratch space.
func (p *Position) countMoves(buf []Move) uint64 {
	if p.inHand > 0 || p.ended != Ongoing {
		return uint64(len(p.placings(buf)))
	}
	var d Danger
	p.FindDanger(&d)
	if p.g.obliges || p.g.entering != nil {
		return uint64(len(p.MovesWith(buf, &d)))
	}
	var a aims
	p.aim(&a, relAll, &d)
	n := 0
	for _, code := range p.g.of[p.turn] {
		have := &p.pieces[code]
		for w := 0; w < p.g.words; w++ {
			for set := have[w&3]; set != 0; set &= set - 1 {
				from := Square(w<<6 + bits.TrailingZeros64(set))
				if p.form(code, from).plain() && d.test == testNone && !a.exposed.Has(from) {
					n += p.reaches(code, from)
				} else {
					n += len(p.pieceMoves(buf, code, from, &a, &d))
				}
			}
		}
	}
	if p.g.drops {
		n += p.countDrops(buf, &d)
	}
	n += len(p.castlingMoves(buf, &d))
	if p.g.passes {
		n += len(p.passMoves(buf, n, &d))
	}
	return uint64(n)
}

// reaches returns the number of squares that a piece reaches.
func (p *Position) reaches(code Code, from Square) (n int) {
	s, enemy := p.Sight(code, from), &p.side[code.Color()^1]
	for w := 0; w < p.g.words; w++ {
		n += bits.OnesCount64(s.Guards[w&3]&enemy[w&3] | s.Quiets[w&3]&^p.all[w&3])
	}
	return n
}

package network

import (
	"math/bits"

	"bestiary/engine/rules"
)

// depth is the number of positions that Accumulators remembers, a power of two.
const depth = 64

// Accumulators scores positions for one search. For each ply it remembers the last
// position and its sums, and updates them from the squares that differ in the next
// position. The search therefore need not report its moves, and the order of positions
// does not affect scores. It is not safe for concurrent use.
type Accumulators struct {
	n            *Network
	words        int // of 8 squares
	known        [depth]known
	added, taken [2]list
}

// known is a position with its sums.
type known struct {
	board   [256]rules.Code
	waiting [maxCodes]uint8
	flipped [2]bool
	sums    [2][Hidden]int16
}

// list is a list of inputs.
type list struct {
	rows [256 + MaxWaiting*maxCodes]uint32
	n    int
}

func (l *list) add(row uint32) { l.rows[l.n] = row; l.n++ }

// NewAccumulators returns new accumulators for the network.
func (n *Network) NewAccumulators() *Accumulators {
	a := &Accumulators{n: n, words: (n.squares + 7) / 8}
	a.Reset()
	return a
}

// Reset forgets all positions; the sums become those of an empty board.
func (a *Accumulators) Reset() {
	for i := range a.known {
		a.known[i] = known{sums: [2][Hidden]int16{a.n.Bias, a.n.Bias}}
	}
}

// Score returns the score in centipawns for the side to move.
func (a *Accumulators) Score(p *rules.Position) int {
	ply := p.Plies()
	to, from := &a.known[ply%depth], &a.known[(ply+depth-1)%depth]
	board := p.Board()
	if a.differs(to, board) < a.differs(from, board) {
		from = to // a sibling is closer than the position one ply before
	}
	a.compare(from, to, p)
	for c := range to.sums {
		flips := a.n.flips(p, rules.Color(c))
		if flips == from.flipped[c] {
			update(&to.sums[c], &from.sums[c], a.n.Weights, a.added[c].rows[:a.added[c].n], a.taken[c].rows[:a.taken[c].n])
			to.flipped[c] = flips
		} else {
			to.flipped[c] = flips
			rows := a.n.Append(a.added[c].rows[:0], p, rules.Color(c))
			update(&to.sums[c], &a.n.Bias, a.n.Weights, rows, nil)
		}
	}
	return a.n.output(&to.sums[p.Turn()], &to.sums[p.Turn().Other()])
}

// differs returns the number of words in which a board differs from a known one.
func (a *Accumulators) differs(k *known, board *[256]rules.Code) (n int) {
	for w := range a.words {
		if word(&k.board, w) != word(board, w) {
			n++
		}
	}
	return n
}

// compare lists the inputs in which a position differs from a known one, in the
// perspective of the known one, and records the position in to.
func (a *Accumulators) compare(from, to *known, p *rules.Position) {
	in, board := a.n.Inputs, p.Board()
	var views [2]*[256]uint8
	for c := range views {
		views[c] = in.side(rules.Color(c), from.flipped[c])
		a.added[c].n, a.taken[c].n = 0, 0
	}
	for w := range a.words {
		for x := word(&from.board, w) ^ word(board, w); x != 0; {
			sq := uint8(8*w + bits.TrailingZeros64(x)/8)
			x &^= 0xFF << (8 * (sq & 7))
			before, now := from.board[sq], board[sq]
			for c, view := range views {
				if before > 1 {
					a.taken[c].add(in.row(rules.Color(c), before, view[sq]))
				}
				if now > 1 {
					a.added[c].add(in.row(rules.Color(c), now, view[sq]))
				}
			}
		}
	}
	copy(to.board[:in.squares], board[:in.squares])
	if in.waiting {
		a.compareWaiting(from, to, p)
	}
}

func (a *Accumulators) compareWaiting(from, to *known, p *rules.Position) {
	before := from.waiting
	a.n.count(p, &to.waiting)
	for code := range rules.Code(2 * (a.n.kinds + 1)) {
		for c := range a.added {
			row := a.n.waitingRow(rules.Color(c), code)
			for n := before[code]; n < to.waiting[code]; n++ {
				a.added[c].add(row)
			}
			for n := to.waiting[code]; n < before[code]; n++ {
				a.taken[c].add(row)
			}
		}
	}
}

// word returns eight squares of a board.
func word(b *[256]rules.Code, w int) uint64 {
	s := b[8*w : 8*w+8 : 8*w+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

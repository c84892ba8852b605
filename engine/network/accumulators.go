package network

import (
	"encoding/binary"
	"math/bits"

	"bestiary/engine/rules"
)

// depth is the number of positions that Accumulators remembers, a power of two.
const depth = 64

// Accumulators scores positions for one search. For each ply it remembers the last
// position and its sums, and updates them from the inputs that differ in the next
// position. The search therefore need not report its moves, and the order of positions
// does not affect scores. It is not safe for concurrent use.
type Accumulators struct {
	n       *Network
	words   int // of 8 squares
	known   [depth]known
	changes []Change // as White sees them
	whole   []Change // all inputs of a position
	seen    []Change
	counts  []uint8 // of attacks
}

// known is a position with its sums.
type known struct {
	board   [256]rules.Code
	waiting [maxCodes]uint8
	counts  []uint8 // of attacks
	views   [2]View
	sums    [2][Hidden]int16
}

// NewAccumulators returns new accumulators for the network.
func (n *Network) NewAccumulators() *Accumulators {
	most := 2*256 + 2*maxCodes + n.AttackRows()
	a := &Accumulators{n: n, words: (n.squares + 7) / 8, changes: make([]Change, 0, most), whole: make([]Change, 0, most), seen: make([]Change, 0, most)}
	counts := make([]uint8, (depth+1)*n.AttackRows())
	for i := range a.known {
		a.known[i] = known{views: [2]View{0, 1}, sums: [2][Hidden]int16{n.Bias, n.Bias}, counts: counts[:n.AttackRows()]}
		counts = counts[n.AttackRows():]
	}
	a.counts = counts
	return a
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
	a.whole = a.whole[:0]
	for c := range to.sums {
		side := rules.Color(c)
		view := a.n.View(p, side)
		if view == from.views[c] {
			update(&to.sums[c], &from.sums[c], a.n.Weights, a.through(view, a.changes))
		} else {
			if len(a.whole) == 0 {
				a.whole = a.n.Append(a.whole, p, a.counts)
			}
			update(&to.sums[c], &a.n.Bias, a.n.Weights, a.through(view, a.whole))
		}
		to.views[c] = view
	}
	return a.n.output(&to.sums[p.Turn()], &to.sums[p.Turn().Other()])
}

// through translates changes into a view.
func (a *Accumulators) through(view View, list []Change) []Change {
	rows := a.n.Through(view)
	seen := a.seen[:len(list)]
	for i, c := range list {
		seen[i] = c&^0xFFFF | uint32(rows[c&0xFFFF])
	}
	return seen
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

// compare lists the inputs in which a position differs from a known one and records the
// position in to.
func (a *Accumulators) compare(from, to *known, p *rules.Position) {
	in, board := a.n.Inputs, p.Board()
	list := a.changes[:0]
	for w := range a.words {
		for x := word(&from.board, w) ^ word(board, w); x != 0; {
			sq := 8*w + bits.TrailingZeros64(x)/8
			x &^= 0xFF << (8 * (sq & 7))
			if before := from.board[sq]; before > 1 {
				list = append(list, change(in.row(before, sq), -1))
			}
			if now := board[sq]; now > 1 {
				list = append(list, change(in.row(now, sq), 1))
			}
		}
	}
	copy(to.board[:in.squares], board[:in.squares])
	if in.waiting {
		before := from.waiting
		in.count(p, &to.waiting)
		for code, n := range to.waiting {
			if n != before[code] {
				list = append(list, change(in.waitingRow(rules.Code(code)), int(n)-int(before[code])))
			}
		}
	}
	if in.attacks != nil {
		in.attacks.count(p, a.counts)
		list = a.compareCounts(list, from)
		copy(to.counts, a.counts)
	}
	a.changes = list
}

// compareCounts lists the attacks that differ from those of a known position.
func (a *Accumulators) compareCounts(list []Change, from *known) []Change {
	first := a.n.places
	for at := 0; at < len(a.counts); at += 8 {
		now, before := a.counts[at:at+8], from.counts[at:at+8]
		for x := binary.LittleEndian.Uint64(now) ^ binary.LittleEndian.Uint64(before); x != 0; {
			i := bits.TrailingZeros64(x) / 8 & 7
			x &^= 0xFF << (8 * i)
			list = append(list, change(first+at+i, int(now[i])-int(before[i])))
		}
	}
	return list
}

// word returns eight squares of a board.
func word(b *[256]rules.Code, w int) uint64 {
	s := b[8*w : 8*w+8 : 8*w+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

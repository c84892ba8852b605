package network

import (
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
	*Lister
	n       *Network
	words   int // of 8 squares
	known   [depth]known
	changes []Change // as White sees them
	whole   []Change // all inputs of a position
	through []Change
}

// known is a position with its sums.
type known struct {
	board   [256]rules.Code
	waiting [maxCodes]uint8
	scene   scene
	views   [2]View
	sums    [2][Hidden]int16
}

// NewAccumulators returns new accumulators for the network.
func (n *Network) NewAccumulators() *Accumulators {
	a := &Accumulators{Lister: n.NewLister(), n: n, words: (n.squares + 7) / 8}
	for i := range a.known {
		k := &a.known[i]
		*k = known{views: [2]View{0, 1}, sums: [2][Hidden]int16{n.Bias, n.Bias}}
		k.scene.board = &k.board
	}
	return a
}

// Score returns the score in centipawns for the side to move. Seen is what the pieces of the
// position see, White's first, each side's by square; nil if the caller does not know.
func (a *Accumulators) Score(p *rules.Position, seen []Seen) int {
	ply := p.Plies()
	to, from := &a.known[ply%depth], &a.known[(ply+depth-1)%depth]
	board := p.Board()
	if n := a.differs(from, board); n > 2 && a.differs(to, board) < n {
		from = to // a sibling is closer than the position one ply before
	}
	a.compare(from, to, p, seen)
	a.whole = a.whole[:0]
	for c := range to.sums {
		side := rules.Color(c)
		view := a.n.View(p, side)
		if view == from.views[c] {
			update(&to.sums[c], &from.sums[c], a.n.Weights, a.seenThrough(view, a.changes))
		} else {
			if len(a.whole) == 0 {
				a.whole = a.Append(a.whole, p)
			}
			update(&to.sums[c], &a.n.Bias, a.n.Weights, a.seenThrough(view, a.whole))
		}
		to.views[c] = view
	}
	return a.n.output(&to.sums[p.Turn()], &to.sums[p.Turn().Other()])
}

// seenThrough translates changes into a view.
func (a *Accumulators) seenThrough(view View, list []Change) []Change {
	rows := a.n.Through(view)
	a.through = a.through[:0]
	for _, c := range list {
		a.through = append(a.through, c&^0xFFFF|uint32(rows[c&0xFFFF]))
	}
	return a.through
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
func (a *Accumulators) compare(from, to *known, p *rules.Position, seen []Seen) {
	in, board := a.n.Inputs, p.Board()
	list := a.changes[:0]
	a.squares = a.squares[:0]
	for w := range a.words {
		for x := word(&from.board, w) ^ word(board, w); x != 0; {
			sq := 8*w + bits.TrailingZeros64(x)/8
			x &^= 0xFF << (8 * (sq & 7))
			a.squares = append(a.squares, rules.Square(sq))
			if before := from.board[sq]; before > 1 {
				list = append(list, change(in.row(before, sq), -1))
			}
			if now := board[sq]; now > 1 {
				list = append(list, change(in.row(now, sq), 1))
			}
		}
	}
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
		if seen == nil {
			a.seen = in.attacks.look(a.seen[:0], p)
			seen = a.seen
		}
		now := sceneOf(p, seen)
		list = in.attacks.list(list, &from.scene, &now, a.squares)
		now.board, now.seen = &to.board, append(to.scene.seen[:0], seen...)
		to.scene = now
	}
	copy(to.board[:in.squares], board[:in.squares])
	a.changes = list
}

// word returns eight squares of a board.
func word(b *[256]rules.Code, w int) uint64 {
	s := b[8*w : 8*w+8 : 8*w+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// scene is a position with what its pieces see.
type scene struct {
	board    *[256]rules.Code
	occupied rules.Set
	kings    [2]rules.Square
	seen     []Seen
}

func sceneOf(p *rules.Position, seen []Seen) scene {
	return scene{p.Board(), p.Occupied(), [2]rules.Square{p.King(rules.White), p.King(rules.Black)}, seen}
}

// list appends the inputs by attacks in which a position differs from another, as White sees
// them, given the squares on which they differ.
func (a *attacks) list(list []Change, from, to *scene, squares []rules.Square) []Change {
	d := difference{attacks: a, list: list}
	for _, sq := range squares {
		d.changed.Add(sq)
	}
	for _, sq := range squares {
		d.pawn(from, sq, -1)
		d.pawn(to, sq, 1)
		d.target(from, sq, -1)
		d.target(to, sq, 1)
	}
	d.pieces(from, to)
	for c := range from.kings {
		if from.kings[c] != to.kings[c] {
			d.zoned(from, to, rules.Color(1-c))
		}
	}
	return d.list
}

// difference lists how two positions differ.
type difference struct {
	*attacks
	list    []Change
	changed rules.Set // squares
}

func (a *attacks) isPawn(code rules.Code) bool { return a.pawns>>(code&(maxCodes-1))&1 != 0 }

// add adds a number of times to an input.
func (d *difference) add(code rules.Code, what, times int) {
	d.list = append(d.list, change(d.first+(int(code)-2)*d.stride+what, times))
}

// pieces lists the attacks of all pieces but pawns. Both lists of what they see are in order.
func (d *difference) pieces(from, to *scene) {
	var none Seen
	for i, j := 0, 0; i < len(from.seen) || j < len(to.seen); {
		switch {
		case j == len(to.seen) || i < len(from.seen) && from.seen[i].before(&to.seen[j]):
			d.piece(from, to, &from.seen[i], &none)
			i++
		case i == len(from.seen) || to.seen[j].before(&from.seen[i]):
			d.piece(from, to, &none, &to.seen[j])
			j++
		default:
			before, now := &from.seen[i], &to.seen[j]
			i, j = i+1, j+1
			if before.Code != now.Code {
				d.piece(from, to, before, &none)
				before = &none
			} else if before.Guards == now.Guards && before.Reached == now.Reached && !now.Guards.Meets(&d.changed) && from.kings == to.kings {
				continue
			}
			d.piece(from, to, before, now)
		}
	}
}

// before reports whether a piece comes before another in a list.
func (s *Seen) before(t *Seen) bool {
	return int(s.Code.Color())<<8+int(s.Square) < int(t.Code.Color())<<8+int(t.Square)
}

// piece lists the attacks of a piece that is on the same square in both positions, or only in
// one.
func (d *difference) piece(from, to *scene, before, now *Seen) {
	code := now.Code | before.Code
	if before.Reached != now.Reached {
		d.add(code, d.codes+1, int(now.Reached)-int(before.Reached))
	}
	c := 1 - code.Color()&1
	zones, near := [2]*rules.Set{&d.zone[from.kings[c]], &d.zone[to.kings[c]]}, 0
	for i := range d.words {
		w := i & 3
		b, n := before.Guards[w], now.Guards[w]
		stays := b & n &^ d.changed[w]
		d.hits(from, code, w, b&^stays, -1)
		d.hits(to, code, w, n&^stays, 1)
		near += bits.OnesCount64(n&zones[1][w]) - bits.OnesCount64(b&zones[0][w])
	}
	if near != 0 {
		d.add(code, d.codes, near)
	}
}

// hits lists the pieces that a piece attacks in a word of a set.
func (d *difference) hits(s *scene, code rules.Code, w int, guards uint64, times int) {
	for word := guards & s.occupied[w&3]; word != 0; word &= word - 1 {
		if target := s.board[uint8(w<<6|bits.TrailingZeros64(word)&63)]; target > 1 { // no wall
			d.add(code, int(target)-2, times)
		}
	}
}

// pawn lists what a pawn on a square attacks, if there is one.
func (d *difference) pawn(s *scene, sq rules.Square, times int) {
	code := s.board[sq]
	if !d.isPawn(code) {
		return
	}
	guards := &d.reach[code&(maxCodes-1)][sq]
	for i := range d.words {
		d.hits(s, code, i, guards[i&3], times)
	}
	if n := d.near(s, code, sq); n > 0 {
		d.add(code, d.codes, n*times)
	}
}

// near returns the number of squares around the enemy king that a pawn attacks.
func (d *difference) near(s *scene, code rules.Code, sq rules.Square) (n int) {
	guards, zone := &d.reach[code&(maxCodes-1)][sq], &d.zone[s.kings[1-code.Color()&1]]
	for i := range d.words {
		n += bits.OnesCount64(guards[i&3] & zone[i&3])
	}
	return n
}

// target lists the attacks on a square by pawns that stay where they are.
func (d *difference) target(s *scene, sq rules.Square, times int) {
	target := s.board[sq]
	if target <= 1 { // empty, a wall
		return
	}
	for i := range d.words {
		w := i & 3
		for word := d.from[sq][w] & s.occupied[w] &^ d.changed[w]; word != 0; word &= word - 1 {
			from := uint8(w<<6 | bits.TrailingZeros64(word)&63)
			if code := s.board[from]; d.isPawn(code) && d.reach[code&(maxCodes-1)][from].Has(sq) {
				d.add(code, int(target)-2, times)
			}
		}
	}
}

// zoned lists how near the pawns of a side that stay where they are come to a king that
// moves.
func (d *difference) zoned(from, to *scene, c rules.Color) {
	for i := range d.words {
		w := i & 3
		for word := to.occupied[w] &^ d.changed[w]; word != 0; word &= word - 1 {
			sq := rules.Square(w<<6 + bits.TrailingZeros64(word))
			if code := to.board[sq]; code.Color() == c && d.isPawn(code) {
				if n := d.near(to, code, sq) - d.near(from, code, sq); n != 0 {
					d.add(code, d.codes, n)
				}
			}
		}
	}
}

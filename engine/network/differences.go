package network

import (
	"math/bits"

	"bestiary/engine/rules"
)

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

// pawn lists the attacks of a pawn on a square, if there is one.
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

package network

import (
	"bestiary/engine/rules"
)

// MaxWaiting is the maximum count of waiting pieces of a kind.
const MaxWaiting = 4

// maxCodes is one more than the highest code.
const maxCodes = 64

// Inputs numbers the inputs of a game: pieces on squares, then waiting pieces, then attacks.
type Inputs struct {
	g       *rules.Game
	squares int
	kinds   int
	waiting bool // pieces can wait outside the board
	places  int  // number of inputs other than attacks
	attacks *attacks
	right   [2][256]bool // squares of the right half as a side sees them
	views   [4][]uint16
}

// NewInputs numbers the inputs of a game, with or without attacks.
func NewInputs(g *rules.Game, withAttacks bool) *Inputs {
	in := &Inputs{g: g, squares: g.Squares(), kinds: len(g.Types()), waiting: len(g.Waiting()) > 0}
	in.places = 2 * in.kinds * in.squares
	if in.waiting {
		in.places += 2 * in.kinds
	}
	if withAttacks {
		in.attacks = newAttacks(g, in.places, 2*in.kinds)
	}
	for sq := range in.squares {
		for c, seen := range [2]rules.Square{rules.Square(sq), g.MirrorSquare(rules.Square(sq))} {
			in.right[c][sq] = 2*g.File(seen) >= g.Files()
		}
	}
	for v := range in.views {
		in.views[v] = in.view(rules.Color(v&1), v >= flipped)
	}
	return in
}

// view returns, for each input as White sees it, the input as a side sees it.
func (in *Inputs) view(c rules.Color, flipped bool) []uint16 {
	view := make([]uint16, in.Rows())
	for row := range view {
		pieces := 2 * in.kinds * in.squares
		switch {
		case row < pieces:
			sq := rules.Square(row % in.squares)
			if c == rules.Black {
				sq = in.g.MirrorSquare(sq)
			}
			if flipped {
				sq = in.g.SquareAt(in.g.Files()-1-in.g.File(sq), in.g.Rank(sq))
			}
			view[row] = uint16((row/in.squares^int(c))*in.squares + int(sq))
		case row < in.places:
			view[row] = uint16(pieces + (row - pieces) ^ int(c))
		default:
			view[row] = uint16(in.places + in.attacks.seen(row-in.places, c))
		}
	}
	return view
}

// Game returns the game of the inputs.
func (in *Inputs) Game() *rules.Game { return in.g }

// Rows returns the number of inputs.
func (in *Inputs) Rows() int {
	if in.attacks != nil {
		return in.places + in.attacks.rows()
	}
	return in.places
}

// Places returns the number of inputs other than attacks.
func (in *Inputs) Places() int { return in.places }

// View is a side's point of view: the side, and whether it exchanges left and right.
type View uint8

const flipped = 2

// View returns how a side sees a position.
func (in *Inputs) View(p *rules.Position, c rules.Color) View {
	if in.right[c][p.King(c)] {
		return View(c) | flipped
	}
	return View(c)
}

// Through returns, for each input as White sees it without exchanging left and right, the
// input in a view.
func (in *Inputs) Through(v View) []uint16 { return in.views[v] }

// row returns the input of a piece on a square.
func (in *Inputs) row(code rules.Code, sq int) int { return (int(code)-2)*in.squares + sq }

// waitingRow returns the input of a waiting piece.
func (in *Inputs) waitingRow(code rules.Code) int { return 2*in.kinds*in.squares + int(code) - 2 }

// count counts the waiting pieces by code, up to MaxWaiting each.
func (in *Inputs) count(p *rules.Position, out *[maxCodes]uint8) {
	*out = [maxCodes]uint8{}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { out[p.Behind(sq)&(maxCodes-1)]++ })
	for code := range rules.Code(2 * (in.kinds + 1)) {
		n := out[code] + uint8(p.InHand(code.Type(), code.Color()))
		out[code] = min(n, MaxWaiting)
	}
}

// Change holds an input in its lower half and, in its upper half, how often it is added; a
// negative number subtracts it.
type Change = uint32

func change(row, times int) Change { return uint32(row) | uint32(times)<<16 }

// Lister lists the inputs of positions. It is not safe for concurrent use.
type Lister struct {
	*Inputs
	squares []rules.Square // on which two positions differ
	seen    []Seen
	attacks []Change
	counts  []int16 // of attacks
	empty   scene
}

// NewLister returns a new Lister.
func (in *Inputs) NewLister() *Lister {
	return &Lister{Inputs: in, counts: make([]int16, in.Rows()-in.places), empty: scene{board: new([256]rules.Code)}}
}

// Append appends the inputs of a position as White sees them without exchanging left and
// right.
func (l *Lister) Append(list []Change, p *rules.Position) []Change {
	in := l.Inputs
	l.squares = l.squares[:0]
	for sq, code := range p.Board()[:in.squares] {
		if code > 1 { // no piece, nor a wall
			list = append(list, change(in.row(code, sq), 1))
			l.squares = append(l.squares, rules.Square(sq))
		}
	}
	if in.waiting {
		var counts [maxCodes]uint8
		in.count(p, &counts)
		for code, n := range counts {
			if n > 0 {
				list = append(list, change(in.waitingRow(rules.Code(code)), int(n)))
			}
		}
	}
	if in.attacks == nil {
		return list
	}
	l.seen = in.attacks.look(l.seen[:0], p)
	now := sceneOf(p, l.seen)
	l.attacks = in.attacks.list(l.attacks[:0], &l.empty, &now, l.squares)
	clear(l.counts)
	for _, c := range l.attacks {
		l.counts[int(c&0xFFFF)-in.places] += int16(c >> 16)
	}
	for i, n := range l.counts {
		if n != 0 {
			list = append(list, change(in.places+i, int(n)))
		}
	}
	return list
}

// Fixed returns the attacks of a pawn or a royal piece from a square.
func (in *Inputs) Fixed(code rules.Code, sq rules.Square) *rules.Set {
	return &in.attacks.reach[code&(maxCodes-1)][sq]
}

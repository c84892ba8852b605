package network

import "bestiary/engine/rules"

// MaxWaiting is the maximum count of waiting pieces of a kind.
const MaxWaiting = 4

// Inputs numbers the inputs of a game.
type Inputs struct {
	g       *rules.Game
	squares int
	kinds   int
	waiting bool // pieces can wait outside the board
	most    int  // maximum number of inputs of a position
	// turned holds the squares as seen by each side, without and with left and right
	// exchanged.
	turned [2][2][256]uint8
	right  [256]bool // squares of the right half
}

// NewInputs numbers the inputs of a game.
func NewInputs(g *rules.Game) *Inputs {
	in := &Inputs{g: g, squares: g.Squares(), kinds: len(g.Types()), waiting: len(g.Waiting()) > 0}
	for i := range in.squares {
		sq := rules.Square(i)
		if !g.IsHole(sq) {
			in.most++
		}
		file := g.File(sq)
		in.right[i] = 2*file >= g.Files()
		for c, seen := range [2]rules.Square{sq, g.MirrorSquare(sq)} {
			in.turned[c][0][i] = uint8(seen)
			in.turned[c][1][i] = uint8(g.SquareAt(g.Files()-1-g.File(seen), g.Rank(seen)))
		}
	}
	in.most += 2 * MaxWaiting * len(g.Waiting())
	return in
}

// Game returns the game of the inputs.
func (in *Inputs) Game() *rules.Game { return in.g }

// Rows returns the number of inputs.
func (in *Inputs) Rows() int {
	if in.waiting {
		return 2 * in.kinds * (in.squares + 1)
	}
	return 2 * in.kinds * in.squares
}

// Limit returns the largest weight of an input, in 1/255, for which no sum can overflow.
func (in *Inputs) Limit() int { return 32767 / (in.most + 1) }

// side maps each square to the square as seen by a side.
func (in *Inputs) side(c rules.Color, flipped bool) *[256]uint8 {
	if flipped {
		return &in.turned[c][1]
	}
	return &in.turned[c][0]
}

// flips reports whether a side exchanges left and right.
func (in *Inputs) flips(p *rules.Position, c rules.Color) bool {
	return in.right[in.turned[c][0][p.King(c)]]
}

// row returns the input of a piece on a square as seen by a side.
func (in *Inputs) row(c rules.Color, code rules.Code, seen uint8) uint32 {
	return uint32((int(code)^int(c))-2)*uint32(in.squares) + uint32(seen)
}

// waitingRow returns the input of a waiting piece.
func (in *Inputs) waitingRow(c rules.Color, code rules.Code) uint32 {
	return uint32(2*in.kinds*in.squares + (int(code) ^ int(c)) - 2)
}

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

// maxCodes is one more than the highest code.
const maxCodes = 64

// Append appends the inputs of a position as a side sees it, in the order of the
// squares.
func (in *Inputs) Append(rows []uint32, p *rules.Position, c rules.Color) []uint32 {
	view := in.side(c, in.flips(p, c))
	board := p.Board()
	for sq := range in.squares {
		if code := board[sq]; code > 1 { // no piece, nor a wall
			rows = append(rows, in.row(c, code, view[sq]))
		}
	}
	if in.waiting {
		var counts [maxCodes]uint8
		in.count(p, &counts)
		for code, n := range counts {
			for range n {
				rows = append(rows, in.waitingRow(c, rules.Code(code)))
			}
		}
	}
	return rows
}

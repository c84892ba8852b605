package rules

import (
	"fmt"
	"math/bits"
	"strconv"

	"bestiary/engine/betza"
)

// geometry is the shape of a board. Its exported methods are methods of Game.
type geometry struct {
	files, ranks int
	holes, board Set     // what is not part of the board, and what is
	turned       bool    // Black's moves are White's rotated by 180 degrees, not mirrored
	rotates      bool    // a mirrored position is turned, too
	joined       [2]bool // the edges of the files, and of the ranks, are joined
}

// Files returns the number of files of the board.
func (g *geometry) Files() int { return g.files }

// Ranks returns the number of ranks.
func (g *geometry) Ranks() int { return g.ranks }

// Squares returns the number of squares, holes included: one more than the highest
// Square.
func (g *geometry) Squares() int { return g.files * g.ranks }

// IsHole reports whether sq is not part of the board.
func (g *geometry) IsHole(sq Square) bool { return g.holes.Has(sq) }

// Board returns the squares of the board.
func (g *geometry) Board() Set { return g.board }

// SquareAt returns the square on a file and rank, both from 0.
func (g *geometry) SquareAt(file, rank int) Square { return Square(rank*g.files + file) }

// File returns the file of a square, from 0.
func (g *geometry) File(sq Square) int { return int(sq) % g.files }

// Rank returns the rank of a square, from 0.
func (g *geometry) Rank(sq Square) int { return int(sq) / g.files }

// HomeRank returns the rank of a square counted from a side's own edge, from 0.
func (g *geometry) HomeRank(sq Square, c Color) int {
	if c == White {
		return g.Rank(sq)
	}
	return g.ranks - 1 - g.Rank(sq)
}

// offset returns the square one step away; forward is towards the opponent.
func (g *geometry) offset(sq Square, v betza.Vec, c Color) (Square, bool) {
	dx, dy := v.DX, v.DY
	if c == Black {
		dy = -dy
		if g.turned {
			dx = -dx
		}
	}
	f, r := g.wrap(g.File(sq)+dx, g.Rank(sq)+dy)
	if f < 0 || f >= g.files || r < 0 || r >= g.ranks {
		return 0, false
	}
	to := g.SquareAt(f, r)
	return to, !g.IsHole(to)
}

// wrap brings a file and rank over joined edges onto the board.
func (g *geometry) wrap(file, rank int) (int, int) {
	if g.joined[0] {
		file = (file%g.files + g.files) % g.files
	}
	if g.joined[1] {
		rank = (rank%g.ranks + g.ranks) % g.ranks
	}
	return file, rank
}

// Distance returns how many files to the right and how many ranks above from a square lies;
// negative numbers are to the left and below. Over joined edges the shorter way counts.
func (g *geometry) Distance(from, to Square) (files, ranks int) {
	files, ranks = g.File(to)-g.File(from), g.Rank(to)-g.Rank(from)
	if g.joined[0] {
		files = nearest(files, g.files)
	}
	if g.joined[1] {
		ranks = nearest(ranks, g.ranks)
	}
	return files, ranks
}

// nearest returns the number nearest to 0 that differs from n by multiples of size.
func nearest(n, size int) int {
	if n = (n%size + size) % size; 2*n > size {
		n -= size
	}
	return n
}

// Joined reports whether the first and the last file are next to each other, and the first and
// the last rank.
func (g *geometry) Joined() (files, ranks bool) { return g.joined[0], g.joined[1] }

// MirrorSquare returns the square that Mirror exchanges with sq: as far from the other
// edge and on the same file, or on the opposite one in a game that is rotated.
func (g *geometry) MirrorSquare(sq Square) Square {
	if g.rotates {
		return Square(g.Squares()-1) - sq
	}
	return g.SquareAt(g.File(sq), g.ranks-1-g.Rank(sq))
}

// SquareName writes a square in coordinate form.
func (g *geometry) SquareName(sq Square) string {
	return string(g.appendName(make([]byte, 0, 4), sq))
}

func (g *geometry) appendName(b []byte, sq Square) []byte {
	return g.appendRank(append(b, g.fileName(sq)), sq)
}

func (g *geometry) fileName(sq Square) byte { return byte('a' + g.File(sq)) }

func (g *geometry) appendRank(b []byte, sq Square) []byte {
	return strconv.AppendInt(b, int64(g.Rank(sq)+1), 10)
}

// parseSquare reads a square in coordinate form from the front of s and
// returns the rest.
func (g *geometry) parseSquare(s string) (Square, string, error) {
	n := 1
	for n < len(s) && n < 3 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n == 1 || s[1] == '0' {
		return 0, s, fmt.Errorf("%q does not begin with a square such as a1", s)
	}
	file := int(s[0]) - 'a'
	rank, err := strconv.Atoi(s[1:n])
	if err != nil || file < 0 || file >= g.files || rank < 1 || rank > g.ranks {
		return 0, s, fmt.Errorf("square %q is not on the %dx%d board", s[:n], g.files, g.ranks)
	}
	return g.SquareAt(file, rank-1), s[n:], nil
}

// between appends the squares strictly between two squares that lie on one straight line of
// equal steps, nearest to from first: the shortest line, where edges are joined.
func (g *geometry) between(buf []Square, from, to Square) []Square {
	dx, dy := g.Distance(from, to)
	n := gcd(abs(dx), abs(dy))
	for i := 1; i < n; i++ {
		buf = append(buf, g.SquareAt(g.wrap(g.File(from)+dx/n*i, g.Rank(from)+dy/n*i)))
	}
	return buf
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(a int) int {
	if a < 0 {
		return -a
	}
	return a
}

// Square is rank·files + file; rank 0 is White's first rank.
type Square uint8

// Set is a set of squares.
type Set [4]uint64

// Has reports whether the set contains sq.
func (s *Set) Has(sq Square) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

// Add puts sq into the set.
func (s *Set) Add(sq Square) { s[sq>>6] |= 1 << (sq & 63) }

// Remove takes sq out of the set.
func (s *Set) Remove(sq Square) { s[sq>>6] &^= 1 << (sq & 63) }

// Empty reports whether the set has no square.
func (s *Set) Empty() bool { return s[0]|s[1]|s[2]|s[3] == 0 }

// Count returns the number of squares in the set.
func (s *Set) Count() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2]) + bits.OnesCount64(s[3])
}

// And returns the intersection of two sets.
func (s *Set) And(o *Set) Set {
	return Set{s[0] & o[0], s[1] & o[1], s[2] & o[2], s[3] & o[3]}
}

// AndNot returns s without the squares of o.
func (s *Set) AndNot(o *Set) Set {
	return Set{s[0] &^ o[0], s[1] &^ o[1], s[2] &^ o[2], s[3] &^ o[3]}
}

// Or returns the union of two sets.
func (s *Set) Or(o *Set) Set {
	return Set{s[0] | o[0], s[1] | o[1], s[2] | o[2], s[3] | o[3]}
}

// Meets reports whether two sets have a square in common.
func (s *Set) Meets(o *Set) bool {
	return s[0]&o[0]|s[1]&o[1]|s[2]&o[2]|s[3]&o[3] != 0
}

// Holds reports whether every square of o is in s.
func (s *Set) Holds(o *Set) bool {
	return o[0]&^s[0]|o[1]&^s[1]|o[2]&^s[2]|o[3]&^s[3] == 0
}

// Squares calls f for each square in ascending order. Hot loops iterate over the words
// instead.
func (s *Set) Squares(f func(Square)) {
	for w, word := range s {
		for ; word != 0; word &= word - 1 {
			f(Square(w<<6 + bits.TrailingZeros64(word)))
		}
	}
}

// Move is one move in a machine word: from, to, an extra square or index, the
// kind, and the type of the piece that is placed or promoted to. The zero Move
// means no move.
type Move uint32

// Kind is what a move does besides moving a piece from one square to another.
type Kind uint8

// The kinds of move.
const (
	Ordinary  Kind = iota
	Passing        // leaves squares behind it open to en-passant capture
	EnPassant      // captures on Extra, not on To
	Castling       // Extra is the index of the castling
	Placing        // puts a waiting piece behind the piece on To
	Locust         // also captures on Extra; To may be From
	Exploding      // removes the piece and everything around it
	Pass           // leaves everything as it is; From and To are the royal piece's
)

func makeMove(from, to Square, kind Kind, promo Type, extra uint8) Move {
	return Move(from) | Move(to)<<8 | Move(extra)<<16 | Move(kind)<<24 | Move(promo)<<27
}

// WithSquares returns the move between other squares; extra squares stay.
func (m Move) WithSquares(from, to Square) Move { return m&^0xFFFF | Move(from) | Move(to)<<8 }

// From returns the square that the piece leaves; for a placing, an explosion and a capture
// without leaving, the same as To.
func (m Move) From() Square { return Square(m) }

// To returns the square where the piece arrives; for a castling, the king's.
func (m Move) To() Square { return Square(m >> 8) }

// Extra returns a second square or an index, depending on the kind.
func (m Move) Extra() uint8 { return uint8(m >> 16) }

// Kind returns the kind of the move.
func (m Move) Kind() Kind { return Kind(m>>24) & 7 }

// Promotion returns the type promoted to, or the type placed; NoType otherwise.
func (m Move) Promotion() Type { return Type(m >> 27) }

// IsPromotion reports whether a piece on the board becomes another.
func (m Move) IsPromotion() bool { return m>>27 != 0 && m.Kind() != Placing }

// Type is the number of a piece type in its game, from 1; 0 is NoType.
type Type uint8

// NoType is the absence of a piece type.
const NoType Type = 0

// maxTypes is bounded by the bits that a Move has for a promotion.
const maxTypes = 31

// Color is a side.
type Color uint8

// The two sides.
const (
	White Color = iota
	Black
)

// Other returns the opponent.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Code is a piece of one colour: its type and its colour; 0 is an empty square.
type Code uint8

// CodeOf returns the piece of type t that belongs to c.
func CodeOf(t Type, c Color) Code { return Code(t)<<1 | Code(c) }

// Type returns the type of the piece.
func (p Code) Type() Type { return Type(p >> 1) }

// Color returns the side that the piece belongs to.
func (p Code) Color() Color { return Color(p & 1) }

// maxCodes is one more than the highest code.
const maxCodes = 2 * (maxTypes + 1)

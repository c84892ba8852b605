package rules

// Move is one move in a machine word: from, to, an extra square or index, the
// kind, and the type of the piece that is placed or promoted to. The zero Move
// means no move.
type Move uint32

// Kind says what a move does besides taking a piece from one square to another.
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

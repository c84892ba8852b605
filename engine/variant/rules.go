package variant

// Rules are the options of a game. Each reading of an ambiguous sentence is a
// field of its own, so that it can be compared with its alternative. Of the
// named kinds "" is the first constant.
type Rules struct {
	// NMove ends the game in a draw after so many moves by each side without a
	// capture or a move of a Pawn piece. Moves; 0 = off; at most 1000.
	NMove int
	// Repetition ends the game in a draw when a position occurs for the n-th
	// time. Occurrences; 0 = off; otherwise at least 2.
	Repetition int
	// Stalemate is the result for the side that has no legal move and is not
	// in check.
	Stalemate StalemateRule
	// InsufficientMaterial says when too little material ends the game in a draw.
	InsufficientMaterial InsufficientMaterialRule

	Castling   Castling
	Promotions []Promotion
	Gating     Gating
}

// StalemateRule is the result of a stalemate.
type StalemateRule string

// The stalemate rules.
const (
	StalemateDraw StalemateRule = "draw"
	StalemateLoss StalemateRule = "loss" // for the side that cannot move
)

// InsufficientMaterialRule says when too little material ends the game.
type InsufficientMaterialRule string

// The insufficient-material rules.
const (
	BareKings      InsufficientMaterialRule = "bare-kings" // only the royal pieces are left, on the board or waiting
	NoMaterialRule InsufficientMaterialRule = "none"
)

// CastlingKind names a family of castling rules.
type CastlingKind string

// The kinds of castling.
const (
	NoCastling CastlingKind = "none"
	// OrthodoxCastling: king and partner unmoved, all squares between them
	// empty; the king moves KingSteps squares towards the partner, not out of,
	// through or into check; the partner lands on the square the king crossed
	// last.
	OrthodoxCastling CastlingKind = "orthodox"
	// FastCastling: king and partner unmoved and the king not in check; the
	// king jumps to an empty, unattacked square of its rank on the partner's
	// side, whatever stands between; the partner lands on the square the king
	// left.
	FastCastling CastlingKind = "fast"
)

// Castling is a game's castling rule.
type Castling struct {
	Kind CastlingKind
	// Partner is the name of the piece that castles with the royal piece: the
	// outermost on either side of it on the first rank of the array. It may be
	// named without castling, so that castling can be switched on.
	Partner string
	// KingSteps is how far the king moves in orthodox castling. Squares; 2 to
	// 6, and no more than the distance to the outermost partner on either
	// side of it.
	KingSteps int
	// Between limits fast castling to squares between king and partner;
	// otherwise any empty square of the rank on the partner's side will do.
	Between bool
}

// Promotion says which pieces promote where and to what.
type Promotion struct {
	// Pieces are the names of the pieces that promote. No piece is in two
	// promotions.
	Pieces []string
	// Zone is the depth of the promotion zone: the last n ranks. Ranks; at least 1.
	Zone int
	// Optional lets the piece stay what it is on entering the zone or moving
	// in it; otherwise it must promote.
	Optional bool
	// Choices are the names of the pieces to choose from: no royal piece, no
	// Pawn piece, none of Pieces.
	Choices []string
}

// GatingKind names a family of rules by which waiting pieces enter the board.
type GatingKind string

// The kinds of gating.
const (
	NoGating GatingKind = "none"
	// MusketeerGating: before the first move each side places its waiting
	// pieces behind pieces of its own first rank, no two behind the same one.
	// A waiting piece enters the board on the square that the piece in front
	// of it leaves, in the same move, and is lost when that piece is captured
	// there.
	MusketeerGating GatingKind = "musketeer"
)

// PlacementOrder is the order of the placement phase.
type PlacementOrder string

// The placement orders.
const (
	WhiteFirst  PlacementOrder = "white-first" // all of White's, then all of Black's
	Alternating PlacementOrder = "alternating" // one each in turn, White first
)

// Gating is a game's rule for waiting pieces.
type Gating struct {
	Kind GatingKind
	// Pieces are the names of the pieces that wait, per side. A name may occur
	// twice; there are no more than first-rank pieces to stand behind.
	Pieces []string
	// Order is the order of the placement phase.
	Order PlacementOrder
	// KingFile allows a piece to wait behind the king.
	KingFile bool
	// BlocksCheck: legality is judged on the final position, with the entering
	// piece on the board. Otherwise it is judged without the entering piece.
	BlocksCheck bool
	// ResetsNMove: a move by which a piece enters resets the n-move counter.
	ResetsNMove bool
}

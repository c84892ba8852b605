package variant

import (
	"cmp"
	"fmt"
	"strings"
)

// Rules are the rules of a game. Each reading of an ambiguous sentence is a field of its own, so
// that it can be compared with its alternative. "" means the first constant of a named kind. Each
// field has its entry in rules.toml.
type Rules struct {
	// NMove ends the game in a draw after that many moves by each side without
	// a capture, a drop or a move of a Pawn piece. 0 = off; at most MaxNMove.
	NMove int
	// ReturnsCount: a move that a Pawn piece could take back does not reset the
	// half-move clock.
	ReturnsCount bool
	// Repetition ends the game in a draw when a position occurs for the n-th
	// time. 0 = off; otherwise 2 to MaxRepetition.
	Repetition int
	// Stalemate is the result for the side that has no legal move and is not
	// in check.
	Stalemate StalemateRule
	// Checkmate is the result for the side that has no legal move and is in check.
	Checkmate CheckmateRule
	// Royals is which royal pieces must not be left attacked.
	Royals RoyalsRule
	// InsufficientMaterial is when too little material ends the game in a draw.
	InsufficientMaterial InsufficientMaterialRule
	// Symmetry is how Black's pieces move if left and right differ. "" in a game where they do not.
	Symmetry Symmetry

	Castling   Castling
	Promotions []Promotion
	Gating     Gating
	Hand       Hand
	Explosion  Explosion
	Capture    Capture
	Extinction Extinction
	Goal       Goal
	Line       Line
	Blast      Blast
	// RepetitionResult is the result of a repetition.
	RepetitionResult RepetitionResult
	// PerpetualCheck is the result of a repetition for a side that has given check
	// with each of its moves since the first occurrence, if the other has not.
	PerpetualCheck PerpetualRule
	// Checks wins the game for a side that has given this number of checks. 0 = off; at most MaxChecks.
	Checks int
	// MustCapture: a side that can capture must do so.
	MustCapture bool
	// ChecksForbidden: no move may give check.
	ChecksForbidden bool

	// Turn is which side moves first from the array.
	Turn FirstTurn

	// Wraps is which edges of the board are joined.
	Wraps WrapRule

	// Shuffle is whether the array is shuffled before a game. "" = NoShuffle.
	Shuffle ShuffleRule

	// Pass is when a side may pass its turn.
	Pass PassRule

	// ImmobilityIllegal forbids a piece to go, or to be dropped, where it could never
	// move again on an empty board, even without the areas of its moves, unless it
	// promotes there.
	ImmobilityIllegal bool
}

// Explosion is the rule of pieces with Piece.Explodes: instead of moving, such
// a piece may remove itself and every piece of either side on the eight squares
// around it. A side may not remove its own royal piece.
type Explosion struct {
	// Alone allows a piece to explode with no pieces around it.
	Alone bool
}

// StalemateRule is the result of a stalemate.
type StalemateRule string

// The stalemate rules.
const (
	StalemateDraw StalemateRule = "draw"
	StalemateLoss StalemateRule = "loss" // for the side that cannot move
	StalemateWin  StalemateRule = "win"
	// StalemateFewer wins for the side that has fewer pieces, if one has.
	StalemateFewer StalemateRule = "fewer-pieces"
)

// InsufficientMaterialRule is when too little material ends the game.
type InsufficientMaterialRule string

// The insufficient-material rules.
const (
	BareKings      InsufficientMaterialRule = "bare-kings" // only the royal pieces are left, on the board or waiting
	NoMaterialRule InsufficientMaterialRule = "none"
)

// FirstTurn names the side that moves first.
type FirstTurn string

// The sides that may move first.
const (
	WhiteMovesFirst FirstTurn = "white"
	BlackMovesFirst FirstTurn = "black"
)

// WrapRule names the edges that are joined, so that moves continue across them.
type WrapRule string

// The edges that may be joined.
const (
	NoWrap    WrapRule = "none"
	FilesWrap WrapRule = "files" // the a-file is next to the last file
	BothWrap  WrapRule = "both"  // and the first rank is next to the last
)

// Symmetry turns White's moves into Black's.
type Symmetry string

// The symmetries.
const (
	MirrorSymmetry Symmetry = "mirror" // in a horizontal mirror: left stays on the a-file's side
	RotateSymmetry Symmetry = "rotate" // by 180 degrees: left is the left hand of the player
)

// CastlingKind names a family of castling rules.
type CastlingKind string

// The kinds of castling. They are explained in rules.tmpl.
const (
	NoCastling       CastlingKind = "none"
	OrthodoxCastling CastlingKind = "orthodox"
	FastCastling     CastlingKind = "fast"
	FlexibleCastling CastlingKind = "flexible"
	FreeCastling     CastlingKind = "free"
	SwapCastling     CastlingKind = "swap" // pawns aside, with any piece of the first rank
	Chess960Castling CastlingKind = "chess960"
	Chess480Castling CastlingKind = "chess480" // from the same arrays, with a king that moves two squares
)

// AllRights are the letters of the rights to castle in a FEN.
const AllRights = "KQkq"

// Castling is a game's castling rule.
type Castling struct {
	Kind CastlingKind
	// Partner is the name of the piece that castles with the royal piece: the
	// outermost on either side of it on its rank of the array. It may be
	// named without castling, so that castling can be switched on.
	Partner string
	// KingSteps is how many squares the king moves in orthodox castling:
	// MinKingSteps to MaxKingSteps, and no more than the distance to the
	// outermost partner on either side of it.
	KingSteps int
	// ASidePartner and ASideKingSteps take the place of Partner and KingSteps
	// towards the a-file; "" and 0 mean the same as towards the other side.
	ASidePartner   string
	ASideKingSteps int
	// InnerKingSteps lets partners between the king and the outermost one castle, too, and is how
	// many squares the king then moves in orthodox castling: 0 = they do not castle.
	InnerKingSteps int
	// MorePartners are the names of further pieces that castle as Partner does: of all
	// partners on one side of the king the outermost castles.
	MorePartners []string
	// SameColour are the names of partners that stay on squares of one colour in
	// orthodox castling: where one would land on the other, the king moves one square
	// more.
	SameColour []string
	// King is the name of the piece that castles in place of the royal piece; "" =
	// the royal piece. Only a royal piece may not castle out of, through or into
	// check. A side that has no such piece, or no partner for it, does not castle.
	King string
	// Rights are the rights to castle in the array: some letters of AllRights, in their order, ""
	// for all. Letters of castlings that the array does not have are ignored.
	Rights string
	// Opposite: once a side has castled, the other may not castle towards the same side
	// of the board.
	Opposite bool
	// OutOfCheck allows swap castling while the king is in check.
	OutOfCheck bool
	// OntoPartner: in flexible and free castling the king may land on the square of its partner.
	OntoPartner bool
	// Between limits fast castling to squares between king and partner;
	// otherwise any empty square of the rank on the partner's side will do.
	Between bool
}

// TowardsA returns the rule for castling towards the a-file.
func (c Castling) TowardsA() Castling {
	c.Partner = cmp.Or(c.ASidePartner, c.Partner)
	c.KingSteps = cmp.Or(c.ASideKingSteps, c.KingSteps)
	c.ASidePartner, c.ASideKingSteps = "", 0
	return c
}

// Partners returns the names of the pieces that castle towards the a-file or, with aSide
// false, towards the other side.
func (c Castling) Partners(aSide bool) []string {
	if aSide {
		c = c.TowardsA()
	}
	return append([]string{c.Partner}, c.MorePartners...)
}

// Betza returns the rule on a board with this number of files as atoms O for the royal piece, or ""
// if they cannot express it.
func (c Castling) Betza(files int) string {
	least := 1
	switch c.Kind {
	case OrthodoxCastling:
		if left := c.TowardsA().KingSteps; left != c.KingSteps {
			return fmt.Sprintf("ilO%dirO%d", left, c.KingSteps)
		}
		return fmt.Sprintf("isO%d", c.KingSteps)
	case FastCastling:
		return fmt.Sprintf("ispO%d", files-2)
	case FreeCastling:
		least = 2
	case FlexibleCastling:
	default:
		return ""
	}
	var b strings.Builder
	for n := least; n <= files-2; n++ {
		fmt.Fprintf(&b, "isO%d", n)
	}
	return b.String()
}

// Promotion specifies which pieces promote where and to what.
type Promotion struct {
	// Pieces are the names of the pieces that promote. A piece in several promotions of one side
	// has the choices of all, each where and as long as its own promotion allows it, and must
	// promote where any of them compels it. If Leaving, OnCapture or Captured is set, it is in one
	// only.
	Pieces []string
	// Side is the side whose pieces promote so.
	Side PromotionSide
	// Squares take the place of the zone: squares and rectangles as White sees the
	// board. Empty: the zone.
	Squares []string
	// Zone is the depth of the promotion zone: the last n ranks. 0 = no piece promotes by this
	// rule, which can then be switched on as an option.
	Zone int
	// Optional lets the piece enter the zone or move in it without promoting;
	// otherwise it must promote.
	Optional bool
	// Compulsory is the depth of the ranks where an optional promotion is not
	// optional: the last n ranks. 0 = no rank; at most Zone. It matters only
	// with Optional.
	Compulsory int
	// Leaving applies the rule also to moves that start in the zone.
	Leaving bool
	// OnCapture applies the rule to captures only.
	OnCapture bool
	// EnPassantStays: a piece that captures en passant in the zone stays as it is. It
	// applies to all promotions of the piece on its side.
	EnPassantStays bool
	// ResetsNMove: a promotion resets the half-move clock. It matters only with an
	// n-move rule, if not all of Pieces are Pawn pieces.
	ResetsNMove bool
	// Limit forbids to promote to a piece of which the side already has this number on the board. 0
	// = no limit.
	Limit int
	// Captured limits the choice to a pool: the side's own pieces that have been
	// captured and not chosen again. The pool starts empty. A promoted piece that
	// is captured goes into it as the piece that it had become; pawns do not.
	Captured bool
	// EmptyPool is what happens when a piece must promote to a captured piece and the pool is
	// empty. It matters only if Captured is set.
	EmptyPool EmptyPoolRule
	// Choices are the names of the pieces to choose from, which are neither royal, unless a side
	// may have several royal pieces, nor Pawn pieces nor in Pieces. With Captured the list may be
	// empty, which means all such pieces; Variant.Canonical fills it in.
	Choices []string
}

// EmptyPoolRule is the effect of a compulsory promotion when there is no piece to promote to.
type EmptyPoolRule string

// The empty-pool rules.
const (
	EmptyPoolLoss      EmptyPoolRule = "loss"      // the move is legal and loses the game at once, regardless of its other effects
	EmptyPoolForbidden EmptyPoolRule = "forbidden" // the move is not legal
)

// GatingKind names a family of rules by which waiting pieces enter the board.
type GatingKind string

// The kinds of gating, see rules.tmpl. With MusketeerGating the sides place their waiting pieces
// before the first move; with SeirawanGating the entering piece does not shield other pieces.
const (
	NoGating        GatingKind = "none"
	MusketeerGating GatingKind = "musketeer"
	SeirawanGating  GatingKind = "seirawan"
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
	// Pieces are the names of the pieces that wait, per side. A name may occur twice; there are no
	// more of them than first-rank pieces to wait behind.
	Pieces []string
	// Order is the order of the placement phase.
	Order PlacementOrder
	// KingFile allows a piece to wait behind the king.
	KingFile bool
	// KingAndPartner allows one piece to wait behind the king and another
	// behind a castling partner; both would enter when they castle. It matters
	// only with KingFile.
	KingAndPartner bool
	// BlocksCheck: legality is judged on the final position, with the entering
	// piece on the board. Otherwise it is judged without the entering piece.
	BlocksCheck bool
	// ResetsNMove: a move by which a piece enters resets the half-move clock.
	ResetsNMove bool
}

package variant

import (
	_ "embed"
	"fmt"
)

// The tables inside [rules], and the table of the board.
const (
	boardTable      = "board"
	castlingTable   = "castling"
	promotionTable  = "promotion"
	gatingTable     = "gating"
	handTable       = "hand"
	explosionTable  = "explosion"
	blastTable      = "blast"
	captureTable    = "capture"
	extinctionTable = "extinction"
	goalTable       = "goal"
	lineTable       = "line"
)

// tables are the tables of the rules in the order of files, [rules] itself first. Of the
// board, only the fields in rules.toml are rules.
var tables = []string{"", castlingTable, promotionTable, gatingTable, handTable, blastTable, captureTable, explosionTable,
	extinctionTable, goalTable, lineTable}

// Limits on the numbers of the rules.
const (
	MaxNMove = 1000
	// MinKingSteps and MaxKingSteps bound how far the king moves in orthodox
	// castling.
	MinKingSteps = 1
	MaxKingSteps = 6
	// MaxChecks is the maximum of Rules.Checks.
	MaxChecks = 15
	// MaxPieceCount is the maximum for numbers of pieces in the rules.
	MaxPieceCount = MaxSide * MaxSide
)

func castles(kind CastlingKind) *condition {
	return &condition{func(s scope) bool { return s.Castling.Kind == kind }, "", fmt.Sprintf("its castling is not %s", kind)}
}

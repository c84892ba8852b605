package variant

import (
	"fmt"
	"slices"
)

// The tables inside [rules], and that of the board.
const (
	boardTable     = "board"
	castlingTable  = "castling"
	promotionTable = "promotion"
	gatingTable    = "gating"
	handTable      = "hand"
	explosionTable = "explosion"
	blastTable     = "blast"
	captureTable   = "capture"
)

// tables are the tables of the rules in the order of files, [rules] itself first. Of the
// board, only the fields in ruleTable are rules.
var tables = []string{"", castlingTable, promotionTable, gatingTable, handTable, blastTable, captureTable, explosionTable, extinctionTable, goalTable, lineTable}

// Limits on the numbers of the rules.
const (
	MaxNMove      = 1000
	MaxRepetition = 1000
	// MinKingSteps and MaxKingSteps bound how far the king moves in orthodox
	// castling.
	MinKingSteps = 1
	MaxKingSteps = 6
)

// The conditions of fields.
var (
	castlesOrthodox = castles(OrthodoxCastling)
	castlesFast     = castles(FastCastling)
	castlesSwap     = castles(SwapCastling)
	castlesByKind   = &condition{func(s scope) bool { return s.Castling.Kind.hasPartner() && s.Castling.Kind != Chess960Castling }, "", "no kind of piece castles with the king in it"}
	castlesAtAll    = &condition{func(s scope) bool { return s.Castling.Kind != NoCastling && s.Castling.Kind != "" }, "", "there is no castling in it"}
	hasNMove        = &condition{func(s scope) bool { return s.NMove > 0 }, "with n-move = 0", "it has no n-move rule"}
	isOptional      = &condition{func(s scope) bool { return s.Optional },
		"without optional = true", "no promotion is optional in it"}
	isOfficers = &condition{func(s scope) bool { return s.v.Rules.NMove > 0 && s.v.anyOfficer(s.Promotion.Pieces) },
		"with n-move = 0 or pieces that are all pawns", "only pawns promote in it, or there is no n-move rule"}
	isCaptured = &condition{func(s scope) bool { return s.Captured },
		"without captured = true", "no promotion is to captured pieces in it"}
	isGated = &condition{func(s scope) bool { return s.Gating.Kind == MusketeerGating },
		"", "no pieces wait to enter the board in it"}
	hasWaiting = &condition{func(s scope) bool { return s.Gating.Kind != NoGating && s.Gating.Kind != "" },
		"", "no pieces wait to enter the board in it"}
	isGatedByKing = &condition{func(s scope) bool { return s.Gating.KingFile },
		"without king-file = true", "no piece may wait behind the king in it"}
	hasRoomBeyond = &condition{func(s scope) bool { return s.v.roomBeyondPartner() },
		"", "the pieces that castle stand at the ends of the rank, so that the king always lands between"}
	isHeld = &condition{func(s scope) bool { return s.Hand.Used() },
		"without captures = true or pieces", "no piece is ever in hand in it"}
	capturesToHand = &condition{func(s scope) bool { return s.Hand.Captures.Any() },
		"without captures = true", "captured pieces do not come into the hand in it"}
	hasForms = &condition{func(s scope) bool { return s.v.anyForm() },
		"when no piece is a promoted form", "no piece is the promoted form of another in it"}
	blasts = &condition{func(s scope) bool { return s.Blast.OnCapture },
		"without on-capture = true", "captures blow nothing up in it"}
	hasSequel = &condition{func(s scope) bool { return s.Capture.Then != NoSequel && s.Capture.Then != "" },
		`with then = "none"`, "nothing follows a capture in it"}
	explodes = &condition{func(s scope) bool { return s.v.anyExplodes() },
		"when no piece explodes", "no piece explodes in it"}
	isLopsided = &condition{func(s scope) bool { return s.v.lopsided() },
		"", "every piece moves to the left as it moves to the right in it"}
)

func castles(kind CastlingKind) *condition {
	return &condition{func(s scope) bool { return s.Castling.Kind == kind }, "", fmt.Sprintf("its castling is not %s", kind)}
}

// someRights lists the parts of AllRights.
func someRights() (list []string) {
	for set := 1<<len(AllRights) - 2; set > 0; set-- {
		rights := ""
		for i := range AllRights {
			if set>>(len(AllRights)-1-i)&1 != 0 {
				rights += AllRights[i : i+1]
			}
		}
		list = append(list, rights)
	}
	return list
}

func kingSteps(scope) (low, high int) { return MinKingSteps, MaxKingSteps }

// ruleTable lists the fields of the rules in the order of files and of Settings.
// A field comes after the fields that it needs; the first field of a table with
// kinds is its kind.
var ruleTable = slices.Concat(mainTable, endTable)

var mainTable = []ruleField{
	{key: "n-move", at: func(s scope) any { return &s.NMove }, standard: 50,
		limits: func(scope) (int, int) { return 0, MaxNMove },
		option: "n-move", off: "off", values: fmt.Sprintf("0 (off) to %d", MaxNMove),
		doc:   "Moves by each side without a capture or a pawn move after which the game is a draw.",
		topic: "n-move rule", words: nMoveInWords},

	{key: "returns-count", at: func(s scope) any { return &s.ReturnsCount }, sparse: true, needs: []*condition{hasNMove},
		topic: "n-move rule", sentences: map[string]string{"true": "A move that a pawn could take back counts, too."}},

	{key: "repetition", at: func(s scope) any { return &s.Repetition }, standard: 3,
		limits: func(scope) (int, int) { return 2, MaxRepetition },
		option: "repetition", off: "off", values: fmt.Sprintf("0 (off) or 2 to %d", MaxRepetition),
		doc:   "How often a position must occur for the game to be a draw.",
		topic: "repetition", words: repetitionInWords},

	{key: "stalemate", at: func(s scope) any { return (*string)(&s.Stalemate) }, standard: string(StalemateDraw),
		names:  []string{string(StalemateDraw), string(StalemateLoss), string(StalemateWin), string(StalemateFewer)},
		option: "stalemate",
		doc:    "Result for the side that has no legal move and is not in check.",
		topic:  "stalemate", words: stalemateInWords},

	{key: "checkmate", at: func(s scope) any { return (*string)(&s.Checkmate) }, standard: string(CheckmateLoss), sparse: true,
		names:  []string{string(CheckmateLoss), string(CheckmateDraw), string(CheckmateWin)},
		option: "checkmate",
		doc:    "Result for the side that has no legal move and is in check.",
		topic:  "goal"},

	{key: "royals", at: func(s scope) any { return (*string)(&s.Royals) }, standard: string(OneRoyal), sparse: true,
		names: []string{string(OneRoyal), string(AllRoyals), string(LastRoyal), string(AnyRoyal), string(NoRoyals)}},

	{key: "insufficient-material", at: func(s scope) any { return (*string)(&s.InsufficientMaterial) }, standard: string(BareKings),
		names:  []string{string(BareKings), string(NoMaterialRule)},
		option: "insufficient-material",
		doc:    "When too little material makes the game a draw.",
		topic:  "material", words: materialInWords},

	{key: "symmetry", at: func(s scope) any { return (*string)(&s.Symmetry) }, standard: string(MirrorSymmetry), sparse: true,
		names: []string{string(MirrorSymmetry), string(RotateSymmetry)}, needs: []*condition{isLopsided},
		option: "symmetry",
		doc:    "How White's moves become Black's if a piece moves differently to the left and to the right.",
		topic:  "symmetry", sentences: map[string]string{
			string(MirrorSymmetry): "Black's pieces move as White's do in a mirror: the left is White's for both sides.",
			string(RotateSymmetry): "Black's pieces move as White's do on a board turned by half a turn: the left is the player's own.",
		}},

	{key: "pass", at: func(s scope) any { return (*string)(&s.Pass) }, standard: string(NoPass), sparse: true,
		names: []string{string(NoPass), string(AnyPass), string(PassOnStalemate)},
		topic: "pass", sentences: map[string]string{
			string(AnyPass):         "A side that is not in check may pass its turn. When both pass one after the other, the game is a draw.",
			string(PassOnStalemate): "A side that has no legal move and is not in check passes. When both do so one after the other, the game is a draw.",
		}},

	{key: "immobility-illegal", at: func(s scope) any { return &s.ImmobilityIllegal }, sparse: true,
		topic: "immobility", sentences: map[string]string{"true": "A piece may not go or be dropped where it could never move again."}},

	{table: castlingTable, key: "kind", at: func(s scope) any { return (*string)(&s.Castling.Kind) }, standard: string(NoCastling),
		names: []string{string(NoCastling), string(OrthodoxCastling), string(FastCastling),
			string(FlexibleCastling), string(FreeCastling), string(SwapCastling), string(Chess960Castling)},
		required: true,
		option:   "castling",
		doc:      "The kind of castling.",
		topic:    "castling", words: castlingInWords},

	{table: castlingTable, key: "partner", at: func(s scope) any { return &s.Castling.Partner }, sparse: true},

	{table: castlingTable, key: "a-side-partner", at: func(s scope) any { return &s.Castling.ASidePartner }, sparse: true},

	{table: castlingTable, key: "king-steps", at: func(s scope) any { return &s.Castling.KingSteps }, standard: 2,
		limits: kingSteps, needs: []*condition{castlesOrthodox},
		option: "castling-king-steps", values: fmt.Sprintf("%d to %d", MinKingSteps, MaxKingSteps),
		doc:   "Squares that the king moves in orthodox castling.",
		topic: "castling"},

	{table: castlingTable, key: "a-side-king-steps", at: func(s scope) any { return &s.Castling.ASideKingSteps }, sparse: true,
		limits: kingSteps, needs: []*condition{castlesOrthodox}},

	{table: castlingTable, key: "more-partners", at: func(s scope) any { return &s.Castling.MorePartners }, sparse: true, needs: []*condition{castlesByKind}},

	{table: castlingTable, key: "same-colour", at: func(s scope) any { return &s.Castling.SameColour }, sparse: true, needs: []*condition{castlesOrthodox}},

	{table: castlingTable, key: "king", at: func(s scope) any { return &s.Castling.King }, sparse: true, needs: []*condition{castlesAtAll}},

	{table: castlingTable, key: "rights", at: func(s scope) any { return &s.Castling.Rights }, sparse: true,
		names: someRights(), needs: []*condition{castlesByKind},
		topic: "castling", words: rightsInWords},

	{table: castlingTable, key: "opposite", at: func(s scope) any { return &s.Castling.Opposite }, sparse: true, needs: []*condition{castlesAtAll},
		topic: "castling", sentences: map[string]string{"true": "Once a side has castled, the other may not castle towards the same side of the board."}},

	{table: castlingTable, key: "between", at: func(s scope) any { return &s.Castling.Between }, standard: true,
		needs:  []*condition{castlesFast},
		option: "fast-castling-between", offered: hasRoomBeyond,
		doc:   "Whether the king must land between its square and its partner in fast castling.",
		topic: "castling"},

	{table: castlingTable, key: "out-of-check", at: func(s scope) any { return &s.Castling.OutOfCheck },
		needs:  []*condition{castlesSwap},
		option: "swap-out-of-check",
		doc:    "Whether the king may exchange places while it is in check in swap castling.",
		topic:  "castling"},

	{table: boardTable, key: "turn", at: func(s scope) any { return (*string)(&s.Turn) }, standard: string(WhiteMovesFirst), sparse: true,
		names:  []string{string(WhiteMovesFirst), string(BlackMovesFirst)},
		option: "turn",
		doc:    "The side that moves first.",
		topic:  "turn", sentences: map[string]string{string(WhiteMovesFirst): "White moves first.", string(BlackMovesFirst): "Black moves first."}},

	{table: boardTable, key: "wraps", at: func(s scope) any { return (*string)(&s.Wraps) }, standard: string(NoWrap), sparse: true,
		names:  []string{string(NoWrap), string(FilesWrap), string(BothWrap)},
		option: "wraps",
		doc:    "Which edges of the board are joined: none, those of the files (a cylinder), or those of files and ranks (a torus).",
		topic:  "edges", sentences: map[string]string{
			string(NoWrap):    "No edges of the board are joined.",
			string(FilesWrap): "The left edge of the board is joined to the right one: moves go on over it.",
			string(BothWrap):  "Opposite edges of the board are joined: moves go on over them."}},

	{key: "shuffle", at: func(s scope) any { return (*string)(&s.Shuffle) }, standard: string(NoShuffle), sparse: true,
		names: []string{string(NoShuffle), string(ShuffleFirstRank)}, needs: []*condition{isShuffleable},
		option: "shuffle",
		doc:    "Whether the pieces of the first rank exchange places before a game.",
		topic:  "array", words: shuffleInWords},

	{table: promotionTable, key: "pieces", at: func(s scope) any { return &s.Promotion.Pieces }},

	{table: promotionTable, key: "side", at: func(s scope) any { return (*string)(&s.Side) }, sparse: true,
		names: []string{string(WhitePromote), string(BlackPromote)}},

	{table: promotionTable, key: "squares", at: func(s scope) any { return &s.Squares }, sparse: true, squares: true},

	{table: promotionTable, key: "zone", at: func(s scope) any { return &s.Zone }, standard: 1,
		limits: func(s scope) (int, int) { return 0, sideOrMax(s.v.Ranks) },
		option: "promotion-zone", values: "0 (no promotion) to the ranks of the board",
		doc:   "Depth of the promotion zone in ranks, counted from the far edge.",
		topic: "promotion"},

	{table: promotionTable, key: "optional", at: func(s scope) any { return &s.Optional },
		option: "promotion-optional",
		doc:    "Whether a piece may stay as it is in the promotion zone.",
		topic:  "promotion"},

	{table: promotionTable, key: "compulsory", at: func(s scope) any { return &s.Compulsory }, sparse: true,
		limits: func(s scope) (int, int) { return 0, s.Zone }, needs: []*condition{isOptional},
		option: "promotion-compulsory", values: "0 (none) to the depth of the zone",
		doc:   "Depth in ranks of the part of the zone where an optional promotion is compulsory.",
		topic: "promotion"},

	{table: promotionTable, key: "leaving", at: func(s scope) any { return &s.Leaving }, sparse: true},

	{table: promotionTable, key: "on-capture", at: func(s scope) any { return &s.OnCapture }, sparse: true},

	{table: promotionTable, key: "en-passant-stays", at: func(s scope) any { return &s.EnPassantStays }, sparse: true},

	{table: promotionTable, key: "resets-n-move", at: func(s scope) any { return &s.Promotion.ResetsNMove }, sparse: true, needs: []*condition{isOfficers},
		option: "promotion-resets-n-move",
		doc:    "Whether a promotion resets the half-move clock of the n-move rule.",
		topic:  "promotion"},

	{table: promotionTable, key: "limit", at: func(s scope) any { return &s.Limit }, sparse: true,
		limits: func(scope) (int, int) { return 0, MaxSide * MaxSide }},

	{table: promotionTable, key: "captured", at: func(s scope) any { return &s.Captured }, sparse: true,
		option: "promotion-captured",
		doc:    "Whether the choice is limited to the side's own pieces that have been captured.",
		topic:  "promotion"},

	{table: promotionTable, key: "empty-pool", at: func(s scope) any { return (*string)(&s.EmptyPool) }, standard: string(EmptyPoolLoss),
		names: []string{string(EmptyPoolLoss), string(EmptyPoolForbidden)}, needs: []*condition{isCaptured},
		option: "empty-pool",
		doc:    "What happens when a piece must promote to a captured piece and there is none.",
		topic:  "promotion"},

	{table: promotionTable, key: "choices", at: func(s scope) any { return &s.Choices },
		option: "promotion-choices", values: "names of pieces, separated by commas",
		doc:   "The pieces to choose from in a promotion.",
		topic: "promotion"},

	{table: gatingTable, key: "kind", at: func(s scope) any { return (*string)(&s.Gating.Kind) }, standard: string(NoGating),
		names: []string{string(NoGating), string(MusketeerGating), string(SeirawanGating)}, required: true},

	{table: gatingTable, key: "pieces", at: func(s scope) any { return &s.Gating.Pieces }, needs: []*condition{hasWaiting}},

	{table: gatingTable, key: "order", at: func(s scope) any { return (*string)(&s.Gating.Order) }, standard: string(WhiteFirst),
		names: []string{string(WhiteFirst), string(Alternating)}, needs: []*condition{isGated},
		option: "placement-order",
		doc:    "Order in which the sides place their waiting pieces.",
		topic:  "placing", words: placementInWords},

	{table: gatingTable, key: "king-file", at: func(s scope) any { return &s.Gating.KingFile }, needs: []*condition{isGated},
		option: "gate-king-file",
		doc:    "Whether a piece may wait behind the king.",
		topic:  "placing"},

	{table: gatingTable, key: "king-and-partner", at: func(s scope) any { return &s.Gating.KingAndPartner },
		needs:  []*condition{isGated, isGatedByKing},
		option: "gate-king-and-partner",
		doc:    "Whether pieces may wait behind both the king and a piece that castles with it.",
		topic:  "placing"},

	{table: gatingTable, key: "blocks-check", at: func(s scope) any { return &s.Gating.BlocksCheck }, needs: []*condition{isGated},
		option: "gate-blocks-check",
		doc:    "Whether an entering piece counts when the legality of the move is judged.",
		topic:  "entering", sentences: map[string]string{
			"true":  "It counts when the legality of the move is judged.",
			"false": "Whether the move is legal is judged without it: a pinned piece may not leave its line even if the one behind it would enter in between.",
		}},

	{table: gatingTable, key: "resets-n-move", at: func(s scope) any { return &s.Gating.ResetsNMove }, needs: []*condition{hasWaiting},
		option: "gate-resets-n-move",
		doc:    "Whether a move by which a piece enters resets the half-move clock of the n-move rule.",
		topic:  "entering", sentences: map[string]string{
			"true":  "Its entry resets the count of the n-move rule.",
			"false": "Its entry does not reset the count of the n-move rule.",
		}},

	{table: handTable, key: "captures", at: func(s scope) any { return &s.Hand.Captures }, sparse: true,
		option: "captures-to-hand", offered: isHeld,
		doc:   "Which captured pieces come into the hand of the side that captures them, to be dropped.",
		topic: "hand"},

	{table: handTable, key: "pieces", at: func(s scope) any { return &s.Hand.Pieces }, sparse: true},

	{table: handTable, key: "black-pieces", at: func(s scope) any { return &s.Hand.BlackPieces }, sparse: true},

	{table: handTable, key: "keeps-promotion", at: func(s scope) any { return &s.Hand.KeepsPromotion }, needs: []*condition{capturesToHand},
		option: "hand-keeps-promotion",
		doc:    "Whether a promoted piece that is captured comes into the hand as what it has become.",
		topic:  "hand", sentences: map[string]string{
			"true":  "A promoted piece that is captured stays what it is.",
			"false": "A promoted piece that is captured comes into the hand as what it was before.",
		}},

	{table: handTable, key: "drop-promoted", at: func(s scope) any { return &s.Hand.DropPromoted }, needs: []*condition{isHeld, hasForms},
		option: "drop-promoted",
		doc:    "Whether a piece may be dropped as its promoted form.",
		topic:  "hand", sentences: map[string]string{"true": "A piece may be dropped as its promoted form."}},

	{table: handTable, key: "drop-check", at: func(s scope) any { return &s.Hand.DropCheck }, standard: true, needs: []*condition{isHeld},
		option: "drop-check",
		doc:    "Whether a drop may give check.",
		topic:  "hand", sentences: map[string]string{"false": "A drop may not give check."}},

	{table: handTable, key: "drop-on-top", at: func(s scope) any { return &s.Hand.DropOnTop }, sparse: true, needs: []*condition{isHeld},
		topic: "hand", sentences: map[string]string{"true": "A piece may be dropped only on the first rank, or where the square below is not free."}},

	{table: handTable, key: "must-drop", at: func(s scope) any { return &s.Hand.MustDrop }, sparse: true, needs: []*condition{isHeld},
		topic: "hand", sentences: map[string]string{"true": "A side with pieces in hand must drop one."}},

	{table: handTable, key: "mate-loses", at: func(s scope) any { return &s.Hand.MateLoses }, sparse: true, needs: []*condition{isHeld}},

	{table: blastTable, key: "on-capture", at: func(s scope) any { return &s.Blast.OnCapture }, sparse: true},

	{table: blastTable, key: "spared", at: func(s scope) any { return &s.Blast.Spared }, sparse: true, needs: []*condition{blasts}},

	{table: blastTable, key: "immune", at: func(s scope) any { return &s.Blast.Immune }, sparse: true, needs: []*condition{blasts}},

	{table: captureTable, key: "then", at: func(s scope) any { return (*string)(&s.Capture.Then) }, standard: string(NoSequel), sparse: true,
		names:    []string{string(NoSequel), string(Stays), string(ChangesSides), string(Reborn), string(Petrifies)},
		required: true,
		option:   "capture-then",
		doc:      "What follows a capture.",
		topic:    "goal", words: sequelInWords},

	{table: captureTable, key: "pieces", at: func(s scope) any { return &s.Capture.Pieces }, sparse: true, needs: []*condition{hasSequel}},

	{table: explosionTable, key: "alone", at: func(s scope) any { return &s.Explosion.Alone }, needs: []*condition{explodes},
		option: "explosion-alone",
		doc:    "Whether a piece may explode with nothing around it.",
		topic:  "explosion", sentences: map[string]string{
			"true":  "It may do so with nothing around it.",
			"false": "Something must stand around it.",
		}},
}

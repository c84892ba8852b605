package variant

import "fmt"

// The tables inside [rules] about the end of the game.
const (
	extinctionTable = "extinction"
	goalTable       = "goal"
	lineTable       = "line"
)

var (
	repeats = &condition{func(s scope) bool { return s.Repetition > 0 },
		"with repetition = 0", "repetitions do not count in it"}
	isExtinction = &condition{func(s scope) bool { return s.Extinction.exists() },
		`with result = "none"`, "no loss of pieces ends it"}
	isLine = &condition{func(s scope) bool { return s.Line.exists() },
		"without count, on-line or square", "no line of pieces ends it"}
	isGoal = &condition{func(s scope) bool { return s.Goal.exists() },
		"without squares of white or black", "no squares win it"}
)

func pieceCount(low int) func(scope) (low, high int) {
	return func(scope) (int, int) { return low, MaxPieceCount }
}

// endTable is the part of ruleTable about the end of the game.
var endTable = []ruleField{
	{key: "repetition-result", at: func(s scope) any { return (*string)(&s.RepetitionResult) }, standard: string(RepetitionDraw), sparse: true,
		needs:  []*condition{repeats},
		names:  []string{string(RepetitionDraw), string(RepetitionLoss), string(RepetitionWin), string(RepetitionWhite), string(RepetitionBlack)},
		option: "repetition-result",
		doc:    "Result of a repetition for the side that is to move.",
		topic:  "repetition", sentences: map[string]string{
			string(RepetitionLoss):  "The side that is to move then loses.",
			string(RepetitionWin):   "The side that is to move then wins.",
			string(RepetitionWhite): "White then wins.",
			string(RepetitionBlack): "Black then wins.",
		}},

	{key: "perpetual-check", at: func(s scope) any { return (*string)(&s.PerpetualCheck) }, standard: string(PerpetualAsRepetition), sparse: true,
		needs:  []*condition{repeats},
		names:  []string{string(PerpetualAsRepetition), string(PerpetualLoss)},
		option: "perpetual-check",
		doc:    "Result of a repetition for a side that gives check with each move.",
		topic:  "repetition", sentences: map[string]string{
			string(PerpetualLoss): "A side that has given check with every move since the position first occurred loses, unless both have.",
		}},

	{key: "checks", at: func(s scope) any { return &s.Checks }, sparse: true,
		limits: func(scope) (int, int) { return 0, MaxChecks },
		option: "checks", off: "off", values: fmt.Sprintf("0 (off) to %d", MaxChecks),
		doc:   "Checks that a side must give to win.",
		topic: "goal", words: checksInWords},

	{key: "must-capture", at: func(s scope) any { return &s.MustCapture }, sparse: true,
		option: "must-capture",
		doc:    "Whether a side that can capture must do so.",
		topic:  "goal", sentences: map[string]string{"true": "A side that can capture must do so."}},

	{key: "checks-forbidden", at: func(s scope) any { return &s.ChecksForbidden }, sparse: true,
		option: "checks-forbidden",
		doc:    "Whether moves that give check are illegal.",
		topic:  "goal", sentences: map[string]string{"true": "A move that gives check is illegal."}},

	{table: extinctionTable, key: "result", at: func(s scope) any { return (*string)(&s.Extinction.Result) }, standard: string(NoEnd), sparse: true,
		names:    []string{string(NoEnd), string(EndLoss), string(EndWin), string(EndDraw)},
		required: true},

	{table: extinctionTable, key: "pieces", at: func(s scope) any { return &s.Extinction.Pieces }, sparse: true, needs: []*condition{isExtinction}},

	{table: extinctionTable, key: "count", at: func(s scope) any { return &s.Extinction.Count }, sparse: true, needs: []*condition{isExtinction},
		limits: pieceCount(0),
		option: "extinction-count", values: "a number of pieces",
		doc:   "How many of the pieces a side may have left when their loss ends the game.",
		topic: "extinction", words: extinctionInWords},

	{table: extinctionTable, key: "opponent-count", at: func(s scope) any { return &s.Extinction.OpponentCount }, sparse: true, needs: []*condition{isExtinction},
		limits: pieceCount(0),
		option: "extinction-opponent-count", values: "a number of pieces",
		doc:   "How many of the pieces the other side must have when their loss ends the game.",
		topic: "extinction"},

	{table: extinctionTable, key: "claim", at: func(s scope) any { return &s.Extinction.Claim }, sparse: true, needs: []*condition{isExtinction},
		option: "extinction-claim",
		doc:    "Whether a side to move that has lost its pieces plays on while the other has just as many as it must have.",
		topic:  "extinction"},

	{table: goalTable, key: "white", at: func(s scope) any { return &s.Goal.White }, sparse: true, squares: true},

	{table: goalTable, key: "black", at: func(s scope) any { return &s.Goal.Black }, sparse: true, squares: true},

	{table: goalTable, key: "pieces", at: func(s scope) any { return &s.Goal.Pieces }, sparse: true, needs: []*condition{isGoal}},

	{table: goalTable, key: "count", at: func(s scope) any { return &s.Goal.Count }, standard: 1, needs: []*condition{isGoal},
		limits: pieceCount(1),
		option: "goal-count", values: "a number of pieces from 1",
		doc:   "How many pieces must be on the squares of the goal.",
		topic: "goal", words: goalInWords},

	{table: goalTable, key: "blocked", at: func(s scope) any { return &s.Goal.Blocked }, sparse: true, needs: []*condition{isGoal},
		option: "goal-blocked",
		doc:    "Whether one piece on the goal does if all its squares are occupied.",
		topic:  "goal"},

	{table: goalTable, key: "safe", at: func(s scope) any { return &s.Goal.Safe }, sparse: true, needs: []*condition{isGoal},
		option: "goal-safe",
		doc:    "Whether the pieces on the goal must not be attacked.",
		topic:  "goal"},

	{table: goalTable, key: "reply", at: func(s scope) any { return (*string)(&s.Goal.Reply) }, standard: string(NoReply), sparse: true, needs: []*condition{isGoal},
		names:  []string{string(NoReply), string(BlackReply), string(AnyReply)},
		option: "goal-reply",
		doc:    "What the other side may do when a side has reached its goal.",
		topic:  "goal"},

	{table: lineTable, key: "count", at: func(s scope) any { return &s.Line.Count }, sparse: true,
		limits: func(scope) (int, int) { return 2, MaxSide },
		topic:  "line", words: lineInWords},

	{table: lineTable, key: "on-line", at: func(s scope) any { return &s.Line.OnLine }, sparse: true,
		limits: func(scope) (int, int) { return 2, MaxSide }, topic: "line"},

	{table: lineTable, key: "square", at: func(s scope) any { return &s.Line.Square }, sparse: true,
		limits: func(scope) (int, int) { return 2, MaxSide }, topic: "line"},

	{table: lineTable, key: "pieces", at: func(s scope) any { return &s.Line.Pieces }, sparse: true, needs: []*condition{isLine}},

	{table: lineTable, key: "horizontal", at: func(s scope) any { return &s.Line.Horizontal }, standard: true, needs: []*condition{isLine}},

	{table: lineTable, key: "vertical", at: func(s scope) any { return &s.Line.Vertical }, standard: true, needs: []*condition{isLine}},

	{table: lineTable, key: "diagonal", at: func(s scope) any { return &s.Line.Diagonal }, standard: true, needs: []*condition{isLine}},

	{table: lineTable, key: "result", at: func(s scope) any { return (*string)(&s.Line.Result) }, standard: string(EndWin), needs: []*condition{isLine},
		names: []string{string(EndWin), string(EndLoss), string(EndDraw)}},
}

package variant

// CheckmateRule is the result for the side that is checkmated.
type CheckmateRule string

// The checkmate rules.
const (
	CheckmateLoss CheckmateRule = "loss"
	CheckmateDraw CheckmateRule = "draw"
	CheckmateWin  CheckmateRule = "win"
)

// RoyalsRule says how many royal pieces a side has, and which of them it must not
// leave attacked.
type RoyalsRule string

// The rules of royal pieces. A side may have any number of them, none included,
// unless the rule is OneRoyal.
const (
	OneRoyal  RoyalsRule = "one"  // each side has exactly one, of the same kind
	AllRoyals RoyalsRule = "all"  // none of them may be left attacked
	LastRoyal RoyalsRule = "last" // each only while it is the last of its kind on its side
	AnyRoyal  RoyalsRule = "any"  // one of them must not be attacked
	NoRoyals  RoyalsRule = "none" // no piece is royal
)

// EndResult is the result for a side when a rule of the game ends it.
type EndResult string

// The results of an end.
const (
	NoEnd   EndResult = "none" // the game does not end
	EndLoss EndResult = "loss"
	EndWin  EndResult = "win"
	EndDraw EndResult = "draw"
)

// Extinction ends the game when a side has lost its pieces of a kind. Pieces in
// hand count.
type Extinction struct {
	// Result is the result for that side.
	Result EndResult
	// Pieces are the names of the kinds, each of which counts by itself. Empty:
	// all pieces of a side count together.
	Pieces []string
	// Count is the number of pieces that a side may have left, 0 to MaxPieceCount.
	Count int
	// OpponentCount is the number that the other side must have at least, 0 to
	// MaxPieceCount.
	OpponentCount int
	// Claim lets the side to move play on while the other has no more than
	// OpponentCount, so that it can bring about the same.
	Claim bool
}

// Goal wins the game for a side that has pieces on some squares.
type Goal struct {
	// White and Black are the squares of each side, as squares and rectangles
	// ("d4", "a8-h8"). Both empty: there is no goal.
	White, Black []string
	// Pieces are the names of the kinds that count. Empty: all.
	Pieces []string
	// Count is how many of them must be there, 1 to MaxPieceCount.
	Count int
	// Blocked lets one do if all squares of the goal are occupied.
	Blocked bool
	// Safe: they must not be attacked.
	Safe bool
	// Reply gives the other side a move before the game ends.
	Reply GoalReply
}

// GoalReply says what the other side may do when a side has reached its goal.
type GoalReply string

// The replies.
const (
	NoReply GoalReply = "none"
	// BlackReply: Black may make one more move if it reaches its goal, too, and
	// the game is then a draw. White may not, as it moves first.
	BlackReply GoalReply = "black"
	// AnyReply: the other side makes one more move, and the goal counts if it is
	// still held. With Safe, only a goal that is not safe needs to be held.
	AnyReply GoalReply = "any"
)

// RepetitionResult is the result of a repetition.
type RepetitionResult string

// The results of repetitions.
const (
	RepetitionDraw  RepetitionResult = "draw"
	RepetitionLoss  RepetitionResult = "loss" // for the side that is to move
	RepetitionWin   RepetitionResult = "win"  // for the side that is to move
	RepetitionWhite RepetitionResult = "white-wins"
	RepetitionBlack RepetitionResult = "black-wins"
)

// PerpetualRule is the result of perpetual check for the side that gives it.
type PerpetualRule string

// The rules of perpetual check.
const (
	PerpetualAsRepetition PerpetualRule = "as-repetition" // like any other repetition
	PerpetualLoss         PerpetualRule = "loss"
)

// PassRule says when a side may pass its turn instead of moving. A side in check never
// may. Two passes in a row are a draw.
type PassRule string

// The rules about passing.
const (
	NoPass          PassRule = "never"
	AnyPass         PassRule = "any-time"
	PassOnStalemate PassRule = "stalemate" // only, and then it must, when it has no other move
)

// PromotionSide names the side that a promotion is for.
type PromotionSide string

// The sides of promotions.
const (
	BothPromote  PromotionSide = ""
	WhitePromote PromotionSide = "white"
	BlackPromote PromotionSide = "black"
)

// For reports whether a promotion is for Black, or for White.
func (p *Promotion) For(black bool) bool {
	switch p.Side {
	case WhitePromote:
		return !black
	case BlackPromote:
		return black
	}
	return true
}

// MaxChecks bounds the checks that a side must give to win.
const MaxChecks = 15

// MaxPieceCount bounds numbers of pieces in the rules.
const MaxPieceCount = MaxSide * MaxSide

// exists reports whether there is a goal.
func (g *Goal) exists() bool { return len(g.White)+len(g.Black) > 0 }

// exists reports whether the loss of pieces ends the game.
func (e *Extinction) exists() bool { return e.Result != NoEnd && e.Result != "" }

// OnlyMates reports whether the game is won by nothing but the checkmate of the one
// royal piece, or a stalemate that loses: what is known about endings of chess then
// holds.
func (r *Rules) OnlyMates() bool {
	mates := r.Checkmate == CheckmateLoss || r.Checkmate == ""
	stalemates := r.Stalemate == StalemateDraw || r.Stalemate == StalemateLoss || r.Stalemate == ""
	return mates && stalemates && r.Royals.one() && !r.Extinction.exists() && !r.Goal.exists() && r.Checks == 0 && !r.MustCapture && !r.ChecksForbidden && !r.Blast.OnCapture
}

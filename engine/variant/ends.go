package variant

import (
	_ "embed"
)

// exists reports whether a line or a square of pieces ends the game.
func (l *Line) exists() bool { return l.Count+l.OnLine+l.Square > 0 }

// exists reports whether there is a goal.
func (g *Goal) exists() bool { return len(g.White)+len(g.Black) > 0 }

// exists reports whether losing pieces ends the game.
func (e *Extinction) exists() bool { return e.Result != NoEnd && e.Result != "" }

// CheckmateRule is the result for the side that is checkmated.
type CheckmateRule string

// The checkmate rules.
const (
	CheckmateLoss CheckmateRule = "loss"
	CheckmateDraw CheckmateRule = "draw"
	CheckmateWin  CheckmateRule = "win"
)

// RoyalsRule states how many royal pieces a side has, and which of them it must not leave
// attacked.
type RoyalsRule string

// The royals rules. A side may have any number of royal pieces, including none, unless the
// rule is OneRoyal.
const (
	OneRoyal  RoyalsRule = "one"  // each side has exactly one, of the same kind
	AllRoyals RoyalsRule = "all"  // none of them may be left attacked
	LastRoyal RoyalsRule = "last" // each only while it is the last of its kind on its side
	AnyRoyal  RoyalsRule = "any"  // one of them must not be attacked
	NoRoyals  RoyalsRule = "none" // no piece is royal
)

// EndResult is the result for a side when a rule ends the game.
type EndResult string

// The results of an end.
const (
	NoEnd   EndResult = "none" // the game does not end
	EndLoss EndResult = "loss"
	EndWin  EndResult = "win"
	EndDraw EndResult = "draw"
)

// Extinction ends the game when a side has lost its pieces of some kind. Pieces in hand
// count as present.
type Extinction struct {
	// Result is the result for the side that lost its pieces.
	Result EndResult
	// Pieces names the kinds, each of which counts separately. If empty, all pieces of a
	// side count together.
	Pieces []string
	// Count is the number of pieces at which the loss is complete, 0 to MaxPieceCount.
	Count int
	// OpponentCount is the minimum number of pieces the other side must have, 0 to
	// MaxPieceCount.
	OpponentCount int
	// Claim lets the side to move play on while the other has no more than
	// OpponentCount, so that it can bring about the same.
	Claim bool
}

// Line ends the game when a side has made a line or a square of its pieces. If none of the three
// numbers is set, there is no such end.
type Line struct {
	// Count is the number of pieces side by side on a line, 2 to MaxSide.
	Count int
	// OnLine is the number of pieces on a line, with or without squares between them, 2 to
	// MaxSide.
	OnLine int
	// Square is the side of a square whose squares all hold pieces, 2 to MaxSide.
	Square int
	// Pieces names the kinds that count; empty means all.
	Pieces []string
	// Horizontal, Vertical and Diagonal specify which lines count.
	Horizontal, Vertical, Diagonal bool
	// Result is the result for the side that made the line.
	Result EndResult
}

// Goal wins the game for a side that has pieces on certain squares.
type Goal struct {
	// White and Black list the goal squares of each side, as squares and rectangles ("d4",
	// "a8-h8"). If both are empty, there is no goal.
	White, Black []string
	// Pieces names the kinds that count; empty means all.
	Pieces []string
	// Count is the number of pieces that must be there, 1 to MaxPieceCount.
	Count int
	// Blocked accepts fewer pieces, at least one, if all squares of the goal are occupied.
	Blocked bool
	// Safe requires that the pieces are not attacked.
	Safe bool
	// Reply gives the other side a move before the game ends.
	Reply GoalReply
}

// GoalReply is what the other side may do when a side has reached its goal.
type GoalReply string

// The replies.
const (
	NoReply GoalReply = "none"
	// BlackReply gives Black one more move when White has reached its goal; if Black then
	// reaches its own, the game is a draw. White gets no such move, since it moves first.
	BlackReply GoalReply = "black"
	// AnyReply gives the other side one more move, and the goal counts if it is still held. If Safe
	// is set, only a goal that is not safe must be held.
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

// PassRule states when a side may pass its turn. A side in check never may. Two passes in
// a row are a draw.
type PassRule string

// The passing rules.
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

// For reports whether a promotion applies to Black or, if black is false, to White.
func (p *Promotion) For(black bool) bool {
	switch p.Side {
	case WhitePromote:
		return !black
	case BlackPromote:
		return black
	}
	return true
}

// OnlyMates reports whether the game can be won only by checkmating a single royal piece, or by a
// stalemate that loses, captures are as in chess, and there are no passes. Then facts about endings
// in chess apply.
func (v *Variant) OnlyMates() bool {
	r := &v.Rules
	mates := r.Checkmate == CheckmateLoss || r.Checkmate == ""
	stalemates := r.Stalemate == StalemateDraw || r.Stalemate == StalemateLoss || r.Stalemate == ""
	return mates && stalemates && r.Royals.one() && !r.Extinction.exists() && !r.Goal.exists() && r.Checks == 0 && !r.MustCapture && !r.ChecksForbidden && !r.Blast.OnCapture && (r.Pass == NoPass || r.Pass == "") && v.capturesPlainly()
}

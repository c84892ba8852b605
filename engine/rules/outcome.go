package rules

import (
	"cmp"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// Result is who won.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

var resultTexts = []string{"*", "1-0", "0-1", "1/2-1/2"}

// String returns the result as PGN writes it.
func (r Result) String() string { return resultTexts[r] }

// ParseResult is the inverse of Result.String.
func ParseResult(text string) (Result, bool) {
	i := slices.Index(resultTexts, text)
	return Result(max(i, 0)), i >= 0
}

// resultDialects replace signs in results of other programs and people.
var resultDialects = strings.NewReplacer("–", "-", ":", "-", "½", "1/2")

// ReadResult reads a result in the form of PGN, with an en dash or a colon, with ½ for 1/2, or with only one half
// of a draw.
func ReadResult(text string) (Result, bool) {
	if text = resultDialects.Replace(text); text == "1/2" {
		return Draw, true
	}
	return ParseResult(text)
}

// Score returns White's score of a finished game: 1, ½ or 0.
func (r Result) Score() float64 {
	switch r {
	case WhiteWins:
		return 1
	case BlackWins:
		return 0
	}
	return 0.5
}

// mirrored returns the result with the sides exchanged.
func (r Result) mirrored() Result {
	return [...]Result{Ongoing, BlackWins, WhiteWins, Draw}[r]
}

// win returns the result when c wins.
func win(c Color) Result {
	if c == White {
		return WhiteWins
	}
	return BlackWins
}

// Reason is why a game ended.
type Reason string

// The reasons.
const (
	NoReason             Reason = ""
	Checkmate            Reason = "checkmate"
	Stalemate            Reason = "stalemate"
	Repetition           Reason = "repetition"
	NMoveRule            Reason = "n-move rule"
	InsufficientMaterial Reason = "insufficient material"
	EmptyPool            Reason = "nothing to promote to"
	BlownUp              Reason = "royal piece blown up"
	BothPassed           Reason = "both sides passed"
	IllegalMate          Reason = "mate by a drop"
	Extinction           Reason = "loss of pieces"
	GoalReached          Reason = "goal reached"
	ChecksGiven          Reason = "checks given"
	LineMade             Reason = "pieces in line"
)

// ByRules reports whether the rules of a game end it for this reason, and not the players or an arbiter.
func (r Reason) ByRules() bool {
	return slices.Contains([]Reason{Checkmate, Stalemate, Repetition, NMoveRule, InsufficientMaterial, EmptyPool, BlownUp, BothPassed, IllegalMate, Extinction, GoalReached, ChecksGiven, LineMade}, r)
}

// Outcome returns the result of the game at this position by the rules, and why.
func (p *Position) Outcome() (Result, Reason) {
	var buf [512]Move
	if p.ended != Ongoing || len(p.Moves(buf[:0])) == 0 {
		return p.noMoves()
	}
	return p.DrawByRule()
}

// noMoves returns the outcome when the side to move has no legal move.
func (p *Position) noMoves() (Result, Reason) {
	switch {
	case p.ended != Ongoing:
		return p.ended, endings[p.why]
	case p.InCheck() && p.matedByDrop():
		return win(p.turn), IllegalMate
	case p.InCheck():
		return scored(p.turn, p.NoMovesScore(true)), Checkmate
	}
	return scored(p.turn, p.NoMovesScore(false)), Stalemate
}

// scored returns the result when a side gets 1 for a win, 0 for a draw or -1.
func scored(c Color, score int) Result {
	switch {
	case score > 0:
		return win(c)
	case score < 0:
		return win(c.Other())
	}
	return Draw
}

// NoMovesScore returns the score of the side to move if it has no move, in check or not: 1
// for a win, 0 for a draw, -1 for a loss.
func (p *Position) NoMovesScore(check bool) int {
	if check && p.matedByDrop() {
		return 1
	}
	rule := &p.g.Variant.Rules
	if check {
		switch rule.Checkmate {
		case variant.CheckmateWin:
			return 1
		case variant.CheckmateDraw:
			return 0
		}
		return -1
	}
	if rule.Stalemate == variant.StalemateFewer {
		us, them := p.pieceCount(p.turn, NoType), p.pieceCount(p.turn.Other(), NoType)
		return cmp.Compare(them, us)
	}
	return p.g.StalemateScore()
}

// DrawByRule returns the outcome when the side to move has a legal move.
func (p *Position) DrawByRule() (Result, Reason) {
	rule := &p.g.Variant.Rules
	switch {
	case p.bareKings():
		return Draw, InsufficientMaterial
	case rule.NMove > 0 && int(p.halfmove) >= 2*rule.NMove:
		return Draw, NMoveRule
	case rule.Repetition > 0 && p.Occurrences(rule.Repetition) >= rule.Repetition:
		return p.repeated(rule.Repetition), Repetition
	}
	return Ongoing, NoReason
}

// bareKings reports whether the rule of insufficient material ends the game.
func (p *Position) bareKings() bool {
	return p.g.Variant.Rules.InsufficientMaterial == variant.BareKings &&
		p.inHand == 0 && p.gates.Empty() && p.Men() == 2 && (p.g.crowned || p.royals[White].Count()+p.royals[Black].Count() == 2) && !((p.g.drops || p.g.entering != nil) && p.handSize(White)+p.handSize(Black) > 0)
}

// Occurrences counts how often this position has occurred since the position
// was set up, including now. It stops counting at limit.
func (p *Position) Occurrences(limit int) int {
	n := 1
	last := len(p.history) - int(p.reversible)
	for i := len(p.history) - 2; i >= max(last, 0) && n < limit; i -= 2 {
		if p.history[i].hash == p.hash {
			n++
		}
	}
	return n
}

// StalemateScore returns the score of the side to move in a stalemate, if it is the same in all
// positions: 0 for a draw, -1 for a loss, 1 for a win.
func (g *Game) StalemateScore() int {
	switch g.Variant.Rules.Stalemate {
	case variant.StalemateLoss:
		return -1
	case variant.StalemateWin:
		return 1
	}
	return 0
}

// DrawnInTree reports whether a search should score the position as a draw: by rule, or
// because it has occurred before.
func (p *Position) DrawnInTree() bool {
	rule := &p.g.Variant.Rules
	return rule.NMove > 0 && int(p.halfmove) >= 2*rule.NMove ||
		rule.Repetition > 0 && p.reversible >= 4 && p.Occurrences(2) >= 2 ||
		p.bareKings()
}

// repeated returns the result when this position occurs for the n-th time.
func (p *Position) repeated(n int) Result {
	rule := &p.g.Variant.Rules
	if rule.PerpetualCheck == variant.PerpetualLoss {
		switch checked, checks := p.perpetual(n); {
		case checked && !checks:
			return win(p.turn)
		case checks && !checked:
			return win(p.turn.Other())
		case checks:
			return Draw
		}
	}
	switch rule.RepetitionResult {
	case variant.RepetitionLoss:
		return win(p.turn.Other())
	case variant.RepetitionWin:
		return win(p.turn)
	case variant.RepetitionWhite:
		return WhiteWins
	case variant.RepetitionBlack:
		return BlackWins
	}
	return Draw
}

// perpetual reports whether the side to move has been in check, and the other side,
// whenever it was to move since the position n occurrences ago, this one included.
func (p *Position) perpetual(n int) (checked, checks bool) {
	checked, checks = p.inCheck, true
	for i := len(p.history) - 1; i > 0 && n > 1; i -= 2 {
		checks = checks && p.history[i].inCheck
		checked = checked && p.history[i-1].inCheck
		if p.history[i-1].hash == p.hash {
			n--
		}
	}
	return checked, checks
}

// RepeatedInTree returns the result that a search should assume for a position that has
// occurred before, in games where repetition is not always a draw. It returns Ongoing for
// new positions and for draws.
func (p *Position) RepeatedInTree() Result {
	if n := p.g.Variant.Rules.Repetition; n == 0 || !p.g.repeats || p.reversible < 4 || p.Occurrences(2) < 2 {
		return Ongoing
	}
	if r := p.repeated(2); r != Draw {
		return r
	}
	return Ongoing
}

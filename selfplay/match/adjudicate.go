package match

import (
	"slices"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/selfplay/player"
)

// DrawRule ends games that both players expect to be drawn.
type DrawRule struct {
	// Move is the first move after which the rule applies.
	Move int `json:"move"`
	// Moves is how many moves in a row each side must score within Score, without a
	// capture or a pawn move. 0 disables the rule.
	Moves int `json:"moves"`
	// Score is the largest absolute score, in centipawns.
	Score int `json:"score"`
}

// ResignRule ends games that a player expects to lose.
type ResignRule struct {
	// Moves is how many moves in a row a side must score -Score or worse. 0 disables the
	// rule.
	Moves int `json:"moves"`
	// Score is in centipawns.
	Score int `json:"score"`
	// Both requires that the other side has scored Score or better for the same number of
	// moves.
	Both bool `json:"both"`
}

// expectations remembers the scores of the players.
type expectations struct {
	scores [2][]int // of each side's latest moves in a row, from White's view
	quiet  int      // plies in a row with scores and no capture or pawn move
}

// note records the score of a move. A move without a score restarts the count.
func (e *expectations) note(us rules.Color, score int, has, resets bool) {
	e.quiet++
	if resets || !has {
		e.quiet = 0
	}
	if !has {
		e.scores[us] = e.scores[us][:0]
		return
	}
	e.scores[us] = append(e.scores[us], score)
}

// verdict returns the result after a move, or Ongoing if no rule applies.
func (e *expectations) verdict(d DrawRule, r ResignRule, move int) (rules.Result, rules.Reason) {
	within := func(score int) bool { return max(score, -score) <= d.Score }
	if d.Moves > 0 && move >= d.Move && e.quiet >= 2*d.Moves && e.all(rules.White, d.Moves, within) && e.all(rules.Black, d.Moves, within) {
		return rules.Draw, DrawAdjudication
	}
	if r.Moves == 0 {
		return rules.Ongoing, rules.NoReason
	}
	for c, result := range []rules.Result{rules.BlackWins, rules.WhiteWins} {
		loser := rules.Color(c)
		if e.lost(loser, loser, r) && (!r.Both || e.lost(loser, loser.Other(), r)) {
			return result, ResignAdjudication
		}
	}
	return rules.Ongoing, rules.NoReason
}

// all reports whether a side has at least n scores, and holds is true of the last n.
func (e *expectations) all(c rules.Color, n int, holds func(score int) bool) bool {
	list := e.scores[c]
	return len(list) >= n && !slices.ContainsFunc(list[len(list)-n:], func(s int) bool { return !holds(s) })
}

// lost reports whether expects, which may be the losing side itself, has scored the game
// as lost for loser for as many moves as the rule requires.
func (e *expectations) lost(loser, expects rules.Color, r ResignRule) bool {
	return e.all(expects, r.Moves, func(s int) bool {
		if loser == rules.Black {
			s = -s
		}
		return s <= -r.Score
	})
}

// Reasons why a game ends other than by its rules.
const (
	LengthLimit        rules.Reason = "length limit"
	DrawAdjudication   rules.Reason = "adjudicated draw"
	ResignAdjudication rules.Reason = "adjudicated win"
	DrawAgreed         rules.Reason = "draw agreed"
	Resignation        rules.Reason = "resignation"
	TimeForfeit        rules.Reason = "time forfeit"
	IllegalMove        rules.Reason = "illegal move"
	FalseClaim         rules.Reason = "false claim"
	NoAnswer           rules.Reason = "no answer"
	Crash              rules.Reason = "crash"
	Refusal            rules.Reason = "position refused"
)

// Faulty reports whether a player lost the game by a fault.
func Faulty(reason rules.Reason) bool {
	return slices.Contains([]rules.Reason{TimeForfeit, IllegalMove, FalseClaim, NoAnswer, Crash, Refusal}, reason)
}

// reasonOf returns the reason of the loss that a fault causes.
func reasonOf(f *player.Fault) rules.Reason {
	switch f.Kind {
	case external.TimedOut:
		return TimeForfeit
	case external.IllegalMove, external.Unparsable:
		return IllegalMove
	case external.Hung, external.NoMove, external.NoHandshake:
		return NoAnswer
	case external.Refused, external.BadOption, external.WrongGame:
		return Refusal
	}
	return Crash
}

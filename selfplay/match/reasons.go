package match

import (
	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/selfplay/player"
)

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
	switch reason {
	case TimeForfeit, IllegalMove, FalseClaim, NoAnswer, Crash, Refusal:
		return true
	}
	return false
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

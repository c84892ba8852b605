package estimate

import (
	"fmt"
	"math"

	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/tuning"
)

// PawnOdds returns the score, from 0 to 1, of a side with an extra pawn, and says how it
// was found: by games at these odds or, without them, from the value of the pawn in the
// fit. It is unknown without pawns or if the fit does not bound their value. A pawn
// decides less on a larger board or in a larger army.
func (res *Result) PawnOdds() (score stat.Interval, source string) {
	m := res.Measurement
	unit := tuning.UnitPiece(res.Game)
	if !res.Game.IsPawn(unit) {
		return stat.Unknown(), ""
	}
	if res.Odds != nil {
		line := res.Odds.Lines[0]
		return line.Score, fmt.Sprintf("measured in %s of games at these odds", format.Plural(line.Results.Number(), "pair"))
	}
	pawn, ok := m.Design.Of(unit)
	if !ok || !pawn.Logit.Bounded() {
		return stat.Unknown(), ""
	}
	overColours := func(x float64) float64 {
		white := m.Design.White.Estimate
		return (logit.Sigmoid(x+white) + logit.Sigmoid(x-white)) / 2
	}
	return pawn.Logit.Map(overColours), "computed from the value of the pawn in the fit"
}

// evenChecks expects scores of one half: for the army drawn first, because both armies are
// drawn in the same way, and for an army against an equal army in a match at odds. One
// sound run in twenty fails the first check.
func (res *Result) evenChecks() []Check {
	var out []Check
	if !res.Game.ArmiesDiffer() {
		out = append(out, evenCheck("army A against army B, drawn alike", res.Games.ArmyA))
	}
	if res.Odds != nil {
		for _, line := range res.Odds.Lines {
			if line.Exchange == "=" {
				out = append(out, evenCheck("army against the same army", line.Results))
			}
		}
	}
	return out
}

// evenCheck compares the score of pairs with one half.
func evenCheck(name string, pairs rating.Pairs) Check {
	c := Check{Name: name, Status: CheckFailed, Wanted: "50 %", Advice: "the error bars may be too short; play more games"}
	score, wilson := rating.ScoreInterval(pairs, evenWithin, math.Erf(evenWithin/math.Sqrt2))
	if math.IsNaN(score.Estimate) || wilson {
		c.Status, c.Note = CheckCannotTell, "there are too few pairs"
		return c
	}
	c.Found = format.Percent.Interval(score)
	c.Note = "by " + format.Plural(pairs.Number(), "pair")
	if !score.Excludes(0.5) {
		c.Status = CheckPassed
	}
	return c
}

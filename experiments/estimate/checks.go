package estimate

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/tuning"
)

//go:embed checks.tsv
var checksFile string

// CheckStatus is the outcome of a check.
type CheckStatus string

// The outcomes of a check. CheckCannotTell means that there are too few games
// to fail it.
const (
	CheckPassed     CheckStatus = "passed"
	CheckFailed     CheckStatus = "failed"
	CheckCannotTell CheckStatus = "cannot tell"
)

// Check compares a measurement with the range of a sound measurement.
type Check struct {
	Name   string      `json:"check"`
	Status CheckStatus `json:"status"`
	// Found and Wanted are in words. Note gives their source, or the reason
	// why it cannot tell.
	Found  string `json:"found"`
	Wanted string `json:"wanted"`
	Note   string `json:"note"`
	// Advice explains what a failure means for the values and what to do.
	Advice string `json:"advice"`
}

// Limits of the checks.
const (
	evenWithin          = 2 // standard errors
	maxCalibrationError = 0.02
)

// Checks returns all checks that apply to the measurement.
func (res *Result) Checks() ([]Check, error) {
	out, err := res.knownChecks()
	if err != nil {
		return nil, err
	}
	out = append(out, res.evenChecks()...)
	return append(append(out, res.calibrationCheck()), res.ladderChecks()...), nil
}

// scoreAtOdds replaces the second piece in the data if the number is a score rather than a
// ratio.
const scoreAtOdds = "odds"

// knownChecks compares ratios of values, and the score at pawn odds, with the known
// numbers for the game.
func (res *Result) knownChecks() ([]Check, error) {
	rows, err := dataRows(checksFile, 6, res.Game)
	if err != nil {
		return nil, err
	}
	m := res.Measurement
	var out []Check
	for _, row := range rows {
		wanted, advice := stat.Interval{}, "the values may be off; play more games, or at more nodes a move"
		if wanted.Lo, err = dataNumber(row[3], math.Inf(-1)); err != nil {
			return nil, err
		}
		if wanted.Hi, err = dataNumber(row[4], math.Inf(1)); err != nil {
			return nil, err
		}
		if row[2] != scoreAtOdds {
			c := Check{Name: fmt.Sprintf("%s in units of the %s", row[1], row[2]), Note: row[5], Advice: advice}
			ratio := m.Design.Ratio(res.Game.TypeNamed(row[1]), res.Game.TypeNamed(row[2]), m.Level)
			out = append(out, c.judged(ratio, wanted, format.Value))
		} else if odds := res.PawnOdds(); odds.Known() {
			c := Check{Name: "score at pawn odds", Note: odds.Source, Advice: advice}
			out = append(out, c.judged(odds.Interval, wanted, format.Percent))
		}
	}
	return out, nil
}

// judged compares an interval with the expected range. The games cannot tell if the
// estimate is outside the range but the interval reaches into it, or if the interval is so
// wide that hardly any estimate could fail.
func (c Check) judged(found, wanted stat.Interval, unit format.Unit) Check {
	c.Found, c.Wanted, c.Status = unit.Interval(found), rangeText(wanted, unit), CheckCannotTell
	inside := wanted.Lo <= found.Estimate && found.Estimate <= wanted.Hi
	switch {
	case !found.Bounded():
		c.Found = format.Unknown
		c.Note = "the games are too few to bound it; " + c.Note
	case !found.Overlaps(wanted):
		c.Status = CheckFailed
	case !inside:
		c.Note = "the interval reaches into the range; " + c.Note
	case CannotTell(found):
		c.Note = "the interval is too wide; " + c.Note
	default:
		c.Status = CheckPassed
	}
	return c
}

// rangeText formats a range: "3 to 3.3", "at least 1", "60 to 68 %".
func rangeText(v stat.Interval, unit format.Unit) string {
	limit := func(x float64) string { return format.Significant(unit.Scale*x, 6) }
	text := limit(v.Lo) + " to " + limit(v.Hi)
	switch {
	case math.IsInf(v.Hi, 1):
		text = "at least " + limit(v.Lo)
	case math.IsInf(v.Lo, -1):
		text = "at most " + limit(v.Hi)
	}
	return strings.TrimSpace(text + " " + unit.Name)
}

// calibrationCheck compares predicted with observed scores.
func (res *Result) calibrationCheck() Check {
	m := res.Measurement
	c := Check{
		Name: "calibration error", Status: CheckFailed,
		Found: format.Fixed(m.CalibrationError, 3), Wanted: fmt.Sprintf("below %g", maxCalibrationError),
		Note:   fmt.Sprintf("chance alone would give %.3f", m.CalibrationFloor),
		Advice: "the model may not fit this game; see whether values add up",
	}
	switch {
	case m.CalibrationError < maxCalibrationError:
		c.Status = CheckPassed
	case m.CalibrationFloor >= maxCalibrationError:
		c.Status = CheckCannotTell
		c.Note += ": there are too few games"
	}
	return c
}

// ladderChecks returns a check that values do not depend on the strength of play; without
// a ladder it returns none.
func (res *Result) ladderChecks() []Check {
	if len(res.Ladder) < 2 {
		return nil
	}
	c := Check{Name: "values at other nodes", Status: CheckPassed, Wanted: "no difference beyond chance",
		Advice: "the values depend on the depth of play; measure at more nodes a move"}
	var compared, differ, vague []string
	for _, r := range res.Ladder {
		bounded := false
		for i, v := range r.Measurement.Design.Values {
			bounded = bounded || !v.Worth.Exact() && v.Worth.Bounded()
			if r.Differs[i] {
				differ = append(differ, fmt.Sprintf("%s at %d", v.Piece, r.Nodes))
			}
		}
		if nodes := strconv.Itoa(r.Nodes); bounded {
			compared = append(compared, nodes)
		} else {
			vague = append(vague, nodes)
		}
	}
	if len(vague) > 0 {
		c.Note = "the games bound no value at " + strings.Join(vague, ", ") + " nodes"
	}
	switch {
	case len(differ) > 0:
		c.Status, c.Found = CheckFailed, strings.Join(differ, ", ")
	case len(compared) < 2:
		c.Status = CheckCannotTell
	default:
		c.Found = "none at " + strings.Join(compared, ", ") + " nodes"
	}
	return []Check{c}
}

// PawnOdds is the score, from 0 to 1, of a side with an extra pawn, and how it was measured.
type PawnOdds struct {
	stat.Interval
	Source string
}

// PawnOdds returns the score by games at these odds or, without them, from the value of the pawn in the
// fit. It is unknown without pawns or if the fit does not bound their value. A pawn
// decides less on a larger board or in a larger army.
func (res *Result) PawnOdds() PawnOdds {
	m := res.Measurement
	unit := tuning.UnitPiece(res.Game)
	pawn, ok := m.Design.Of(unit)
	switch {
	case !res.Game.IsPawn(unit):
	case res.Odds != nil:
		line := res.Odds.Lines[0]
		return PawnOdds{line.Score, fmt.Sprintf("measured in %s of games at these odds", format.Plural(line.Results.Number(), "pair"))}
	case ok && pawn.Logit.Bounded():
		white := m.Design.White.Estimate
		overColours := func(x float64) float64 { return (logit.Sigmoid(x+white) + logit.Sigmoid(x-white)) / 2 }
		return PawnOdds{pawn.Logit.Map(overColours), "computed from the value of the pawn in the fit"}
	}
	return PawnOdds{stat.Unknown(), ""}
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

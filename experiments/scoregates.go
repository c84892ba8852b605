package experiments

import (
	"fmt"
	"math"

	"bestiary/engine/rules"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/rating"
	"bestiary/tuning/logit"
)

// scoreGate is a check of a score, from 0 to 1.
type scoreGate struct {
	Gate
	score stat.Interval
}

// pawnGate is the score at pawn odds, by games at these odds or, without them, by the
// value of the pawn in the fit. Nothing is expected of it until it is judged: on a larger
// board, or in a larger army, a pawn decides less.
func (res *EstimateResult) pawnGate() scoreGate {
	gate := Gate{Name: "score at pawn odds", Status: NotApplicable}
	unit := res.Game.TypeNamed(res.Measurement.Unit)
	if !res.Game.IsPawn(unit) {
		gate.Note = "the game has no pawns"
		return scoreGate{Gate: gate}
	}
	var score stat.Interval
	if res.Odds != nil {
		score = res.Odds.Lines[0].Score
		gate.Note = fmt.Sprintf("measured in %d pairs of games at these odds", res.Odds.Lines[0].Results.Number())
	} else {
		m := res.Measurement
		pawn, ok := m.Design.Of(unit)
		if !ok || !pawn.Logit.Bounded() {
			gate.Note = "the fit has no value of a pawn"
			return scoreGate{Gate: gate}
		}
		even := func(x float64) float64 { // over both colours
			white := m.Design.White.Estimate
			return (logit.Sigmoid(x+white) + logit.Sigmoid(x-white)) / 2
		}
		score = pawn.Logit.Map(even)
		gate.Note = "computed from the value of the pawn in the fit"
	}
	gate.Figure = format.Percent.Interval(score)
	return scoreGate{gate, score}
}

// judge expects a score between lo and hi, if there is one.
func (g *scoreGate) judge(lo, hi float64) {
	g.Wanted = fmt.Sprintf("%.0f to %.0f %%", 100*lo, 100*hi)
	switch {
	case g.Figure == "":
	case lo <= g.score.Estimate && g.score.Estimate <= hi:
		g.Status = Passed
	default:
		g.Status = NotPassed
	}
}

// evenGate checks that the army that happens to be drawn first does not do better
// than the other: both are drawn alike, so over all pairs its score is one half. One
// sound run in twenty fails this.
func (res *EstimateResult) evenGate() Gate {
	gate := Gate{
		Name: "army A against army B, drawn alike", Status: NotPassed,
		Wanted: fmt.Sprintf("50 %% within %d standard errors", evenWithin),
	}
	start := res.Game.NewPosition()
	for _, t := range res.Game.Types() {
		white, black := start.Pieces(rules.CodeOf(t, rules.White)), start.Pieces(rules.CodeOf(t, rules.Black))
		if white.Count() != black.Count() {
			gate.Status, gate.Note = NotApplicable, "the sides of this game have different armies"
			return gate
		}
	}
	gate.judgeEven(res.Games.ArmyA)
	return gate
}

// sameArmyGate checks that an army does no better than the same one in odds matches. It
// reports false where there are none.
func (res *EstimateResult) sameArmyGate() (Gate, bool) {
	if res.Odds == nil {
		return Gate{}, false
	}
	for _, line := range res.Odds.Lines {
		if line.Exchange == "=" {
			gate := Gate{
				Name: "army against the same army", Status: NotPassed,
				Wanted: fmt.Sprintf("50 %% within %d standard errors", evenWithin),
			}
			gate.judgeEven(line.Results)
			return gate, true
		}
	}
	return Gate{}, false
}

// judgeEven compares the score of pairs with one half.
func (gate *Gate) judgeEven(pairs rating.Pairs) {
	score, wilson := rating.ScoreInterval(pairs, evenWithin, math.Erf(evenWithin/math.Sqrt2))
	if math.IsNaN(score.Estimate) || wilson {
		gate.Status, gate.Note = NotApplicable, "the pairs are too few"
		return
	}
	se := score.HalfWidth() / evenWithin
	away := (score.Estimate - 0.5) / se
	gate.Figure = fmt.Sprintf("%.1f %%, %.1f standard errors of %.1f %% away", 100*score.Estimate, math.Abs(away), 100*se)
	gate.Note = fmt.Sprintf("by %d pairs", pairs.Number())
	if math.Abs(away) <= evenWithin {
		gate.Status = Passed
	}
}

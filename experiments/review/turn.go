package review

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/compare"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// otherFirst returns a game whose armies differ with the other side moving first.
func otherFirst(g *rules.Game) (*rules.Game, error) {
	v := *g.Variant
	if v.Rules.Turn = variant.BlackMovesFirst; g.First() == rules.Black {
		v.Rules.Turn = variant.WhiteMovesFirst
	}
	return rules.Compile(&v)
}

// playTurned plays as many games with the other side moving first, where the armies
// differ: the score of the game as designed is that of White's army and the first move.
func (r *reviewing) playTurned() error {
	if !r.Game.ArmiesDiffer() {
		return nil
	}
	turned, err := otherFirst(r.Game)
	if err != nil {
		return err
	}
	other, err := r.play("other side first", turnedFolder, turned)
	if err != nil {
		return err
	}
	r.Turned = other.List
	return nil
}

// Turns says how the armies score with either side moving first, and what moving first
// is worth: half of the difference. It is empty where the armies are equal.
func (r *Result) Turns() string {
	q, err := compare.Find("white-score")
	if err != nil || len(r.Turned) == 0 {
		return ""
	}
	first := r.Game.First()
	if first == rules.Black { // White's score becomes that of the side that begins
		white := q.Of
		q.Of = func(g *compare.Game) float64 { return 1 - white(g) }
	}
	m, err := compare.Measured(q, [2][]compare.Game{r.Games.List, r.Turned}, r.Config.Level)
	if err != nil {
		return ""
	}
	worth := stat.Interval{Estimate: -m.Difference.Estimate / 2, Lo: -m.Difference.Hi / 2, Hi: -m.Difference.Lo / 2, Level: m.Difference.Level}
	return fmt.Sprintf("%s: %s moving first, %s when the other side moves first. Moving first is worth %s.",
		format.Title(r.Game.ArmyName(first)), format.Percent.Interval(m.First), format.Percent.Interval(m.Second), format.Percent.Interval(worth))
}

//go:build !js

package advise

import (
	"bestiary/engine/endgame"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
)

// lookAtArrays examines the first positions.
func (s *studying) lookAtArrays() error {
	if !s.Config.Asks(AskBalance, AskFaults) {
		return nil
	}
	s.ev.Start(match.Part{Label: "array", Games: 0})
	var err error
	s.Arrays, err = Arrays(s.Game, s.Config.Seed, s.weights)
	return err
}

// solveEndings solves the ending of each piece against a bare king.
func (s *studying) solveEndings() error {
	if !s.Config.Asks(AskFaults) || !s.Game.Variant.OnlyMates() || s.Game.Drops() {
		return nil // a bare king is not what decides such games, or does not stay bare
	}
	s.ev.Start(match.Part{Label: "endings", Games: 0})
	solver := endgame.New(s.Game)
	for _, t := range s.Game.Types() {
		if t == s.Game.Royal() || s.Game.IsPawn(t) {
			continue
		}
		e := Ending{Piece: s.Game.TypeName(t)}
		if l, ok := endgame.SolveLone(s.Game, t); ok {
			e.Summary = l.Summary()
		} else if table, err := solver.Solve(s.ctx, endgame.Material{White: []rules.Type{t}}); err == nil {
			e.Summary = table.Summary(rules.White)
		} else {
			e.Unsolved = err.Error()
		}
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		s.Endings = append(s.Endings, e)
	}
	return nil
}

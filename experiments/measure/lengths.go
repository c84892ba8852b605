package measure

import (
	"fmt"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
)

// endedByRules reports whether a game ended before the maximum length.
func endedByRules(g *Game) bool { return g.Reason != match.LengthLimit }

// compareLengths adds the survival curves, their medians and the log-rank tests.
func (res *Result) compareLengths() error {
	for _, kind := range []struct {
		name, label string
		ended       func(*Game) bool
		keep        func(*SideResult, *rating.Survival)
	}{
		{"length-log-rank", "length of games (log-rank)", endedByRules, func(s *SideResult, c *rating.Survival) {
			s.lengths, s.Median = c, c.Median(res.Config.Level)
		}},
		{"decision-log-rank", "pace of decisions (log-rank)", func(g *Game) bool { return !isDrawn(g) }, func(s *SideResult, c *rating.Survival) {
			s.decisions, s.Decision = c, c.Median(res.Config.Level)
		}},
	} {
		var lives [2][]rating.Life
		for i := range res.Sides {
			s := &res.Sides[i]
			for k := range s.Games {
				g := &s.Games[k]
				lives[i] = append(lives[i], rating.Life{Length: float64(g.Plies), Ended: kind.ended(g), Cluster: g.Pair})
			}
			curve, err := rating.NewSurvival(lives[i])
			if err != nil {
				return fmt.Errorf("compare: %s: %w", kind.label, err)
			}
			kind.keep(s, curve)
		}
		h := rating.CompareLives(lives, res.Pairs, res.Config.Level)
		res.Tests = append(res.Tests, Test{Name: kind.name, Label: kind.label, Statistic: stat.Number(h.LogRank), P: stat.Number(h.P), Ratio: h.Ratio})
	}
	return nil
}

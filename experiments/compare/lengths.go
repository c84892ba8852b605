package compare

import (
	"fmt"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
)

// endedByRules reports whether a game ended before the maximum length.
func endedByRules(g *Game) bool { return g.Reason != match.LengthLimit }

func hasWinner(g *Game) bool { return !isDrawn(g) }

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
		{"decision-log-rank", "pace of decisions (log-rank)", hasWinner, func(s *SideResult, c *rating.Survival) {
			s.decisions, s.Decision = c, c.Median(res.Config.Level)
		}},
	} {
		var all []life
		for i := range res.Sides {
			lives := livesOf(res.Sides[i].Games, i == 1, kind.ended)
			curve, err := survival(lives)
			if err != nil {
				return fmt.Errorf("compare: %s: %w", kind.label, err)
			}
			kind.keep(&res.Sides[i], curve)
			all = append(all, lives...)
		}
		h := compareLives(all, res.Config.Play.Pairs, res.Config.Level)
		res.Tests = append(res.Tests, Test{Name: kind.name, Label: kind.label, Statistic: stat.Number(h.logRank), P: stat.Number(h.clustered), Ratio: h.ratio})
	}
	return nil
}

// livesOf returns the lengths of the games of a side.
func livesOf(games []Game, second bool, ended func(*Game) bool) []life {
	out := make([]life, len(games))
	for i := range games {
		g := &games[i]
		out[i] = life{g.Pair, second, float64(g.Plies), ended(g)}
	}
	return out
}

func survival(lives []life) (*rating.Survival, error) {
	lengths, ended, pairs := make([]float64, len(lives)), make([]bool, len(lives)), make([]int, len(lives))
	for i, l := range lives {
		lengths[i], ended[i], pairs[i] = l.time, l.ended, l.pair
	}
	return rating.NewSurvival(lengths, ended, pairs)
}

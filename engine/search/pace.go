package search

import (
	"time"

	"bestiary/engine/rules"
)

// pace decides after each iteration whether to begin another.
type pace struct {
	move   rules.Move // best so far
	stable int        // iterations since it changed
	score  int
}

// note takes an iteration into account and returns the share of the soft limit to
// use, in percent: less when the best move is stable, more when it has just changed
// or its score is falling.
func (c *pace) note(m rules.Move, score int) int {
	if m == c.move {
		c.stable++
	} else {
		c.stable = 0
	}
	percent := [...]int{170, 130, 110, 90, 80, 70}[min(c.stable, 5)]
	drop := min(max(c.score-score, 0), 100)
	percent += percent * drop / 150
	c.move, c.score = m, score
	return percent
}

// enough reports whether a deeper iteration would change nothing or would take too
// long.
func (s *Searcher) enough(depth, moves int, lines []rootLine) bool {
	best := &lines[0]
	// If the caller has excluded the other moves, the search is for the score.
	forced := moves == 1 && len(s.limits.Moves) == 0
	if s.limits.Depth == 0 && len(lines) == 1 &&
		(forced || best.score > mateBound && MateScore-best.score <= depth) {
		return true
	}
	percent := 100
	if len(best.moves) > 0 && len(lines) == 1 && !s.opts.NoStability {
		percent = s.pace.note(best.moves[0], best.score)
	}
	if !s.timed {
		return false
	}
	s.readControl()
	soft := s.soft
	if s.hard > 0 {
		soft = min(soft*time.Duration(percent)/100, s.hard)
	}
	return s.soft > 0 && time.Since(s.started) >= soft
}

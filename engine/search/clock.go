package search

import (
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
)

// Control ends a running search from another goroutine. The zero value lets it
// run. A Control serves one search.
type Control struct {
	stop       atomic.Bool
	soft, hard atomic.Int64              // nanoseconds from the start of the search; 0 for none
	started    atomic.Pointer[time.Time] // nil before the search began
	nodes      atomic.Uint64             // visited so far, updated now and then
}

// Nodes returns about how many positions the search has visited so far.
func (c *Control) Nodes() uint64 { return c.nodes.Load() }

// Stop ends the search. It returns the best move found so far.
func (c *Control) Stop() { c.stop.Store(true) }

// Allow gives a search that has run without a limit, because its engine was
// pondering, the given times from now on: no new iteration starts after soft, and
// the search ends after hard.
func (c *Control) Allow(soft, hard time.Duration) {
	var spent time.Duration
	if at := c.started.Load(); at != nil {
		spent = time.Since(*at) // by the monotonic clock
	}
	c.soft.Store(int64(spent + max(soft, 1)))
	c.hard.Store(int64(spent + max(hard, 1)))
}

// Clock is the time that a side has for its coming moves.
type Clock struct {
	// Left is the time on the clock. Less than a millisecond counts as one.
	Left time.Duration
	// Increment is added after each move. Default 0; not negative.
	Increment time.Duration
	// MovesToGo is the number of moves until the clock is refilled. Default 0:
	// the time is for the rest of the game.
	MovesToGo int
	// Overhead is the time that each move costs outside the search. Default 10 ms;
	// -1 for no overhead.
	Overhead time.Duration
}

const (
	defaultOverhead = 10 * time.Millisecond
	// movesExpected is the number of moves that the time should last for when no
	// time control is ahead.
	movesExpected = 30
	// hardFactor is the multiple of its share that a difficult move may take.
	hardFactor = 4
)

// Budget divides the time: a move should take about soft and must not take more
// than hard.
func (c Clock) Budget() (soft, hard time.Duration) {
	overhead := c.Overhead
	switch {
	case overhead == 0:
		overhead = defaultOverhead
	case overhead < 0:
		overhead = 0
	}
	usable := max(c.Left-overhead, c.Left/10, time.Millisecond)
	moves := movesExpected
	if c.MovesToGo > 0 {
		moves = min(c.MovesToGo, movesExpected)
	}
	share := usable/time.Duration(moves) + c.Increment*3/4
	// On average, an iteration takes as long as all earlier ones together.
	soft = min(share*6/10, usable*8/10)
	hard = min(share*hardFactor, usable*8/10)
	if moves == 1 {
		soft, hard = usable*6/10, usable*9/10
	}
	return max(soft, time.Millisecond), max(hard, time.Millisecond)
}

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

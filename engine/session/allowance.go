package session

import (
	"time"

	"bestiary/engine/search"
)

const (
	// DefaultOverhead is what a move costs outside the search, where nothing else is
	// said; MaxOverhead, in milliseconds, is the most that can be said.
	DefaultOverhead = 10 * time.Millisecond
	MaxOverhead     = 5000
	// Longest bounds the times that are taken at their word.
	Longest = 365 * 24 * time.Hour
)

// Allowance is the time that a move may take. The zero value sets no limit.
type Allowance struct {
	// Move is the time for this move; 0 for none.
	Move time.Duration
	// Clock is the time on the clock, if Timed. Its Overhead is not used.
	Clock search.Clock
	Timed bool
	// Overhead is what the move costs outside the search; 0 or more.
	Overhead time.Duration
}

// Budget is the time after which no new iteration begins and the time after which
// the search ends, both 0 for no limit.
func (a Allowance) Budget() (soft, hard time.Duration) {
	if a.Timed {
		c := a.Clock
		c.Overhead = a.Overhead
		if c.Overhead == 0 {
			c.Overhead = -1
		}
		soft, hard = c.Budget()
	}
	if a.Move > 0 {
		move := max(a.Move-a.Overhead, a.Move/2, time.Millisecond)
		if !a.Timed || move < hard {
			hard = move
		}
		soft = min(soft, hard)
	}
	return soft, hard
}

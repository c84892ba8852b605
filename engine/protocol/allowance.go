package protocol

import (
	"time"

	"bestiary/engine/search"
)

const (
	// defaultOverhead is what a move costs outside the search, unless the option
	// MoveOverhead says otherwise; maxOverhead is its upper limit in milliseconds.
	defaultOverhead = 10 * time.Millisecond
	maxOverhead     = 5000
	// longest is the longest time that is taken literally.
	longest = 365 * 24 * time.Hour
)

// allowance limits the time for a move. The zero value sets no limit.
type allowance struct {
	move     time.Duration // for this move; 0 for none
	clock    search.Clock  // the time on the clock, if timed; its Overhead is not used
	timed    bool
	overhead time.Duration // what the move costs outside the search; 0 or more
}

// budget returns the time after which no new iteration begins and the time after
// which the search ends. 0 is no limit.
func (a allowance) budget() (soft, hard time.Duration) {
	if a.timed {
		c := a.clock
		c.Overhead = a.overhead
		if c.Overhead == 0 {
			c.Overhead = -1
		}
		soft, hard = c.Budget()
	}
	if a.move > 0 {
		move := max(a.move-a.overhead, a.move/2, time.Millisecond)
		if !a.timed || move < hard {
			hard = move
		}
		soft = min(soft, hard)
	}
	return soft, hard
}

package match

import (
	"time"

	"bestiary/engine/rules"
	"bestiary/selfplay/player"
)

// clock is the clock of a side. It may be overdrawn by the margin in total.
type clock struct {
	limit player.Limit
	left  time.Duration
	moves int // until the time is refilled
}

// shown returns the clock as the player sees it. An overdrawn clock shows a millisecond.
func (c *clock) shown() player.Clock {
	return player.Clock{Left: max(c.left, time.Millisecond), Increment: c.limit.Increment, MovesToGo: c.moves}
}

// spend deducts the time of a move from the clock. It returns by how much the limit is
// overdrawn, or 0 if that is within the margin.
func (c *clock) spend(d time.Duration) time.Duration {
	switch {
	case c.limit.MoveTime > 0:
		if over := d - c.limit.MoveTime; over > c.limit.Tolerance() {
			return over
		}
		return 0
	case !c.limit.HasClock():
		return 0
	}
	c.left -= d
	if c.left < -c.limit.Tolerance() {
		return -c.left
	}
	c.left += c.limit.Increment
	if c.moves > 0 {
		if c.moves--; c.moves == 0 {
			c.moves, c.left = c.limit.Moves, c.left+c.limit.Time
		}
	}
	return 0
}

// setClocks sends the clocks to the side to move.
func (b *board) setClocks(us rules.Color) {
	if !b.seats[us].Limit.HasClock() {
		return
	}
	for c := range b.clocks {
		b.turn.Clocks[c] = b.clocks[c].shown()
		if !b.seats[c].Limit.HasClock() {
			b.turn.Clocks[c] = b.clocks[us].shown()
		}
	}
}

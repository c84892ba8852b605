package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/search"
	"bestiary/internal/toml"
)

// clock is a time control.
type clock struct {
	session int           // moves until the clock is refilled; 0 for none
	base    time.Duration // on the clock at the beginning
	inc     time.Duration
	move    time.Duration // for each move, instead of the others; 0 for none
	left    time.Duration // on the clock, if known
	known   bool
	depth   int // 0 for no limit
}

// defaultMove is the time for a move if no limit has been set.
const defaultMove = 5 * time.Second

// limits returns the limits of the next move.
func (x *xboard) limits() search.Limits {
	c := &x.clock
	a := allowance{move: c.move, overhead: x.overhead}
	if c.move == 0 && (c.known || c.base > 0) {
		a.timed = true
		a.clock = search.Clock{Left: c.base, Increment: c.inc}
		if c.known {
			a.clock.Left = c.left
		}
		if c.session > 0 {
			a.clock.MovesToGo = c.session - x.Position().Plies()/2%c.session
		}
	}
	if !a.timed && a.move == 0 && c.depth == 0 {
		a.move = defaultMove
	}
	l := search.Limits{Depth: c.depth}
	l.Soft, l.Time = a.budget()
	return l
}

// level obeys "level MOVES BASE INCREMENT", BASE as minutes or minutes:seconds,
// INCREMENT in seconds.
func (c *clock) level(rest string) error {
	args := strings.Fields(rest)
	if len(args) != 3 {
		return fmt.Errorf("level: expected MOVES BASE INCREMENT")
	}
	moves, err := strconv.Atoi(args[0])
	if err != nil || moves < 0 {
		return fmt.Errorf("level: found %s, expected a number of moves", toml.Quote(args[0]))
	}
	minutes, rest, split := strings.Cut(args[1], ":")
	base, err := seconds(minutes)
	base = min(60*base, longest)
	if split && err == nil {
		var more time.Duration
		more, err = seconds(rest)
		base += more
	}
	if err != nil {
		return fmt.Errorf("level: base: %w", err)
	}
	inc, err := seconds(args[2])
	if err != nil {
		return fmt.Errorf("level: increment: %w", err)
	}
	c.session, c.base, c.inc, c.move, c.known = moves, base, inc, 0, false
	return nil
}

// seconds reads a time of at least 0.
func seconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0) {
		return 0, fmt.Errorf("found %s, expected a number of at least 0", toml.Quote(text))
	}
	return time.Duration(min(x, longest.Seconds()) * float64(time.Second)), nil
}

// perMove obeys "st SECONDS".
func (c *clock) perMove(text string) error {
	d, err := seconds(text)
	if err != nil {
		return fmt.Errorf("st: %w", err)
	}
	c.move = max(d, time.Millisecond)
	return nil
}

// time obeys "time HUNDREDTHS"; below 0 the flag has fallen.
func (c *clock) time(text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("time: found %s, expected hundredths of a second", toml.Quote(text))
	}
	c.left = time.Duration(min(max(n, 0), longest.Milliseconds()/10)) * 10 * time.Millisecond
	c.known = true
	return nil
}

// limitDepth obeys "sd PLIES".
func (c *clock) limitDepth(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return fmt.Errorf("sd: found %s, expected a number of plies", toml.Quote(text))
	}
	c.depth = min(n, search.MaxDepth)
	return nil
}

const (
	// defaultOverhead is the default of the option Move Overhead, the time that a move costs
	// outside the search; maxOverhead is its maximum in milliseconds.
	defaultOverhead = 10 * time.Millisecond
	maxOverhead     = 5000
	// longest limits all times.
	longest = 365 * 24 * time.Hour
)

// allowance limits the time for a move. The zero value sets no limit.
type allowance struct {
	move     time.Duration // for this move; 0 for none
	clock    search.Clock  // the time on the clock, if timed; its Overhead is not used
	timed    bool
	overhead time.Duration // time of the move outside the search; 0 or more
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

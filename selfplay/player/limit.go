package player

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/search"
)

// Limit says how long a player may think. Zero fields set no limit. Nodes and Depth may be
// combined with a time; MoveTime and a clock exclude each other.
type Limit struct {
	// Nodes is the number of nodes a move, as the player counts them.
	Nodes uint64
	// Depth is nominal, in plies.
	Depth int
	// MoveTime is the time for each move.
	MoveTime time.Duration
	// Control describes the clock.
	Control
	// Margin is how much a time limit may be exceeded. The default is 200 ms; -1 means
	// none.
	Margin time.Duration
}

// Control describes a clock: Time for Moves moves, or for all moves if Moves is 0, plus
// Increment for each move.
type Control struct {
	Moves           int
	Time, Increment time.Duration
}

// defaultMargin allows for delays by the operating system.
const defaultMargin = 200 * time.Millisecond

// Timed reports whether there is a time limit, so that the play depends on the host.
func (l Limit) Timed() bool { return l.MoveTime > 0 || l.HasClock() }

// HasClock reports whether the player has a clock, which keeps unused time.
func (l Limit) HasClock() bool { return l.Time > 0 || l.Increment > 0 }

// Tolerance returns the margin, or its default.
func (l Limit) Tolerance() time.Duration {
	switch {
	case l.Margin == 0:
		return defaultMargin
	case l.Margin < 0:
		return 0
	}
	return l.Margin
}

// Validate reports the first field that is out of range.
func (l Limit) Validate() error {
	const longest = 1000 * time.Hour
	for _, f := range []struct {
		name  string
		value time.Duration
	}{{"movetime", l.MoveTime}, {"time", l.Time}, {"increment", l.Increment}, {"margin", max(l.Margin, 0)}} {
		if f.value < 0 || f.value > longest {
			return fmt.Errorf("%s is %v, expected 0 to %v", f.name, f.value, longest)
		}
	}
	switch {
	case l.Depth < 0 || l.Depth > search.MaxDepth:
		return fmt.Errorf("depth is %d, expected 0 to %d plies", l.Depth, search.MaxDepth)
	case l.Moves < 0 || l.Moves > 1000:
		return fmt.Errorf("moves of the time control is %d, expected 0 to 1000", l.Moves)
	case l.Moves > 0 && l.Time == 0:
		return fmt.Errorf("a time control of %d moves has no time", l.Moves)
	case l.MoveTime > 0 && l.HasClock():
		return fmt.Errorf("both movetime and tc are set, expected one of them")
	case l.Nodes == 0 && l.Depth == 0 && !l.Timed():
		return fmt.Errorf("no limit is set, expected nodes, depth, movetime or tc")
	}
	return nil
}

// parseControl parses [MOVES/]TIME[+INCREMENT] as in 40/60+0.6, with times in seconds or,
// with a colon, minutes and seconds.
func parseControl(text string) (Control, error) {
	bad := fmt.Errorf("found %q, expected [MOVES/]TIME[+INCREMENT] with times in seconds, as in 10+0.1 or 40/1:30", text)
	var c Control
	rest := text
	if moves, tail, ok := strings.Cut(rest, "/"); ok {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 {
			return c, bad
		}
		c.Moves, rest = n, tail
	}
	main, increment, ok := strings.Cut(rest, "+")
	var err error
	if c.Time, err = parseClockTime(main); err != nil {
		return c, bad
	}
	if ok {
		if c.Increment, err = parseSeconds(increment); err != nil {
			return c, bad
		}
	}
	if !(c.Time > 0 || c.Increment > 0) {
		return c, bad
	}
	return c, nil
}

func parseClockTime(text string) (time.Duration, error) {
	minutes, seconds, ok := strings.Cut(text, ":")
	if !ok {
		return parseSeconds(text)
	}
	m, err := strconv.Atoi(minutes)
	if err != nil || m < 0 || m > 60_000 {
		return 0, fmt.Errorf("found %q minutes, expected a whole number", minutes)
	}
	s, err := parseSeconds(seconds)
	return time.Duration(m)*time.Minute + s, err
}

// parseSeconds parses a number of seconds, to the microsecond.
func parseSeconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 3.6e6) || strings.ContainsAny(text, "xX_pP") {
		return 0, fmt.Errorf("found %q, expected a number of seconds", text)
	}
	return time.Duration(math.Round(x*1e6)) * time.Microsecond, nil
}

// String returns the form read by parseControl.
func (c Control) String() string {
	text := secondsText(c.Time)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + secondsText(c.Increment)
	}
	return text
}

func secondsText(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

package player

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// parseControl reads [MOVES/]TIME[+INCREMENT] as in 40/60+0.6, times in seconds
// or, with a colon, minutes and seconds.
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

// parseSeconds reads a number of seconds, to the microsecond.
func parseSeconds(text string) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 3.6e6) || strings.ContainsAny(text, "xX_pP") {
		return 0, fmt.Errorf("found %q, expected a number of seconds", text)
	}
	return time.Duration(math.Round(x*1e6)) * time.Microsecond, nil
}

// String is the form that parseControl reads.
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

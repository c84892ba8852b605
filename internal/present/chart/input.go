package chart

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// About says what a picture is drawn from. It becomes the title and the line
// below it.
type About struct {
	Title string // heading; default: the name of the chart, such as "Strength pyramid"
	Game  string // name of the game or variant; required
	Games int    // games played behind the picture, at least 0; 0 reads "no games played"
	Note  string // last words of the subtitle, such as "300 nodes a move"; default none
}

// Legal lengths, in characters. They bound the size of a page.
const (
	maxName   = 40
	maxSymbol = 4
	maxTitle  = 300
)

// check reports the first field of About that is out of range.
func (a About) check() error {
	if err := checkText("Title", a.Title, 0, maxTitle); err != nil {
		return err
	}
	if err := checkText("Game", a.Game, 1, maxTitle); err != nil {
		return err
	}
	if err := checkText("Note", a.Note, 0, maxTitle); err != nil {
		return err
	}
	return checkCount("Games", a.Games)
}

// subtitle joins the game, its sample size and further facts.
func (a About) subtitle(facts ...string) string {
	games := plural(a.Games, "game", "games")
	if a.Games == 0 {
		games = "no games played"
	}
	parts := append([]string{a.Game, games}, facts...)
	if a.Note != "" {
		parts = append(parts, a.Note)
	}
	return strings.Join(parts, " · ")
}

// titleOr is the title, or the chart's own name.
func (a About) titleOr(name string) string {
	if a.Title != "" {
		return a.Title
	}
	return name
}

// span is a value and its interval.
type span struct{ value, lo, hi float64 }

// maxValue bounds estimates, so that axes and labels stay printable.
const maxValue = 1e9

// check wants a finite value inside ordered ends; the ends may be infinite.
// Rounding in the last digits of an end is forgiven.
func (s span) check(where, field string) error {
	slack := 1e-9 * math.Max(1, math.Abs(s.value))
	switch {
	case math.IsNaN(s.value) || math.IsInf(s.value, 0):
		return fmt.Errorf("%s: %s is %v; want a finite number", where, field, s.value)
	case math.Abs(s.value) > maxValue:
		return fmt.Errorf("%s: %s is %v; want at most %v either way", where, field, s.value, maxValue)
	case math.IsNaN(s.lo) || math.IsNaN(s.hi):
		return fmt.Errorf("%s: the interval is %v to %v; want numbers (for no interval, set both ends to %s)", where, s.lo, s.hi, field)
	case s.lo > s.value+slack || s.hi < s.value-slack:
		return fmt.Errorf("%s: %s is %v, outside its interval %v to %v", where, field, s.value, s.lo, s.hi)
	}
	return nil
}

// hasInterval tells a span from a bare value.
func (s span) hasInterval() bool { return s.lo < s.hi }

// checkText wants between low and high characters, none of them a control
// character.
func checkText(where, text string, low, high int) error {
	n := utf8.RuneCountInString(text)
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("%s is %q; want valid UTF-8", where, text)
	case strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("%s is %q; want a single line without control characters", where, text)
	case n < low || low > 0 && strings.TrimSpace(text) == "":
		return fmt.Errorf("%s is empty; want a name", where)
	case n > high:
		return fmt.Errorf("%s has %d characters; want at most %d", where, n, high)
	}
	return nil
}

// checkCount wants a number that is not negative.
func checkCount(where string, n int) error {
	if n < 0 {
		return fmt.Errorf("%s is %d; want 0 or more", where, n)
	}
	return nil
}

// levelOr is a confidence level, 0.95 if it is zero.
func levelOr(level float64) (float64, error) {
	if level == 0 {
		return 0.95, nil
	}
	if !(level > 0 && level < 1) {
		return 0, fmt.Errorf("Level is %v; want a number between 0 and 1, such as 0.95", level)
	}
	return level, nil
}

// names refuses a second use of a name.
type names map[string]bool

func (n names) add(where, name string) error {
	if err := checkText(where, name, 1, maxName); err != nil {
		return err
	}
	if n[name] {
		return fmt.Errorf("%s is %q a second time; want each name once", where, name)
	}
	n[name] = true
	return nil
}

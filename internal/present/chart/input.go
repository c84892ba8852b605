package chart

import (
	"strings"

	"bestiary/internal/stat"
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

// hasInterval tells a span from a bare value.
func (s span) hasInterval() bool { return s.lo < s.hi }

// levelOr is a confidence level, 0.95 if it is zero.
func levelOr(level float64) float64 {
	if level == 0 {
		return 0.95
	}
	return level
}

// spanOf takes an interval apart.
func spanOf(v stat.Interval) span { return span{v.Estimate, v.Lo, v.Hi} }

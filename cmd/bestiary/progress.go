package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"bestiary/internal/format"
	"bestiary/selfplay"
	"bestiary/selfplay/match"
)

// progress shows how games come in: a bar on a terminal, plain lines now and
// then otherwise.
type progress struct {
	out     io.Writer
	bar     *progressbar.ProgressBar // nil off a terminal
	width   int                      // columns of the terminal
	label   string
	total   int  // games of all rounds, as far as known
	open    bool // the end may come long before total
	before  int  // games of the rounds before this one
	played  int  // games played by this program
	started time.Time
	spoke   time.Time
}

const (
	// linePause is the time between plain lines.
	linePause = 10 * time.Second
	// barPause is the time between changes of a bar.
	barPause = 100 * time.Millisecond
	// barWidth is the greatest length of a bar. It shrinks where the words need
	// the room, but it and the count of games keep barSpace columns.
	barWidth, barSpace = 20, 26
)

// newProgress reports on out. It is a terminal's bar only if out is one.
func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, total: total, started: time.Now()}
	p.spoke = p.started
	if safe, ok := out.(*format.SafeWriter); ok {
		out = safe.Unwrap() // a bar moves the cursor
	}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.width = textWidth
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			p.width = width
		}
		// The bar's own rate and prediction would count the games of an earlier
		// start of the run.
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionShowCount(),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// round begins a part of the work with its own label.
func (p *progress) round(label string, doneBefore int) {
	p.label, p.before = label, doneBefore
}

// part begins a part of a run whose parts are counted apart.
func (p *progress) part(label string, games int) {
	p.label, p.before, p.played, p.started = label, 0, 0, time.Now()
	p.setTotal(games)
	if games == 0 {
		p.say("%s", label)
	}
}

// partGame reports one more game of a part.
func (p *progress) partGame(done, _ int) { p.tick(done, func() string { return "" }) }

// setTotal corrects the number of games when rounds fall away.
func (p *progress) setTotal(total int) {
	p.total = total
	if p.bar != nil {
		p.bar.ChangeMax(total)
	}
}

// game reports one more game of a round.
func (p *progress) game(g selfplay.Progress) {
	p.tick(p.before+g.Done, func() string { return results(g) })
}

// tick reports one more game, with the number of those that are done and, when it
// is time to say something, their results.
func (p *progress) tick(done int, results func() string) {
	p.played++
	pause := linePause
	if p.bar != nil {
		pause = barPause
	}
	now := time.Now()
	if now.Sub(p.spoke) < pause {
		return
	}
	p.spoke = now
	words := p.words(results(), done, now.Sub(p.started))
	if p.bar == nil {
		fmt.Fprintf(p.out, "%s (%d of %d games)\n", words, done, p.total)
		return
	}
	p.bar.Describe(cut(words, p.width-barSpace))
	p.bar.Set(done)
}

// results counts the results of a round so far.
func results(g selfplay.Progress) string { return fmt.Sprintf("+%d =%d -%d", g.W, g.D, g.L) }

// words are what is going on, the results, the games per second of this program
// and the time that the rest will take at that rate.
func (p *progress) words(results string, done int, elapsed time.Duration) string {
	rate := float64(p.played) / max(elapsed.Seconds(), 1e-3)
	if p.open {
		return fmt.Sprintf("%s %s, %s games/s", p.label, results, short(rate))
	}
	left := time.Duration(float64(max(p.total-done, 0)) / rate * float64(time.Second))
	return fmt.Sprintf("%s, %s games/s, %s left", strings.TrimSpace(p.label+" "+results), short(rate), left.Round(time.Second))
}

// short writes a positive number with about two digits.
func short(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// cut shortens a text to at most width characters.
func cut(text string, width int) string {
	if utf8.RuneCountInString(text) <= width {
		return text
	}
	return string([]rune(text)[:max(width, 0)])
}

// say prints a line for people, above the bar if there is one.
func (p *progress) say(text string, args ...any) {
	p.end()
	fmt.Fprintf(p.out, text+"\n", args...)
}

// paragraph prints a text for people in lines of the usual width.
func (p *progress) paragraph(text string) {
	for _, line := range format.Wrap(text, textWidth) {
		p.say("%s", line)
	}
}

// end leaves the terminal clean.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

// matchGame reports one more game of a match, at most as often as games.
func (p *progress) matchGame(m match.Progress) {
	if now := time.Now(); now.Sub(p.spoke) >= linePause {
		p.spoke = now
		p.say("match %s (%d of at most %d games)", matchWords(m.Tally), m.Done, m.Total)
	}
}

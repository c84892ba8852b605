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
	"bestiary/selfplay/match"
)

// progress shows how many games have been played: as a bar on a terminal, otherwise as
// occasional lines.
type progress struct {
	out     io.Writer
	bar     *progressbar.ProgressBar // nil unless on a terminal
	width   int                      // columns of the terminal
	label   string
	total   int       // games of all rounds, as far as is known
	Open    bool      // the run may end long before total
	before  int       // games of earlier rounds
	part    int       // games of this round
	played  int       // games played by this program
	began   time.Time // when the program started
	started time.Time // when the current part started
	spoke   time.Time
	plan    string // is printed before the first part
}

const (
	// linePause is the time between plain lines.
	linePause = 10 * time.Second
	// barPause is the time between updates of a bar.
	barPause = 100 * time.Millisecond
	// barWidth is the maximum width of a bar. It shrinks to make room for the words, but
	// the bar and the count of games keep at least barSpace columns.
	barWidth, barSpace = 20, 26
)

// newProgress reports on out, with a bar if it is a terminal.
func newProgress(out io.Writer) *progress {
	now := time.Now()
	p := &progress{out: out, began: now, started: now, spoke: now}
	if safe, ok := out.(*format.SafeWriter); ok {
		out = safe.Unwrap() // a bar moves the cursor
	}
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.width = textWidth
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			p.width = width
		}
		// The bar's own rate and prediction would include games from before this start of
		// the program.
		p.bar = progressbar.NewOptions(0,
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

// Events shows the games of a run on the bar, and its results in lines.
func (p *progress) Events() match.Events {
	return match.Events{PartStarts: p.Next, GameDone: p.Game, Found: p.Paragraph}
}

// PartEvents is Events for parts that take different times and are counted apart.
func (p *progress) PartEvents() match.Events {
	events := p.Events()
	events.PartStarts = p.Part
	return events
}

// Next begins the next part of the work.
func (p *progress) Next(part match.Part) {
	p.introduce()
	if !part.Again {
		p.before += p.part
	}
	p.before += part.Skipped
	p.label, p.part = part.Label, part.Games
	if part.Last {
		p.SetTotal(p.before + p.part)
	}
}

// Part begins a part of a run whose parts are counted apart.
func (p *progress) Part(part match.Part) {
	p.introduce()
	p.label, p.before, p.played, p.started = part.Label, 0, 0, time.Now()
	p.SetTotal(part.Games)
	if part.Games == 0 {
		p.Say("%s", part.Label)
	}
}

// introduce prints the plan, once.
func (p *progress) introduce() {
	p.Paragraph(p.plan)
	p.plan = ""
}

// SetTotal sets the number of games of the whole run.
func (p *progress) SetTotal(total int) {
	p.total = total
	if p.bar != nil {
		p.bar.ChangeMax(total)
	}
}

// Game reports that a game of a round has ended.
func (p *progress) Game(g match.Progress) {
	p.Tick(p.before+g.Done, 1, func() string {
		if g.W+g.D+g.L == 0 {
			return ""
		}
		return fmt.Sprintf("+%d =%d -%d", g.W, g.D, g.L)
	})
}

// Tick reports that games have ended. Done is the number of games so far, of which this
// program has played the given number since the last call; results is called only when it is
// time to show them.
func (p *progress) Tick(done, played int, results func() string) {
	p.played += played
	pause := linePause
	if p.bar != nil {
		pause = barPause
	}
	now := time.Now()
	if now.Sub(p.spoke) < pause || p.played == 0 {
		return
	}
	p.spoke = now
	words := p.words(results(), done, now.Sub(p.started))
	if p.bar == nil {
		fmt.Fprintf(p.out, "%s (%d of %d games)\n", words, done, p.total)
		return
	}
	if room := max(p.width-barSpace, 0); utf8.RuneCountInString(words) > room {
		words = string([]rune(words)[:room])
	}
	p.bar.Describe(words)
	p.bar.Set(done)
}

// words returns the label, the results, the games per second of this program, and the time
// left at that rate.
func (p *progress) words(results string, done int, elapsed time.Duration) string {
	rate := float64(p.played) / max(elapsed.Seconds(), 1e-3)
	if p.Open {
		return fmt.Sprintf("%s %s, %s games/s", p.label, results, short(rate))
	}
	left := time.Duration(float64(max(p.total-done, 0)) / rate * float64(time.Second))
	return fmt.Sprintf("%s, %s games/s, %s left", strings.TrimSpace(p.label+" "+results), short(rate), left.Round(time.Second))
}

// short formats a positive number with about two digits.
func short(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// Say prints a line for people, above the bar if there is one.
func (p *progress) Say(text string, args ...any) {
	p.end()
	fmt.Fprintf(p.out, text+"\n", args...)
}

// Paragraph prints a text for people in lines of the usual width.
func (p *progress) Paragraph(text string) {
	for _, line := range format.Wrap(text, textWidth) {
		p.Say("%s", line)
	}
}

func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

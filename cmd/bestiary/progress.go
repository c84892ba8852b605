package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"bestiary/selfplay"
)

// progress shows how games come in: a bar on a terminal, plain lines now and
// then otherwise.
type progress struct {
	out     io.Writer
	bar     *progressbar.ProgressBar // nil off a terminal
	label   string
	total   int // games of all rounds, as far as known
	before  int // games of the rounds before this one
	played  int // games played by this program
	started time.Time
	spoke   time.Time
}

// linePause is how long plain lines stay away from each other.
const linePause = 10 * time.Second

// newProgress reports on out. It is a terminal's bar only if out is one.
func newProgress(out io.Writer, total int) *progress {
	p := &progress{out: out, total: total, started: time.Now()}
	p.spoke = p.started
	if f, ok := out.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(out),
			progressbar.OptionSetWidth(20),
			progressbar.OptionShowCount(),
			progressbar.OptionShowIts(),
			progressbar.OptionSetItsString("games"),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// round begins a part of the work with its own label.
func (p *progress) round(label string, doneBefore int) {
	p.label, p.before = label, doneBefore
	if p.bar != nil {
		p.bar.Describe(label)
	}
}

// setTotal corrects the number of games when rounds fall away.
func (p *progress) setTotal(total int) {
	p.total = total
	if p.bar != nil {
		p.bar.ChangeMax(total)
	}
}

// game reports one more game.
func (p *progress) game(g selfplay.Progress) {
	p.played++
	done := p.before + g.Done
	tally := fmt.Sprintf("%s +%d =%d -%d", p.label, g.W, g.D, g.L)
	if p.bar != nil {
		p.bar.Describe(tally)
		p.bar.Set(done)
		return
	}
	if now := time.Now(); now.Sub(p.spoke) >= linePause {
		p.spoke = now
		fmt.Fprintf(p.out, "%s: %d of %d games, %.1f games/s, %s to go\n", tally, done, p.total, p.rate(), p.left(done))
	}
}

// rate is in games per second.
func (p *progress) rate() float64 {
	return float64(p.played) / max(time.Since(p.started).Seconds(), 1e-9)
}

func (p *progress) left(done int) time.Duration {
	return time.Duration(float64(p.total-done) / p.rate() * float64(time.Second)).Round(time.Second)
}

// say prints a line for people, above the bar if there is one.
func (p *progress) say(format string, args ...any) {
	if p.bar != nil {
		p.bar.Clear()
	}
	fmt.Fprintf(p.out, format+"\n", args...)
}

// end leaves the terminal clean.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Clear()
	}
}

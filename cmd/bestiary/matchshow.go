package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/internal/present/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/rating"
)

// matchShow tells how a match goes, to people or to programs.
type matchShow struct {
	c        *cli.Context
	run      *match.Run
	folder   string
	progress *progress
}

func newMatchShow(c *cli.Context, run *match.Run, folder string) *matchShow {
	p := newProgress(c.App.ErrWriter, run.Total())
	p.round("playing", 0)
	p.open = run.Config().SPRT != nil
	return &matchShow{c, run, folder, p}
}

func (m *matchShow) json() bool { return m.c.Bool("json") }

func (m *matchShow) start() {
	if !m.json() {
		return
	}
	var names []string
	for _, p := range m.run.Players {
		names = append(names, p.Name)
	}
	m.event(matchStartJSON{"start", m.run.Game.Variant.Name, m.folder, names, m.run.Total()})
}

// event prints a line at once.
func (m *matchShow) event(value any) {
	if printJSON(m.c, value) == nil {
		flushOutput(m.c.App.Writer) // execute reports what cannot be written
	}
}

// game reports a game that has ended.
func (m *matchShow) game(p match.Progress) {
	if m.json() {
		m.event(newMatchGameJSON(p))
	}
	m.progress.tick(p.Done, func() string { return matchWords(p.Tally) })
}

// matchWords are the results so far in a few words.
func matchWords(t *match.Tally) string {
	f := t.Finished
	if len(t.Players) > 2 {
		return format.Plural(f.Games(), "game")
	}
	words := f.String()
	if s, err := rating.Summarize(t.Pairings[0].Pairs, rating.Level95); err == nil && finite(s.Elo.Estimate) {
		words += fmt.Sprintf(", Elo %.0f ± %.0f", s.Elo.Estimate, s.Elo.HalfWidth())
	}
	if t.Test != nil {
		words += fmt.Sprintf(", LLR %s (%.2f to %.2f)", format.Fixed(t.Test.LLR, 2), t.Test.Lower, t.Test.Upper)
	}
	return words
}

// fault reports what a player does wrong.
func (m *matchShow) fault(t match.Trouble) {
	if m.json() {
		m.event(matchFaultJSON{"fault", t.Player, t.Key.Pair, t.Key.Index, string(t.Fault.Kind), t.Fault.Error(), string(t.Lost), t.Faults})
	}
	what := "tried again"
	if t.Lost != "" {
		what = "lost by " + string(t.Lost)
	}
	m.progress.say("game %d.%d %s: %v", t.Key.Pair, t.Key.Index, what, t.Fault)
}

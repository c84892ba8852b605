package mend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// measure plays the games of a candidate, as balance.Measure does.
type measure func(context.Context, *rules.Game, balance.Config, string, match.Crew, match.Events) (*balance.Result, error)

// Standing is a candidate in the race.
type Standing struct {
	Edits []Edit `json:"edits"` // none for the game as it is
	Text  string `json:"text"`
	Size  int    `json:"size"`
	Hash  string `json:"hash"` // of the rules
	// Round is the last round that it played, from 1, and Games the number of its games.
	Round int `json:"round"`
	Games int `json:"games"`
	// Found is the measure of the target at the stronger of the two strengths.
	Found stat.Interval `json:"found"`
	// Out says why it is out: "" if it is not.
	Out string `json:"out"`

	*Candidate `json:"-"`
}

// Reasons why a candidate is out of the race.
const (
	outMisses   = "misses the target"
	outBehind   = "others are nearer"
	outFar      = "does not seem to reach the target"
	outUneven   = "no even openings"
	raceFolder  = "race"
	finalFolder = "confirm"
)

// enter adds candidates to the race.
func (s *Search) enter(list []*Candidate) (out []*Standing) {
	for _, c := range list {
		s.seen[c.Hash] = true
		out = append(out, &Standing{Edits: append([]Edit{}, c.Edits...), Text: c.Text(), Size: c.Size(), Hash: c.Hash, Candidate: c})
	}
	s.standings = append(s.standings, out...)
	return out
}

// run races candidates and returns those that are left, the nearest first.
func (s *Search) run(ctx context.Context, what string, list []*Standing) ([]*Standing, error) {
	for round := 1; len(list) > 0; round++ {
		if err := s.playRound(ctx, what, list, round); err != nil {
			return nil, err
		}
		over := false
		if list, over = s.survivors(list, round); over {
			break
		}
	}
	return list, nil
}

// playRound plays a round of all candidates in turn.
func (s *Search) playRound(ctx context.Context, what string, list []*Standing, round int) error {
	total := len(list) * s.inRace(s.game, round).Games(s.crew)
	ev := asOnePart(s.ev, fmt.Sprintf("round %d of the race, %s", round, format.Plural(len(list), what)), total)
	for _, c := range list {
		r, err := s.play(ctx, c, raceFolder, func(g *rules.Game) balance.Config { return s.inRace(g, round) }, ev)
		var uneven *opening.Unbalanced
		if errors.As(err, &uneven) {
			c.Out = outUneven
			continue
		}
		if err != nil {
			return fmt.Errorf("mend: %s: %w", c.Text, err)
		}
		c.Round, c.Games, c.Found = round, r.Games, s.Target.found(r)
	}
	return nil
}

// play plays the games of a candidate that its folder lacks.
func (s *Search) play(ctx context.Context, c *Standing, folder string, how func(*rules.Game) balance.Config, ev match.Events) (*balance.Result, error) {
	g, err := rules.Compile(c.Variant)
	if err != nil {
		return nil, err
	}
	cfg := how(g)
	if s.learned != nil {
		cfg.Weights = estimate.Transferred(s.learned, g)
	}
	return s.measure(ctx, g, cfg, filepath.Join(s.folder, folder, c.Hash), s.crew, ev)
}

// survivors returns the candidates that go on, the nearest first, and whether the race is over. The
// game as it is goes on until its interval misses the target.
func (s *Search) survivors(list []*Standing, round int) ([]*Standing, bool) {
	for _, c := range list {
		if c.Out == "" && s.Target.judge(c.Found, s.Balance.Margin) == Misses {
			c.Out = outMisses
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(c *Standing) bool { return c.Out != "" })
	slices.SortStableFunc(list, s.nearer)
	edited := len(list)
	if slices.ContainsFunc(list, (*Standing).original) {
		edited--
	}
	left, over := s.kept(edited, round)
	for _, c := range list {
		if c.original() {
			continue
		}
		if left--; left < 0 {
			c.Out = outBehind
		}
	}
	return slices.DeleteFunc(list, func(c *Standing) bool { return c.Out != "" }), over
}

// original reports whether a candidate is the game as it is.
func (c *Standing) original() bool { return len(c.Edits) == 0 }

// nearer orders by the distance from the target, then by size and text.
func (s *Search) nearer(a, b *Standing) int {
	return cmp.Or(cmp.Compare(s.Target.off(a.Found), s.Target.off(b.Found)), a.compare(b.Candidate))
}

// promising reports whether a candidate seems to reach the target.
func (s *Search) promising(c *Standing) bool {
	return s.Target.judge(stat.Exact(c.Found.Estimate), s.Balance.Margin) == Reaches
}

// partners returns the best single edits of the race: those that came farthest, the nearest first.
func (s *Search) partners() (out []*Candidate) {
	list := slices.DeleteFunc(slices.Clone(s.standings), func(c *Standing) bool { return c.original() || c.Round == 0 })
	slices.SortStableFunc(list, func(a, b *Standing) int { return cmp.Or(b.Round-a.Round, s.nearer(a, b)) })
	for _, c := range list[:min(s.Partners, len(list))] {
		out = append(out, c.Candidate)
	}
	return out
}

// asOnePart returns events that show the parts of several runs as one.
func asOnePart(ev match.Events, label string, games int) match.Events {
	ev.Start(match.Part{Label: label, Games: games})
	before, part := 0, 0
	ev.PartStarts = func(p match.Part) { before, part = before+part, p.Games }
	if done := ev.GameDone; done != nil {
		ev.GameDone = func(p match.Progress) {
			p.Done, p.Total, p.W, p.D, p.L = p.Done+before, games, 0, 0, 0
			done(p)
		}
	}
	return ev
}

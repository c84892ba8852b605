package mend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
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
	*Candidate
	// Round is the last round that it played, from 1, and Games the number of its games.
	Round int `json:"round"`
	Games int `json:"games"`
	// Found is the measure of the target at the stronger of the two strengths, and Mean over the games
	// at both; Drawn is the share of drawn games at the stronger one.
	Found stat.Interval `json:"found"`
	Mean  stat.Number   `json:"mean"`
	Drawn stat.Number   `json:"drawn"`
	// Out says why it is out: "" if it is not.
	Out string `json:"out"`
}

// Reasons why a candidate is out of the race.
const (
	outMisses = "misses the target"
	outBehind = "others are nearer"
	outFar    = "does not seem to reach the target"
	outUneven = "no even openings"
	outDrawn  = "too many draws"
)

// enter adds candidates to the race.
func (s *Search) enter(list []*Candidate) (out []*Standing) {
	for _, c := range list {
		s.seen[c.Hash] = true
		out = append(out, &Standing{Candidate: c})
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

// lastRound is the last round that the unchanged game plays alone. With the default pairs, its score is
// then known to about two points.
const lastRound = 8

// decide lets the unchanged game play on alone until its interval says whether it reaches the target;
// the race may end before that. It plays at least leastRounds, since pairs are chosen by its mean.
func (s *Search) decide(ctx context.Context) error {
	as := s.standings[0]
	for as.Games > 0 && as.Out != outUneven && as.Round < lastRound && (as.Round < leastRounds || as.Out == "" && s.Target.judge(as.Found, s.Balance.Margin) == CannotTell) {
		if err := s.playRound(ctx, "candidate", s.standings[:1], as.Round+1); err != nil {
			return err
		}
	}
	if as.Out == "" && s.Target.judge(as.Found, s.Balance.Margin) == Misses {
		as.Out = outMisses
	}
	return nil
}

// playRound plays a round of all candidates in turn.
func (s *Search) playRound(ctx context.Context, what string, list []*Standing, round int) error {
	total := len(list) * s.inRace(s.game, round).Games(s.crew)
	ev := asOnePart(s.ev, fmt.Sprintf("round %d of the race, %s", round, format.Plural(len(list), what)), total)
	for _, c := range list {
		r, err := s.play(ctx, c, "race", func(g *rules.Game) balance.Config { return s.inRace(g, round) }, ev)
		if err == nil && r == nil {
			c.Round, c.Found, c.Mean = round, stat.Exact(0.5), 0.5
			continue
		}
		if errors.As(err, new(*opening.Unbalanced)) {
			c.Out = outUneven
			continue
		}
		if err != nil {
			return fmt.Errorf("mend: %s: %w", c.Text, err)
		}
		c.Round, c.Games, c.Found, c.Mean = round, r.Games, s.Target.found(r), stat.Number(s.Target.pooled(r))
		c.Drawn = stat.Number(r.Main().Strongest().Draws.Estimate)
	}
	return nil
}

// play plays the games of a candidate that its folder lacks; nil if it is even without games.
func (s *Search) play(ctx context.Context, c *Standing, folder string, how func(*rules.Game) balance.Config, ev match.Events) (*balance.Result, error) {
	g, err := rules.Compile(c.Variant)
	if err != nil || s.even(g) {
		return nil, err
	}
	cfg := how(g)
	cfg.Weights = s.weights(g, cfg.Rounds > 0)
	return s.measure(ctx, g, cfg, filepath.Join(s.folder, folder, c.Hash), s.crew, ev)
}

// weights returns the weights that the panel plays a candidate with: those of the unchanged game, but the
// prior's values for kinds that an edit has changed. It returns nil, for the candidate's own weights,
// if the players may learn these.
func (s *Search) weights(g *rules.Game, learns bool) *eval.Weights {
	w, prior := s.transferred(g), eval.Prior(g)
	for _, t := range g.Types() {
		if t == g.Royal() || !s.changed(g, g.TypeName(t)) {
			continue
		}
		if learns && estimate.TunedWeights(g) == nil {
			return nil
		}
		mg, eg := prior.Material(t)
		w.SetMaterial(t, mg, eg)
	}
	return w
}

// transferred returns the weights of the unchanged game for another game. A kind that an edit has made
// for one side has those of the kind that it was, and a term that the unchanged game lacks those of
// the prior.
func (s *Search) transferred(g *rules.Game) *eval.Weights {
	at := map[string]int{}
	for i, name := range s.known.Names() {
		at[name] = i
	}
	w := eval.Prior(g)
	for i, name := range w.Names() {
		was, ok := at[name]
		for _, own := range []side{white, black} {
			if !ok {
				was, ok = at[strings.Replace(name, own.prefix(), "", 1)]
			}
		}
		if ok {
			w.MG[i], w.EG[i] = s.known.MG[was], s.known.EG[was]
		}
	}
	return w
}

// changed reports whether a kind of piece moves otherwise than in the unchanged game.
func (s *Search) changed(g *rules.Game, name string) bool {
	named := func(p variant.Piece) bool { return p.Name == name }
	was, is := s.game.Variant.Pieces, g.Variant.Pieces
	i, j := slices.IndexFunc(was, named), slices.IndexFunc(is, named)
	return i < 0 || j < 0 || !slices.Equal(was[i].Moves, is[j].Moves)
}

// survivors returns the candidates that go on, the nearest first, and whether the race is over. The
// unchanged game goes on until its interval misses the target.
func (s *Search) survivors(list []*Standing, round int) ([]*Standing, bool) {
	for _, c := range list {
		switch {
		case c.Out != "":
		case s.Target.judge(c.Found, s.Balance.Margin) == Misses:
			c.Out = outMisses
		case s.dull(c):
			c.Out = outDrawn
		}
	}
	list = slices.DeleteFunc(slices.Clone(list), func(c *Standing) bool { return c.Out != "" })
	slices.SortStableFunc(list, s.nearer)
	edited := len(list)
	if slices.ContainsFunc(list, (*Standing).original) {
		edited--
	}
	left, over := kept(edited, round)
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

// dull reports whether a candidate is even only because few of its games are decided: less than half
// as many as in the unchanged game. What counts is how many there would be if the score were even.
func (s *Search) dull(c *Standing) bool {
	as := s.standings[0]
	return s.Target.Of == Score && min(c.Games, as.Games) > 0 && c.decided() < as.decided()/2
}

// decided returns the share of decided games that the race suggests for an even score. The share of
// draws is taken to be ν√(wl), with the shares w and l of games won and lost (Davidson, Journal of the
// American Statistical Association 65, 1970); ν is the same at every score.
func (c *Standing) decided() float64 {
	least, drawn := 0.5/float64(c.Games), float64(c.Drawn)
	won, lost := max(least, c.Found.Estimate-drawn/2), max(least, 1-c.Found.Estimate-drawn/2)
	nu := drawn / math.Sqrt(won*lost)
	return 2 / (2 + nu)
}

// original reports whether a candidate is the unchanged game.
func (c *Standing) original() bool { return len(c.Edits) == 0 }

// nearer orders by the distance from the target, then by size and text.
func (s *Search) nearer(a, b *Standing) int {
	return cmp.Or(cmp.Compare(s.Target.off(float64(a.Mean)), s.Target.off(float64(b.Mean))), a.compare(b.Candidate))
}

// promising reports whether a candidate seems to reach the target.
func (s *Search) promising(c *Standing) bool {
	return s.Target.judge(stat.Exact(float64(c.Mean)), s.Balance.Margin) == Reaches
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

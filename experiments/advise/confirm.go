package mend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Result is the answer of a search.
type Result struct {
	Game   *rules.Game `json:"-"`
	Config Config      `json:"-"`
	Name   string      `json:"game"`
	Hash   string      `json:"hash"` // of the rules of the unchanged game
	Seed   uint64      `json:"seed"`
	Margin float64     `json:"margin"`
	Level  float64     `json:"level"`
	Folder string      `json:"folder"`
	// Target is what an edit should reach, as --target takes it; Answer is the result in words.
	Target string `json:"target"`
	Answer string `json:"answer"`
	// Winner is the smallest edit that is confirmed or, without one, the nearest that the fresh games
	// cannot rule out; null if there is none.
	Winner *Confirmed `json:"winner"`
	// Confirmed has the candidates that played fresh games, the best first.
	Confirmed []Confirmed `json:"confirmed"`
	// Race has all candidates, the unchanged game among them, those that came farthest first.
	Race []*Standing `json:"race"`
	// Games counts the games of the race and of the confirmation.
	Games int `json:"games"`
}

// Confirmed is a candidate that has played fresh games at full strength.
type Confirmed struct {
	Standing
	// Verdict says whether the edit reaches the target. Says is the finding of its balance, in words.
	Verdict Verdict `json:"verdict"`
	Says    string  `json:"says"`
	// Fresh is the measure of the target between the strongest players, by the fresh games alone;
	// Score, Draws and Length are theirs, too. FreshGames counts all fresh games.
	Fresh      stat.Interval `json:"fresh"`
	Score      stat.Interval `json:"score"`
	Draws      stat.Interval `json:"draws"`
	Length     stat.Interval `json:"length"`
	FreshGames int           `json:"fresh-games"`

	Balance *balance.Result `json:"-"`
}

// Search looks for the smallest edit of a game that reaches a target.
type Search struct {
	Config
	game       *rules.Game
	candidates []*Candidate

	measure   measure
	known     *eval.Weights // of the players of the unchanged game
	folder    string
	crew      match.Crew
	ev        match.Events
	standings []*Standing
	seen      map[string]bool // hashes of all candidates
}

// New checks a configuration and lists the candidates. It plays nothing.
func New(g *rules.Game, c Config) (*Search, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	b := c.Balance
	b.Of = cmp.Or(b.Of, balance.First)
	if _, err := balance.NewPlan(g, b); err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	list, err := Candidates(g, c)
	if err != nil {
		return nil, err
	}
	return &Search{Config: c, game: g, candidates: list, measure: balance.Measure}, nil
}

// Run plays. The folder keeps the games of each candidate, so the same call continues after an
// interruption. The crew, which plays whole runs, does not affect the result.
func (s *Search) Run(ctx context.Context, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	s.folder, s.crew, s.ev = folder, crew.Whole(), ev
	s.standings, s.seen = nil, map[string]bool{}
	var err error
	if s.known, _, err = balance.Learn(ctx, s.game, s.Balance, s.folder, s.crew, s.ev); err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	finalists, err := s.run(ctx, "candidate", s.enter(s.candidates))
	if err == nil {
		err = s.decide(ctx)
	}
	if err != nil {
		return nil, err
	}
	confirmed, err := s.confirmed(ctx, s.best(finalists))
	if err != nil {
		return nil, err
	}
	if !reached(confirmed) {
		more, err := s.run(ctx, "pair", s.enter(s.pairs()))
		if err != nil {
			return nil, err
		}
		fresh, err := s.confirmed(ctx, s.best(more))
		if err != nil {
			return nil, err
		}
		confirmed = append(confirmed, fresh...)
		slices.SortStableFunc(confirmed, s.better)
	}
	return s.result(confirmed), nil
}

// reached reports whether an edit is confirmed.
func reached(list []Confirmed) bool {
	return slices.ContainsFunc(list, func(c Confirmed) bool { return c.Verdict == Reaches })
}

// best returns the nearest candidates, as many as keep says, that seem to reach the target, the smallest first. The game
// as it is may be one more.
func (s *Search) best(list []*Standing) []*Standing {
	slices.SortStableFunc(list, s.nearer)
	left := keep
	for _, c := range list {
		switch {
		case c.Out != "":
		case !s.promising(c):
			c.Out = outFar
		case c.original():
		case left == 0:
			c.Out = outBehind
		default:
			left--
		}
	}
	list = slices.DeleteFunc(list, func(c *Standing) bool { return c.Out != "" })
	slices.SortStableFunc(list, func(a, b *Standing) int { return cmp.Compare(a.Size, b.Size) })
	return list
}

// confirmed plays fresh games of the finalists, up to the first that reaches the target: none that
// comes later is smaller. If none does, the smallest that are open play on to a second look.
func (s *Search) confirmed(ctx context.Context, list []*Standing) ([]Confirmed, error) {
	var out []Confirmed
	for i, c := range list {
		one, err := s.confirm(ctx, c, firstLook, fmt.Sprintf("confirming %d of %d, ", i+1, len(list)))
		if err != nil {
			return nil, err
		}
		if one == nil {
			continue
		}
		if out = append(out, *one); one.Verdict == Reaches {
			break
		}
	}
	left := lookedAgain
	for i := 0; i < len(out) && left > 0 && !reached(out); i++ {
		if !s.open(&out[i]) {
			continue
		}
		left--
		one, err := s.confirm(ctx, &out[i].Standing, secondLook, "a second look, ")
		if err != nil {
			return nil, err
		}
		if one != nil {
			out[i] = *one
		}
	}
	slices.SortStableFunc(out, s.better)
	return out, nil
}

// open reports whether the fresh games of a candidate cannot tell whether it reaches the target,
// although their estimate does.
func (s *Search) open(c *Confirmed) bool {
	return c.Verdict == CannotTell && s.Target.judge(stat.Exact(c.Fresh.Estimate), s.Balance.Margin) == Reaches
}

// confirm plays the fresh games of a candidate up to a look; it returns nil if there are no even
// openings.
func (s *Search) confirm(ctx context.Context, c *Standing, l look, label string) (*Confirmed, error) {
	ev := s.ev.Parts(func(p *match.Part) { p.Label = label + p.Label })
	ev.Find("%s%s", label, c.Text)
	r, err := s.play(ctx, c, s.confirmFolder(), func(g *rules.Game) balance.Config { return s.inConfirmation(g, l) }, ev)
	if errors.As(err, new(*opening.Unbalanced)) {
		c.Out = outUneven
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("mend: %s: %w", c.Text, err)
	}
	if r == nil {
		return &Confirmed{Standing: *c, Verdict: Reaches, Says: "Both sides begin alike, so neither army is ahead.", Fresh: stat.Exact(0.5), Score: stat.Exact(0.5), Draws: stat.Unknown(), Length: stat.Unknown()}, nil
	}
	top, found := r.Main().Strongest(), s.Target.found(r)
	return &Confirmed{
		Standing: *c, Verdict: s.Target.judge(found, s.Balance.Margin), Says: r.Answer,
		Fresh: found, Score: top.Curve, Draws: top.Draws, Length: top.Length, FreshGames: r.Games, Balance: r,
	}, nil
}

// better puts what is confirmed first, the smallest edit before all others, then what the games
// cannot rule out, the nearest first.
func (s *Search) better(a, b Confirmed) int {
	rank := map[Verdict]int{Reaches: 0, CannotTell: 1, Misses: 2}
	if by := cmp.Compare(rank[a.Verdict], rank[b.Verdict]); by != 0 {
		return by
	}
	size := 0
	if a.Verdict == Reaches {
		size = cmp.Compare(a.Size, b.Size)
	}
	return cmp.Or(size, cmp.Compare(s.Target.off(a.Fresh.Estimate), s.Target.off(b.Fresh.Estimate)), a.compare(b.Candidate))
}

func (s *Search) result(confirmed []Confirmed) *Result {
	r := &Result{Game: s.game, Config: s.Config, Name: s.game.Variant.Name, Hash: s.game.Variant.Hash(), Seed: s.Balance.Play.Seed, Margin: s.Balance.Margin, Level: s.Balance.Level, Folder: s.folder, Target: s.Target.String(), Confirmed: confirmed, Race: s.standings}
	if len(confirmed) > 0 && confirmed[0].Verdict != Misses {
		r.Winner = &confirmed[0]
	}
	slices.SortStableFunc(r.Race, func(a, b *Standing) int { return cmp.Or(b.Round-a.Round, s.nearer(a, b)) })
	for _, c := range r.Race {
		r.Games += c.Games
	}
	for _, c := range confirmed {
		r.Games += c.FreshGames
	}
	r.Answer = r.sentence()
	return r
}

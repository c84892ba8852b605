//go:build !js

package advise

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

// MendResult is the answer of a search for an edit.
type MendResult struct {
	Game   *rules.Game `json:"-"`
	Config MendConfig  `json:"-"`
	Name   string      `json:"game"`
	Hash   string      `json:"hash"` // of the rules of the unchanged game
	Seed   uint64      `json:"seed"`
	Margin float64     `json:"margin"`
	Level  float64     `json:"level"`
	Folder string      `json:"folder"`
	// Target is the goal of an edit, as --target takes it; Answer is the result in words.
	Target string `json:"target"`
	Answer string `json:"answer"`
	// Winner is the smallest edit that is confirmed or, without one, the nearest that the fresh games
	// cannot rule out; null if there is none.
	Winner *Confirmed `json:"winner"`
	// Confirmed lists the candidates that played fresh games, the best first.
	Confirmed []Confirmed `json:"confirmed"`
	// Race has all candidates, the unchanged game among them, those that came farthest first.
	Race []*Standing `json:"race"`
	// Games counts the games of the race and of the confirmation.
	Games int `json:"games"`
}

// Confirmed is a candidate that has played fresh games at full strength.
type Confirmed struct {
	Standing
	// Verdict is whether the edit reaches the target. Says is the finding of its balance, in words.
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

// Mending looks for the smallest edit of a game that reaches a target.
type Mending struct {
	MendConfig
	game       *rules.Game
	candidates []*Candidate
	// measure plays the games of a candidate, as balance.Measure does.
	measure func(context.Context, *rules.Game, balance.Config, string, match.Crew, match.Events) (*balance.Result, error)

	known     *eval.Weights // of the players of the unchanged game
	folder    string
	crew      match.Crew
	ev        match.Events
	standings []*Standing // the unchanged game first
}

// NewMending checks a configuration and lists the candidates. It plays no games.
func NewMending(g *rules.Game, c MendConfig) (*Mending, error) {
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
	return &Mending{MendConfig: c, game: g, candidates: list, measure: balance.Measure}, nil
}

// Run plays. The folder keeps the games of each candidate, so the same call continues after an
// interruption. The crew, which plays whole runs, does not affect the result.
func (m *Mending) Run(ctx context.Context, folder string, crew match.Crew, ev match.Events) (*MendResult, error) {
	m.begin(folder, crew, ev)
	var err error
	if m.known, _, err = balance.Learn(ctx, m.game, m.Balance, m.folder, m.crew, m.ev); err != nil {
		return nil, fmt.Errorf("mend: %w", err)
	}
	list, err := m.race(ctx)
	if err != nil {
		return nil, err
	}
	confirmed, err := m.confirmed(ctx, m.finalists(list))
	if err != nil {
		return nil, err
	}
	return m.result(confirmed), nil
}

// begin enters the candidates into the race.
func (m *Mending) begin(folder string, crew match.Crew, ev match.Events) {
	m.folder, m.crew, m.ev, m.standings = folder, crew.Whole(), ev, nil
	for _, c := range m.candidates {
		m.standings = append(m.standings, &Standing{Candidate: c})
	}
}

// finalists returns the nearest candidates that seem to reach the target, the smallest first: as many as
// keep says, and perhaps the game as it is.
func (m *Mending) finalists(list []*Standing) []*Standing {
	for _, c := range list {
		if c.Out == "" && m.judge(stat.Exact(float64(c.Mean))) != Reaches {
			c.Out = outFar
		}
	}
	list = m.nearest(list, keep)
	slices.SortStableFunc(list, func(a, b *Standing) int { return cmp.Compare(a.Size, b.Size) })
	return list
}

// confirmed plays fresh games of the finalists, up to the first that reaches the target: none that
// comes later is smaller.
func (m *Mending) confirmed(ctx context.Context, list []*Standing) (out []Confirmed, err error) {
	for i, c := range list {
		one, err := m.confirm(ctx, c, fmt.Sprintf("confirming %d of %d, ", i+1, len(list)))
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
	slices.SortStableFunc(out, m.better)
	return out, nil
}

// confirm plays the fresh games of a candidate; it returns nil if there are no even openings.
func (m *Mending) confirm(ctx context.Context, c *Standing, label string) (*Confirmed, error) {
	ev := m.ev.Parts(func(p *match.Part) { p.Label = label + p.Label })
	ev.Find("%s%s", label, c.Text)
	r, err := m.play(ctx, c, m.confirmFolder(), m.inConfirmation, ev)
	switch {
	case errors.As(err, new(*opening.Unbalanced)):
		c.Out = outUneven
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("mend: %s: %w", c.Text, err)
	case r == nil:
		return &Confirmed{
			Standing: *c, Verdict: Reaches, Says: "Both sides begin alike, so neither army is ahead.",
			Fresh: stat.Exact(0.5), Score: stat.Exact(0.5), Draws: stat.Unknown(), Length: stat.Unknown(),
		}, nil
	}
	top, found := r.Main().Strongest(), m.Target.found(r)
	return &Confirmed{
		Standing: *c, Verdict: m.judge(found), Says: r.Answer,
		Fresh: found, Score: top.Curve, Draws: top.Draws, Length: top.Length, FreshGames: r.Games, Balance: r,
	}, nil
}

// better puts confirmed edits first, the smallest before all others, then edits that the games
// cannot rule out, the nearest first.
func (m *Mending) better(a, b Confirmed) int {
	rank := map[Verdict]int{Reaches: 0, CannotTell: 1, Misses: 2}
	size := 0
	if a.Verdict == Reaches {
		size = cmp.Compare(a.Size, b.Size)
	}
	off := cmp.Compare(m.Target.off(a.Fresh.Estimate), m.Target.off(b.Fresh.Estimate))
	return cmp.Or(cmp.Compare(rank[a.Verdict], rank[b.Verdict]), size, off, a.compare(b.Candidate))
}

func (m *Mending) result(confirmed []Confirmed) *MendResult {
	v, b := m.game.Variant, m.Balance
	r := &MendResult{
		Game: m.game, Config: m.MendConfig, Name: v.Name, Hash: v.Hash(), Seed: b.Play.Seed, Margin: b.Margin, Level: b.Level,
		Folder: m.folder, Target: m.Target.String(), Confirmed: confirmed, Race: m.standings,
	}
	if len(confirmed) > 0 && confirmed[0].Verdict != Misses {
		r.Winner = &confirmed[0]
	}
	slices.SortStableFunc(r.Race, func(a, b *Standing) int { return cmp.Or(b.Round-a.Round, m.nearer(a, b)) })
	for _, c := range r.Race {
		r.Games += c.Games
	}
	for _, c := range confirmed {
		r.Games += c.FreshGames
	}
	r.Answer = texts.Text("mended", r).String()
	return r
}

package train

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning/playing"
)

// Round is a round of playing and fitting.
type Round struct {
	Number int // from 1
	// Summaries counts the games of this round, by kind of opening: armies, array.
	Summaries []store.Summary
	// Fit is the fit to the games of all rounds so far.
	Fit *playing.Result
}

// String returns the fit of a round in a line.
func (r Round) String() string {
	return fmt.Sprintf("round %d: %d games, loss %.5f, was %.5f", r.Number, r.Fit.Games, r.Fit.After.Train, r.Fit.Before.Train)
}

// Result is the result of Run.
type Result struct {
	Game         *rules.Game
	Config       Config
	Folder       string
	Start, Final *eval.Weights
	Rounds       []Round
	// Data holds the positions of all rounds.
	Data  *playing.Data
	Match *MatchResult
}

// Run trains weights in a folder that keeps all games, and tests them. The same call
// continues after an interruption.
func Run(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &Result{Game: g, Config: cfg, Folder: folder, Start: eval.Prior(g)}
	var err error
	if r.Data, err = playing.NewData(g); err != nil {
		return nil, err
	}
	r.Final = r.Start
	for number := 1; number <= cfg.Rounds; number++ {
		round, err := r.round(ctx, number, crew, ev)
		if err != nil {
			return nil, err
		}
		r.Rounds = append(r.Rounds, round)
		r.Final = Rounded(round.Fit.Weights)
		ev.Find("%s", round)
	}
	last := r.Data.Games * (cfg.Rounds - 1) / cfg.Rounds // its scores are nearest to those of the new weights
	if r.Final.Chances, err = r.Data.FitChances(last, crew.Workers); err != nil {
		return nil, err
	}
	return r, r.test(ctx, crew, ev)
}

// matchStream seeds the random numbers of the match.
const matchStream = 0x6d61746368

// test plays the match and completes the result.
func (r *Result) test(ctx context.Context, crew match.Crew, ev match.Events) error {
	cfg := r.Config.Match
	cfg.Seed = opening.Seed(r.Config.Play.Seed, matchStream) // different openings from the training games
	var err error
	if r.Match, err = Match(ctx, r.Game, r.Final, r.Start, cfg.Nodes, cfg, crew, ev); err != nil {
		return fmt.Errorf("match of the new weights against the old ones: %w", err)
	}
	r.Final.Origin = &eval.Origin{
		Revision: eval.Revision, Seed: r.Config.Play.Seed, Games: r.Data.Games, Positions: r.Data.Rows(), Match: r.Match.String(),
	}
	return nil
}

// round plays with the current weights and fits new ones.
func (r *Result) round(ctx context.Context, number int, crew match.Crew, ev match.Events) (Round, error) {
	out := Round{Number: number}
	var parts []*run.Part
	for _, cfg := range r.Config.plays() {
		by, err := run.Engine(r.Game, cfg, r.Final)
		if err != nil {
			return out, err
		}
		by.Round = number
		p := run.Alone(fmt.Sprintf("round %d %s", number, cfg.Kind), filepath.Join(r.Folder, string(cfg.Kind)), r.Game, cfg, by)
		p.Read = func(games *run.Games) error { return r.Data.Collect(games.All(), r.Config.Sampling) }
		parts = append(parts, p)
	}
	err := run.Play(ctx, crew, ev, parts...)
	if err != nil {
		return out, err
	}
	for _, p := range parts {
		out.Summaries = append(out.Summaries, p.Summary())
	}
	if out.Fit, err = playing.Fit(r.Start, r.Data, r.Config.Fit, crew.Workers); err != nil {
		return out, fmt.Errorf("round %d: %w", number, err)
	}
	return out, nil
}

// Rounded returns a copy of the weights with two decimals, for files that people read.
func Rounded(w *eval.Weights) *eval.Weights {
	w = w.Clone()
	for _, list := range [][]float64{w.MG, w.EG} {
		for i, x := range list {
			list[i] = math.Round(100*x) / 100
		}
	}
	return w
}

// Config specifies how weights are trained. Use Default to make one.
type Config struct {
	// Rounds is the number of rounds of playing and fitting; 1 to 100.
	Rounds int
	// Play describes the half of a round that starts from unequal armies. The other half
	// starts from the array and random moves.
	Play     match.Config
	Sampling playing.Sampling
	Fit      playing.Settings
	// Match is the test of the new weights against the old ones, which both visit its
	// Nodes a move. The seed of Play selects its openings too.
	Match match.Config
}

// randomPlies is the number of random plies that begin the games of the match.
const randomPlies = 8

// Default returns 3 rounds of 2 · 300 pairs at 300 nodes a move and a match of at most 100
// pairs at 300 nodes a move from balanced openings, which tests 10 Elo against -10. On two
// idle cores this takes minutes.
func Default() Config {
	c := Config{
		Rounds: 3, Play: match.SelfPlay(), Match: match.Default(),
		Sampling: playing.DefaultSampling(), Fit: playing.Default(),
	}
	c.Play.Pairs, c.Play.Nodes = 300, 300
	m := &c.Match
	m.Pairs, m.Nodes, m.MaxPlies, m.RandomPlies = 100, 300, 400, randomPlies
	m.KeepBalance(opening.UsualBalance)
	m.SPRT = &rating.SPRT{Elo0: -10, Elo1: 10}
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.First(
		check.Range("rounds", c.Rounds, 1, 100),
		c.Play.Validate(), c.Sampling.Validate(), c.Fit.Validate(), checkMatch(c.Match))
}

// checkMatch reports the first field of a match that is out of range.
func checkMatch(c match.Config) error {
	return check.First(
		check.That(c.SPRT != nil, "match: no sequential test, expected one"),
		c.Validate(),
		check.All("match", check.Range("nodes", c.Nodes, 1, check.MaxNodes)))
}

// plays returns the self-play configurations of a round, one for each kind of opening.
func (c Config) plays() []match.Config {
	return []match.Config{c.Play, c.Play.FromArray()}
}

// Games returns the number of games in all rounds, not counting the match.
func (c Config) Games() int { return c.Rounds * len(c.plays()) * 2 * c.Play.Pairs }

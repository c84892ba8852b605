package train

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
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
	return r, r.test(ctx, crew, ev)
}

// matchStream seeds the random numbers of the match.
const matchStream = 0x6d61746368

// test plays the match and completes the result.
func (r *Result) test(ctx context.Context, crew match.Crew, ev match.Events) error {
	cfg := r.Config.Match
	cfg.Seed = opening.Seed(r.Config.Play.Seed, matchStream) // different openings from the training games
	var err error
	if r.Match, err = Match(ctx, r.Game, r.Final, r.Start, cfg, crew, ev); err != nil {
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
	for _, cfg := range r.Config.plays() {
		ev.Start(match.Part{Label: fmt.Sprintf("round %d %s", number, cfg.Kind), Games: 2 * cfg.Pairs})
		sum, err := r.play(ctx, cfg, number, crew, ev)
		if err != nil {
			return out, err
		}
		out.Summaries = append(out.Summaries, sum)
	}
	var err error
	out.Fit, err = playing.Fit(r.Start, r.Data, r.Config.Fit, crew.Workers)
	if err != nil {
		return out, fmt.Errorf("round %d: %w", number, err)
	}
	return out, nil
}

// play plays the games of a round from one kind of opening and samples them.
func (r *Result) play(ctx context.Context, cfg match.Config, number int, crew match.Crew, ev match.Events) (store.Summary, error) {
	games, err := match.OpenRun(filepath.Join(r.Folder, string(cfg.Kind)), r.Game, cfg)
	if err != nil {
		return store.Summary{}, err
	}
	defer games.Close()
	sum, err := match.Play(ctx, r.Game, cfg, r.Final, number, crew, games, ev)
	if err != nil {
		return sum, err
	}
	if err := r.Data.Collect(games.FirstGames(ctx, number, cfg.Pairs), r.Config.Sampling); err != nil {
		return sum, err
	}
	return sum, games.Close()
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

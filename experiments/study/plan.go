package study

import (
	"context"
	"slices"

	"bestiary/engine/eval"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Kind is what a run plays.
type Kind string

// The kinds of runs.
const (
	// GamesRun plays the array and measures the games.
	GamesRun Kind = "games"
	// ValuesRun plays armies that differ by exchanges and fits the values of pieces.
	ValuesRun Kind = "values"
	// OddsRun plays armies that differ by exchanges of pieces.
	OddsRun Kind = "odds"
	// StrengthsRun plays the array at several numbers of nodes, as package balance does.
	StrengthsRun Kind = "strengths"
)

// plan describes the games of a kind of run: an entry of plans.
type plan struct {
	kind Kind
	// form describes, for a suite of published results, how they are measured here.
	form string
	// keys are the keys of a [[run]] that apply only to plans that list them.
	keys []string
	// check completes a run and reports what its game cannot have.
	check func(*toml.Section, *Run)
	// games returns how many games a run has at most, with those from which players learn.
	games func(Scale, *Run, match.Crew) int
	// play plays the games that the folder lacks, and returns the weights that the engine played with.
	play func(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error)
}

// plans lists what runs can play, the default first.
var plans = []plan{
	{
		kind: GamesRun, form: "games", keys: []string{"nodes", "further-nodes"},
		games: func(s Scale, run *Run, crew match.Crew) int { return crew.Games(s.pairs(run)) },
		play:  playGames,
	}, {
		kind: ValuesRun, form: "fit", keys: []string{"nodes", "units", "max-imbalance"},
		games: func(s Scale, run *Run, crew match.Crew) int {
			cfg := s.estimate(run)
			return crew.Games(cfg.Pairs) + cfg.LearningGames(run.Game)
		},
		play: playValues,
	}, {
		kind: OddsRun, form: "match", keys: []string{"nodes", "further-nodes", "exchanges", "give-up"},
		check: checkExchanges,
		games: func(s Scale, run *Run, crew match.Crew) int {
			return crew.Games(s.pairs(run)) * (1 + len(run.Exchanges)) // the odds of the unit are always played
		},
		play: playOdds,
	}, {
		kind: StrengthsRun, form: "strengths", keys: []string{"strengths"},
		check: checkStrengths,
		games: func(s Scale, run *Run, crew match.Crew) int {
			cfg := s.balance(run)
			return cfg.Games(crew) + cfg.LearningGames(run.Game)
		},
		play: playStrengths,
	},
}

// plan returns the plan of a kind of run.
func (k Kind) plan() *plan {
	i := slices.IndexFunc(plans, func(p plan) bool { return p.kind == k })
	return &plans[max(i, 0)]
}

// checkExchanges reports the exchanges that the game cannot have.
func checkExchanges(s *toml.Section, run *Run) {
	if len(run.Exchanges) == 0 {
		s.Report("exchanges", "missing", `exchanges of pieces, as in ["falcon=rook"]`, "")
	}
	for i, text := range run.Exchanges {
		x, err := opening.ParseExchange(run.Game, text)
		if err != nil {
			s.Report(toml.Item("exchanges", i+1), err.Error(), "", "")
			continue
		}
		run.Exchanges[i] = x.Text(run.Game)
	}
}

// checkStrengths checks the strengths. The nodes of the run are the strongest players'.
func checkStrengths(s *toml.Section, run *Run) {
	if err := (Scale{}).balance(run).Validate(); err != nil {
		s.Report("strengths", err.Error(), "", "")
		run.Balance.Strengths = balance.Default().Strengths
	}
	run.Play.Nodes = slices.Max(run.Balance.Strengths)
}

func playStrengths(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error) {
	res, err := balance.Run(ctx, out.Run.Game, r.Scale.balance(out.Run), folder, r.Crew, r.events(out.Run))
	if err != nil {
		return nil, err
	}
	out.Balance, out.Games, out.Pairs, out.Copies = res, res.Games, res.Pairs, res.Copies
	return res.Config.Weights, nil
}

func playValues(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error) {
	res, err := estimate.Run(ctx, out.Run.Game, r.Scale.estimate(out.Run), folder, r.Crew, r.events(out.Run))
	if err != nil {
		return nil, err
	}
	out.Values, out.Games, out.Pairs, out.Copies = res, res.Measurement.Games, res.Measurement.Pairs, res.Copies
	return res.Weights, nil
}

func playOdds(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error) {
	cfg, weights := r.Scale.odds(out.Run), out.Run.weights()
	res, err := estimate.Odds(ctx, out.Run.Game, cfg, weights, folder, r.Crew, r.events(out.Run))
	if err != nil {
		return nil, err
	}
	out.Odds, out.Pairs, out.Copies = res, cfg.Pairs, res.Copies()
	for _, line := range res.Lines {
		out.Games += line.Results.Games()
	}
	return weights, nil
}

func playGames(ctx context.Context, r *Runner, out *RunResult, folder string) (*eval.Weights, error) {
	cfg, events := r.Scale.games(out.Run), r.events(out.Run)
	side := measure.Side{Game: out.Run.Game, Weights: out.Run.weights()}
	events.Start(match.Part{Label: "games", Games: r.Crew.Games(cfg.Play.Pairs)})
	var err error
	if out.List, out.Copies, err = side.Play(ctx, &cfg, folder, r.Crew, events); err != nil {
		return nil, err
	}
	if _, err := measure.CountPairs(out.List); err != nil {
		return nil, err
	}
	out.Games, out.Pairs = len(out.List), cfg.Play.Pairs
	return side.Weights, nil
}

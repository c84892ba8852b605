package claim

import (
	"fmt"

	"bestiary/experiments"
	"bestiary/experiments/compare"
	"bestiary/selfplay"
)

// Scale says how much of what the files ask for is played. The zero value plays
// all of it.
type Scale struct {
	// Quick plays the quick pairs of each run, values after one short learning round.
	Quick bool `json:"quick,omitempty"`
	// Pairs replaces the pairs of all runs, also of quick ones. Default 0, which
	// leaves them; else 2 to 10,000,000.
	Pairs int `json:"pairs,omitempty"`
	// Precision, if it is not 0, plays values until each is known to so many pawns
	// either way, and at most 100,000 pairs or Pairs.
	Precision float64 `json:"precision,omitempty"`
	// Nodes replaces the nodes a move of all runs. Default 0, which leaves them.
	Nodes int `json:"nodes,omitempty"`
}

// Validate reports the first field out of range.
func (s Scale) Validate() error {
	switch {
	case s.Pairs != 0 && (s.Pairs < leastPairs || s.Pairs > mostPairs):
		return fmt.Errorf("experiments: pairs is %d, expected %d to %d", s.Pairs, leastPairs, mostPairs)
	case s.Precision != 0 && !(s.Precision >= 0.01 && s.Precision <= 100):
		return fmt.Errorf("experiments: precision is %v, expected 0.01 to 100", s.Precision)
	case s.Nodes < 0 || s.Nodes > 1_000_000_000:
		return fmt.Errorf("experiments: nodes is %d, expected at most 1000000000", s.Nodes)
	case s.Quick && s.Precision != 0:
		return fmt.Errorf("experiments: quick together with precision, expected one of them, each says how much to play")
	}
	return nil
}

// pairs is the number of pairs of a run.
func (s Scale) pairs(run *Run) int {
	switch {
	case s.Pairs != 0:
		return s.Pairs
	case s.Quick:
		return run.QuickPairs
	case s.Precision != 0 && run.Kind == ValuesRun:
		return 0 // the default of a run with a precision
	}
	return run.Pairs
}

// Learning in quick runs.
const (
	quickRounds     = 1
	quickRoundPairs = 50
)

// play are the settings of a run for the engine.
func (s Scale) play(run *Run) selfplay.Config {
	cfg := selfplay.Config{
		Seed: run.Seed, Pairs: s.pairs(run), Nodes: run.Nodes, MaxPlies: run.MaxPlies,
		Units: run.Units, MaxImbalance: run.MaxImbalance,
	}
	if s.Nodes != 0 {
		cfg.Nodes = s.Nodes
	}
	return cfg
}

func (s Scale) estimate(run *Run) experiments.EstimateConfig {
	cfg := experiments.EstimateConfig{Pairs: s.pairs(run), Precision: s.Precision, Play: s.play(run)}
	if s.Quick {
		cfg.Rounds, cfg.RoundPairs = quickRounds, min(quickRoundPairs, cfg.Pairs)
	}
	return cfg
}

func (s Scale) odds(run *Run) experiments.OddsConfig {
	return experiments.OddsConfig{Exchanges: run.Exchanges, Pairs: s.pairs(run), Play: s.play(run)}
}

func (s Scale) games(run *Run) compare.Config {
	return compare.Config{Play: s.play(run)}.Resolved()
}

// gamesAtMost is how many games a run plays, learning included, if none falls away.
func (s Scale) gamesAtMost(run *Run) int {
	switch run.Kind {
	case ValuesRun:
		cfg := s.estimate(run).Resolved()
		return 2 * (cfg.Pairs + max(cfg.Rounds, 0)*cfg.RoundPairs)
	case OddsRun:
		return 2 * s.pairs(run) * (1 + len(run.Exchanges)) // the odds of the unit are always played
	}
	return 2 * s.pairs(run)
}

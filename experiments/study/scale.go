package study

import (
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// Scale is how much of the games in the files is played. The zero value plays all of it.
type Scale struct {
	// Quick plays the quick pairs of each run, values after one short learning round.
	Quick bool
	// Pairs replaces the pairs of all runs, also of quick ones. Default 0, which
	// leaves them; else 2 to 10,000,000.
	Pairs int
	// Precision, if it is not 0, plays for values until each is known to within
	// that many pawns, and at most 100,000 pairs or Pairs.
	Precision float64
	// Nodes replaces the nodes a move of all runs. Default 0, which leaves them.
	Nodes int

	at *looks // of a run until all is decided, nil in others
}

// looks maps the keys of runs to their pairs at a look.
type looks map[string]int

// Partial reports whether it is another size than the files ask for.
func (s Scale) Partial() bool { return s.Quick || s.Pairs != 0 || s.Precision != 0 || s.Nodes != 0 }

// Validate reports the first field out of range.
func (s Scale) Validate() error {
	var errs []error
	if s.Pairs != 0 {
		errs = append(errs, check.Range("pairs", s.Pairs, minPairs, check.MaxPairs))
	}
	if s.Precision != 0 {
		errs = append(errs, check.Range("precision", s.Precision, 0.01, 100))
	}
	return check.All("experiments", append(errs,
		check.Range("nodes", s.Nodes, 0, check.MaxNodes),
		check.That(!s.Quick || s.Precision == 0, "quick together with precision, expected one of them, each says how much to play"))...)
}

// pairs returns the number of pairs of a run; for values with a precision, the maximum.
func (s Scale) pairs(run *Run) int {
	if s.at != nil {
		return (*s.at)[s.key(run)]
	}
	if run.Share > 0 && run.Share < 1 {
		whole := *run
		whole.Share = 1
		return portion(run.Share, s.pairs(&whole))
	}
	switch {
	case s.Pairs != 0:
		return s.Pairs
	case s.Quick:
		return run.QuickPairs
	case s.Precision != 0 && run.Kind == ValuesRun:
		cfg := estimate.Default()
		cfg.SetPrecision(s.Precision)
		return cfg.Pairs
	}
	return run.Play.Pairs
}

// Learning in quick runs.
const (
	quickRounds     = 1
	quickRoundPairs = 50
)

// play returns how the engine plays a run.
func (s Scale) play(run *Run) match.Config {
	cfg := run.Play
	cfg.Pairs = s.pairs(run)
	if s.Nodes != 0 {
		cfg.Nodes = s.Nodes
	}
	if run.Kind == GamesRun {
		return cfg.Standard()
	}
	return cfg
}

func (s Scale) estimate(run *Run) estimate.Config {
	if run.Values != nil {
		return *run.Values
	}
	cfg := estimate.Default()
	cfg.Panel = estimate.DefaultPanel(run.Game)
	cfg.SetPairs(s.pairs(run))
	cfg.OddsPairs = 0 // a run of odds asks for them
	cfg.Precision, cfg.Play = s.Precision, s.play(run)
	if s.Quick {
		cfg.Rounds, cfg.RoundPairs = quickRounds, min(quickRoundPairs, cfg.Pairs)
	}
	return cfg
}

// balance returns how the score of a run is measured by strength.
func (s Scale) balance(run *Run) balance.Config {
	c := run.Balance
	c.Play.Pairs, c.Play.Seed, c.Play.MaxPlies = s.pairs(run), run.Play.Seed, run.Play.MaxPlies
	if s.Quick {
		c.Rounds, c.RoundPairs = quickRounds, quickRoundPairs
	}
	return c
}

func (s Scale) odds(run *Run) estimate.OddsConfig {
	cfg := estimate.DefaultOdds()
	cfg.Exchanges, cfg.Pairs, cfg.Play = run.Exchanges, s.pairs(run), s.play(run)
	return cfg
}

func (s Scale) games(run *Run) measure.Config {
	cfg := measure.Default()
	cfg.Play = s.play(run)
	return cfg
}

// portion returns the pairs of a player with a share.
func portion(share float64, pairs int) int {
	if share > 0 && share < 1 {
		pairs = max(minPairs, int(share*float64(pairs)))
	}
	return pairs
}

// let raises the pairs of a run and its peers at the next look.
func (at looks) let(run *Run, pairs int) {
	for _, p := range run.players() {
		key := Scale{}.key(p)
		at[key] = max(at[key], portion(p.Share, pairs))
	}
}

// players lists a run and its peers.
func (run *Run) players() []*Run { return append([]*Run{run}, run.Peers...) }

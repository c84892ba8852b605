package train

import (
	"cmp"
	"fmt"

	"bestiary/selfplay"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/rating"
	"bestiary/tuning/playing"
)

// Config says how weights are made. The zero value is a useful run. Each field
// names its default, which a zero stands for.
type Config struct {
	// Seed selects the openings of all games. Default 0; any value.
	Seed uint64
	// Rounds of playing and fitting. Default 3; 1 to 100.
	Rounds int
	// Pairs of a round with openings of each kind. Default 1500; 1 to 1,000,000.
	Pairs int
	// Nodes per move of these games. Default 100; 1 to 1,000,000,000.
	Nodes int
	// RandomPlies with which a game from the array starts. Plies; default 8; 1
	// to 100.
	RandomPlies int
	Sampling    playing.Sampling
	Fit         playing.Settings
	// Match is the test of the new weights against the old ones.
	Match MatchConfig
}

// Resolved is the configuration with the defaults written out.
func (c Config) Resolved() Config {
	c.Rounds, c.Pairs = cmp.Or(c.Rounds, 3), cmp.Or(c.Pairs, 1500)
	c.Nodes, c.RandomPlies = cmp.Or(c.Nodes, 100), cmp.Or(c.RandomPlies, 8)
	c.Sampling, c.Fit, c.Match = c.Sampling.Resolved(), c.Fit.Resolved(), c.Match.Resolved()
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	f := c.Resolved()
	switch {
	case f.Rounds < 1 || f.Rounds > 100:
		return fmt.Errorf("rounds: found %d, expected 1 to 100", c.Rounds)
	case f.RandomPlies < 1 || f.RandomPlies > 100:
		return fmt.Errorf("random plies: found %d, expected 1 to 100", c.RandomPlies)
	case f.Pairs < 1 || f.Pairs > 1_000_000:
		return fmt.Errorf("pairs: found %d, expected 1 to 1000000", c.Pairs)
	}
	for _, play := range f.plays() {
		if err := play.Validate(); err != nil {
			return err
		}
	}
	if err := f.Sampling.Validate(); err != nil {
		return err
	}
	if err := f.Fit.Validate(); err != nil {
		return err
	}
	return f.Match.Validate()
}

// plays are the self-play configurations of a round, one for each kind of
// opening.
func (c Config) plays() []selfplay.Config {
	armies := selfplay.Default()
	armies.Seed, armies.Pairs, armies.Nodes = c.Seed, c.Pairs, c.Nodes
	standard := armies
	standard.Kind, standard.RandomPlies = opening.Standard, c.RandomPlies
	return []selfplay.Config{armies, standard}
}

// Games is the number of games of all rounds, the match aside.
func (c Config) Games() int {
	c = c.Resolved()
	return c.Rounds * len(c.plays()) * 2 * c.Pairs
}

// MatchConfig is a match of two sets of weights. The zero value is a useful
// match.
type MatchConfig struct {
	// Seed selects the openings. Default 0; any value.
	Seed uint64
	// Pairs is the largest number of pairs. Default 600; 1 to 10,000,000.
	Pairs int
	// Nodes per move. Default 500; 1 to 1,000,000,000.
	Nodes int
	// RandomPlies with which a game starts. Plies; default 8; 1 to 100.
	RandomPlies int
	// Elo0 and Elo1 are the hypotheses of the sequential test in normalized Elo.
	// Default 0 and 10 if both are 0.
	Elo0, Elo1 float64
	// NoTest plays all pairs whatever their results. Default false.
	NoTest bool
	// MaxPlies is the length at which a game is drawn. Default 400; more than
	// RandomPlies.
	MaxPlies int
}

// Resolved is the match with the defaults written out.
func (c MatchConfig) Resolved() MatchConfig {
	c.Pairs, c.Nodes = cmp.Or(c.Pairs, 600), cmp.Or(c.Nodes, 500)
	c.RandomPlies, c.MaxPlies = cmp.Or(c.RandomPlies, 8), cmp.Or(c.MaxPlies, 400)
	if c.Elo0 == 0 && c.Elo1 == 0 {
		c.Elo1 = 10
	}
	return c
}

// Validate reports the first field that is out of range.
func (c MatchConfig) Validate() error {
	f := c.Resolved()
	for _, x := range []struct {
		name          string
		value, lo, hi int
	}{
		{"pairs", f.Pairs, 1, 10_000_000},
		{"nodes", f.Nodes, 1, 1_000_000_000},
		{"random plies", f.RandomPlies, 1, 100},
	} {
		if x.value < x.lo || x.value > x.hi {
			return fmt.Errorf("%s of the match: found %d, expected %d to %d", x.name, x.value, x.lo, x.hi)
		}
	}
	if f.MaxPlies <= f.RandomPlies || f.MaxPlies > 10_000 {
		return fmt.Errorf("length limit of the match: found %d plies, expected more than %d and at most 10000", c.MaxPlies, f.RandomPlies)
	}
	return f.test().Validate()
}

func (c MatchConfig) test() rating.SPRT { return rating.SPRT{Elo0: c.Elo0, Elo1: c.Elo1} }

package estimate

import (
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// Config specifies how to measure the values of a game's pieces. Use Default or Quick to make one.
type Config struct {
	// Pairs is the number of pairs of games in the last round, which is reported; 2 to
	// 10,000,000.
	Pairs int `json:"pairs"`
	// Precision, if not 0, ends the last round once the half-width of every interval is at
	// most this. The round has at most Pairs pairs. In the unit of Fit; 0.01 to 100.
	Precision float64 `json:"precision,omitempty"`
	// Rounds is the largest number of learning rounds before the last; at most 20.
	Rounds int `json:"rounds"`
	// RoundPairs is the number of pairs of a learning round from armies, and again from
	// the array if the round fits all terms; 2 to 1,000,000.
	RoundPairs int `json:"round-pairs"`
	// Counted makes the games that learning rounds play from armies count: all rounds are played with
	// the same exchanges, chosen before the first game, and the player of each round is one of the panel.
	// By default they do not count, and the exchanges of the last round follow from what was learned.
	Counted bool `json:"counted,omitempty"`
	// Terms makes learning rounds fit all terms of the evaluation, not just the values of
	// pieces. Estimate sets it to LearnsTerms.
	Terms bool `json:"terms,omitempty"`
	// OddsPairs is the number of pairs that the last weights also play with an extra pawn
	// for one side, to check how much a pawn decides; at most 10,000,000. Games without
	// pawns have no such match.
	OddsPairs int `json:"odds-pairs"`
	// Panel lists the players among which the games of the last round are divided:
	// Learned, PriorTerms, Perturbed, Deep, Network, or texts that player.Parse reads. The values
	// hold for players like these.
	Panel []string `json:"panel,omitempty"`
	// Design chooses how the armies of the last round differ. About lists the exchanges
	// that the run should measure, separated by commas and in the form read by
	// opening.ParseExchange; if empty, all values are measured equally well.
	Design Design `json:"design,omitempty"`
	About  string `json:"about,omitempty"`
	// DesignPairs is the size of run for which the exchanges are chosen: the more games, the more
	// different ones. 2 to 10,000,000; 0 means 2,000. It does not follow from Pairs, so that a run
	// may grow.
	DesignPairs int `json:"design-pairs,omitempty"`
	// Start holds the weights of the first learning round; nil means eval.Default. Weights
	// is their hash, which SetStart sets.
	Start   *eval.Weights `json:"-"`
	Weights string        `json:"weights,omitempty"`
	// Damping is how far the playing values move towards the fitted ones, as a share of
	// the distance in logarithms; above 0, at most 1.
	Damping float64 `json:"damping"`
	// Play specifies how games are played. Its Pairs are ignored.
	Play match.Config `json:"play"`
	// Fit chooses samples and intervals.
	Fit tuning.Settings `json:"fit"`
}

// Design specifies how the armies differ in the measured games.
type Design string

// The designs.
const (
	// Exchanges makes the armies differ by one of several exchanges between two arrays, chosen for
	// what the run measures; all other pieces are on their squares of the array.
	Exchanges Design = "exchanges"
	// Shuffled is Exchanges with the first rank shuffled in the same way for both armies.
	Shuffled Design = "shuffled"
	// RandomArmies gives the armies a few random differences; see opening.Armies.
	RandomArmies Design = "armies"
)

// DefaultPanel returns the players among which a game's values are measured by default: with
// run.Network, if the program has one for the game.
func DefaultPanel(g *rules.Game) []string {
	panel := Default().Panel
	if eval.Strongest(g).Network != nil {
		panel = append(panel, run.Network)
	}
	return panel
}

// precisePairs is the default of Pairs if a precision ends the last round.
const precisePairs = 100_000

// Default returns the configuration of a run of some minutes: 8,000 pairs of four players
// after at most three learning rounds of 300.
func Default() Config {
	c := Config{
		Design: Exchanges, Panel: []string{run.Learned, run.PriorTerms, run.Perturbed, run.Deep}, Rounds: 3, RoundPairs: 300, Damping: 0.7,
		Play: match.SelfPlay(), Fit: tuning.Default(),
	}
	c.SetPairs(8000)
	return c
}

// Quick returns the configuration of a run of about a minute by one player and those that it learned from:
// wide intervals, same pipeline. It needs two learning rounds of 150 pairs, because the engine of the second
// has learned from its own mistakes.
func Quick() Config {
	c := Default()
	c.Panel = []string{run.Learned}
	c.Rounds, c.RoundPairs, c.Counted = 2, 150, true
	c.SetPairs(400)
	return c
}

// SetPairs sets Pairs, and sets OddsPairs to an eighth of them, at most 1,000, or to 0 if
// that is below 10.
func (c *Config) SetPairs(pairs int) {
	c.Pairs, c.OddsPairs = pairs, min(pairs/8, 1000)
	if c.OddsPairs < 10 {
		c.OddsPairs = 0
	}
}

// start returns the weights of the first learning round.
func (c Config) start(g *rules.Game) *eval.Weights {
	if c.Start != nil {
		return c.Start
	}
	return eval.Default(g)
}

// roundGames returns the number of games of a learning round.
func (c Config) roundGames() int {
	if c.Terms {
		return 4 * c.RoundPairs
	}
	return 2 * c.RoundPairs
}

// counted returns the largest number of pairs of learning rounds that count.
func (c Config) counted() int {
	if !c.Counted {
		return 0
	}
	return c.Rounds * c.RoundPairs
}

// LearningGames returns the largest number of games in the learning rounds of a new run.
func (c Config) LearningGames(g *rules.Game) int {
	c.Terms = run.LearnsTerms(g, c.start(g))
	return c.Rounds * c.roundGames()
}

// Cost returns the sum over all games of a new run, but for an odds match, of the positions searched a move.
func (c Config) Cost(g *rules.Game) float64 {
	return float64(c.Play.Nodes) * (run.Effort(c.Panel)*float64(2*c.Pairs) + float64(c.LearningGames(g)))
}

// GamesAtMost returns the largest number of games of a run and of a ladder with the given
// numbers of nodes.
func (c Config) GamesAtMost(g *rules.Game, ladder []int, crew match.Crew) int {
	if _, ok := c.pawnMatch(g); !ok {
		c.OddsPairs = 0
	}
	first := run.Portions(c.Panel, c.Pairs)[0]
	games := crew.Games(c.Pairs) + c.LearningGames(g) + crew.Games(c.OddsPairs)
	played := []int{c.Play.Nodes}
	for _, n := range ladder {
		if !slices.Contains(played, n) {
			played = append(played, n)
			games += 2*ladderPairs(first, c.Play.Nodes, n) + crew.Games(min(c.OddsPairs, ladderPairs(c.OddsPairs, c.Play.Nodes, n)))
		}
	}
	return games
}

// SetStart sets Start.
func (c *Config) SetStart(w *eval.Weights) { c.Start, c.Weights = w, player.HashWeights(w) }

// SetPrecision sets Precision and allows 100,000 pairs.
func (c *Config) SetPrecision(pawns float64) {
	c.Precision = pawns
	c.SetPairs(precisePairs)
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	var precision, design error
	if c.Precision != 0 {
		precision = check.Range("precision", c.Precision, 0.01, 100)
	}
	if c.DesignPairs != 0 {
		design = check.Range("design-pairs", c.DesignPairs, 2, check.MaxPairs)
	}
	if err := check.All("estimate",
		check.Range("pairs", c.Pairs, 2, check.MaxPairs),
		check.Range("rounds", c.Rounds, 0, 20),
		check.Range("round-pairs", c.RoundPairs, 2, 1_000_000),
		check.Range("odds-pairs", c.OddsPairs, 0, check.MaxPairs),
		check.Positive("damping", c.Damping, 1),
		precision,
		design,
		check.OneOf("design", c.Design, Exchanges, Shuffled, RandomArmies),
		check.That(c.About == "" || c.Design != RandomArmies,
			"about is %q and design is %q: armies drawn at random are about all pieces", c.About, c.Design),
	); err != nil {
		return err
	}
	if err := run.CheckPanel(c.Panel); err != nil {
		return err
	}
	if err := c.Play.Validate(); err != nil {
		return err
	}
	return c.Fit.Validate()
}

package balance

import (
	"fmt"
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// Question is whose score is measured.
type Question string

// The questions.
const (
	// First is the score of the side that moves first, in the game as designed.
	First Question = "first"
	// Army is the score of the army that moves first in the game as designed, over games in
	// which either side moves first.
	Army Question = "army"
)

// Config specifies how the balance of a game is measured. Use Default or Quick to make one.
type Config struct {
	// Play configures the games. Pairs is the number of pairs at the lowest number of nodes;
	// higher ones get fewer, by the root of the ratio. Nodes is ignored. At least one random
	// ply.
	Play match.Config
	// Strengths lists the numbers of nodes a move, ascending; 2 to 12.
	Strengths []int
	// Half is the strength that gets as many pairs as all others together; 0, the default, if none does. Otherwise one of
	// Strengths.
	Half int `json:",omitempty"`
	// Panel lists the players among which the games are divided: run.Learned, PriorTerms,
	// Perturbed and Network. The first three alone are joined by Network if the program has one
	// for the game.
	Panel []string
	// Others lists players in the form read by player.Parse, without limits. Each plays as
	// many games as one of the panel and gets a curve of its own.
	Others []string
	// Rounds limits the number of learning rounds before the games; 0 to 20. Each has RoundPairs
	// pairs from armies that differ, and as many from the array; 2 to 1,000,000. A game with tuned
	// weights is not learned.
	Rounds, RoundPairs int
	// Weights are those that the panel plays with; nil means eval.Default or, where
	// these are not tuned, learned ones.
	Weights *eval.Weights `json:"-"`
	// Of is whose score is measured; "" is Army where the sides begin differently, otherwise
	// First.
	Of Question
	// Fixed makes intervals hold for the mean of these players, which no network joins. Otherwise they are wider if players
	// differ by more than chance.
	Fixed bool
	// Looked makes all intervals of a curve hold together, however often a growing run is looked at. Otherwise each holds
	// for itself. Measure sets it if the result of the folder was made with fewer pairs before.
	Looked bool
	// Best is the number of pairs at the lowest strength with which intervals that hold at any look are narrowest; 0, the
	// default, means 500.
	Best int `json:",omitempty"`
	// Unseen marks a result that nobody looks at, so that it is no reason for wider intervals later. Each, if not nil, gets
	// the games of each rung.
	Unseen bool                             `json:"-"`
	Each   func(nodes int, r *store.Record) `json:"-"`
	// Margin is how far from one half a fair score may be; 0.005 to 0.3.
	Margin float64
	// Level is the confidence level of intervals; 0.5 to 0.999.
	Level float64
}

// Factor is the ratio of a rung to the one before, and of the extrapolation to the last.
const Factor = 4

// weakest is the number of nodes a move of the weakest players. With 60 the engine does not see two plies ahead in most
// positions of any game of the catalogue, with 240 it does in nearly all games.
const weakest = 240

// balanceNodes is the number of positions searched to judge an opening. With 300, 13 of 40 accepted
// openings of Atomic were decided, nearly always for the side to move; with 1,000, 3 of 60.
const balanceNodes = 1000

// Default returns a configuration for a run of 5 to 20 minutes on two processors.
func Default() Config {
	learning := estimate.Default()
	play := match.SelfPlay().Standard()
	play.Pairs = 600
	play.BalanceFromArray = true
	play.BalanceNodes = balanceNodes
	return Config{
		Play: play, Strengths: []int{weakest, 960, 3840, 15_360}, Panel: panel(), Margin: 0.04, Level: 0.95,
		Rounds: learning.Rounds, RoundPairs: learning.RoundPairs,
	}
}

// Quick returns a configuration for a run of a minute.
func Quick() Config {
	c := Default()
	c.Play.Pairs, c.Strengths = 50, c.Strengths[:3]
	c.Rounds, c.RoundPairs = 1, 100
	return c
}

func panel() []string { return []string{run.Learned, run.PriorTerms, run.Perturbed} }

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	n, rising := len(c.Strengths), slices.IsSortedFunc(c.Strengths, func(a, b int) int { return a - b - 1 })
	errs := []error{
		check.That(n >= 2 && n <= 12, "strengths has %s, expected 2 to 12", format.Plural(n, "number")),
		check.That(rising, "strengths are %v, expected rising numbers of nodes a move", c.Strengths),
		check.Range("best", c.Best, 0, check.MaxPairs),
		check.That(c.Half == 0 || slices.Contains(c.Strengths, c.Half), "half is %d, expected one of the strengths %v", c.Half, c.Strengths),
		check.That(len(c.Panel) > 0, "panel is empty, expected some of %s", format.List(panel(), "and")),
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("random-plies", c.Play.RandomPlies, 1, check.MaxRandomPlies),
		check.Range("margin", c.Margin, 0.005, 0.3),
		check.Range("level", c.Level, 0.5, 0.999),
	}
	if c.Rounds > 0 {
		errs = append(errs, c.learning().Validate())
	}
	for _, n := range c.Strengths {
		errs = append(errs, check.Range("strengths: number of nodes", n, 1, check.MaxNodes/Factor))
	}
	for i, name := range c.Panel {
		errs = append(errs, check.OneOf("panel: player", name, append(panel(), run.Network)...))
		errs = append(errs, check.That(!slices.Contains(c.Panel[:i], name), "panel: %q stands twice", name))
	}
	if c.Of != "" {
		errs = append(errs, check.OneOf("of", c.Of, First, Army))
	}
	for i, text := range c.Others {
		_, err := parsePlayer(text, 1)
		errs = append(errs, err, check.That(!slices.Contains(c.Others[:i], text), "player %q stands twice", text))
	}
	return check.All("balance", append(errs, c.Play.Validate())...)
}

// parsePlayer reads a player whose only limit is a number of nodes a move.
func parsePlayer(text string, nodes int) (player.Spec, error) {
	spec, err := player.Parse(text, fmt.Sprintf("nodes=%d", nodes))
	if err == nil && spec.Kind != player.Random && spec.Limit != (player.Limit{Nodes: uint64(nodes)}) {
		err = fmt.Errorf("player %q has a limit of its own, expected none: each rung gives it one", text)
	}
	return spec, err
}

// start returns the weights before any learning.
func (c *Config) start(g *rules.Game) *eval.Weights {
	if c.Weights != nil {
		return c.Weights
	}
	return eval.Default(g)
}

// learns reports whether the players of a game learn before it is measured: it has no tuned
// weights, and its armies can be made to differ.
func (c *Config) learns(g *rules.Game) bool {
	return c.Rounds > 0 && c.Weights == nil && run.LearnsTerms(g, c.start(g)) && estimate.CheckGame(g) == nil
}

// learning returns how the players learn: as before an estimate.
func (c *Config) learning() estimate.Config {
	e := estimate.Default()
	e.Panel, e.Rounds, e.RoundPairs = []string{run.Learned}, c.Rounds, c.RoundPairs
	e.Play.MaxPlies, e.Play.Seed = c.Play.MaxPlies, opening.Seed(c.Play.Seed, 0) // the seeds of rungs have their nodes
	return e
}

// LearningGames returns the largest number of games in learning rounds.
func (c *Config) LearningGames(g *rules.Game) int {
	if !c.learns(g) {
		return 0
	}
	return c.learning().LearningGames(g)
}

// Resolve returns the configuration with the question and the openings of a game.
func (c Config) Resolve(g *rules.Game) (Config, error) {
	if err := c.Validate(); err != nil {
		return c, err
	}
	alike, turns := g.Mirrors() && !g.ArmiesDiffer(), opening.MayTurn(g)
	name := g.Variant.Name
	switch {
	case c.Of == Army && alike:
		return c, fmt.Errorf("balance: of is %q, but both sides of %s begin alike; expected %q", Army, name, First)
	case c.Of == Army && !turns:
		return c, fmt.Errorf("balance: of is %q, but a goal of %s gives Black a reply, so that White has to move first; expected %q",
			Army, name, First)
	case c.Of == "" && (alike || !turns):
		c.Of = First
	case c.Of == "":
		c.Of = Army
	}
	if !c.Fixed && slices.Equal(c.Panel, panel()) && eval.Strongest(g).Network != nil {
		c.Panel = append(panel(), run.Network)
	}
	c.Play.Turned = turns && (alike || c.Of == Army)
	if c.Play.Turned && c.Play.RandomPlies%2 > 0 {
		return c, fmt.Errorf("balance: random-plies is %d, expected an even number, after which the side moves first that does so in the game",
			c.Play.RandomPlies)
	}
	if c.learns(g) {
		return c, nil // all players differ
	}
	err := c.distinct(g, c.start(g))
	return c, err
}

// distinct keeps one of the players of the panel that play alike: those with untuned weights play
// with the prior.
func (c *Config) distinct(g *rules.Game, w *eval.Weights) error {
	known := map[string]bool{}
	var list []string
	for _, name := range c.Panel {
		p, err := run.Enter(g, c.Play, name, w)
		if err != nil {
			return err
		}
		if !known[p.Identity] {
			list = append(list, name)
		}
		known[p.Identity] = true
	}
	c.Panel = list
	return nil
}

// pairs returns the number of pairs at a rung: fewer by the root of the ratio of nodes, the
// split of a given time that tells differences between rungs best. Half gets as many as all others.
func (c Config) pairs(nodes int) (n int) {
	if nodes == c.Half {
		for _, other := range c.Strengths {
			if other != c.Half {
				n += c.pairs(other)
			}
		}
		return n
	}
	least := max(2, len(c.Panel))
	return max(least, int(math.Round(float64(c.Play.Pairs)*math.Sqrt(float64(c.Strengths[0])/float64(nodes)))))
}

// deal returns the number of pairs of player j at a rung; a player beyond the panel gets as
// many as the first.
func (c Config) deal(nodes, j int) int {
	n, players := c.pairs(nodes), len(c.Panel)
	if j >= players {
		j = 0
	}
	return n*(j+1)/players - n*j/players
}

// Cost returns the sum over all games of the positions searched a move.
func (c Config) Cost() (sum float64) {
	for _, n := range c.Strengths {
		for j := range len(c.Panel) + len(c.Others) {
			sum += float64(n * 2 * c.deal(n, j))
		}
	}
	return sum
}

// Games returns how many games a crew plays.
func (c Config) Games(crew match.Crew) int {
	sum := 0
	for _, n := range c.Strengths {
		for j := range len(c.Panel) + len(c.Others) {
			sum += crew.Games(c.deal(n, j))
		}
	}
	return sum
}

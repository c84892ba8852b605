package advise

import (
	"math"
	"path/filepath"
	"slices"
	"time"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// Question is something that a study asks of a game.
type Question string

// The questions.
const (
	AskValues  Question = "values"  // what the pieces are worth
	AskBalance Question = "balance" // who wins, by strength
	AskFaults  Question = "faults"  // what is wrong with the design
	AskTrades  Question = "trades"  // what to give for a piece
)

// Questions lists all questions.
func Questions() []Question { return []Question{AskValues, AskBalance, AskFaults, AskTrades} }

// StudyConfig says what is asked of a game, and for how long it is played. Use DefaultStudy to make one.
type StudyConfig struct {
	// Ask lists the questions; all by default, at least one.
	Ask []Question
	// For is how long a call plays; a minute by default, 1 second to 1,000 hours. Each question that games answer gets
	// its first games in any case, and a step that has begun is finished.
	For time.Duration
	// Steps, if not nil, are taken instead of playing for a time, to make the same page again. Those of values and of balance
	// are 1 to 40, those of trades 0 to 40.
	Steps *Steps
	// Seed determines all random choices.
	Seed uint64
	// Nodes is the number of positions searched a move where values are measured; 300 by default, 2 to 100,000,000. Who
	// wins is measured at 4/5 of it, and at four and sixteen times that.
	Nodes int
	// Level is the confidence level of intervals; 0.95 by default, 0.5 to 0.999.
	Level float64
}

// DefaultStudy returns the configuration of a study of a minute.
func DefaultStudy() StudyConfig {
	return StudyConfig{Ask: Questions(), For: time.Minute, Seed: 1, Nodes: match.SelfPlay().Nodes, Level: 0.95}
}

// Validate reports the first field that is out of range.
func (c StudyConfig) Validate() error {
	errs := []error{
		check.That(len(c.Ask) > 0, "ask is empty, expected at least one question"),
		check.Range("for", c.For, time.Second, 1000*time.Hour),
		check.Range("nodes", c.Nodes, 2, 100_000_000),
		check.Range("level", c.Level, 0.5, 0.999),
	}
	if c.Steps != nil {
		errs = append(errs, c.Steps.validate())
	}
	for i, q := range c.Ask {
		errs = append(errs, check.OneOf("ask: question", q, Questions()...),
			check.That(!slices.Contains(c.Ask[:i], q), "ask: %q stands twice", q))
	}
	return check.All("study", errs...)
}

// Asks reports whether a study asks one of some questions.
func (c StudyConfig) Asks(some ...Question) bool {
	return slices.ContainsFunc(some, func(q Question) bool { return slices.Contains(c.Ask, q) })
}

// Steps are the numbers of steps that the parts of a study have taken.
type Steps struct {
	Values  int `json:"values"`
	Balance int `json:"balance"`
	Trades  int `json:"trades,omitempty"` // after some steps of values
}

// of returns the steps of a part.
func (h *Steps) of(part string) *int {
	return map[string]*int{valuesFolder: &h.Values, balanceFolder: &h.Balance, tradesFolder: &h.Trades}[part]
}

// validate reports the first number that is out of range.
func (h *Steps) validate() error {
	return check.All("steps", check.Range("values", h.Values, 1, maxSteps), check.Range("balance", h.Balance, 1, maxSteps),
		check.Range("trades", h.Trades, 0, maxSteps), check.That(h.Trades == 0 || h.Values >= tradesFrom,
			"trades is %d, expected 0: exchanges are chosen by the values of step %d", h.Trades, tradesFrom))
}

const (
	// maxSteps is the largest number of steps of a part.
	maxSteps = 40
	// tradesFrom is the step of values at which a study chooses exchanges that are about even, or a later one if those values
	// know no piece.
	tradesFrom = 3
)

// The first steps of the two parts of a study in pairs; each later step has growth times as many.
const (
	firstValues, firstBalance = 40, 6
	// learningPairs is the number of pairs of each of the two learning rounds, whose games count.
	learningPairs = 50
)

// bestPairs is the number of pairs at which intervals that hold at any look are narrowest: about what a few minutes allow.
const bestPairs = 50

// pairs returns the number of pairs of a step, from 1.
func pairs(first, step int) int {
	return int(math.Ceil(float64(first) * math.Pow(growth, float64(step-1))))
}

// values returns the configuration of the estimate after a step.
func (c StudyConfig) values(g *rules.Game, step int) estimate.Config {
	e := estimate.Quick()
	e.Panel, e.RoundPairs, e.OddsPairs, e.Pairs = estimate.DefaultPanel(g), learningPairs, 0, pairs(firstValues, step)
	e.Play.Seed, e.Play.Nodes, e.Fit.Level = c.Seed, c.Nodes, c.Level
	return e
}

// balance returns the configuration of the games from the array after a step, half of them at the highest strength.
func (c StudyConfig) balance(w *eval.Weights, step int) balance.Config {
	b := balance.Quick()
	least := max(1, 4*c.Nodes/5)
	b.Strengths = []int{least, balance.Factor * least, balance.Factor * balance.Factor * least}
	b.Half, b.Weights, b.Level, b.Best = b.Strengths[len(b.Strengths)-1], w, c.Level, bestPairs
	b.Play.Seed, b.Play.Pairs = c.Seed, pairs(firstBalance, step)
	return b
}

// The aims of a study: half-widths of the values, as a share, and of the score between the strongest players. The next
// games go where the distance from the aim is largest.
const (
	aimValues  = 0.1
	aimBalance = 0.04
)

// Study holds the answers to the questions about a game. Its folder is the home of the game: the same call continues where
// the last one ended.
type Study struct {
	Game   *rules.Game
	Config StudyConfig
	Folder string
	// Arrays lists the first positions examined: the array or, in a game that begins with
	// placing pieces, some placements.
	Arrays []Array
	// Games has the games from the array; nil if there are none.
	Games *Games
	// Balance says who wins, by strength; nil if it is not asked.
	Balance *balance.Result
	// Values is the estimate; nil if there is none, and then NoValues gives the reason.
	Values   *estimate.Result
	NoValues string
	Endings  []Ending
	// Trades says what to give for a piece; those with a Match were played.
	Trades []*Trade
	// Steps are those that were taken, and Seconds is roughly how long their games take on this machine.
	Steps   Steps
	Seconds float64
}

// The folders of the runs within the home of a game.
const (
	valuesFolder  = "values"
	balanceFolder = "balance"
	tradesFolder  = "trades"
)

// ValuesFolder returns the folder of the values in the home of a game.
func ValuesFolder(home string) string { return filepath.Join(home, valuesFolder) }

// Ending describes what a piece achieves against a bare king.
type Ending struct {
	Piece string
	endgame.Summary
	// Unsolved gives the reason why the ending was not solved; "" if it was.
	Unsolved string
}

package study

import (
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/toml"
	"bestiary/selfplay/match"
)

// Experiment is a claim with the runs and hypotheses that test it.
type Experiment struct {
	// ID is the name of the file without its suffix.
	ID string
	// Title is a few words, Claim the claim in a few sentences, and Method why it is tested in this
	// way; "" if omitted.
	Title, Claim, Method string
	// Truths marks a suite of published results: its page states how many were reproduced.
	Truths bool
	// Place orders the experiments in an index, low numbers first.
	Place int
	// Hash is the beginning of the SHA-256 hash of the file.
	Hash string
	// Source says who claims it.
	Source Source
	// Level is one minus the probability that any verdict is wrong.
	Level      float64
	Runs       []*Run
	Hypotheses []Hypothesis
	Tables     []Table
	Charts     []Chart
	Goals      []GoalAsked
}

// Source is where a claim is from.
type Source struct{ Author, Page, Link string }

// Run is a set of games.
type Run struct {
	// Name is the name by which the rest of the file refers to it.
	Name string
	Kind Kind
	// Game is the game with all changes made, ready for play.
	Game *rules.Game
	// GameName is a name of the catalogue or the path of a game file, relative to the
	// experiment file, as gamefile.Read takes it. Rules are changed options. Array replaces the
	// array of the game unless it is "".
	GameName string
	Rules    []toml.Pair
	Array    string
	// Exchanges are the exchanges of an OddsRun, and Balance specifies how the score of a
	// StrengthsRun is measured, except for its games, which Play specifies. Values, if not nil,
	// specifies how the values of a ValuesRun are measured.
	Exchanges []string
	Balance   balance.Config
	Values    *estimate.Config
	// Play specifies how the games are played. Its Pairs are those that are reported, for each
	// exchange in an OddsRun; QuickPairs the same in a quick run. Its Units and MaxImbalance limit
	// how much armies differ in a ValuesRun.
	Play       match.Config
	QuickPairs int
	// Player names the player of a run of games or odds. Prior gives it the weights of the
	// mobility prior, and Share is its part of the pairs. Peers are the same run by other
	// players; the players of a ValuesRun are its panel.
	Player string
	Prior  bool
	Share  float64
	Peers  []*Run
	// Folder keeps the games of a run of no other study, inside the folder of the runner; "" is one that
	// all runs of the same games share.
	Folder string
}

// Across is how a hypothesis combines several runs.
type Across string

// The ways to combine several runs.
const (
	Each Across = "each" // it must hold in each run
	Mean Across = "mean" // it is about the mean over the runs
	// Hierarchical is about the mean of the population from which the runs are a sample, so
	// the differences between the runs count as chance, too.
	Hierarchical Across = "hierarchical"
)

// Change is how two runs are compared.
type Change string

// The ways to compare two runs.
const (
	Difference Change = "difference"
	Ratio      Change = "ratio"
)

// Family is whose question a hypothesis is. The tests of each family are adjusted separately.
type Family string

// The families. A verdict on a claim rests on the first alone.
const (
	Claimed Family = "" // a part of the claim, by the reading that counts
	// Ours are questions of our own that the author of the claim does not raise.
	Ours Family = "ours"
	// Superseded are earlier readings of what the author wrote.
	Superseded Family = "superseded"
	// Blind are readings by someone who had not seen the results.
	Blind Family = "blind"
)

// Families lists the families in the order in which pages have them.
func Families() []Family { return []Family{Claimed, Ours, Superseded, Blind} }

// Hypothesis is one question of an experiment.
type Hypothesis struct {
	// Says is the hypothesis in words.
	Says string `json:"says"`
	// Quote is the sentence of the author that it tests, and Reading our interpretation of it; both
	// are "" without a quotation.
	Quote   string `json:"quote"`
	Reading string `json:"reading"`
	// Family is empty for a part of the claim.
	Family Family `json:"family"`
	// Since is the date of the reading, with its commit if there is one. Known is the same of
	// the first published answer to this question if that was before the reading.
	Since string `json:"since,omitempty"`
	Known string `json:"known,omitempty"`
	// Finds is the result in words, with {} in place of the number and its interval, for the index;
	// "" leaves it out there.
	Finds string `json:"-"`
	// Group is what goals call it and others.
	Group string `json:"-"`
	// Form, Phase and Nodes describe how a published result was found: by matches or by a fit, from
	// which stage of the game, and how well the players looked ahead.
	Form  string `json:"-"`
	Phase string `json:"-"`
	Nodes string `json:"-"`
	// Runs are the indices of its runs, and Across is how they are combined.
	Runs   []int  `json:"-"`
	Across Across `json:"-"`
	// Against are the runs with which Runs are compared, as Change says: one for all, or
	// one for each in the same order; nil without a comparison.
	Against []int  `json:"-"`
	Change  Change `json:"-"`
	// Statistic is measured in Runs, Other in the runs of Against.
	Statistic Statistic `json:"-"`
	Other     Statistic `json:"-"`
	Rule      Rule      `json:"-"`
	// Number is the number of the hypothesis in its experiment, from 1.
	Number int `json:"-"`
}

// Rule is the range that a hypothesis states. Its ends may be infinite.
type Rule struct {
	Lo, Hi float64
	// Margin is how far the ends of the range lie outside the claimed range.
	Margin float64
}

// Table shows something of runs without judging it.
type Table struct {
	Kind  string // of tableKinds
	Title string
	Runs  []int
	// Measures are shown by a table of measures, in a row for each player if Players is set.
	Measures []string
	Players  bool
	// Published has rows with published numbers: a measure or a piece, then a string for each run.
	Published [][]string
}

// Chart is a picture of runs.
type Chart struct {
	Kind  string // of chartKinds
	Title string
	Runs  []int
	// Measure is the family of measures of a curve, such as "lost-decisions"; the
	// curve is over its number from From to To.
	Measure  string
	From, To int
	// Players draws a curve for each player of the runs.
	Players bool
}

// against returns the index of the run that the k-th run of a hypothesis is compared
// with, or -1.
func (h *Hypothesis) against(k int) int {
	switch len(h.Against) {
	case 0:
		return -1
	case 1:
		return h.Against[0]
	}
	return h.Against[k]
}

// of lists the runs of a hypothesis in order.
func (h *Hypothesis) of() []int {
	list := slices.Concat(h.Runs, h.Against)
	slices.Sort(list)
	return slices.Compact(list)
}

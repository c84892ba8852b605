package estimate

import (
	"fmt"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Round is the result of one round of the loop.
type Round struct {
	// Number counts from 1. Last marks the round that is reported.
	Number int
	Last   bool
	// Games is the number of games of the round.
	Games   int
	Summary store.Summary
	// Estimate is the method of Values, as in tuning.Estimate. In learning rounds the
	// engine learns from it; in the last round it is reported.
	Estimate string
	Values   []tuning.Value
	// Played holds the values that the engine played with, in centipawns, in the order of
	// Values.
	Played []float64
}

// String returns the values of a round in a line.
func (r Round) String() string {
	var values []string
	open := ""
	for _, v := range r.Values {
		value := format.Value.Estimate(v.Worth)
		if CannotTell(v.Worth) {
			value, open = format.Unknown, fmt.Sprintf("; %s: too few games to tell", format.Unknown)
		}
		values = append(values, v.Piece+" "+value)
	}
	by := "the armies"
	if !r.Last && r.Estimate != "design" {
		by = "quiet positions"
	}
	return fmt.Sprintf("round %d: %s; by %s: %s", r.Number, format.Plural(r.Summary.Games, "game"), by, strings.Join(values, ", ")+open)
}

// Result holds the values of a game's pieces.
type Result struct {
	Game    *rules.Game
	Config  Config // resolved
	Rounds  []Round
	Weights *eval.Weights // of the last round
	// Measurement is a fit to the games of the last round only.
	Measurement *tuning.Measurement
	// Players holds the games of the last round by player; Panel is how much the players differ.
	Players []PanelPlayer
	Panel   *tuning.Panel
	// Besides compares foreign players of the panel with the engine's own; nil without any.
	Besides []Beside
	// Openings describes the openings of the last round; Differences lists their
	// exchanges, if any.
	Openings    opening.Config
	Differences []Difference
	// Ranking is the design estimate from strong to weak, in tiers.
	Ranking []RankedValue
	Games   GameCounts
	// Copies counts the games of the last round that repeat others. They are not counted elsewhere.
	Copies store.Copies
	// Odds holds matches at the same limits, played for Config.OddsPairs or read by
	// ReadOdds; nil if there are none.
	Odds *OddsResult
	// Predicted is how well the values predict matches outside their fit; nil if none were played.
	// Estimate leaves it out.
	Predicted *Predicted
	// Ladder is the measurement at several numbers of nodes; see PlayLadder. Estimate
	// leaves it out.
	Ladder []Rung
	// Slopes holds the changes of the values from rung to rung; nil without a ladder.
	Slopes []Slope
	// Trades is the part of the page about what to give for a piece (package advise); Estimate omits it.
	Trades []doc.Block
	// Folder is the folder of the run.
	Folder string
}

// Predicted is how well values predict the scores of matches.
type Predicted struct {
	Matches int `json:"matches"`
	Inside  int `json:"inside"` // of the predicted limits
	// Off is the root mean square of found minus predicted, in points of score, beyond
	// chance.
	Off stat.Interval `json:"off"`
	// Found has the scores of the matches.
	Found []Found `json:"-"`
}

// metaEstimate is the key of the configuration in the game store.
const metaEstimate = "estimate"

// freeFields lists the fields that may change when a run is continued. The store itself
// compares the settings that only affect play.
var freeFields = []string{"pairs", "precision", "odds-pairs", "play", "fit.unit"}

// Figures holds the parts of a result that are written as JSON.
type Figures struct {
	Game   string  `json:"game"`
	Folder string  `json:"folder"` // of the run
	Games  int     `json:"games"`  // of the last round
	Pairs  int     `json:"pairs"`
	Nodes  int     `json:"nodes"` // searched a move
	Level  float64 `json:"level"` // of intervals
	Unit   string  `json:"unit"`  // of values
	// UnitElo is what one unit is worth in Elo for these players, by the games alone.
	UnitElo stat.Interval `json:"unit-elo"`
	Values  []RankedValue `json:"values"` // from strong to weak
	Checks  []Check       `json:"checks"`
	// Predicted is how well the values predict matches outside their fit.
	Predicted *Predicted `json:"predicted,omitempty"`
}

// Figures returns the parts of the result that are written as JSON.
func (r *Result) Figures() (Figures, error) {
	m := r.Measurement
	checks, err := r.Checks()
	return Figures{
		Game: r.Game.Variant.Name, Folder: r.Folder, Games: m.Games, Pairs: m.Pairs, Nodes: r.Config.Play.Nodes,
		Level: m.Level, Unit: string(m.Scale.Unit), UnitElo: r.UnitElo(), Values: r.Ranking, Checks: checks, Predicted: r.Predicted,
	}, err
}

// OddsFigures holds the results of odds matches that are written as JSON.
type OddsFigures struct {
	Game      string     `json:"game"`
	Folder    string     `json:"folder"` // of the run
	Pairs     int        `json:"pairs"`  // for each exchange
	Nodes     int        `json:"nodes"`  // searched a move
	Level     float64    `json:"level"`  // of intervals
	Unit      string     `json:"unit"`   // the piece whose odds are the unit
	Exchanges []OddsLine `json:"exchanges"`
}

// Figures returns the results of the matches that are written as JSON.
func (out *OddsResult) Figures() OddsFigures {
	return OddsFigures{out.Game.Variant.Name, out.Folder, out.Config.Pairs, out.Config.Play.Nodes, out.Config.Level, out.Unit, out.Lines}
}

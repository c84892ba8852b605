package estimate

import (
	"fmt"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Events are callbacks that report progress, each called on the
// goroutine that called Estimate. The zero value reports nothing.
type Events struct {
	// RoundStarts is called before the games of a round, and in a run with a
	// precision again at each checkpoint, with all its games so far.
	RoundStarts func(RoundInfo)
	// GameDone is called after a game has been stored.
	GameDone func(match.Progress)
	// RoundEnds is called when the values of a round have been fitted.
	RoundEnds func(Round)
}

// starts calls RoundStarts.
func (ev Events) starts(r RoundInfo) {
	if ev.RoundStarts != nil {
		ev.RoundStarts(r)
	}
}

// ends calls RoundEnds.
func (ev Events) ends(r Round) {
	if ev.RoundEnds != nil {
		ev.RoundEnds(r)
	}
}

// RoundInfo names a round.
type RoundInfo struct {
	// Number counts from 1; 0 for games at odds. Last marks the round that is reported.
	Number int
	Last   bool
	// Games is how many games the round has.
	Games int
	// Nodes is set in the rounds of PlayLadder: how many nodes a move they have.
	Nodes int
	// Odds is set for games at odds: the exchange.
	Odds string
}

// Label names the round in a word or two.
func (r RoundInfo) Label() string {
	switch {
	case r.Nodes > 0:
		return fmt.Sprintf("%d nodes", r.Nodes)
	case r.Odds != "":
		return r.Odds
	case r.Last:
		return "measuring"
	}
	return fmt.Sprintf("learning %d", r.Number)
}

// Round is the result of one round of the loop.
type Round struct {
	RoundInfo
	Summary store.Summary
	// Estimate is the method of Values, as in tuning.Estimate: the engine learns from it in
	// learning rounds, and it is reported in the last round.
	Estimate string
	Values   []tuning.Value
	// Played are the values that the engine played with, in centipawns, in the
	// order of Values.
	Played []float64
}

// Result is the answer to what the pieces of a game are worth.
type Result struct {
	Game    *rules.Game
	Config  Config // resolved
	Rounds  []Round
	Weights *eval.Weights // of the last round
	// Measurement fits the games of the last round alone.
	Measurement *tuning.Measurement
	// Players holds the games of the last round by player, and Panel how much the players
	// differ.
	Players []PanelPlayer
	Panel   *tuning.Panel
	// Besides compares foreign players of the panel with the engine's own; nil without any.
	Besides []Beside
	// Openings are the openings of the last round, and Differences their exchanges, if any.
	Openings    opening.Config
	Differences []Difference
	// Ranking is the design estimate from strong to weak, in tiers.
	Ranking []RankedValue
	Games   GameCounts
	// Odds are matches at the same limits, played for Config.OddsPairs or read by
	// ReadOdds; nil if there are none.
	Odds *OddsResult
	// Ladder is the measurement at several numbers of nodes; see PlayLadder. Estimate
	// leaves it out.
	Ladder []Rung
	// Slopes are the changes of the values from rung to rung; nil without a ladder.
	Slopes []Slope
	// Folder is where the run lives.
	Folder string
}

// metaEstimate is the key of the configuration in the game store.
const metaEstimate = "estimate"

// freeFields may change when a run is continued. What concerns play alone, the store
// compares by itself.
var freeFields = []string{"pairs", "precision", "odds-pairs", "play", "fit.unit"}

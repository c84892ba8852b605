package run

import (
	"math"
	"runtime"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/format"
)

// AssumedPlies is the length of a game that plans assume.
const AssumedPlies = 100

// PlannedPart is a number of games that a run would play.
type PlannedPart struct {
	Label string `json:"part"`
	Games int    `json:"games"`
	Nodes int    `json:"nodes"` // searched per move, on average over the players

	Game    *rules.Game   `json:"-"`
	Weights *eval.Weights `json:"-"`
}

// Positions is the number of positions that are searched if a game has AssumedPlies.
func (p PlannedPart) Positions() float64 { return float64(p.Games*p.Nodes) * AssumedPlies }

// Plan is the expected cost of a run.
type Plan struct {
	Parts []PlannedPart `json:"parts"`
	Games int           `json:"games"`
	// Positions is the number of positions that the engine searches in all, if a game has a hundred
	// plies; Seconds is the time for them at the speed of a short search on this machine.
	Positions float64 `json:"positions"`
	Seconds   float64 `json:"seconds"`
	// Workers is the number of games played at a time.
	Workers int `json:"workers"`
}

// NewPlan adds up the parts of a run by a number of workers; 0 means one for each processor.
func NewPlan(workers int, parts []PlannedPart) *Plan {
	out := &Plan{Parts: parts, Workers: workers}
	if workers < 1 {
		out.Workers = runtime.NumCPU()
	}
	for _, p := range parts {
		if p.Games == 0 {
			continue
		}
		out.Games += p.Games
		out.Positions += p.Positions()
		out.Seconds += p.Positions() / p.speed() / float64(min(out.Workers, p.Games))
	}
	return out
}

// speed returns how many positions a second the engine searches, measured in a game with as many
// nodes a move, up to a limit.
func (p PlannedPart) speed() float64 {
	const enough, most = 100 * time.Millisecond, 50_000
	s, nodes, took := search.New(eval.New(p.Game, p.Weights), search.Options{}), uint64(0), time.Duration(0)
	for took < enough {
		s.Reset()
		for at := p.Game.NewPosition(); took < enough; {
			if result, _ := at.Outcome(); result != rules.Ongoing {
				break
			}
			start := time.Now()
			r := s.Search(at, search.Limits{Nodes: uint64(min(p.Nodes, most))})
			nodes, took = nodes+r.Nodes, took+time.Since(start)
			at.Make(r.Move)
		}
		if nodes == 0 { // the game is over before it begins
			return math.Inf(1)
		}
	}
	return float64(nodes) / took.Seconds()
}

// Searched writes the number of positions, and Plies is the length of a game that it assumes.
func (p *Plan) Searched() string { return format.Short(uint64(p.Positions)) }
func (p *Plan) Plies() int       { return AssumedPlies }

// Time writes the expected time, to the second or, if it is long, to the minute.
func (p *Plan) Time() string {
	d := time.Duration(p.Seconds * float64(time.Second))
	if d > time.Hour {
		return d.Round(time.Minute).String()
	}
	return d.Round(time.Second).String()
}

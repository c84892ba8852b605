package run

import (
	"cmp"
	"runtime"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// AssumedPlies is the length of a game that plans assume.
const AssumedPlies = 100

// PlannedPart is a number of games that a run would play.
type PlannedPart struct {
	Label string `json:"part"`
	Games int    `json:"games"`
	Nodes int    `json:"nodes"` // a move, on average over the players
}

// Positions is the number of positions that the engine searches in games of AssumedPlies.
func (p PlannedPart) Positions() float64 { return float64(p.Games*p.Nodes) * AssumedPlies }

// Plan is the expected cost of a run.
type Plan struct {
	Parts     []PlannedPart `json:"parts"`
	Games     int           `json:"games"`
	Positions float64       `json:"positions"` // searched in all, if a game has a hundred plies
	Seconds   float64       `json:"seconds"`   // that these take at the speed of a short search on this machine
	Workers   int           `json:"workers"`   // games played at a time
}

// NewPlan adds up what a crew plays of the parts of a run, of which it keeps the list. It measures the
// speed of the engine in the game.
func NewPlan(g *rules.Game, crew match.Crew, parts []PlannedPart) (*Plan, error) {
	speed, err := search.Bench(g, search.BenchConfig{Nodes: 20_000, Perft: 1})
	p := &Plan{Parts: parts, Workers: cmp.Or(crew.Workers, runtime.NumCPU())}
	for i := range parts {
		part := &parts[i]
		part.Games = crew.Games(part.Games / 2)
		p.Games += part.Games
		p.Positions += part.Positions()
	}
	p.Seconds = p.Positions / max(speed.NodesPerSecond(), 1) / float64(p.Workers)
	return p, err
}

// Searched and Time write the expected positions and the time.
func (p *Plan) Searched() string { return format.Short(uint64(p.Positions)) }
func (p *Plan) Time() string {
	return time.Duration(p.Seconds * float64(time.Second)).Round(time.Second).String()
}

//go:build !js

package balance

import (
	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
)

// Plan is the expected cost and precision of a run.
type Plan struct {
	Game  string        `json:"game"`
	Of    Question      `json:"of"`
	Games int           `json:"games"`
	Level float64       `json:"level"`
	Rungs []PlannedRung `json:"rungs"`
	// Learning is the largest number of games that the players learn from beforehand.
	Learning int `json:"learning-games"`
	// Positions is the number of positions that the engine searches in all, if a game has
	// a hundred plies.
	Positions float64 `json:"positions"`
	// Parts has the games that the players learn from and those of each rung.
	Parts []run.PlannedPart `json:"-"`
}

// PlannedRung holds the expectations for a rung.
type PlannedRung struct {
	Nodes int `json:"nodes"`
	Games int `json:"games"` // 0 for the extrapolation
	// HalfWidth is the half-width of the curve's interval, a share.
	HalfWidth stat.Number `json:"half-width"`
}

// assumed are the results of the games of pairs before any is played: of eight games three are
// drawn, and the two games of a pair are independent.
var assumed = [8][2]float64{{1, 0}, {0, 1}, {0.5, 0.5}, {1, 1}, {0, 0}, {0.5, 1}, {0.5, 0}, {0.5, 0.5}}

// NewPlan returns the plan of a run.
func NewPlan(g *rules.Game, cfg Config) (*Plan, error) {
	c, err := cfg.Resolve(g)
	if err != nil {
		return nil, err
	}
	var list []sample
	p := &Plan{Game: g.Variant.Name, Of: c.Of, Games: c.Games(match.Crew{}), Level: c.Level, Learning: c.LearningGames(g)}
	if p.Learning > 0 {
		p.Parts = append(p.Parts, run.PlannedPart{Label: "learning", Games: p.Learning, Nodes: c.learning().Play.Nodes})
	}
	for _, nodes := range c.Strengths {
		for pair := range c.pairs(nodes) {
			for index, score := range assumed[pair%len(assumed)] {
				s := sample{nodes: nodes, pair: pair, score: score}
				if c.Of == Army {
					s.sign = float64(1 - 2*index)
				}
				list = append(list, s)
			}
		}
		part := run.PlannedPart{Label: "who wins", Nodes: nodes}
		for j := range len(c.Panel) + len(c.Others) {
			part.Games += 2 * c.deal(nodes, j)
		}
		p.Parts = append(p.Parts, part)
	}
	for _, part := range p.Parts {
		p.Positions += part.Positions()
	}
	curve, err := newCurve(c, nil, list)
	if err != nil {
		return nil, err
	}
	for _, r := range append(curve.Rungs, curve.Beyond) {
		p.Rungs = append(p.Rungs, PlannedRung{r.Nodes, r.Games, stat.Number(r.Curve.HalfWidth())})
	}
	return p, nil
}

// Top is the strongest rung, Beyond the extrapolation. Searched writes the number of positions, and
// Plies is the length of a game that it assumes.
func (p *Plan) Top() PlannedRung    { return p.Rungs[len(p.Rungs)-2] }
func (p *Plan) Beyond() PlannedRung { return p.Rungs[len(p.Rungs)-1] }
func (p *Plan) Searched() string    { return format.Short(uint64(p.Positions)) }
func (p *Plan) Plies() int          { return run.AssumedPlies }

// Precision writes the half-width in points.
func (r PlannedRung) Precision() string { return points.Bare().Number(float64(r.HalfWidth)) }

// String describes the expected precision in a sentence.
func (p *Plan) String() string { return texts.Text("plan", p).String() }

// Table returns the plan as a table.
func (p *Plan) Table() doc.Table { return texts.Table("plan table", p) }

//go:build !js

package balance

import (
	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
)

// Plan says what a run will cost and how much it will tell.
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
}

// PlannedRung is what is expected of a rung.
type PlannedRung struct {
	Nodes int `json:"nodes"`
	Games int `json:"games"` // 0 for the extrapolation
	// HalfWidth is that of the interval of the curve, a share.
	HalfWidth stat.Number `json:"half-width"`
}

// assumedPlies is the length of a game that a plan assumes.
const assumedPlies = 100

// assumed are the results of the games of pairs before any is played: of eight games three are
// drawn, and the two games of a pair are independent.
var assumed = [8][2]float64{{1, 0}, {0, 1}, {0.5, 0.5}, {1, 1}, {0, 0}, {0.5, 1}, {0.5, 0}, {0.5, 0.5}}

// NewPlan returns the plan of a run.
func NewPlan(g *rules.Game, cfg Config) (*Plan, error) {
	c, err := cfg.resolve(g)
	if err != nil {
		return nil, err
	}
	var list []sample
	p := &Plan{Game: g.Variant.Name, Of: c.Of, Games: c.Games(match.Crew{}), Level: c.Level, Learning: c.LearningGames(g)}
	p.Positions = float64(p.Learning*c.learning().Play.Nodes) * assumedPlies
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
		for j := range len(c.Panel) + len(c.Others) {
			p.Positions += float64(2*c.deal(nodes, j)) * float64(nodes) * assumedPlies
		}
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

// sentence returns a sentence about the plan.
func (p *Plan) sentence(name string) doc.Text {
	top, beyond := p.Rungs[len(p.Rungs)-2], p.Rungs[len(p.Rungs)-1]
	return texts.Text(name, struct {
		*Plan
		Top, Beyond                          PlannedRung
		Precision, PrecisionBeyond, Searched string
		Plies                                int
	}{p, top, beyond, top.precision(), beyond.precision(), format.Short(uint64(p.Positions)), assumedPlies})
}

// precision writes the half-width in points.
func (r PlannedRung) precision() string { return points.Bare().Number(float64(r.HalfWidth)) }

// String describes the expected precision in a sentence.
func (p *Plan) String() string { return p.sentence("plan").String() }

// Table returns the plan as a table.
func (p *Plan) Table() doc.Table {
	t := doc.Table{
		Caption: "Expected half-widths of the intervals of the curve, which hold together with " + format.Level(p.Level) + ", in points.",
		Head:    []string{"nodes a move", "games", "half-width"}, Foot: p.sentence("plan foot"),
	}
	for _, r := range p.Rungs {
		games := format.Count(r.Games)
		if r.Games == 0 {
			games = "extrapolated"
		}
		t.Rows = append(t.Rows, doc.Row(format.Count(r.Nodes), games, "±"+r.precision()))
	}
	return t
}

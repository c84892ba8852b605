package advise

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
)

// Plan returns the games that a review plays, at most.
func (c ReviewConfig) Plan(g *rules.Game) (list []run.PlannedPart, err error) {
	if c.BalancePairs > 0 {
		plan, err := balance.NewPlan(g, c.balance())
		if err != nil {
			return nil, err
		}
		list = plan.Parts
	}
	add := func(label string, games, nodes int) {
		list = append(list, run.PlannedPart{Label: label, Games: games, Nodes: nodes, Game: g, Weights: eval.Default(g)})
	}
	add("games", 2*c.Play.Pairs, c.Play.Nodes)
	if e := c.values(); c.ValuePairs > 0 && estimate.CheckGame(g) == nil {
		add("values", e.GamesAtMost(g, nil, match.Crew{}), e.Play.Nodes)
	}
	if n := len(c.Levels); c.LevelPairs > 0 {
		sum := 0
		for _, nodes := range c.Levels {
			sum += nodes
		}
		add("levels", c.LevelPairs*n*(n-1), sum/n)
	}
	return list, nil
}

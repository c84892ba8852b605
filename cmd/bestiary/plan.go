package main

import (
	"cmp"
	"math"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	runs "bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
)

func planFlag() cli.Flag { return switchFlag("plan", "say what to expect, and play nothing") }

// printCost prints the cost of the games that a command would play.
func printCost(c *cli.Context, g *rules.Game, parts []runs.PlannedPart, err error) error {
	shard, fault := readShard(c)
	if err := cmp.Or(misuse(err), fault); err != nil {
		return err
	}
	p, err := runs.NewPlan(g, match.Crew{Workers: c.Int("workers"), Shard: shard}, parts)
	if err != nil {
		return err
	}
	return printText(c, p, printed("cost", p))
}

// matchPlan is the output of match and elo with --plan.
type matchPlan struct {
	Elo      float64 `json:"elo"`       // the assumed difference, in logistic Elo
	DrawRate float64 `json:"draw-rate"` // the assumed share of draws, 0 to 1
	// Precision has numbers of games and the half-widths of the 95 % interval of the Elo after them.
	Precision []gamesFor `json:"precision,omitempty"`
	// Test says how long the sequential test takes.
	Test []rating.Forecast `json:"test,omitempty"`
}

// gamesFor is a number of games that gives a precision.
type gamesFor struct {
	Games     int     `json:"games"`
	HalfWidth float64 `json:"half-width"` // in logistic Elo
}

// planFlags returns --plan and what the plan of a match assumes.
func planFlags() []cli.Flag {
	alone := func(c *cli.Context, _ float64) error {
		if !c.Bool("plan") {
			return misused("--draws and --difference: expected --plan next to them")
		}
		return nil
	}
	return []cli.Flag{
		planFlag(),
		&cli.Float64Flag{Name: "draws", Usage: "plan for `PCT` percent of draws", Value: 30, Action: alone},
		&cli.Float64Flag{Name: "difference", Usage: "plan for a difference of `ELO`", Action: alone},
	}
}

// assumedPairs returns the results that --draws and --difference lead to.
func assumedPairs(c *cli.Context) (rating.Counts, error) {
	counts, err := rating.Expect(c.Float64("difference"), c.Float64("draws"))
	if err != nil {
		err = misused("--draws or --difference: %w", err)
	}
	return counts, err
}

// planMatch is bestiary match --plan.
func planMatch(c *cli.Context, r *match.Run) error {
	if len(r.Players) > 2 {
		return misused("--plan: found %d players, expected 2", len(r.Players))
	}
	counts, err := assumedPairs(c)
	if err != nil {
		return err
	}
	return planGames(c, r.Total(), counts, r.Config().SPRT)
}

// planGames prints the plan of a test or, without one, of a number of games; 0 if this is not
// known. The results are expected to be distributed like the counts.
func planGames(c *cli.Context, games int, counts rating.Counts, test *rating.SPRT) error {
	deviation, err := rating.EloDeviation(counts)
	if err != nil {
		return misused("elo: --wdl or --pairs: %w", err)
	}
	s, err := rating.Summarize(counts, rating.Level95)
	if err != nil {
		return err
	}
	p := matchPlan{Elo: s.Elo.Estimate, DrawRate: s.DrawRate}
	if test != nil {
		p.Test = test.Forecast(counts)
		return printText(c, p, printed("match-plan", p))
	}
	spread := stat.Quantile(rating.Level95) * deviation
	if games > 0 {
		p.Precision = []gamesFor{{games, spread / math.Sqrt(float64(games))}}
	}
	for _, x := range []float64{20, 10, 5, 2} {
		p.Precision = append(p.Precision, gamesFor{2 * int(math.Ceil(math.Pow(spread/x, 2)/2)), x})
	}
	return printText(c, p, printed("match-plan", p))
}

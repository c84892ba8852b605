package main

import (
	"math"

	"github.com/urfave/cli/v2"

	runs "bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
)

func planFlag() cli.Flag { return switchFlag("plan", "say what to expect, and play nothing") }

// printCost prints the cost of the games that a command would play.
func printCost(c *cli.Context, parts []runs.PlannedPart, err error) error {
	if err != nil {
		return misuse(err)
	}
	p := runs.NewPlan(c.Int("workers"), parts)
	return printText(c, p, printed("cost", p))
}

// matchPlan is the output of match and elo with --plan.
type matchPlan struct {
	Games    int     `json:"games,omitempty"` // to be played, if known
	Elo      float64 `json:"elo"`             // the assumed difference, in logistic Elo
	DrawRate float64 `json:"draw-rate"`       // the assumed share of draws, 0 to 1
	// Precision has numbers of games and the half-widths of the 95 % interval of the Elo after them.
	Precision []gamesFor `json:"precision,omitempty"`
	// Test says how long the sequential test takes.
	Test []rating.Forecast `json:"test,omitempty"`
	// Players has the expected intervals of the ratings of equally strong players.
	Players []rating.Player `json:"players,omitempty"`
}

// gamesFor is a number of games that gives a precision.
type gamesFor struct {
	Games     int     `json:"games"`
	HalfWidth float64 `json:"half-width"` // in logistic Elo
}

// plannedWidths are the half-widths for which a plan without --within counts games.
var plannedWidths = []float64{20, 10, 5, 2}

// assumptions are the flags that say what a plan of a match assumes.
var assumptions = []string{"draws", "difference", "within"}

// planFlags returns --plan and the assumptions.
func planFlags() []cli.Flag {
	return []cli.Flag{
		planFlag(),
		&cli.Float64Flag{Name: "draws", Usage: "plan for `PCT` percent of draws", Value: 30},
		&cli.Float64Flag{Name: "difference", Usage: "plan for a difference of `ELO`"},
		&cli.Float64Flag{Name: "within", Usage: "count the games that give ± `ELO`", DefaultText: "20, 10, 5 and 2"},
	}
}

// planElo is bestiary elo --plan: the counts, if there are any, say how results are distributed.
func planElo(c *cli.Context, test *rating.SPRT) error {
	counts, err := assumedPairs(c)
	if c.IsSet("wdl") || c.IsSet("pairs") {
		if err := refuse(c, "--%s: the results of --wdl or --pairs say this already, expected one of them", assumptions[:2]...); err != nil {
			return err
		}
		counts, err = readCounts(c)
	}
	if err != nil {
		return err
	}
	return printMatchPlan(c, 0, counts, test)
}

// planMatch is bestiary match --plan.
func planMatch(c *cli.Context, r *match.Run) error {
	if len(r.Players) > 2 {
		if err := refuse(c, "--%s goes with a match of two players", assumptions...); err != nil {
			return err
		}
		ratings, err := r.Expect()
		if err != nil {
			return err
		}
		p := matchPlan{Games: r.Total(), DrawRate: c.Float64("draws") / 100, Players: ratings.Players}
		return printText(c, p, printed("match-plan", p))
	}
	counts, err := assumedPairs(c)
	if err != nil {
		return err
	}
	test, games := r.Config().SPRT, r.Total()
	if test != nil {
		games = 0
	}
	return printMatchPlan(c, games, counts, test)
}

// assumedPairs returns the results that --draws and --difference lead to.
func assumedPairs(c *cli.Context) (rating.Counts, error) {
	elo, draws := c.Float64("difference"), c.Float64("draws")
	if !(math.Abs(elo) <= rating.MaxElo) {
		return nil, misused("--difference %v: expected %d to %d Elo", elo, -rating.MaxElo, rating.MaxElo)
	}
	if most := 100 * rating.MaxDraws(elo); !(draws >= 0 && draws < most) {
		return nil, misused("--draws %v: expected at least 0 and below %.4v, the percentage that is possible at %v Elo", draws, most, elo)
	}
	return rating.Expect(elo, draws/100)
}

// printMatchPlan prints the plan of a match with results like those of counts. Games is 0 if their
// number is not fixed.
func printMatchPlan(c *cli.Context, games int, counts rating.Counts, test *rating.SPRT) error {
	deviation, err := rating.EloDeviation(counts)
	if err != nil {
		return misused("--wdl or --pairs: %w", err)
	}
	s, err := rating.Summarize(counts, rating.Level95)
	if err != nil {
		return err
	}
	p, spread := matchPlan{Games: games, Elo: s.Elo.Estimate, DrawRate: s.DrawRate}, stat.Quantile(rating.Level95)*deviation
	if games > 0 {
		p.Precision = []gamesFor{{games, spread / math.Sqrt(float64(games))}}
	}
	widths := plannedWidths
	if x := c.Float64("within"); c.IsSet("within") {
		if !(x > 0 && finite(x)) {
			return misused("--within %v: expected a number of Elo above 0", x)
		}
		widths = []float64{x}
	} else if test != nil {
		widths = nil
	}
	for _, x := range widths {
		p.Precision = append(p.Precision, gamesFor{2 * int(math.Ceil(math.Pow(spread/x, 2)/2)), x})
	}
	if test != nil {
		if p.Test, err = test.Forecast(counts); err != nil {
			return misuse(err)
		}
		if !c.IsSet("difference") && !c.IsSet("wdl") && !c.IsSet("pairs") {
			p.Test = p.Test[:3] // nobody has said how strong the player is
		}
	}
	return printText(c, p, printed("match-plan", p))
}

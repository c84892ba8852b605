package advise

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// ReviewConfig sets how much a review plays. Use DefaultReview to make one.
type ReviewConfig struct {
	// Play configures the games from the array: by default 100 pairs at 1,000 nodes a move
	// and at most 600 plies. Its Kind must be opening.Standard.
	Play match.Config
	// BalancePairs is the number of pairs of the weakest players for saying who wins; default
	// 100, 0 for none, at most 10,000,000.
	BalancePairs int
	// ValuePairs is the number of pairs for estimating values, played at 300 nodes a move;
	// default 400, 0 for none, at most 10,000,000.
	ValuePairs int
	// LevelPairs is the number of pairs between each two levels of play; default 10, 0 for
	// none, at most 10,000.
	LevelPairs int
	// Levels lists numbers of nodes a move, ascending; default 50, 200, 800 and 3,200. At
	// least 2 if LevelPairs is not 0.
	Levels []int
	// Level is the confidence level of intervals; default 0.95, 0.5 to 0.999.
	Level float64
}

// DefaultReview returns the configuration of a review that takes some minutes.
func DefaultReview() ReviewConfig {
	play := match.SelfPlay().Standard()
	play.Pairs, play.Nodes = 100, 1000
	return ReviewConfig{
		Play: play, BalancePairs: 100, ValuePairs: estimate.Quick().Pairs, LevelPairs: 10, Levels: []int{50, 200, 800, 3200}, Level: 0.95,
	}
}

// Validate reports the first field that is out of range.
func (c ReviewConfig) Validate() error {
	rising := c.LevelPairs == 0 || len(c.Levels) > 1
	for i, n := range c.Levels {
		rising = rising && n > 0 && n <= check.MaxNodes && (i == 0 || n > c.Levels[i-1])
	}
	return check.All("review",
		c.Play.Validate(),
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("balance-pairs", c.BalancePairs, 0, check.MaxPairs),
		check.That(c.BalancePairs != 1, "balance-pairs is 1, expected 0 or at least 2"),
		check.Range("value-pairs", c.ValuePairs, 0, check.MaxPairs),
		check.That(c.ValuePairs != 1, "value-pairs is 1, expected 0 or at least 2"),
		check.Range("level-pairs", c.LevelPairs, 0, 10_000),
		check.That(rising, "levels are %v, expected at least two rising numbers from 1 to %d", c.Levels, check.MaxNodes),
		check.Range("level", c.Level, 0.5, 0.999))
}

// The folders of the runs within the folder of a review.
const (
	gamesFolder   = "games"
	valuesFolder  = "values"
	levelsFolder  = "levels"
	balanceFolder = "balance"
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
	list = append(list, run.PlannedPart{Label: "games", Games: 2 * c.Play.Pairs, Nodes: c.Play.Nodes})
	if e := c.values(); c.ValuePairs > 0 && estimate.CheckGame(g) == nil {
		list = append(list, run.PlannedPart{Label: "values", Games: e.GamesAtMost(g, nil, match.Crew{}), Nodes: e.Play.Nodes})
	}
	if n := len(c.Levels); c.LevelPairs > 0 {
		levels := run.PlannedPart{Label: "levels", Games: c.LevelPairs * n * (n - 1)}
		for _, nodes := range c.Levels { // which all play as many games
			levels.Nodes += nodes
		}
		levels.Nodes /= n
		list = append(list, levels)
	}
	return list, nil
}

// Review is the answer to the questions about the design of a game.
type Review struct {
	Game   *rules.Game
	Config ReviewConfig
	Folder string
	// Arrays lists the first positions examined: the array or, in a game that begins with
	// placing pieces, some placements.
	Arrays []Array
	Games  *Games
	// Balance says who wins, by strength; nil if no games were played for it.
	Balance *balance.Result
	// Values is the estimate; nil if there is none, and then NoValues gives the reason.
	Values   *estimate.Result
	NoValues string
	// Levels holds the ratings of the levels of play; nil if there are none.
	Levels *rating.Ratings
	// LevelsNote, if not empty, is a remark about them.
	LevelsNote string
	Endings    []Ending
}

// Ending describes what a piece achieves against a bare king.
type Ending struct {
	Piece string
	endgame.Summary
	// Unsolved gives the reason why the ending was not solved; "" if it was.
	Unsolved string
}

// reviewing is a review in progress.
type reviewing struct {
	ctx     context.Context
	crew    match.Crew
	ev      match.Events
	weights *eval.Weights
	*Review
}

// RunReview reviews a game.
func RunReview(ctx context.Context, g *rules.Game, cfg ReviewConfig, folder string, crew match.Crew, ev match.Events) (*Review, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &reviewing{ctx, crew, ev, eval.Default(g), &Review{Game: g, Config: cfg, Folder: folder}}
	parts := []func() error{r.playBalance, r.playGames, r.lookAtArrays, r.estimate, r.playLevels, r.solveEndings}
	if err := run.Each(ctx, parts, func(part func() error) error { return part() }); err != nil {
		return nil, err
	}
	return r.Review, nil
}

// balance returns how to play the games that determine who wins: those of a quick run with an even
// number of random moves, at least two.
func (c ReviewConfig) balance() balance.Config {
	b, play := balance.Quick(), c.Play
	b.Play.Seed, b.Play.Pairs, b.Play.MaxPlies, b.Level = play.Seed, c.BalancePairs, play.MaxPlies, c.Level
	b.Play.RandomPlies = max(2, play.RandomPlies&^1)
	return b
}

// playBalance plays the games that determine who wins.
func (r *reviewing) playBalance() (err error) {
	if r.Config.BalancePairs == 0 {
		return nil
	}
	r.Balance, err = balance.Run(r.ctx, r.Game, r.Config.balance(), filepath.Join(r.Folder, balanceFolder), r.crew, r.ev)
	return err
}

// playGames plays the games from the array.
func (r *reviewing) playGames() error {
	play := r.Config.Play
	engine, err := run.Engine(r.Game, play, r.weights)
	if err != nil {
		return err
	}
	part := run.Alone("games", filepath.Join(r.Folder, gamesFolder), r.Game, play, engine)
	part.Read = func(games *run.Games) (err error) {
		r.Games, err = readGames(r.Game, games.All())
		return err
	}
	return run.Play(r.ctx, r.crew, r.ev, part)
}

func (r *reviewing) lookAtArrays() error {
	r.ev.Start(match.Part{Label: "array", Games: 0})
	positions, err := balance.FirstPositions(r.Game, r.Config.Play)
	for _, p := range positions {
		r.Arrays = append(r.Arrays, lookAt(p, r.weights))
	}
	return err
}

// values returns how to play the games of a quick estimate.
func (c ReviewConfig) values() estimate.Config {
	e := estimate.Quick()
	e.SetPairs(c.ValuePairs)
	e.OddsPairs = 0
	e.RoundPairs = min(e.RoundPairs, c.ValuePairs)
	e.Play.Seed, e.Play.MaxPlies = c.Play.Seed, c.Play.MaxPlies
	e.Fit.Level = c.Level
	return e
}

func (r *reviewing) estimate() error {
	c := r.Config
	if c.ValuePairs == 0 {
		r.NoValues = "no games were played for them"
		return nil
	}
	if err := estimate.CheckGame(r.Game); err != nil {
		r.NoValues = err.Error()
		return nil
	}
	events := r.ev.Parts(func(p *match.Part) { p.Label = "values" })
	events.Found = nil
	var err error
	r.Values, err = estimate.Run(r.ctx, r.Game, c.values(), filepath.Join(r.Folder, valuesFolder), r.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		r.NoValues, err = err.Error(), nil
	}
	return err
}

func (r *reviewing) playLevels() error {
	c := r.Config
	if c.LevelPairs == 0 {
		return nil
	}
	m := match.Default()
	m.Seed, m.Pairs, m.MaxPlies = c.Play.Seed, c.LevelPairs, c.Play.MaxPlies
	m.RandomPlies, m.Balance, m.BalanceNodes = c.Play.RandomPlies, c.Play.Balance, c.Play.BalanceNodes
	var specs []player.Spec
	for _, n := range c.Levels {
		specs = append(specs, player.Spec{Name: fmt.Sprint(n), Kind: player.Engine, Limit: player.Limit{Nodes: uint64(n)}})
	}
	tournament, err := match.New(r.Game, m, specs)
	if err != nil {
		return err
	}
	part := &run.Part{Label: "levels", Folder: filepath.Join(r.Folder, levelsFolder), Match: tournament}
	if err := run.Play(r.ctx, r.crew, r.ev, part); err != nil {
		return err
	}
	r.Levels, r.LevelsNote, err = part.Tally.Rate()
	return err
}

// solveEndings solves the ending of each piece against a bare king.
func (r *reviewing) solveEndings() error {
	r.ev.Start(match.Part{Label: "endings", Games: 0})
	if !r.Game.Variant.OnlyMates() || r.Game.Drops() {
		return nil // a bare king is not what decides such games, or does not stay bare
	}
	solver := endgame.New(r.Game)
	for _, t := range r.Game.Types() {
		if t == r.Game.Royal() || r.Game.IsPawn(t) {
			continue
		}
		e := Ending{Piece: r.Game.TypeName(t)}
		table, err := solver.Solve(r.ctx, endgame.Material{White: []rules.Type{t}})
		switch {
		case r.ctx.Err() != nil:
			return r.ctx.Err()
		case err != nil:
			e.Unsolved = err.Error()
		default:
			e.Summary = table.Summary(rules.White)
		}
		r.Endings = append(r.Endings, e)
	}
	return nil
}

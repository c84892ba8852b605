package review

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
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// The folders of the runs within the folder of a review.
const (
	gamesFolder   = "games"
	valuesFolder  = "values"
	levelsFolder  = "levels"
	balanceFolder = "balance"
)

// Result is a review.
type Result struct {
	Game   *rules.Game
	Config Config
	Folder string
	// Arrays lists the first positions examined: the array or, in a game that begins with
	// placing pieces, some placements.
	Arrays []Array
	Games  *Games
	// Balance says who wins, by strength; nil if no games were played for it.
	Balance *balance.Result
	// Values is the estimate; nil if there is none, and then NoValues says why.
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
	cfg     Config
	crew    match.Crew
	ev      match.Events
	weights *eval.Weights
	*Result
}

// Run reviews a game.
func Run(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	r := &reviewing{ctx: ctx, cfg: cfg, crew: crew, ev: ev, weights: eval.Default(g),
		Result: &Result{Game: g, Config: cfg, Folder: folder}}
	var partial error
	for _, part := range []func() error{r.playBalance, r.playGames, r.lookAtArrays, r.estimate, r.playLevels, r.solveEndings} {
		err := part()
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return r.Result, partial
}

const gamesRound = 1

// playBalance plays the games that say who wins.
func (r *reviewing) playBalance() (err error) {
	if r.cfg.BalancePairs == 0 {
		return nil
	}
	r.Balance, err = balance.Run(r.ctx, r.Game, r.cfg.balance(), filepath.Join(r.Folder, balanceFolder), r.crew, r.ev)
	return err
}

// playGames plays the games from the array.
func (r *reviewing) playGames() error {
	r.ev.Start(match.Part{Label: "games", Games: r.crew.Games(r.cfg.Play.Pairs)})
	games, err := match.OpenRun(filepath.Join(r.Folder, gamesFolder), r.Game, r.cfg.Play)
	if err != nil {
		return err
	}
	defer games.Close()
	_, err = match.Play(r.ctx, r.Game, r.cfg.Play, r.weights, gamesRound, r.crew, games, r.ev)
	if err != nil {
		return err
	}
	r.Games, err = readGames(r.Game, games.FirstGames(r.ctx, gamesRound, r.cfg.Play.Pairs))
	return errors.Join(err, games.Close())
}

func (r *reviewing) lookAtArrays() error {
	r.ev.Start(match.Part{Label: "array", Games: 0})
	positions, err := balance.FirstPositions(r.Game, r.cfg.Play)
	for _, p := range positions {
		r.Arrays = append(r.Arrays, lookAt(p, r.weights))
	}
	return err
}

func (r *reviewing) estimate() error {
	if r.cfg.ValuePairs == 0 {
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
	r.Values, err = estimate.Run(r.ctx, r.Game, r.cfg.estimate(), filepath.Join(r.Folder, valuesFolder), r.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		r.NoValues, err = err.Error(), nil
	}
	return err
}

func (r *reviewing) playLevels() error {
	if r.cfg.LevelPairs == 0 {
		return nil
	}
	var specs []player.Spec
	for _, n := range r.cfg.Levels {
		specs = append(specs, player.Spec{Name: fmt.Sprint(n), Kind: player.Engine, Limit: player.Limit{Nodes: uint64(n)}})
	}
	run, err := match.New(r.Game, r.cfg.levels(), specs)
	if err != nil {
		return err
	}
	games, err := run.Open(filepath.Join(r.Folder, levelsFolder))
	if err != nil {
		return err
	}
	defer games.Close()
	r.ev.Start(match.Part{Label: "levels", Games: r.crew.Games(run.Total() / 2)})
	tally, err := run.Play(r.ctx, games, r.crew, nil, r.ev)
	if err != nil {
		return err
	}
	if r.Levels, r.LevelsNote, err = tally.Rate(); err != nil {
		return err
	}
	return games.Close()
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

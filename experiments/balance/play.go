//go:build !js

package balance

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// learningFolder is the folder, inside that of a run, with the games of the learning rounds.
const learningFolder = "learning"

// Learn returns the weights that the panel plays with, and how many games it took to learn them: 0
// if weights come with the program or with the configuration. If one side wins all games, there is
// nothing to learn from, and the weights do not change. A crew with a shard plays all of these
// games, like every other shard.
func Learn(ctx context.Context, g *rules.Game, c Config, folder string, crew match.Crew, ev match.Events) (*eval.Weights, int, error) {
	if !c.learns(g) {
		return c.start(g), 0, nil
	}
	ev.Found = nil
	w, games, err := estimate.LearnWeights(ctx, g, c.learning(), filepath.Join(folder, learningFolder), crew, ev)
	if errors.Is(err, tuning.ErrOneSided) {
		return c.start(g), 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("balance: %w", err)
	}
	return w, games, nil
}

// enter prepares the players of a rung: the panel, then the others.
func enter(g *rules.Game, c Config, nodes int, w *eval.Weights) ([]run.Player, error) {
	play := c.Play
	play.Nodes = nodes
	list, err := run.EnterPanel(g, play, c.Panel, w, run.FirstRound)
	if err != nil {
		return nil, err
	}
	for _, text := range c.Others {
		spec, err := parsePlayer(text, nodes)
		if err != nil {
			return nil, err
		}
		e, err := player.Enter(spec, g)
		if err != nil {
			return nil, err
		}
		j := len(list)
		own := match.Player{Entrant: e, Identity: string(e.Config()), Seat: j}
		list = append(list, run.Player{Player: own, Name: text, Round: run.FirstRound + j})
	}
	for j := range list {
		list[j].Pairs = c.deal(nodes, j)
	}
	return list, nil
}

// Run measures the balance of a game and looks at its array. The folder keeps the games, one
// folder for each rung, so the same call continues after an interruption; with more pairs the
// run grows. The crew does not affect the result.
func Run(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	r, err := Measure(ctx, g, cfg, folder, crew, ev)
	if err != nil {
		return nil, err
	}
	ev.Start(match.Part{Label: "array", Games: 0})
	if r.Arrays, err = Arrays(g, r.Config.Play, r.Config.Weights); err != nil {
		return nil, err
	}
	return r, nil
}

// Measure is like Run but does not look at the array. Programs among the players are started once before
// the first game, so that one that is missing or does not know the game is noticed.
func Measure(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	c, err := cfg.Resolve(g)
	if err != nil {
		return nil, err
	}
	list, err := enter(g, c, c.Strengths[0], c.start(g))
	if err == nil {
		err = run.Try(ctx, crew, list...)
	}
	if err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	expected := c.LearningGames(g)
	w, games, err := Learn(ctx, g, c, folder, crew, ev)
	if err != nil {
		return nil, err
	}
	c.Weights = w
	if err := c.distinct(g, w); err != nil {
		return nil, err
	}
	ev, skipped := run.Skips(ev)
	*skipped = expected - games
	var parts []*run.Part
	var samples []sample
	for _, nodes := range c.Strengths {
		p, err := c.part(g, nodes, folder, &samples)
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	if err := run.Play(ctx, crew, ev, parts...); err != nil {
		return nil, err
	}
	looks, err := readLooks(folder)
	if err != nil {
		return nil, err
	}
	before := looks // the first look at this number of pairs
	if i := slices.Index(looks, c.Play.Pairs); i >= 0 {
		before = looks[:i]
	}
	c.Looked = c.Looked || slices.ContainsFunc(before, func(pairs int) bool { return pairs < c.Play.Pairs })
	r, err := analyse(g, c, slices.Concat(c.Panel, c.Others), samples, folder)
	if err == nil {
		r.Answer = r.answer(r.Main())
	}
	if err == nil && !c.Unseen && !slices.Contains(looks, c.Play.Pairs) {
		err = writeLooks(folder, append(looks, c.Play.Pairs))
	}
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		r.Copies.Merge(p.Copies)
	}
	return r, nil
}

// looksFile lists the numbers of pairs with which a folder's result was made.
const looksFile = "looks.json"

// looks is the content of the file.
type looks struct {
	Pairs []int `json:"pairs"`
}

func readLooks(folder string) ([]int, error) {
	var l looks
	path := filepath.Join(folder, looksFile)
	data, err := files.Read(path, 1<<20)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	err = files.ReadJSON(path, data, &l)
	return l.Pairs, err
}

func writeLooks(folder string, pairs []int) error {
	file, err := files.JSON(looksFile, looks{pairs})
	if err == nil {
		_, err = files.Write(folder, file)
	}
	return err
}

// part returns the part of a run that adds the games of a rung to a list.
func (c Config) part(g *rules.Game, nodes int, folder string, list *[]sample) (*run.Part, error) {
	players, err := enter(g, c, nodes, c.Weights)
	if err != nil {
		return nil, err
	}
	play := c.Rung(nodes)
	play.Pairs = c.pairs(nodes)
	name := fmt.Sprintf("nodes-%d", nodes)
	return &run.Part{
		Label: fmt.Sprintf("%d nodes", nodes), Where: "balance: " + name, Folder: filepath.Join(folder, name),
		Game: g, Config: play, Players: players, Listed: true,
		Read: func(games *run.Games) error {
			for j := range players {
				for pair, err := range games.Pairs(j) {
					if err != nil {
						return err
					}
					for i := range pair {
						*list = append(*list, c.sample(g, nodes, j, &pair[i]))
						if c.Each != nil {
							c.Each(nodes, &pair[i])
						}
					}
				}
			}
			return nil
		},
	}, nil
}

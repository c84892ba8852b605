package balance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// gamesRound is the round of the first player of a rung.
const gamesRound = 1

// entry is a player of a rung.
type entry struct {
	match.Player
	name  string
	pairs int
}

// enter prepares the players of a rung: the panel, then the others.
func enter(g *rules.Game, c Config, nodes int, w *eval.Weights) ([]entry, error) {
	var list []entry
	play := c.Play
	play.Nodes = nodes
	for _, name := range c.Panel {
		p, err := estimate.EnterPlayer(g, play, name, w)
		if err != nil {
			return nil, err
		}
		list = append(list, entry{Player: p.Player, name: name})
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
		list = append(list, entry{Player: match.Player{Entrant: e, Identity: string(e.Config())}, name: text})
	}
	for j := range list {
		list[j].Seat, list[j].pairs = j, c.deal(nodes, j)
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

// Measure is like Run but does not look at the array.
func Measure(ctx context.Context, g *rules.Game, cfg Config, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	c, err := cfg.resolve(g)
	if err != nil {
		return nil, err
	}
	if err := introduce(ctx, g, c, c.start(g), crew); err != nil {
		return nil, err
	}
	skipped := c.LearningGames(g)
	games := 0
	if c.Weights, games, err = Learn(ctx, g, c, folder, crew, ev); err != nil {
		return nil, err
	}
	skipped -= games
	if err := c.distinct(g, c.Weights); err != nil {
		return nil, err
	}
	ev = ev.Parts(func(p *match.Part) { p.Skipped, skipped = p.Skipped+skipped, 0 })
	var list []sample
	var partial error
	for _, nodes := range c.Strengths {
		entries, err := enter(g, c, nodes, c.Weights)
		if err != nil {
			return nil, err
		}
		some, err := playRung(ctx, g, c, nodes, entries, folder, crew, ev)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("balance: %s: %w", rungFolder(nodes), err)
		}
		list = append(list, some...)
	}
	if partial != nil {
		return nil, partial
	}
	return analyse(g, c, slices.Concat(c.Panel, c.Others), list, folder)
}

// introduce starts the programs among the players once, so that one that is missing or does not
// know the game is noticed before the first game.
func introduce(ctx context.Context, g *rules.Game, c Config, w *eval.Weights, crew match.Crew) error {
	list, err := enter(g, c, c.Strengths[0], w)
	for _, e := range list {
		if err == nil && crew.Hub != nil {
			err = match.Portable(e.Entrant)
		}
		if err == nil {
			err = e.Introduce(ctx, nil)
		}
	}
	if err != nil {
		return fmt.Errorf("balance: %w", err)
	}
	return nil
}

func rungFolder(nodes int) string { return fmt.Sprintf("nodes-%d", nodes) }

// playRung plays the games of a rung that its folder lacks and returns all.
func playRung(ctx context.Context, g *rules.Game, c Config, nodes int, entries []entry, folder string, crew match.Crew, ev match.Events) ([]sample, error) {
	play := c.Play
	play.Nodes, play.Pairs = nodes, c.pairs(nodes)
	play.Seed = opening.Seed(c.Play.Seed, nodes) // rungs share no openings
	games, err := match.OpenRun(filepath.Join(folder, rungFolder(nodes)), g, play)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	total, players := 0, []store.Player{}
	for _, e := range entries {
		total += crew.Games(e.pairs)
		players = append(players, store.Player{Name: e.name, Config: e.Config()})
	}
	if err := games.AddPlayers(players); err != nil {
		return nil, err
	}
	ev.Start(match.Part{Label: fmt.Sprintf("%d nodes", nodes), Games: total})
	var all store.Summary
	var list []sample
	var partial error
	for j, e := range entries {
		play.Pairs = e.pairs
		sum, err := match.PlayWith(ctx, g, play, e.Player, gamesRound+j, crew, games, ev.After(all, total))
		all.Merge(sum)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err != nil {
			return nil, err
		}
		if list, err = c.read(g, games, nodes, j, e.pairs, list); err != nil {
			return nil, err
		}
	}
	if partial != nil {
		return nil, partial
	}
	return list, games.Close()
}

// read adds the games of a player at a rung.
func (c Config) read(g *rules.Game, games *store.Store, nodes, j, pairs int, list []sample) ([]sample, error) {
	for pair, err := range store.Pairs(games.Outcomes(gamesRound + j)) {
		if err != nil {
			return nil, err
		}
		if pair[0].Pair >= pairs {
			break
		}
		for _, o := range pair {
			s := sample{nodes: nodes, player: j, pair: o.Pair, drawn: o.Result == rules.Draw, plies: o.Plies, score: o.Result.Score()}
			second := c.Play.Turned && o.Index == 1 // the other side has moved first
			if second {
				s.plies += c.Play.RandomPlies
			}
			if (g.First() == rules.Black) != (second && c.Of == First) {
				s.score = 1 - s.score
			}
			if c.Of == Army {
				if s.sign = 1; second {
					s.sign = -1
				}
			}
			list = append(list, s)
		}
	}
	return list, nil
}

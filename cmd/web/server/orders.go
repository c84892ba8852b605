package server

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"

	"bestiary/cmd/web"
	"bestiary/engine/rules"
	"bestiary/experiments/advise"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
)

// Order asks for a job.
type Order struct {
	// Kind is estimate, review or balance.
	Kind string      `json:"kind"`
	Game web.GameRef `json:"game"`
	Seed uint64      `json:"seed"`
	// Pairs is the number of pairs of games, and Nodes the number of nodes a move; 0 means
	// the default of the command, with --quick for an estimate and a balance. A balance has
	// numbers of nodes of its own.
	Pairs int `json:"pairs"`
	Nodes int `json:"nodes"`
}

func (o *Order) validate() error {
	return check.All("job",
		check.OneOf("kind", o.Kind, "estimate", "review", "balance"),
		check.Range("pairs", o.Pairs, 0, maxJobPairs),
		check.Range("nodes", o.Nodes, 0, maxJobNodes),
		check.That(o.Kind != "balance" || o.Nodes == 0, "nodes is %d, expected 0: a balance has several", o.Nodes))
}

// begin starts a job in the first folder.
func (s *Server) begin(o Order, g *rules.Game) (Job, error) {
	const longest = 60
	v := g.Variant
	name := fmt.Sprintf("%s-%s-%s-%d", files.Slug(v.Name, longest), v.Hash()[:6], o.Kind, o.Seed)
	if o.Pairs+o.Nodes > 0 {
		name += fmt.Sprintf("-%d-%d", o.Pairs, o.Nodes)
	}
	folder := filepath.Join(s.cfg.Folders[0], name)
	run := page.Run{Version: s.cfg.Version, Command: o.command()}
	do := map[string]work{"estimate": o.estimate(g, folder, run), "review": o.review(g, folder, run), "balance": o.balance(g, folder, run)}[o.Kind]
	return s.jobs.start(Job{Kind: o.Kind, Game: page.Title(g), Run: "0/" + name}, func(ctx context.Context, ev match.Events) (string, error) {
		if _, err := files.Write(folder, files.File{Name: gameFile, Data: v.Encode()}); err != nil {
			return "", err
		}
		return do(ctx, ev)
	})
}

// gameFile is the file of the game in the folder of a job.
const gameFile = "game.toml"

// command returns the command that repeats the job in its folder.
func (o *Order) command() string {
	command := map[string]string{"estimate": "bestiary estimate --quick", "review": "bestiary review", "balance": "bestiary balance --quick"}[o.Kind]
	if o.Pairs > 0 {
		command += fmt.Sprintf(" --pairs %d", o.Pairs)
	}
	if o.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", o.Nodes)
	}
	return fmt.Sprintf("%s --seed %d %s", command, o.Seed, gameFile)
}

func (o *Order) estimate(g *rules.Game, folder string, run page.Run) work {
	cfg := estimate.Quick()
	cfg.Play.Seed = o.Seed
	if o.Pairs > 0 {
		cfg.SetPairs(o.Pairs)
	}
	if o.Nodes > 0 {
		cfg.Play.Nodes = o.Nodes
	}
	return func(ctx context.Context, ev match.Events) (string, error) {
		res, err := estimate.Run(ctx, g, cfg, folder, jobCrew(), ev)
		if err != nil {
			return "", err
		}
		page, err := res.Write(run)
		return filepath.Base(page), err
	}
}

// review looks for flaws in the game's design.
func (o *Order) review(g *rules.Game, folder string, run page.Run) work {
	cfg := advise.DefaultReview()
	cfg.Play.Seed = o.Seed
	if o.Pairs > 0 {
		cfg.Play.Pairs, cfg.BalancePairs = o.Pairs, o.Pairs
	}
	if o.Nodes > 0 {
		cfg.Play.Nodes = o.Nodes
	}
	return func(ctx context.Context, ev match.Events) (string, error) {
		res, err := advise.RunReview(ctx, g, cfg, folder, jobCrew(), ev)
		if err != nil {
			return "", err
		}
		return advise.ReviewPage, res.Write(run)
	}
}

func (o *Order) balance(g *rules.Game, folder string, run page.Run) work {
	cfg := balance.Quick()
	cfg.Play.Seed = o.Seed
	if o.Pairs > 0 {
		cfg.Play.Pairs = o.Pairs
	}
	return func(ctx context.Context, ev match.Events) (string, error) {
		res, err := balance.Run(ctx, g, cfg, folder, jobCrew(), ev)
		if err != nil {
			return "", err
		}
		page, err := res.Write(run)
		return filepath.Base(page), err
	}
}

// jobCrew returns a crew that leaves processors for the other jobs.
func jobCrew() match.Crew { return match.Workers(max(1, runtime.NumCPU()/maxJobs)) }

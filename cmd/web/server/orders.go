package server

import (
	"cmp"
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
	"bestiary/internal/files"
	"bestiary/selfplay/match"
)

// Order asks for a job.
type Order struct {
	// Kind is study, estimate or balance.
	Kind string      `json:"kind"`
	Game web.GameRef `json:"game"`
	Seed uint64      `json:"seed"`
	// Pairs is the number of pairs of games, and Nodes the number of nodes a move; 0 means
	// the default of the command, with --quick for an estimate and a balance. A balance has
	// numbers of nodes of its own, and a study ends after a minute.
	Pairs int `json:"pairs"`
	Nodes int `json:"nodes"`
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
	return s.jobs.start(Job{Kind: o.Kind, Game: page.Title(g), Run: "0/" + name}, func(ctx context.Context, ev match.Events) (string, error) {
		if _, err := files.Write(folder, files.File{Name: gameFile, Data: v.Encode()}); err != nil {
			return "", err
		}
		return o.do(ctx, g, folder, run, ev)
	})
}

// gameFile is the file of the game in the folder of a job.
const gameFile = "game.toml"

// command returns the command that repeats the job in its folder.
func (o *Order) command() string {
	command := "bestiary " + o.Kind
	if o.Kind != "study" {
		command += " --quick"
	}
	if o.Pairs > 0 {
		command += fmt.Sprintf(" --pairs %d", o.Pairs)
	}
	if o.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", o.Nodes)
	}
	return fmt.Sprintf("%s --seed %d %s", command, o.Seed, gameFile)
}

// do plays the games of the job and returns the name of the page that it has written.
func (o *Order) do(ctx context.Context, g *rules.Game, folder string, run page.Run, ev match.Events) (string, error) {
	switch o.Kind {
	case "study":
		cfg := advise.DefaultStudy()
		cfg.Seed, cfg.Nodes = o.Seed, cmp.Or(o.Nodes, cfg.Nodes)
		res, err := advise.RunStudy(ctx, g, cfg, folder, jobCrew(), ev)
		return written(res, err, run)
	case "balance":
		cfg := balance.Quick()
		cfg.Play.Seed, cfg.Play.Pairs = o.Seed, cmp.Or(o.Pairs, cfg.Play.Pairs)
		res, err := balance.Run(ctx, g, cfg, folder, jobCrew(), ev)
		return written(res, err, run)
	}
	cfg := estimate.Quick()
	cfg.SetPairs(cmp.Or(o.Pairs, cfg.Pairs))
	cfg.Play.Seed, cfg.Play.Nodes = o.Seed, cmp.Or(o.Nodes, cfg.Play.Nodes)
	res, err := estimate.Run(ctx, g, cfg, folder, jobCrew(), ev)
	if err == nil {
		res.Trades, err = advise.TradesOf(res)
	}
	return written(res, err, run)
}

// written writes the page of a result, unless there was an error, and returns its name.
func written(res interface {
	Write(page.Run) (string, error)
}, err error, run page.Run) (string, error) {
	if err != nil {
		return "", err
	}
	path, err := res.Write(run)
	return filepath.Base(path), err
}

// jobCrew returns a crew that leaves processors for the other jobs.
func jobCrew() match.Crew { return match.Workers(max(1, runtime.NumCPU()/maxJobs)) }

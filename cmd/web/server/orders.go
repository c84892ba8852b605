package server

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"bestiary/cmd/web"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/advise"
	"bestiary/experiments/page"
	"bestiary/internal/check"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
)

// Order asks for a study of a game or, if there is an exchange, for a match at it.
type Order struct {
	Game web.GameRef `json:"game"`
	Seed uint64      `json:"seed"`
	// Ask has the questions of a study; empty means all.
	Ask []advise.Question `json:"ask"`
	// Seconds is how long is played, up to maxSeconds; 0 means the default, a minute for a study and 15 seconds for a match.
	Seconds int `json:"seconds"`
	// Nodes is the number of nodes a move of a study, up to maxNodes; 0 means the default.
	Nodes int `json:"nodes"`
	// Exchange is as in bestiary trade: rook=knight+pawn.
	Exchange string `json:"exchange"`
}

const (
	maxSeconds   = 24 * 60 * 60
	maxNodes     = 100_000
	tradeSeconds = 15
)

// study returns the configuration of a study.
func (o *Order) study() advise.StudyConfig {
	cfg := advise.DefaultStudy()
	cfg.Seed, cfg.Nodes = o.Seed, cmp.Or(o.Nodes, cfg.Nodes)
	if o.Seconds > 0 {
		cfg.For = time.Duration(o.Seconds) * time.Second
	}
	if len(o.Ask) > 0 {
		cfg.Ask = o.Ask
	}
	return cfg
}

// Validate reports the first field that is out of range.
func (o *Order) Validate() error {
	return check.All("job", check.Range("seconds", o.Seconds, 0, maxSeconds), check.Range("nodes", o.Nodes, 0, maxNodes),
		check.That(o.Exchange == "" || len(o.Ask)+o.Nodes == 0, "ask and nodes have no meaning with an exchange"), o.study().Validate())
}

// begin starts a job in the home of the game, in the first folder.
func (s *Server) begin(o Order, g *rules.Game) (Job, error) {
	home := filepath.Join(s.cfg.Folders[0], o.name(g, "study"))
	job := Job{Kind: "study", Game: page.Title(g), Run: "0/" + o.name(g, "study")}
	report := page.Run{Version: s.cfg.Version, Revision: search.Revision, Command: o.command()}
	do := func(ctx context.Context, ev match.Events) (string, error) {
		res, err := advise.RunStudy(ctx, g, o.study(), home, jobCrew(), ev)
		if err != nil {
			return "", err
		}
		return res.Write(report)
	}
	if o.Exchange != "" {
		job.Kind, job.Run = "match at "+o.Exchange, "0/"+o.name(g, "trade")
		played, err := advise.NewPlayed(g, o.Exchange, home)
		if err != nil {
			return job, bad("%v", err)
		}
		how := advise.TradePlay{Time: time.Duration(cmp.Or(o.Seconds, tradeSeconds)) * time.Second, Seed: o.Seed}
		how.Folder = filepath.Join(s.cfg.Folders[0], o.name(g, "trade"))
		do = func(ctx context.Context, ev match.Events) (string, error) {
			if err := played.Play(ctx, how, jobCrew(), ev); err != nil {
				return "", err
			}
			return played.Write(how.Folder, report)
		}
	}
	return s.jobs.start(job, func(ctx context.Context, ev match.Events) (string, error) {
		folder := filepath.Join(s.cfg.Folders[0], filepath.Base(job.Run))
		if _, err := files.Write(folder, files.File{Name: gameFile, Data: g.Variant.Encode()}); err != nil {
			return "", err
		}
		path, err := do(ctx, ev)
		return filepath.Base(path), err
	})
}

// name is the name of the folder of a job.
func (o *Order) name(g *rules.Game, kind string) string {
	const longest = 60
	name := fmt.Sprintf("%s-%s-%s-%d", files.Slug(g.Variant.Name, longest), g.Variant.Hash()[:6], kind, o.Seed)
	if o.Nodes > 0 {
		name += fmt.Sprintf("-%d", o.Nodes)
	}
	return name
}

// gameFile is the file of the game in the folder of a job.
const gameFile = "game.toml"

// command returns the command that repeats the job in its folder.
func (o *Order) command() string {
	if o.Exchange != "" {
		return fmt.Sprintf("bestiary trade %s %s --play %ds --seed %d", gameFile, o.Exchange, cmp.Or(o.Seconds, tradeSeconds), o.Seed)
	}
	command := "bestiary study " + gameFile
	for i, q := range o.Ask {
		command += []string{" --ask ", ","}[min(i, 1)] + string(q)
	}
	if o.Nodes > 0 {
		command += fmt.Sprintf(" --nodes %d", o.Nodes)
	}
	return fmt.Sprintf("%s --seed %d", command, o.Seed)
}

// jobCrew returns a crew that leaves processors for the other jobs.
func jobCrew() match.Crew { return match.Workers(max(1, runtime.NumCPU()/maxJobs)) }

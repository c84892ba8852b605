//go:build !js

package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
)

// studying is a study in progress.
type studying struct {
	ctx     context.Context
	crew    match.Crew
	ev      match.Events
	began   time.Time
	weights *eval.Weights // of the players
	learned bool          // the weights are those of the learning rounds
	parts   []*growing
	*Study
}

// growing is a part of a study that more games answer better.
type growing struct {
	name string
	at   int                                           // the step taken, from 1; 0 before the first
	shut bool                                          // no games can be played, or none yet
	off  float64                                       // distance from its aim
	rate float64                                       // seconds for a unit of cost
	cost func(step int) float64                        // positions a move, summed over the games
	play func(step int) (halfWidth float64, err error) // as a share of the aim
}

// homeFile says how far the parts of a home have come, and which revision of the engine has played.
const homeFile = "study.json"

type home struct {
	Steps
	Revision int `json:"revision"`
}

// Home returns the folder for a study at a path: the path itself or, if another revision of the engine has played there, a
// folder beside it. It also returns that other revision, 0 if there is none.
func Home(path string) (folder string, other int, err error) {
	h, err := readHome(path)
	if err != nil || h.Revision == search.Revision || h.Revision == 0 {
		return path, 0, err
	}
	return fmt.Sprintf("%s-r%d", path, search.Revision), h.Revision, nil
}

// part returns the part with a name.
func (s *studying) part(name string) *growing {
	return s.parts[slices.IndexFunc(s.parts, func(p *growing) bool { return p.name == name })]
}

// IsHome reports whether a folder is the home of a game.
func IsHome(folder string) bool {
	h, err := readHome(folder)
	return err == nil && h.Steps != Steps{}
}

func readHome(folder string) (h home, err error) {
	path := filepath.Join(folder, homeFile)
	data, err := files.Read(path, 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return h, nil
	}
	if err == nil {
		err = files.ReadJSON(path, data, &h)
	}
	return h, err
}

// open finds out which parts there are, and takes the steps that were taken before.
func (s *studying) open() error {
	h, err := readHome(s.Folder)
	if err != nil {
		return err
	}
	cfg := s.Config
	if cfg.Asks(AskValues, AskTrades) {
		if err := estimate.CheckGame(s.Game); err != nil {
			s.NoValues = err.Error()
		} else {
			cost := func(step int) float64 { return cfg.values(s.Game, step).Cost(s.Game) }
			s.parts = append(s.parts, &growing{name: valuesFolder, play: s.growValues, cost: cost},
				&growing{name: tradesFolder, play: s.playTrades, cost: s.costOfTrades, shut: true})
		}
	}
	if cfg.Asks(AskBalance, AskFaults) {
		cost := func(step int) float64 { return cfg.balance(nil, step).Cost() }
		s.parts = append(s.parts, &growing{name: balanceFolder, play: s.playBalance, cost: cost})
	}
	speed, err := search.Bench(s.Game, search.BenchConfig{Nodes: 20_000, Perft: 1})
	if err != nil {
		return err
	}
	for _, p := range s.parts {
		p.rate = run.AssumedPlies / max(speed.NodesPerSecond(), 1) / float64(cmp.Or(s.crew.Workers, runtime.NumCPU()))
		if step := *h.of(p.name); step > 0 && !p.shut && cfg.Steps == nil {
			if err := s.take(p, step); err != nil {
				return err
			}
		}
	}
	return nil
}

// grow takes the steps that are asked for, or steps until none fits into the time that is left.
func (s *studying) grow() error {
	if steps := s.Config.Steps; steps != nil {
		for _, p := range s.parts {
			step := *steps.of(p.name)
			if step == 0 || p.shut {
				continue
			}
			if err := s.take(p, step); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		p := s.next(s.Config.For - time.Since(s.began))
		if p == nil {
			return nil
		}
		began, before := time.Now(), p.cost(p.at)
		if p.at == 0 {
			before = 0
		}
		if err := s.take(p, p.at+1); err != nil {
			return err
		}
		p.rate = time.Since(began).Seconds() / (p.cost(p.at) - before)
	}
}

// progress names a part with its half-width so far, which says nothing of what was found.
func (s *studying) progress(part string, aim float64) string {
	p := s.part(part)
	if p.off == 0 || math.IsInf(p.off, 0) {
		return part
	}
	return part + " ±" + format.Percent.Number(aim*p.off)
}

// next returns the part that is furthest from its aim, among those that have no answer or whose next step fits into the
// time that is left; nil if there is none. Trades have an answer before the first game.
func (s *studying) next(left time.Duration) (best *growing) {
	for _, p := range s.parts {
		if p.at == 0 && p.name != tradesFolder {
			return p
		}
		if !p.shut && (p.cost(p.at+1)-p.cost(p.at))*p.rate < left.Seconds() && (best == nil || p.off > best.off) {
			best = p
		}
	}
	return best
}

// take plays the games of a step, which may be there, and notes how far the part has come.
func (s *studying) take(p *growing, step int) (err error) {
	if p.off, err = p.play(step); err != nil {
		return err
	}
	p.at = step
	h, err := readHome(s.Folder)
	if err != nil || step <= *h.of(p.name) {
		return err
	}
	*h.of(p.name), h.Revision = step, search.Revision
	file, err := files.JSON(homeFile, h)
	if err == nil {
		_, err = files.Write(s.Folder, file)
	}
	return err
}

package advise

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/files"
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
	off  float64                                       // distance from its aim
	rate float64                                       // seconds for a unit of cost
	cost func(step int) float64                        // positions a move, summed over the games
	play func(step int) (halfWidth float64, err error) // as a share of the aim
}

// homeFile says how far the parts of a home have come.
const homeFile = "study.json"

type home struct {
	Values  int `json:"values"` // steps taken
	Balance int `json:"balance"`
}

// of returns the steps of a part.
func (h *home) of(part string) *int {
	if part == valuesFolder {
		return &h.Values
	}
	return &h.Balance
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
			s.parts = append(s.parts, &growing{name: valuesFolder, play: s.playValues, cost: cost})
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
	for _, p := range slices.Clone(s.parts) {
		p.rate = run.AssumedPlies / max(speed.NodesPerSecond(), 1) / float64(cmp.Or(s.crew.Workers, runtime.NumCPU()))
		if step := *h.of(p.name); step > 0 && len(cfg.Steps) == 0 {
			if err := s.take(p, step); err != nil {
				return err
			}
		}
	}
	return nil
}

// grow takes the steps that are asked for, or steps until none fits into the time that is left.
func (s *studying) grow() error {
	if list := s.Config.Steps; len(list) > 0 {
		for _, p := range slices.Clone(s.parts) {
			if err := s.take(p, *(&home{list[0], list[1]}).of(p.name)); err != nil {
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

// next returns the part that is furthest from its aim, among those that have no games or whose next step fits into the
// time that is left; nil if there is none.
func (s *studying) next(left time.Duration) (best *growing) {
	for _, p := range s.parts {
		if p.at == 0 {
			return p
		}
		if (p.cost(p.at+1)-p.cost(p.at))*p.rate < left.Seconds() && (best == nil || p.off > best.off) {
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
	*h.of(p.name) = step
	file, err := files.JSON(homeFile, h)
	if err == nil {
		_, err = files.Write(s.Folder, file)
	}
	return err
}

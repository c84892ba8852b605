package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/network"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/files"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// job describes a run to workers in other processes: everything on which its games depend,
// as JSON.
type job struct {
	Revision int         `json:"revision"` // of the engine
	Game     string      `json:"game"`     // the game file
	Config   Config      `json:"config"`   // without the fields that may change
	Round    int         `json:"round"`
	Seat     int         `json:"seat,omitempty"`
	Players  []jobPlayer `json:"players"`
	BookName string      `json:"book-name,omitempty"`
	Book     []byte      `json:"book,omitempty"`
}

type jobPlayer struct {
	Name   string
	Kind   player.Kind
	Limit  player.Limit
	Search search.Options
	MG, EG []float64 // weights of the engine, in the order of their names
	// Network is the file of its network, if it has one.
	Network []byte `json:",omitempty"`
}

// maxJobBook is the largest size in bytes of an opening book sent to workers.
const maxJobBook = 16 << 20

// Job describes the run for workers elsewhere. It returns an error if the games depend on
// the host, as with time limits and external programs.
func (r *Run) Job() ([]byte, error) {
	j := job{Revision: search.Revision, Game: string(r.Game.Variant.Encode()), Config: r.cfg, Round: r.round, Seat: r.seat}
	j.Config.Pairs, j.Config.SPRT, j.Config.MaxFaults = 1, nil, Default().MaxFaults
	for _, e := range r.Players {
		if err := Portable(e); err != nil {
			return nil, err
		}
		p := jobPlayer{Name: e.Name, Kind: e.Kind, Limit: e.Limit, Search: e.Search}
		if w := e.Weights(); w != nil {
			if p.MG, p.EG = w.MG, w.EG; w.Network != nil {
				p.Network = w.Network.Encode()
			}
		}
		j.Players = append(j.Players, p)
	}
	if path := r.cfg.Path; path != "" {
		var err error
		if j.Book, err = files.Read(path, maxJobBook); err != nil {
			return nil, fmt.Errorf("opening book: %w", err)
		}
		j.BookName = filepath.Base(path)
	}
	return json.Marshal(j)
}

// Portable returns an error if a player's games depend on the host.
func Portable(e *player.Entrant) error {
	if e.IsProgram() || e.Limit.Timed() {
		return fmt.Errorf("player %s can only play on this machine, because its games depend on the host; expected the engine of this program, limited by nodes or depth", e.Name)
	}
	return nil
}

// ReadJob prepares the run of a job.
func ReadJob(data []byte) (*Run, error) {
	var j job
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&j); err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	if j.Revision != search.Revision {
		return nil, fmt.Errorf("job: made for engine revision %d, but this program has revision %d; use the same version of bestiary on all machines", j.Revision, search.Revision)
	}
	v, err := variant.Parse("job", []byte(j.Game))
	if err != nil {
		return nil, err
	}
	g, err := rules.Compile(v)
	if err != nil {
		return nil, err
	}
	if len(j.Book) > 0 {
		folder, err := os.MkdirTemp("", "bestiary-book-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(folder)
		j.Config.Path = filepath.Join(folder, filepath.Base(j.BookName))
		if err := os.WriteFile(j.Config.Path, j.Book, 0o600); err != nil {
			return nil, err
		}
	}
	r, err := newRun(g, j.Config, j.Round)
	if err != nil {
		return nil, err
	}
	for _, p := range j.Players {
		e, err := p.enter(g)
		if err != nil {
			return nil, err
		}
		r.seats(e)
	}
	if r.seat = j.Seat; len(r.Players) == 0 || len(r.pairings) == 0 {
		return nil, errors.New("job: too few players")
	}
	return r, nil
}

func (p *jobPlayer) enter(g *rules.Game) (*player.Entrant, error) {
	spec := player.Spec{Name: p.Name, Kind: p.Kind, Limit: p.Limit, Search: p.Search}
	if err := spec.Validate(); err != nil {
		return nil, err
	}
	switch {
	case p.Kind == player.Random:
		return player.Enter(spec, g)
	case p.Kind != player.Engine || p.Limit.Timed():
		return nil, fmt.Errorf("job: player %s is of kind %q, expected the engine without a time limit", p.Name, p.Kind)
	}
	w := eval.Prior(g)
	if len(p.MG) != len(w.MG) || len(p.EG) != len(w.EG) {
		return nil, fmt.Errorf("job: player %s has %d weights, expected %d", p.Name, len(p.MG), len(w.MG))
	}
	w.MG, w.EG = slices.Clone(p.MG), slices.Clone(p.EG)
	if p.Network != nil {
		var err error
		if w.Network, err = network.Parse(p.Network, g); err != nil {
			return nil, fmt.Errorf("job: network of player %s: %w", p.Name, err)
		}
	}
	return player.EnterEngine(spec, g, w), nil
}

// Range is a range of consecutive pairs.
type Range struct{ First, Count int }

// String returns a range such as "pairs 40 to 59".
func (r Range) String() string {
	if r.Count == 1 {
		return fmt.Sprintf("pair %d", r.First)
	}
	return fmt.Sprintf("pairs %d to %d", r.First, r.First+r.Count-1)
}

// MaxRange is the largest number of pairs in a range.
const MaxRange = 64

// Range sizes: large enough to keep a worker busy for some seconds, small enough for the
// games to fit into a message.
const (
	rangeNodes = 6000 // nodes a move, times pairs
	rangePlies = 40_000
)

// rangeSize returns how many pairs a worker elsewhere gets at once.
func (r *Run) rangeSize() int {
	nodes := 1
	for _, e := range r.Players {
		n := int(e.Limit.Nodes)
		if e.Kind == player.Engine && n == 0 {
			n = rangeNodes // depth is the only limit
		}
		nodes = max(nodes, n)
	}
	return max(1, min(MaxRange, rangeNodes/nodes, rangePlies/r.cfg.MaxPlies))
}

// Hub lets workers in other processes play games of a run.
type Hub interface {
	// Play has ranges of pairs played. It calls take with the games of one range at a
	// time and their author, in any order, on the goroutine that called Play. The first
	// error of take ends Play and is returned. The games follow the rules, but a worker may
	// later be found to have altered some; the error is then ErrDistrusted or ErrEarlier.
	Play(ctx context.Context, r *Run, todo []Range, take func(by store.Author, games []store.Record) error) error
	// Remember tells the hub which workers have played the stored games of a run.
	Remember(r *Run, authors []store.Author) error
	// Bans reports whether the hub refuses the games of a worker with a key.
	Bans(key string) bool
}

// ErrDistrusted means that a worker that has played for the run is banned.
var ErrDistrusted = errors.New("a worker with games of the run is banned")

// ErrEarlier means that a worker is banned and has played for earlier runs, on which this one may
// depend. They are to be played from the first again, which plays only what is in doubt.
var ErrEarlier = errors.New("a worker with games of earlier parts is banned; give the same command again to check them")

// errComplete ends the work of a hub when all games have arrived.
var errComplete = errors.New("all games are there")

// playByHub has the hub play the games of the run that the store lacks.
func (c *collector) playByHub(ctx context.Context, have *store.KeySet, hub Hub) error {
	err := hub.Play(ctx, c.Run, c.ranges(have), func(by store.Author, games []store.Record) error {
		var fresh []report
		for _, g := range games {
			if g.Pair < c.pairs() && have.Add(g.Key()) {
				fresh = append(fresh, report{played: Played{Record: g}})
			}
		}
		by.Round = c.round
		c.put = func(list []store.Record) error { return c.games.PutBy(by, list) }
		if err := c.collect(fresh); err != nil {
			return err
		}
		if c.done >= c.total {
			return errComplete
		}
		return nil
	})
	if errors.Is(err, errComplete) || errors.Is(err, errDecided) {
		return nil
	}
	return fmt.Errorf("stopped with %d of %d games: %w", c.done, c.total, err)
}

// ranges returns the ranges in which a game is missing.
func (c *collector) ranges(have *store.KeySet) []Range {
	var list []Range
	size := c.rangeSize()
	for k := range missing(have, c.pairs(), Shard{}) {
		first := k.Pair / size * size
		if n := len(list); n == 0 || list[n-1].First != first {
			list = append(list, Range{first, min(size, c.pairs()-first)})
		}
	}
	return list
}

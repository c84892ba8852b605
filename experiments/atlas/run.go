package atlas

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// Value is the measured value of a piece on a board.
type Value struct {
	Piece
	Board string        `json:"board"` // the name of the host
	Size  formula.Board `json:"size"`
	Again bool          `json:"again,omitempty"`
	// Points is the value by the games alone, for a new player; Luck has the limits that more
	// games narrow.
	Points stat.Interval `json:"points"`
	Luck   stat.Interval `json:"luck"`
	// Predicted is the value by the formula, with predictive limits.
	Predicted stat.Interval `json:"predicted"`
	// Fillings are the values in positions with all officers, half of them and hardly any; empty if
	// there were too few positions.
	Fillings []stat.Interval `json:"fillings,omitempty"`
	// Pair is how much more two colour-bound pieces on different colours are worth than two single
	// ones, with limits that allow for sampling error and the choice of exchanges; zero for other kinds.
	// A prior draws it towards 0; PairWeight is the share of it that the games decided.
	Pair       stat.Interval `json:"pair,omitzero"`
	PairWeight float64       `json:"pair-weight,omitempty"`
	// Second is the worth of a second piece less that of the first, for a kind that is not
	// colour-bound, and SecondWeight its PairWeight. The prior of a strong kind is below 0.
	Second       stat.Interval `json:"second,omitzero"`
	SecondWeight float64       `json:"second-weight,omitempty"`
	// Pairs is the number of pairs of games in which the sides differed in the piece.
	Pairs int `json:"pairs"`
	formula.Known

	worth stat.Interval // without the choice of players
	size  float64       // of the deviation of a player, in those of one piece
	apart string        // what sets it apart from the pieces to which the formula was fitted
	panel *tuning.Panel
}

// Result holds the values of all pieces on all boards.
type Result struct {
	Settings *Settings
	Pieces   []Piece
	Hash     string // of the settings and the list
	Revision int    // of the engine that played
	Games    int
	Time     time.Duration
	// Failed lists the runs that failed. Their pieces have no values; the next call tries again.
	Failed []page.Failure
	// Spread is how much players differ, as a share of a value: first those of the panel, by all their
	// runs, then those that measure again.
	Spread [2]float64
	// Unpooled counts the runs whose games do not tell it, since some player's do not determine the
	// value of some piece.
	Unpooled int
	files.Lock

	values []Value
	hosts  []hostValue
}

// sealed are the files of the settings and of the list, which lie beside the games.
func (s *Settings) sealed(list []Piece) ([]files.File, error) {
	data, err := json.MarshalIndent(list, "", "  ")
	return []files.File{{Name: Name + ".toml", Data: s.data}, {Name: "pieces.json", Data: append(data, '\n')}}, err
}

// Run plays the games that the folder lacks. After an interruption the same call continues. A run of
// eight pieces that fails does not hold back the others, unless a file could not be read or written.
func Run(ctx context.Context, s *Settings, folder string, crew match.Crew, ev match.Events) (*Result, error) {
	return run(ctx, s, folder, crew, ev, estimate.Run)
}

func run(ctx context.Context, s *Settings, folder string, crew match.Crew, ev match.Events, by estimator) (*Result, error) {
	list, err := Pieces(s)
	if err != nil {
		return nil, fmt.Errorf("atlas: %w", err)
	}
	sealed, err := s.sealed(list)
	if err == nil {
		err = files.Seal(folder, sealed...)
	}
	if err != nil {
		return nil, fmt.Errorf("atlas: %w", err)
	}
	res := &Result{Settings: s, Pieces: list, Hash: s.Hash(list)}
	if res.Lock, err = files.ReadLock(folder, res.Hash); err != nil {
		return nil, fmt.Errorf("atlas: %w", err)
	}
	ev.Found = nil // rounds tell the values of locked pieces, too
	var partial error
	var failed []error
	skipped := 0 // games of runs that are measured
	ev = ev.Parts(func(p *match.Part) { p.Skipped, skipped = p.Skipped+skipped, 0 })
	for _, g := range s.Groups(list) {
		game, err := g.game()
		if err != nil {
			return nil, fmt.Errorf("atlas: %s: %w", g.name(), err)
		}
		m, played, err := s.measure(ctx, &g, game, res, filepath.Join(folder, "games", g.name()), crew, ev, by)
		if !played {
			skipped += s.config(&g).GamesAtMost(game, nil, crew)
		}
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err == nil {
			err = res.add(&g, m)
		}
		if ctx.Err() != nil {
			return nil, cmp.Or(err, ctx.Err())
		}
		switch { // the other runs are played all the same
		case err == nil:
		case played && !errors.As(err, new(*fs.PathError)): // the page says so
			res.Failed = append(res.Failed, page.Failure{Name: g.name(), Why: err.Error()})
		default:
			failed = append(failed, fmt.Errorf("atlas: %s: %w", g.name(), err))
		}
	}
	if err := cmp.Or(errors.Join(failed...), partial); err != nil {
		return nil, err
	}
	if len(res.values) == 0 {
		return nil, fmt.Errorf("atlas: no run succeeded.%s", page.NotPlayed(res.Failed))
	}
	res.pool()
	if now := res.Formula().String(); res.Opened && now != res.By {
		return nil, fmt.Errorf("atlas: the locked pieces were opened to judge the formula %q, and it is %q now: they cannot judge another", res.By, now)
	}
	return res, nil
}

// add adds the values of the guests of a run.
func (r *Result) add(g *Group, m *measured) error {
	r.Games, r.Time, r.Revision = r.Games+m.Games, r.Time+m.Time, m.Revision
	for i, p := range g.Pieces {
		x := &m.Guests[i]
		v := Value{Piece: p, Board: g.Board.Name, Size: g.Board.Board, Again: g.Again, Luck: x.Luck, Fillings: x.Fillings, Pair: x.Pair, PairWeight: x.PairWeight, Second: x.Second, SecondWeight: x.SecondWeight, Pairs: x.Pairs, worth: x.Worth, size: x.Size, panel: m.Panel}
		var err error
		if v.Known, err = formula.Look(g.Board.Board, p.Betza); err != nil {
			return err
		}
		r.values = append(r.values, v)
	}
	for _, h := range m.Host {
		r.hosts = append(r.hosts, hostValue{g.Board.Name, g.Again, h})
	}
	return nil
}

// pool gives all values the limits for a new player. How much players differ is told by all runs of
// the same players together.
func (r *Result) pool() {
	r.Unpooled = 0
	for k, again := range []bool{false, true} {
		var panels []*tuning.Panel
		for _, v := range r.values {
			if v.Again == again && !slices.Contains(panels, v.panel) {
				panels = append(panels, v.panel)
			}
		}
		r.Spread[k] = tuning.PooledSpread(panels)
		for _, p := range panels {
			if p.Spread = r.Spread[k]; p.Losses == nil {
				r.Unpooled++
			}
		}
	}
	for i := range r.values {
		v := &r.values[i]
		v.Points = v.panel.Widen(v.worth, []float64{v.size})
	}
}

// Values returns the values that may be shown: all, or those of pieces that are not locked.
func (r *Result) Values() (out []Value) {
	for _, v := range r.values {
		if r.Opened || !v.Locked {
			out = append(out, v)
		}
	}
	return out
}

// Open opens the locked pieces. It is an error if they were opened before, or if a run failed: some of
// them may not have been measured.
func (r *Result) Open() error {
	if len(r.Failed) > 0 {
		return fmt.Errorf("atlas: the locked pieces stay locked, since not all have been measured.%s", page.NotPlayed(r.Failed))
	}
	if err := r.Lock.Open(r.values, r.Formula().String()); err != nil {
		return fmt.Errorf("atlas: %w", err)
	}
	return nil
}

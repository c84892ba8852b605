package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	gonum "gonum.org/v1/gonum/stat"

	"bestiary/experiments/page"
	runs "bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// PieceValue is the measured value of a piece on a board.
type PieceValue struct {
	Piece
	Board string        `json:"board"` // the name of the host
	On    formula.Board `json:"size"`
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

	// Worth is the value without the choice of players, and Size is the weight of a player's
	// deviations from the common values, relative to one piece: the unit has its own.
	Worth stat.Interval `json:"-"`
	Size  float64       `json:"-"`

	apart string // what sets it apart from the pieces to which the formula was fitted
	panel *tuning.Panel
}

// Atlas holds the values of all pieces on all boards. Its JSON, as Answer completes it, leaves out
// locked pieces until they are opened.
type Atlas struct {
	Hash     string  `json:"hash"`     // of the settings and the list
	Revision int     `json:"revision"` // of the engine that played
	Seed     int     `json:"seed"`
	Games    int     `json:"games"`
	Pieces   int     `json:"pieces"`
	Locked   int     `json:"locked"`
	Opened   bool    `json:"opened"`  // the locked pieces are shown, too
	Precise  float64 `json:"precise"` // the share of the shown values that are as precise as the settings ask
	// Spread is how much players differ, as a share of a value, by all their runs; SpreadAgain is the
	// spread of the players of the second measurement.
	Spread      float64 `json:"spread"`
	SpreadAgain float64 `json:"spread-again"`
	// Unpooled counts the runs whose games do not determine the spread, since some player's do not
	// determine the value of some piece.
	Unpooled int `json:"unpooled"`
	// Unjudged counts the values by which the formula cannot be judged.
	Unjudged int          `json:"unjudged"`
	Formula  string       `json:"formula"`
	Judged   []Judgement  `json:"judged"`
	Values   []PieceValue `json:"values"`
	Hosts    []HostPiece  `json:"hosts"`
	// Failed lists the runs that failed. Their pieces have no values; the next call tries again.
	Failed []page.Failure `json:"failed"`

	settings *Pieces
	list     []Piece
	time     time.Duration
	lock     files.Lock
	all      []PieceValue
	hosts    []measuredHost
}

// Run plays the games that the folder lacks. A run of eight pieces that fails does not hold back the
// others, unless a file could not be read or written.
func (s *Pieces) Run(ctx context.Context, session *Session) (Outcome, error) {
	a, err := s.run(ctx, session)
	if err == nil && session.Open {
		err = a.open()
	}
	if err != nil {
		return nil, fmt.Errorf("atlas: %w", err)
	}
	return a.Answer(), nil
}

func (s *Pieces) run(ctx context.Context, session *Session) (*Atlas, error) {
	d, err := s.deal()
	if err != nil {
		return nil, err
	}
	a := &Atlas{Hash: s.Hash(d.list), Seed: s.Seed, Pieces: len(d.list), Locked: locked(d.list), settings: s, list: d.list}
	each, err := d.games(session.Crew)
	folder := session.Own(s.About())
	if err == nil {
		err = a.seal(folder)
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range d.runs {
		names = append(names, d.runs[i].name())
	}
	ev, skipped := runs.Skips(session.Events)
	var played bool
	a.Failed, err = Loop(ctx, names, func(i int) error {
		g := &d.runs[i]
		m, err := g.read(folder, a)
		if played = m == nil && err == nil; played {
			m, err = g.play(ctx, &Runner{Folder: folder, Crew: session.Crew, Events: ev}, a)
		} else {
			*skipped += each
		}
		if err == nil {
			err = a.add(g, m)
		}
		return err
	}, func(err error) bool { return played && !errors.As(err, new(*fs.PathError)) })
	if err != nil {
		return nil, err
	}
	if len(a.all) == 0 {
		return nil, fmt.Errorf("no run succeeded.%s", page.NotPlayed(a.Failed))
	}
	a.pool()
	if now := a.fitted().String(); a.Opened && now != a.lock.By {
		return nil, fmt.Errorf("the locked pieces were opened to judge the formula %q, and it is %q now: they cannot judge another",
			a.lock.By, now)
	}
	return a, nil
}

// seal seals the settings with the list in the folder of the games, and reads whether the locked
// pieces were opened.
func (a *Atlas) seal(folder string) error {
	sealed, err := a.settings.sealed(a.list)
	if err == nil {
		err = files.Seal(folder, sealed...)
	}
	if err == nil {
		a.lock, err = files.ReadLock(folder, a.Hash)
	}
	a.Opened = a.lock.Opened
	return err
}

// add adds the result of a run.
func (a *Atlas) add(g *GuestRun, m *measuredRun) error {
	a.Games, a.time, a.Revision = a.Games+m.Games, a.time+m.Time, m.Revision
	for i, p := range g.Pieces {
		known, err := formula.Look(g.Board.Board, p.Betza)
		if err != nil {
			return err
		}
		v := m.Guests[i]
		v.Piece, v.Board, v.On, v.Again, v.Known, v.panel = p, g.Board.Name, g.Board.Board, g.Again, known, m.Panel
		a.all = append(a.all, v)
	}
	for _, h := range m.Host {
		h.board, h.again = g.Board.Name, g.Again
		a.hosts = append(a.hosts, h)
	}
	return nil
}

// pool gives all values the limits for a new player. How much players differ is told by all runs of
// the same players together.
func (a *Atlas) pool() {
	a.Unpooled = 0
	for again, spread := range map[bool]*float64{false: &a.Spread, true: &a.SpreadAgain} {
		var panels []*tuning.Panel
		for _, v := range a.all {
			if v.Again == again && !slices.Contains(panels, v.panel) {
				panels = append(panels, v.panel)
			}
		}
		for _, p := range panels {
			if p.Losses == nil {
				a.Unpooled++
			}
		}
		*spread = tuning.Pool(panels)
	}
	for i := range a.all {
		v := &a.all[i]
		v.Points = v.panel.Widen(v.Worth, []float64{v.Size})
	}
}

// open opens the locked pieces. It is an error if they were opened before, or if a run failed: some of
// them may not have been measured.
func (a *Atlas) open() error {
	if len(a.Failed) > 0 {
		return fmt.Errorf("the locked pieces stay locked, since not all have been measured.%s", page.NotPlayed(a.Failed))
	}
	if err := a.lock.Open(a.all, a.fitted().String()); err != nil {
		return err
	}
	a.Opened = true
	return nil
}

// Answer returns the atlas with all that follows from the values that may be shown: all, or those of
// pieces that are not locked.
func (a *Atlas) Answer() *Atlas {
	f, fitted := *a, a.fitted()
	f.Formula, f.Judged, f.Unjudged, f.Hosts, f.Values = fitted.String(), a.judge(fitted), a.unjudged(), a.hostPieces(), nil
	f.Failed = append([]page.Failure{}, a.Failed...)
	for _, b := range a.settings.Boards {
		list := which(a.all, func(v *PieceValue) bool { return v.Board == b.Name && (a.Opened || !v.Locked) })
		slices.SortStableFunc(list, func(v, w PieceValue) int { return cmp.Compare(w.Points.Estimate, v.Points.Estimate) })
		f.Values = append(f.Values, list...)
	}
	for i := range f.Values {
		v := &f.Values[i]
		v.Predicted, v.apart = fitted.Value(v.Features), fitted.Doubt(v.Features)
		if v.Points.HalfWidth() <= a.settings.Precision*v.Points.Estimate {
			f.Precise += 1 / float64(len(f.Values))
		}
	}
	return &f
}

// HostPiece is the value of one of a host's own pieces, which all of its runs measure.
type HostPiece struct {
	Board string `json:"board"`
	Again bool   `json:"again,omitempty"`
	Piece string `json:"piece"`
	Runs  int    `json:"runs"`
	// Points is the mean over the runs, and Differ their standard deviation as a share of it.
	Points stat.Number `json:"points"`
	Differ stat.Number `json:"differ"`
}

// hostPieces returns the results for the pieces of the hosts, in the order of the runs. Runs whose
// games do not determine a value are omitted.
func (a *Atlas) hostPieces() (out []HostPiece) {
	values := map[HostPiece][]float64{}
	for _, h := range a.hosts {
		if !h.Worth.Bounded() || h.Worth.Estimate <= 0 { // its games do not determine it
			continue
		}
		key := HostPiece{Board: h.board, Again: h.again, Piece: h.Piece}
		if values[key] == nil {
			out = append(out, key)
		}
		values[key] = append(values[key], h.Worth.Estimate)
	}
	for i, key := range out {
		mean, sd := gonum.MeanStdDev(values[key], nil)
		out[i].Runs, out[i].Points, out[i].Differ = len(values[key]), stat.Number(mean), stat.Number(sd/mean)
	}
	return out
}

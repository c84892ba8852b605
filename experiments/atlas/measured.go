package atlas

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// measured is what a run says of its guests. It is kept beside the games, so that a run that is
// finished is not fitted again, and in a form that nobody reads by accident: it has locked pieces.
type measured struct {
	Of       string // hash of what it follows from
	Revision int    // of the engine that played
	Games    int
	Time     time.Duration
	Panel    *tuning.Panel
	Guests   []measuredGuest
	Host     []measuredHost
}

// measuredHost is a piece of the host, without the choice of players.
type measuredHost struct {
	Piece string
	Worth stat.Interval
}

type measuredGuest struct {
	Worth, Luck, Pair stat.Interval
	// Size is how much the deviations of a player from the common values count, in those of one
	// piece: the unit has its own.
	Size float64
	// PairWeight is the share of Pair that the games decided rather than its prior.
	PairWeight float64
	// Second is the worth of a second piece less that of the first, for a kind that is not
	// colour-bound.
	Second       stat.Interval
	SecondWeight float64
	Fillings     []stat.Interval
	Pairs        int
}

const measuredFile = "measured.gob"

// fitRevision is raised when the same games give other values. What was measured is then refused until
// its file is removed.
const fitRevision = 1

// measure plays the games of a run that its folder lacks and measures its guests. It reports
// whether it had to: a run that is measured is not fitted again. It is an error if another revision of
// the engine has played the runs in res.
func (s *Settings) measure(ctx context.Context, g *Group, game *rules.Game, res *Result, folder string, crew match.Crew, ev match.Events, run estimator) (m *measured, played bool, err error) {
	c := s.config(g)
	config, err := json.Marshal(c)
	if err != nil {
		return nil, false, err
	}
	of := files.SHA256(fmt.Appendf(nil, "%s %s %d %s", res.Hash, game.Variant.Hash(), fitRevision, config))
	m, err = readMeasured(filepath.Join(folder, measuredFile), of)
	revision := search.Revision
	if m != nil {
		revision = m.Revision
	}
	if err == nil && res.Revision != 0 && res.Revision != revision {
		err = fmt.Errorf("revision %d of the engine, expected %d, which has played the runs before", revision, res.Revision)
	}
	if m != nil || err != nil {
		return m, false, err
	}
	part := ev.Parts(func(p *match.Part) { p.Label = g.name() + ", " + p.Label })
	began, games, done := time.Now(), 0, part.GameDone
	part.GameDone = func(p match.Progress) {
		if games++; done != nil {
			done(p)
		}
	}
	e, err := run(ctx, game, c, folder, crew, part)
	if games > 0 {
		match.ReadPace(folder).Add(folder, games, began)
	}
	if err != nil {
		return nil, true, err
	}
	m = newMeasured(g, game, e)
	m.Of, m.Revision, m.Time = of, search.Revision, match.ReadPace(folder).Time
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(m); err != nil {
		return nil, true, err
	}
	return m, true, files.Replace(filepath.Join(folder, measuredFile), b.Bytes())
}

// estimator measures the pieces of a game, as estimate.Run does.
type estimator func(context.Context, *rules.Game, estimate.Config, string, match.Crew, match.Events) (*estimate.Result, error)

// readMeasured reads what a run said; nil if there is no file.
func readMeasured(path, of string) (*measured, error) {
	data, err := files.Read(path, 1<<24)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	m := &measured{}
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(m)
	}
	if err == nil && m.Of != of {
		err = errors.New("it follows from another list, other rules or another fit than those of this program")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; without this file it is made again from the games", path, err)
	}
	return m, nil
}

// newMeasured takes what an estimate says of the guests.
func newMeasured(g *Group, game *rules.Game, e *estimate.Result) *measured {
	m := e.Measurement
	out := &measured{Games: e.Games.Games, Panel: e.Panel, Guests: make([]measuredGuest, len(g.Pieces))}
	for _, v := range m.Design.Values {
		if !opening.Guest(game, v.Type) {
			out.Host = append(out.Host, measuredHost{v.Piece, v.Worth})
		}
	}
	for i := range g.Pieces {
		x, t := &out.Guests[i], game.TypeNamed(formula.GuestName(i))
		for j, v := range m.Design.Values {
			if v.Type != t {
				continue
			}
			x.Worth, x.Luck, x.Pairs, x.Size = v.Worth, m.Luck.Values[j].Worth, v.Support, m.Scale.Deviation(j)
			if j < len(m.Phases) {
				x.Fillings = m.Phases[j].Worth
			}
		}
		for _, p := range m.Design.Places {
			switch {
			case p.Type != t || p.Support == 0:
			case p.Kind == tuning.Pair:
				x.Pair, x.PairWeight = p.Worth, p.WeightOfData
			case p.Kind == tuning.Second:
				x.Second, x.SecondWeight = p.Worth, p.WeightOfData
			}
		}
	}
	return out
}

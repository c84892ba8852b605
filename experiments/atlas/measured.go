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

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// measured is what a run says of its guests. It is kept beside the games, so that a run that is
// finished is not fitted again, and in a form that nobody reads by accident: it has locked pieces.
type measured struct {
	Of     string // hash of what it follows from
	Games  int
	Panel  *tuning.Panel
	Guests []measuredGuest
}

type measuredGuest struct {
	Worth, Luck, Pair stat.Interval
	// Size is how much the deviations of a player from the common values count, in those of one
	// piece: the unit has its own.
	Size float64
	// PairWeight is the share of Pair that the games decided rather than its prior.
	PairWeight float64
	Fillings   []stat.Interval
	Pairs      int
}

const measuredFile = "measured.gob"

// fitRevision is raised when the same games give other values. Runs that are measured are then
// measured again, from the games.
const fitRevision = 1

// measure plays the games of a run that its folder lacks and measures its guests. It reports
// whether it had to: games of a run that is measured are no longer needed.
func (s *Settings) measure(ctx context.Context, g *Group, game *rules.Game, hash, folder string, crew match.Crew, ev match.Events) (m *measured, played bool, err error) {
	c := s.config(g)
	config, err := json.Marshal(c)
	if err != nil {
		return nil, false, err
	}
	of := files.SHA256(fmt.Appendf(nil, "%s %s %d %d %s", hash, game.Variant.Hash(), search.Revision, fitRevision, config))
	if m, err = readMeasured(filepath.Join(folder, measuredFile), of); m != nil || err != nil {
		return m, false, err
	}
	part := ev.Parts(func(p *match.Part) { p.Label = g.name() + ", " + p.Label })
	e, err := estimate.Run(ctx, game, c, folder, crew, part)
	if err != nil {
		return nil, true, err
	}
	m = newMeasured(g, game, e)
	m.Of = of
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(m); err != nil {
		return nil, true, err
	}
	return m, true, files.Replace(filepath.Join(folder, measuredFile), b.Bytes())
}

// readMeasured reads what a run said; nil if there is no file, or one of other games.
func readMeasured(path, of string) (*measured, error) {
	data, err := files.Read(path, 1<<24)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	m := &measured{}
	if err == nil {
		err = gob.NewDecoder(bytes.NewReader(data)).Decode(m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; without this file it is made again from the games", path, err)
	}
	if m.Of != of {
		return nil, nil
	}
	return m, nil
}

// newMeasured takes what an estimate says of the guests.
func newMeasured(g *Group, game *rules.Game, e *estimate.Result) *measured {
	m := e.Measurement
	out := &measured{Games: e.Games.Games, Panel: e.Panel, Guests: make([]measuredGuest, len(g.Pieces))}
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
			if p.Type == t && p.Kind == tuning.Pair && p.Support > 0 {
				x.Pair, x.PairWeight = p.Worth, p.WeightOfData
			}
		}
	}
	return out
}

package study

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

	"bestiary/engine/search"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// measuredRun is the result of a run for its guests. It is kept with the games, so that a finished
// run is not fitted again, and in a form that is not read by accident: it contains locked pieces.
type measuredRun struct {
	Of       string // hash of its inputs
	Revision int    // of the engine that played
	Games    int
	Time     time.Duration
	Panel    *tuning.Panel
	Guests   []PieceValue // without what is known before the games
	Host     []measuredHost
}

// measuredHost is a piece of a host, without the choice of players.
type measuredHost struct {
	Piece string
	Worth stat.Interval

	board string
	again bool
}

const measuredFile = "measured.gob"

// fitRevision is raised when the same games give other values. What was measured is then refused until
// its file is removed.
const fitRevision = 1

// hash is over all that the values of a run of an atlas follow from.
func (g *GuestRun) hash(a *Atlas) string {
	config, _ := json.Marshal(g.config) // of plain fields, so there is no error
	return files.SHA256(fmt.Appendf(nil, "%s %s %d %s", a.Hash, g.chess.Hash(), fitRevision, config))
}

// read reads the result of a run of an atlas; nil if its folder has no such file. It is an error if
// another revision of the engine played the earlier runs.
func (g *GuestRun) read(folder string, a *Atlas) (m *measuredRun, err error) {
	path := filepath.Join(folder, "games", g.name(), measuredFile)
	data, err := files.Read(path, 1<<24)
	played := search.Revision
	if err == nil {
		m = &measuredRun{}
		if err = gob.NewDecoder(bytes.NewReader(data)).Decode(m); err == nil && m.Of != g.hash(a) {
			err = errors.New("it follows from another list, other rules or another fit than those of this program")
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w; without this file it is made again from the games", path, err)
		}
		played = m.Revision
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if a.Revision != 0 && a.Revision != played {
		return nil, fmt.Errorf("revision %d of the engine, expected %d, which has played the runs before", played, a.Revision)
	}
	return m, nil
}

// play plays the games of a run that its folder lacks, measures its guests and keeps the result.
func (g *GuestRun) play(ctx context.Context, r *Runner, a *Atlas) (*measuredRun, error) {
	run, err := g.run()
	if err != nil {
		return nil, err
	}
	played, err := r.playOne(ctx, run)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(r.Folder, run.Folder)
	m := g.measured(played.Values)
	m.Of, m.Revision, m.Time = g.hash(a), search.Revision, match.ReadPace(folder).Time
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(m); err != nil {
		return nil, err
	}
	return m, files.Replace(filepath.Join(folder, measuredFile), b.Bytes())
}

// measured extracts the values of the guests and of the host's pieces from an estimate.
func (g *GuestRun) measured(e *estimate.Result) *measuredRun {
	m := e.Measurement
	out := &measuredRun{Games: e.Games.Games, Panel: e.Panel, Guests: make([]PieceValue, len(g.Pieces))}
	guests := map[string]*PieceValue{}
	for i := range out.Guests {
		guests[formula.GuestName(i)] = &out.Guests[i]
	}
	for j, v := range m.Design.Values {
		x := guests[v.Piece]
		if x == nil {
			out.Host = append(out.Host, measuredHost{Piece: v.Piece, Worth: v.Worth})
			continue
		}
		x.Worth, x.Luck, x.Pairs, x.Size = v.Worth, m.Luck.Values[j].Worth, v.Support, m.Scale.Deviation(j)
		if j < len(m.Phases) {
			x.Fillings = m.Phases[j].Worth
		}
	}
	for _, p := range m.Design.Places {
		switch x := guests[p.Piece]; {
		case x == nil || p.Support == 0:
		case p.Kind == tuning.Pair:
			x.Pair, x.PairWeight = p.Worth, p.WeightOfData
		case p.Kind == tuning.Second:
			x.Second, x.SecondWeight = p.Worth, p.WeightOfData
		}
	}
	return out
}

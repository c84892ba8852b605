package server

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"bestiary/cmd/web"
	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

const (
	lookPause    = time.Second      // between checks of a run
	lifePause    = 15 * time.Second // between keep-alive messages when nothing happens
	measurePause = 10 * time.Second // before only a few new games are measured
)

// growth is the share of new games above which values are measured again at once.
const growth = 0.1

// maxWatched is the largest number of runs in a stream. A browser opens few connections to
// a server, so one stream serves all runs of a page.
const maxWatched = 16

// watch streams the results of runs as games come in, and the values of the pieces if the
// armies differ at random. The events are "results", "values" and "fault"; their data is
// {"run", "data"}.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) {
	ids := r.URL.Query()["run"]
	if len(ids) == 0 || len(ids) > maxWatched {
		fail(w, bad("%d runs to watch, expected 1 to %d", len(ids), maxWatched))
		return
	}
	var runs []*watching
	limit := s.visiting
	if s.trusts(r) {
		limit = s.working
	}
	stream := &stream{w: w, control: http.NewResponseController(w), spoke: time.Now()}
	for _, id := range ids {
		if _, _, err := s.look(id); err != nil {
			fail(w, err)
			return
		}
		runs = append(runs, &watching{server: s, id: id, stream: stream, limit: limit})
	}
	if err := stream.control.SetReadDeadline(time.Time{}); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	ticker := time.NewTicker(lookPause)
	defer ticker.Stop()
	for {
		for _, v := range runs {
			if err := v.step(r.Context()); err != nil && r.Context().Err() == nil {
				_ = stream.send("fault", v.id, map[string]string{"error": err.Error()}) // the stream ends in any case
				return
			}
		}
		if time.Since(stream.spoke) >= lifePause && stream.write(": alive\n\n") != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-ticker.C:
		}
	}
}

// stream is a stream of events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
	spoke   time.Time
}

func (s *stream) send(event, run string, data any) error {
	text, err := json.Marshal(map[string]any{"run": run, "data": data})
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", event, text))
}

func (s *stream) write(text string) error {
	if _, err := io.WriteString(s.w, text); err != nil {
		return err
	}
	s.spoke = time.Now()
	return s.control.Flush()
}

// look counts the games of a run and reports whether its armies differ at random.
func (s *Server) look(id string) (totals store.Totals, armies bool, err error) {
	games, err := s.open(id)
	if err != nil {
		return totals, false, err
	}
	defer games.Close()
	about, err := games.Info()
	return about.Totals, settings(about.Config).armies(), err
}

// settings is the configuration of a run of any kind.
type settings map[string]json.RawMessage

// armies reports whether the armies differ at random, so that values can be measured.
func (s settings) armies() bool { return string(s["openings"]) == fmt.Sprintf("%q", opening.Armies) }

// watching is a run watched by a stream.
type watching struct {
	server *Server
	id     string
	stream *stream
	limit  gate

	started  bool
	games    int // reported so far
	measured int // number of games when values were last measured
	at       time.Time
}

// step sends the news of a run.
func (v *watching) step(ctx context.Context) error {
	totals, armies, err := v.server.look(v.id)
	if err != nil {
		return err
	}
	if n := totals.Total.Games; !v.started || n != v.games {
		v.started, v.games = true, n
		if err := v.stream.send("results", v.id, totals); err != nil {
			return err
		}
	}
	grown := float64(v.games) >= (1+growth)*float64(v.measured)
	if !armies || v.games == v.measured || !grown && time.Since(v.at) < measurePause {
		return nil
	}
	if err := v.limit.enter(ctx); err != nil {
		return ctx.Err() // measure later, unless the client is gone
	}
	defer v.limit.leave()
	values, err := v.server.values(ctx, v.id)
	if err != nil || values.Pairs < web.MinPairs {
		return err
	}
	v.measured, v.at = v.games, time.Now()
	return v.stream.send("values", v.id, values)
}

// values holds the values of the pieces from the last round of a run.
type values struct {
	Round int `json:"round"`
	web.Worth
}

// values measures the complete pairs of the last round of a run.
func (s *Server) values(ctx context.Context, id string) (out values, err error) {
	games, err := s.open(id)
	if err != nil {
		return out, err
	}
	defer games.Close()
	g, err := rules.Compile(games.Variant())
	if err != nil {
		return out, err
	}
	if out.Round, err = lastRound(games); err != nil {
		return out, err
	}
	c, err := tuning.NewSample(g, tuning.Default())
	if err != nil {
		return out, err
	}
	for pair, err := range store.Pairs(games.Games(out.Round)) {
		if err = cmp.Or(err, ctx.Err()); err == nil {
			err = c.Add(pair)
		}
		if err != nil {
			return out, err
		}
	}
	var config settings
	if err := games.Config(&config); err != nil {
		return out, err
	}
	out.Worth, err = web.Live(g, c, float64(max(config.pairs(), web.MinPairs)))
	return out, err
}

// pairs returns the number of pairs of the complete run, or 0 if unknown.
func (s settings) pairs() (n int) {
	_ = json.Unmarshal(s["pairs"], &n) // then it stays 0
	return n
}

package hub

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// serve plays a range and sends its games.
func (w *worker) serve(ctx context.Context, a *assignment) error {
	began := time.Now()
	beat, stop := context.WithCancel(ctx)
	var alive sync.WaitGroup
	alive.Go(func() {
		pause := max(time.Duration(a.Millis)*time.Millisecond/3, 10*time.Millisecond)
		for sleep(beat, pause) == nil {
			w.beat(a, "")
		}
	})
	games, err := w.play(ctx, a.Job, a.Range)
	if err == nil {
		var m *nats.Msg
		if m, err = writeResult(a.Job, a.Range, games, w.me); err == nil {
			_, err = w.insist(ctx, m)
		} else {
			err = fmt.Errorf("work: %w", err)
		}
	}
	stop()
	alive.Wait()
	if errors.Is(err, errOver) {
		return nil
	}
	if err != nil {
		w.beat(a, "-") // another worker gets it at once
		return err
	}
	if w.cfg.Events.Played != nil {
		w.cfg.Events.Played(a.Job, a.Range, time.Since(began))
	}
	return nil
}

// errOver means that the games of a job are no longer collected.
var errOver = errors.New("the job is over")

func (w *workers) beat(a *assignment, sign string) {
	// If it fails, the next one may get through.
	_ = w.nc.Publish(beatSubject(w.me.key, a.Job), []byte(sign+token(a.Range)))
}

// play plays the games of a range.
func (w *worker) play(ctx context.Context, job string, r match.Range) ([]store.Record, error) {
	run, err := w.load(ctx, job)
	if err != nil {
		return nil, err
	}
	if w.playing != run {
		w.close()
		w.playing, w.single = run, run.Single()
	}
	var games []store.Record
	for i := range 2 * r.Count {
		k := store.Key{Pair: r.First + i/2, Index: i % 2}
		if testHook != nil {
			testHook(k)
		}
		rec, err := w.single.Play(ctx, k)
		if err != nil {
			return nil, err
		}
		games = append(games, rec)
	}
	return games, nil
}

// load returns the run of a job.
func (w *workers) load(ctx context.Context, job string) (*match.Run, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job == job {
		return w.last, nil
	}
	data, err := w.readJob(ctx, job)
	if err != nil {
		return nil, err
	}
	if files.SHA256(data) != job {
		return nil, fmt.Errorf("work: the content of job %.64s does not match its name", job)
	}
	r, err := match.ReadJob(data)
	if err != nil {
		return nil, fmt.Errorf("work: %w", err)
	}
	w.job, w.last = job, r
	return r, nil
}

// readJob joins the parts of a job.
func (w *workers) readJob(ctx context.Context, job string) (data []byte, err error) {
	for n := 0; ; n++ {
		m := nats.NewMsg(jobSubject(w.me.key, job))
		m.Data = strconv.AppendInt(nil, int64(n), 10)
		got, err := w.insist(ctx, m)
		if err != nil {
			return nil, err
		}
		data = append(data, got...)
		switch {
		case len(data) > maxJob:
			return nil, fmt.Errorf("work: job %.64s is too large, expected at most %d bytes", job, maxJob)
		case len(got) < jobPart:
			return data, nil
		}
	}
}

// insist asks the hub until it answers. The error is errOver if there is no hub for the
// job.
func (w *workers) insist(ctx context.Context, m *nats.Msg) ([]byte, error) {
	var alone time.Time
	began := time.Now()
	for tries := 1; ; tries++ {
		answer, err := w.request(ctx, m)
		switch {
		case err == nil:
			w.worked()
			return answer.Data, nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errRefused):
			return nil, err
		case w.idle(began):
			return nil, fmt.Errorf("work: the hub has not answered for %v (%w); if the run continues, other workers play the games again",
				w.cfg.Idle, err)
		case !errors.Is(err, nats.ErrNoResponders):
			alone = time.Time{}
		case alone.IsZero():
			alone = time.Now()
		case time.Since(alone) > overAfter:
			return nil, errOver
		}
		if tries == 2 {
			say(w.cfg.Events.Message, "the hub does not answer, trying again: %v", err)
		}
		if err := sleep(ctx, again/5+rand.N(again)); err != nil {
			return nil, err
		}
	}
}

// testHook, if not nil, is called before each game.
var testHook func(store.Key)

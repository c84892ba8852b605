package hub

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// serve plays a range and stores its games.
func (w *worker) serve(ctx context.Context, m jetstream.Msg) error {
	began := time.Now()
	job, r, err := readSubject(m.Subject())
	if err != nil {
		return errors.Join(err, m.Term())
	}
	beat, stop := context.WithCancel(ctx)
	var alive sync.WaitGroup
	alive.Go(func() { w.keepAlive(beat, m) })
	games, err := w.play(ctx, job, r)
	if err == nil {
		err = w.store(ctx, job, r, games)
	}
	stop()
	alive.Wait()
	if err != nil {
		_ = m.Nak() // another worker gets it at once
		return err
	}
	ack, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	// If the acknowledgement is lost, another worker does the work again.
	_ = m.DoubleAck(ack)
	if w.cfg.Events.Played != nil {
		w.cfg.Events.Played(job, r, time.Since(began))
	}
	return nil
}

// keepAlive tells the server that the work is still in progress.
func (w *worker) keepAlive(ctx context.Context, m jetstream.Msg) {
	pause := w.consumer.CachedInfo().Config.AckWait / 3
	for sleep(ctx, pause) == nil {
		_ = m.InProgress() // if it fails, the next one may get through
	}
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

// load returns the run of a job. It waits if the server is busy or away.
func (w *workers) load(ctx context.Context, job string) (*match.Run, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.job == job {
		return w.last, nil
	}
	data, err := w.readJob(ctx, job)
	for err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) && !errors.Is(err, errLarge) {
		if err := sleep(ctx, time.Second+rand.N(time.Second)); err != nil {
			return nil, err
		}
		data, err = w.readJob(ctx, job)
	}
	if err != nil {
		return nil, fmt.Errorf("work: job %s: %w", job, err)
	}
	if jobID(data) != job {
		return nil, fmt.Errorf("work: the content of job %s does not match its name", job)
	}
	r, err := match.ReadJob(data)
	if err != nil {
		return nil, fmt.Errorf("work: %w", err)
	}
	w.job, w.last = job, r
	return r, nil
}

// jobWait is how long a worker waits for a job before asking again.
const jobWait = 30 * time.Second

var errLarge = fmt.Errorf("it is too large, expected at most %d bytes", maxJob)

// readJob joins the parts of a job.
func (w *workers) readJob(ctx context.Context, job string) (data []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, jobWait)
	defer cancel()
	stream, err := w.js.Stream(ctx, workStream)
	if err != nil {
		return nil, err
	}
	for part := 0; ; part++ {
		m, err := stream.GetLastMsgForSubject(ctx, jobPartSubject(job, part))
		if err != nil {
			return nil, err
		}
		data = append(data, m.Data...)
		switch {
		case len(data) > maxJob:
			return nil, errLarge
		case len(m.Data) < jobPart:
			return data, nil
		}
	}
}

const (
	storeWait     = 10 * time.Second // for the server to store a result
	maxLocalTries = 5                // in the process of the hub
)

// store stores the games of a range. It waits if the server is away or has no space.
func (w *worker) store(ctx context.Context, job string, r match.Range, games []store.Record) error {
	m, err := writeResult(job, r, games, w.me)
	if err != nil {
		return fmt.Errorf("work: %w", err)
	}
	for tries := 1; ; tries++ {
		wait, cancel := context.WithTimeout(ctx, storeWait)
		_, err := w.js.PublishMsg(wait, m)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if w.local && tries == maxLocalTries {
			return fmt.Errorf("hub: the server does not store results: %w; if its disk is full, free some space and give the same command again; the games stored so far are kept", err)
		}
		if tries == 1 {
			say(w.cfg.Events.Message, "%s cannot be stored, trying again: %v", r, err)
		}
		if err := sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// testHook, if not nil, is called before each game.
var testHook func(store.Key)

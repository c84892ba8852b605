package hub

import (
	"bestiary/selfplay/match"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// job returns the run of a job.
func (w *workers) job(ctx context.Context, id string) (*match.Run, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r := w.jobs[id]; r != nil {
		return r, nil
	}
	data, err := w.readJob(ctx, id)
	for err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) && !errors.Is(err, errLarge) { // the server is busy or away
		if err := sleep(ctx, time.Second+rand.N(time.Second)); err != nil {
			return nil, err
		}
		data, err = w.readJob(ctx, id)
	}
	if err != nil {
		return nil, fmt.Errorf("work: job %s: %w", id, err)
	}
	if jobID(data) != id {
		return nil, fmt.Errorf("work: job %s has another content than its name says", id)
	}
	r, err := match.ReadJob(data)
	if err != nil {
		return nil, fmt.Errorf("work: %w", err)
	}
	clear(w.jobs) // one run after the other
	w.jobs[id] = r
	return r, nil
}

// jobWait is how long a worker waits for a job before it asks again.
const jobWait = 30 * time.Second

var errLarge = errors.New("it is too large")

func (w *workers) readJob(ctx context.Context, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, jobWait)
	defer cancel()
	jobs, err := w.js.ObjectStore(ctx, jobBucket)
	if err != nil {
		return nil, err
	}
	info, err := jobs.GetInfo(ctx, id)
	if err != nil {
		return nil, err
	}
	if info.Size > maxJob {
		return nil, fmt.Errorf("%w: %d bytes, expected at most %d", errLarge, info.Size, maxJob)
	}
	return jobs.GetBytes(ctx, id)
}

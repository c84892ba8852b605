package hub

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"bestiary/engine/search"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

const (
	window     = 4096        // largest number of ranges handed out at a time
	lookPause  = time.Second // between checks of the streams
	maxSilence = 10          // checks in a row that may fail
	maxStuck   = 3           // checks in a row with work that no worker can get
)

// collection collects the missing games of a run.
type collection struct {
	*Hub
	run     *match.Run
	job     string
	todo    []match.Range        // not yet handed out
	open    map[match.Range]bool // handed out, without a result
	stuck   int                  // checks in a row that found work that no worker can get
	silence int                  // checks in a row that failed
}

// Play implements match.Hub.
func (h *Hub) Play(ctx context.Context, r *match.Run, todo []match.Range, take func([]store.Record) error) error {
	data, err := r.Job()
	if err != nil {
		return err
	}
	c := &collection{Hub: h, run: r, job: jobID(data), open: map[match.Range]bool{}}
	if err := c.putJob(ctx, data); err != nil {
		return err
	}
	stored, err := h.subjects(ctx, resultsOf(c.job, "*"))
	if err != nil {
		return err
	}
	done := map[match.Range]bool{}
	for s := range stored {
		if _, r, err := readSubject(s); err == nil {
			done[r] = true
		}
	}
	c.todo = slices.DeleteFunc(slices.Clone(todo), func(r match.Range) bool { return done[r] })
	ctx, cancel := context.WithCancel(ctx)
	verdicts, wait, err := c.judge(ctx, todo)
	if err != nil {
		cancel()
		return fmt.Errorf("hub: %w", err)
	}
	defer wait()
	defer cancel()
	defer c.purge()
	return c.collect(ctx, verdicts, take)
}

// collect hands out work and accepts its results.
func (c *collection) collect(ctx context.Context, verdicts <-chan verdict, take func([]store.Record) error) error {
	tick := time.NewTicker(lookPause)
	defer tick.Stop()
	for {
		err := c.handOut(ctx)
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case err = <-c.failed:
		case <-tick.C:
			err = c.look(ctx)
		case v := <-verdicts:
			err = c.settle(ctx, &v, take)
		}
		if err != nil {
			return err
		}
	}
}

// settle accepts the games of a result, or bans the worker if the result is false.
func (c *collection) settle(ctx context.Context, v *verdict, take func([]store.Record) error) error {
	switch {
	case v.failed != nil:
		return v.failed
	case v.fault != nil:
		return c.ban(ctx, v)
	}
	c.status.add(v.name, len(v.games))
	delete(c.open, v.pairs)
	return take(v.games)
}

// subject returns the subject of a range's work.
func (c *collection) subject(r match.Range) string {
	return fmt.Sprintf("%s.%d.%s.%s", workSubject, search.Revision, c.job, token(r))
}

// putJob stores the job in parts.
func (c *collection) putJob(ctx context.Context, data []byte) error {
	for part := 0; ; part++ {
		size := min(jobPart, len(data))
		if _, err := c.publish(ctx, jobPartSubject(c.job, part), data[:size]); err != nil {
			return err
		}
		if data = data[size:]; size < jobPart {
			return nil
		}
	}
}

// handOut publishes work until enough of it is in progress.
func (c *collection) handOut(ctx context.Context) error {
	for len(c.todo) > 0 && len(c.open) < window {
		if _, err := c.offer(ctx, c.todo[0]); err != nil {
			return err
		}
		c.todo = c.todo[1:]
	}
	return nil
}

// offer publishes the work on a range unless it is already there, and reports whether it
// did.
func (c *collection) offer(ctx context.Context, r match.Range) (bool, error) {
	c.open[r] = true
	return c.publish(ctx, c.subject(r), nil)
}

// publish publishes a message unless it is already there, and reports whether it did.
func (h *Hub) publish(ctx context.Context, subject string, data []byte) (bool, error) {
	m := nats.NewMsg(subject)
	m.Data = data
	fresh, err := publishOnce(ctx, h.js, m)
	if err != nil {
		return false, fmt.Errorf("hub: the server does not store the work: %w; if its disk is full, free some space and give the same command again", err)
	}
	return fresh, nil
}

// purge removes the remaining work.
func (c *collection) purge() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// A worker does any work that remains, which is harmless.
	_ = c.work.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("%s.%d.%s.>", workSubject, search.Revision, c.job)))
}

// look reports on the workers and retries work that no worker can get.
func (c *collection) look(ctx context.Context) error {
	info, err := c.probe(ctx)
	if err != nil {
		if c.silence++; c.silence < maxSilence && ctx.Err() == nil {
			return nil
		}
		return fmt.Errorf("hub: the server does not store messages: %w; if its disk is full, free some space and give the same command again", err)
	}
	c.silence = 0
	c.status.report(c.cfg.Events.Status, info.NumRedelivered)
	if info.NumPending > 0 || info.NumAckPending > 0 || len(c.open) == 0 {
		c.stuck = 0
		return nil
	}
	if c.stuck++; c.stuck < maxStuck {
		return nil
	}
	c.stuck = 0
	return c.retry(ctx)
}

// probe returns the state of the work after checking that the server still stores
// messages. Workers that cannot store their results wait, so a full disk would otherwise
// go unnoticed.
func (c *collection) probe(ctx context.Context) (*jetstream.ConsumerInfo, error) {
	if err := c.work.Purge(ctx, jetstream.WithPurgeSubject(probeSubject)); err != nil {
		return nil, err
	}
	if _, err := c.js.Publish(ctx, probeSubject, nil); err != nil {
		return nil, err
	}
	return c.consumer.Info(ctx)
}

// retry hands out lost ranges again, and ranges that were delivered too often pair by
// pair. A pair that was delivered too often is an error.
func (c *collection) retry(ctx context.Context) error {
	for _, r := range slices.SortedFunc(maps.Keys(c.open), func(a, b match.Range) int { return a.First - b.First }) {
		fresh, err := c.offer(ctx, r)
		switch {
		case err != nil:
			return err
		case fresh: // lost, or done and not checked yet
			continue
		case r.Count == 1:
			return fmt.Errorf("hub: %s of round %d was handed out %d times, and no worker has finished it; play it on one machine, without a hub, to see why", r, c.run.Round(), c.cfg.MaxDeliver)
		}
		say(c.cfg.Events.Message, "%s of round %d were handed out %d times without being finished; trying again pair by pair", r, c.run.Round(), c.cfg.MaxDeliver)
		if err := c.work.Purge(ctx, jetstream.WithPurgeSubject(c.subject(r))); err != nil {
			return fmt.Errorf("hub: %w", err)
		}
		delete(c.open, r)
		for i := range r.Count {
			if _, err := c.offer(ctx, match.Range{First: r.First + i, Count: 1}); err != nil {
				return err
			}
		}
	}
	return nil
}

// subjects returns the subjects of the results and bans that match a filter.
func (h *Hub) subjects(ctx context.Context, filter string) (map[string]uint64, error) {
	info, err := h.results.Info(ctx, jetstream.WithSubjectFilter(filter))
	if err != nil {
		return nil, fmt.Errorf("hub: %w", err)
	}
	return info.State.Subjects, nil
}

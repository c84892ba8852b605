package hub

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"bestiary/engine/search"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

const (
	// window is how many ranges are handed out at most.
	window = 4096
	// look is the time between looks at the streams.
	look = time.Second
	// mostLooks is how often in a row a look may fail.
	mostLooks = 10
)

// collection is the work on the missing games of a run.
type collection struct {
	*Hub
	run     *match.Run
	job     string
	todo    []match.Range // not handed out
	open    map[match.Range]bool
	stuck   int // looks in a row that found work that nobody gets
	silence int // looks in a row that failed
}

// Play implements match.Hub.
func (h *Hub) Play(ctx context.Context, r *match.Run, todo []match.Range, take func([]store.Record) error) error {
	data, err := r.Job()
	if err != nil {
		return err
	}
	c := &collection{Hub: h, run: r, job: jobID(data), todo: todo, open: map[match.Range]bool{}}
	if err := c.putJob(ctx, data); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	verdicts, wait, err := c.judge(ctx, todo)
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	defer wait()
	defer cancel()
	defer c.purge()
	return c.collect(ctx, verdicts, take)
}

// collect hands out work and takes what comes back.
func (c *collection) collect(ctx context.Context, verdicts <-chan verdict, take func([]store.Record) error) error {
	if err := c.skipStored(ctx); err != nil {
		return err
	}
	tick := time.NewTicker(look)
	defer tick.Stop()
	for {
		if err := c.handOut(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-c.failed:
			return err
		case <-tick.C:
			if err := c.look(ctx); err != nil {
				return err
			}
		case v := <-verdicts:
			if err := c.settle(ctx, &v, take); err != nil {
				return err
			}
		}
	}
}

// settle takes the games of a result, or deals with a false one.
func (c *collection) settle(ctx context.Context, v *verdict, take func([]store.Record) error) error {
	switch {
	case v.failed != nil:
		return v.failed
	case v.fault == nil:
		c.status.add(v.name, len(v.games))
		delete(c.open, v.pairs)
		return take(v.games)
	case v.author == "": // nobody has signed it
		c.say("a message that is no result is ignored: %s: %v", v.pairs, v.fault)
		if err := c.results.DeleteMsg(ctx, v.sequence); err != nil {
			return err
		}
		if c.open[v.pairs] || slices.Contains(c.todo, v.pairs) {
			return c.publish(ctx, v.pairs)
		}
		return nil
	}
	return c.ban(ctx, v)
}

func (c *collection) subject(r match.Range) string {
	return fmt.Sprintf("%s.%d.%s.%s", workSubject, search.Revision, c.job, rangeToken(r))
}

// putJob stores the job under its hash.
func (c *collection) putJob(ctx context.Context, data []byte) error {
	if _, err := c.jobs.GetInfo(ctx, c.job); err == nil {
		return nil
	}
	_, err := c.jobs.PutBytes(ctx, c.job, data)
	return err
}

// skipStored leaves out the ranges whose results are stored: they come by themselves.
func (c *collection) skipStored(ctx context.Context) error {
	info, err := c.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject+"."+c.job+".>"))
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	c.todo = slices.DeleteFunc(slices.Clone(c.todo), func(r match.Range) bool {
		_, ok := info.State.Subjects[resultSubject+"."+c.job+"."+rangeToken(r)]
		return ok
	})
	return nil
}

// handOut publishes work until enough is under way.
func (c *collection) handOut(ctx context.Context) error {
	for len(c.todo) > 0 && len(c.open) < window {
		r := c.todo[0]
		if err := c.publish(ctx, r); err != nil {
			return err
		}
		c.todo = c.todo[1:]
	}
	return nil
}

func (c *collection) publish(ctx context.Context, r match.Range) error {
	c.open[r] = true
	if _, err := c.js.Publish(ctx, c.subject(r), nil); err != nil && !stored(err) {
		return fmt.Errorf("hub: the server does not keep the work: %w; if its disk is full, free some space and give the same command again", err)
	}
	return nil
}

// purge removes the work that is left.
func (c *collection) purge() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	// Work that stays is done by somebody and does no harm.
	_ = c.work.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("%s.%d.%s.>", workSubject, search.Revision, c.job)))
}

// look reports on the workers, and finds work that was handed out too often.
func (c *collection) look(ctx context.Context) error {
	info, err := c.consumer.Info(ctx)
	if err == nil {
		_, err = c.state.Put(ctx, "run", c.status.json(info.NumRedelivered))
	}
	if err != nil {
		if c.silence++; c.silence < mostLooks && ctx.Err() == nil {
			return nil
		}
		return fmt.Errorf("hub: the server does not keep what it is given: %w; if its disk is full, free some space and give the same command again", err)
	}
	c.silence = 0
	c.status.report(c.cfg.Events.Status, info.NumRedelivered)
	if info.NumPending > 0 || info.NumAckPending > 0 || len(c.open) == 0 {
		c.stuck = 0
		return nil
	}
	if c.stuck++; c.stuck < 3 {
		return nil
	}
	c.stuck = 0
	return c.retry(ctx)
}

// retry hands out again what nobody gets any more: pair by pair what was handed out too
// often, and all that the server has lost. A pair that was handed out too often is an
// error.
func (c *collection) retry(ctx context.Context) error {
	info, err := c.work.Info(ctx, jetstream.WithSubjectFilter(fmt.Sprintf("%s.%d.%s.>", workSubject, search.Revision, c.job)))
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	stored, err := c.results.Info(ctx, jetstream.WithSubjectFilter(resultSubject+"."+c.job+".>"))
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	for _, r := range slices.SortedFunc(maps.Keys(c.open), func(a, b match.Range) int { return a.First - b.First }) {
		if _, ok := stored.State.Subjects[resultSubject+"."+c.job+"."+rangeToken(r)]; ok {
			continue // it is on its way
		}
		if _, ok := info.State.Subjects[c.subject(r)]; !ok {
			if err := c.publish(ctx, r); err != nil {
				return err
			}
			continue
		}
		if r.Count == 1 {
			return fmt.Errorf("hub: %s of round %d was handed out %d times, and no worker has finished it; play it on one machine, without a hub, to see why", r, c.run.Round(), c.cfg.MaxDeliver)
		}
		c.say("%s of round %d were handed out %d times and not finished; now pair by pair", r, c.run.Round(), c.cfg.MaxDeliver)
		if err := c.work.Purge(ctx, jetstream.WithPurgeSubject(c.subject(r))); err != nil {
			return fmt.Errorf("hub: %w", err)
		}
		delete(c.open, r)
		for i := range r.Count {
			if err := c.publish(ctx, match.Range{First: r.First + i, Count: 1}); err != nil {
				return err
			}
		}
	}
	return nil
}

// banPrefix begins the keys of banned workers in the state.
const banPrefix = "ban."

// bans returns the keys of the workers that are banned.
func (h *Hub) bans(ctx context.Context) (map[string]bool, error) {
	keys, err := h.state.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, fmt.Errorf("hub: %w", err)
	}
	list := map[string]bool{}
	for _, k := range keys {
		if key, ok := strings.CutPrefix(k, banPrefix); ok {
			list[key] = true
		}
	}
	return list, nil
}

// ban bans the worker of a result.
func (c *collection) ban(ctx context.Context, v *verdict) error {
	c.say("worker %s is banned, and what it has played is played again: %v", v.name, v.fault)
	if _, err := c.state.PutString(ctx, banPrefix+v.author, v.name); err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if c.server != nil {
		c.server.ban(v.author)
	}
	earlier := false
	if err := c.eachResult(ctx, ">", func(job string, _ match.Range, key string, _ uint64) {
		earlier = earlier || key == v.author && job != c.job
	}); err != nil {
		return err
	}
	if earlier {
		return fmt.Errorf("hub: worker %s has altered games (%w), and earlier parts of the run have games of it; give the same command again, which plays them again", v.name, v.fault)
	}
	return match.ErrDistrusted
}

// Distrusted implements match.Hub.
func (h *Hub) Distrusted(ctx context.Context, r *match.Run, drop func([]match.Range) error) error {
	bans, err := h.bans(ctx)
	if err != nil || len(bans) == 0 {
		return err
	}
	data, err := r.Job()
	if err != nil {
		return err
	}
	var ranges []match.Range
	var sequences []uint64
	err = h.eachResult(ctx, jobID(data)+".>", func(_ string, r match.Range, key string, sequence uint64) {
		if bans[key] {
			ranges, sequences = append(ranges, r), append(sequences, sequence)
		}
	})
	if err != nil || len(ranges) == 0 {
		return err
	}
	if err := drop(ranges); err != nil {
		return err
	}
	for _, s := range sequences {
		if err := h.results.DeleteMsg(ctx, s); err != nil {
			return fmt.Errorf("hub: %w", err)
		}
	}
	return nil
}

// eachResult calls use with the job, range, author and sequence number of all results
// whose subjects have an end. The author may be false.
func (h *Hub) eachResult(ctx context.Context, end string, use func(job string, r match.Range, key string, sequence uint64)) error {
	fail := func(err error) error { return fmt.Errorf("hub: %w", err) }
	consumer, err := h.results.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{FilterSubjects: []string{resultSubject + "." + end}, HeadersOnly: true})
	if err != nil {
		return fail(err)
	}
	info, err := consumer.Info(ctx)
	if err != nil {
		return fail(err)
	}
	left := info.NumPending
	messages, err := consumer.Messages()
	if err != nil {
		return fail(err)
	}
	defer messages.Stop()
	for left > 0 {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return fail(err)
		}
		meta, err := m.Metadata()
		if err != nil {
			return fail(err)
		}
		left = meta.NumPending
		if job, r, err := readSubject(m.Subject()); err == nil {
			use(job, r, m.Headers().Get(headerKey), meta.Sequence.Stream)
		}
	}
	return nil
}

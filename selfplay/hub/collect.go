package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Pauses, which tests shorten.
var (
	lookPause = 500 * time.Millisecond // between looks at silent workers
	holdAsk   = 3 * time.Second        // how long a worker that asks waits for an answer; the worker asks again after twice that
	overAfter = 3 * time.Second        // how long a job may have no hub, as when a run is continued
	again     = time.Second            // between tries of a worker, at most
)

// collection collects the missing games of a run.
type collection struct {
	*Hub
	run     *match.Run
	job     string
	ledger  *ledger
	asked   chan *nats.Msg
	asking  map[string]int // messages of a worker in asked and waiting; under the mutex of the hub
	waiting []waiting
	subs    []*nats.Subscription
}

// waiting is a worker that waits for work.
type waiting struct {
	m     *nats.Msg
	key   string
	until time.Time
}

// Play implements match.Hub.
func (h *Hub) Play(ctx context.Context, r *match.Run, todo []match.Range, take func(store.Author, []store.Record) error) error {
	data, err := r.Job()
	if err != nil {
		return err
	}
	c := &collection{Hub: h, run: r, job: files.SHA256(data), ledger: newLedger(todo, h.cfg.AckWait, h.cfg.MaxDeliver),
		asked: make(chan *nats.Msg, 4096), asking: map[string]int{}}
	if h.cfg.Workers > 0 {
		c.ledger.crew = h.me.key
	}
	h.mu.Lock()
	for who := range h.played {
		c.ledger.proved[who] = true
	}
	h.mu.Unlock()
	defer c.dismiss()
	ctx, cancel := context.WithCancel(ctx)
	verdicts, wait, err := c.judge(ctx)
	if err == nil {
		err = c.listen(data)
	}
	defer wait()
	defer cancel()
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	return c.collect(ctx, verdicts, take)
}

// listen answers workers that ask for work and for the job.
func (c *collection) listen(job []byte) error {
	return errors.Join( // runs that share a server share the workers that ask
		c.on(jobSubject("*", c.job), "", bulky, func(m *nats.Msg) {
			n, _ := strconv.Atoi(string(m.Data))
			c.reply(m, part(job, n))
		}),
		c.on(beatSubject("*", c.job), "", plain, func(m *nats.Msg) {
			text, ends := strings.CutPrefix(string(m.Data), "-")
			r, err := readToken(text)
			switch {
			case err != nil:
			case ends:
				c.ledger.fail(r, author(m))
			default:
				c.ledger.beat(r, author(m))
			}
		}),
		c.on(askSubject("*"), "bestiary", plain, c.ask),
	)
}

// on calls do for the messages on a subject while games are collected. Of the members of a
// group one gets the message.
func (c *collection) on(subject, group string, weight int, do func(*nats.Msg)) error {
	s, err := c.nc.QueueSubscribe(subject, group, func(m *nats.Msg) {
		if !c.refuse(m, weight) {
			do(m)
		}
	})
	if err != nil {
		return err
	}
	c.subs = append(c.subs, s)
	return s.SetPendingLimits(-1, maxPending)
}

// ask keeps a worker waiting for work, unless it would have too much.
func (c *collection) ask(m *nats.Msg) {
	if !answerable(m) {
		return
	}
	key := author(m)
	c.mu.Lock()
	if c.asking[key] >= c.ledger.room(key) {
		c.mu.Unlock()
		c.refuse(m, excess-plain)
		return
	}
	defer c.mu.Unlock()
	select {
	case c.asked <- m:
		c.asking[key]++
	default: // the worker asks again
	}
}

// tell answers a waiting worker.
func (c *collection) tell(w *waiting, data []byte) {
	c.mu.Lock()
	if c.asking[w.key]--; c.asking[w.key] == 0 {
		delete(c.asking, w.key)
	}
	c.mu.Unlock()
	c.reply(w.m, data)
}

// dismiss ends the collection: workers that wait ask again.
func (c *collection) dismiss() {
	for _, s := range c.subs {
		_ = s.Unsubscribe() // the connection may be closed
	}
	for len(c.asked) > 0 {
		c.reply(<-c.asked, nil)
	}
	for _, w := range c.waiting {
		c.reply(w.m, nil)
	}
	_ = c.nc.FlushTimeout(time.Second)
}

// reply answers a worker.
func (h *Hub) reply(m *nats.Msg, data []byte) { h.answer(m, &nats.Msg{Data: data}) }

// answerable reports whether a worker asks for an answer on a subject of its own: the hub
// may publish what a worker may not.
func answerable(m *nats.Msg) bool { return strings.HasPrefix(m.Reply, inbox(author(m))+".") }

func (h *Hub) answer(m, with *nats.Msg) {
	if answerable(m) {
		with.Subject = m.Reply
		_ = h.nc.PublishMsg(with) // the worker asks again
	}
}

// collect hands out work and accepts its results.
func (c *collection) collect(ctx context.Context, verdicts <-chan verdict, take func(store.Author, []store.Record) error) error {
	tick := time.NewTicker(lookPause)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case err = <-c.failed:
		case <-tick.C:
			err = c.look()
		case m := <-c.asked:
			if key := author(m); !c.Bans(key) {
				c.waiting = append(c.waiting, waiting{m, key, time.Now().Add(holdAsk)})
				c.handOut()
			}
		case key := <-c.flooding:
			err = c.expel(machine(key), key, fmt.Errorf("it sends far more than %d workers need", maxHeld))
		case v := <-verdicts:
			err = c.settle(&v, take)
		}
		if err != nil {
			return err
		}
	}
}

// settle stores the games of a result, or bans the worker if the result is false.
func (c *collection) settle(v *verdict, take func(store.Author, []store.Record) error) error {
	switch {
	case v.failed != nil:
		return v.failed
	case v.fault != nil:
		defer c.refuse(v.m, plain)
		c.ledger.reject(v.pairs)
		return c.expel(machine(v.author), v.name, v.fault)
	case c.Bans(v.author): // banned while the result was checked
		c.ledger.reject(v.pairs)
		c.handOut()
		return nil
	}
	c.mu.Lock()
	c.jobs(machine(v.author))[c.job] = true
	c.accepted[machine(v.author)] += len(v.games)
	c.mu.Unlock()
	c.status.add(v.name, len(v.games))
	// After an error the run ends, and the missing games are played again.
	err := take(store.Author{Key: v.author, Name: v.name, First: v.pairs.First, Count: v.pairs.Count}, v.games)
	c.ledger.settle(v.pairs, v.author)
	c.reply(v.m, nil)
	return err
}

// handOut gives work to waiting workers, first to those of the lowest rank.
func (c *collection) handOut() {
	for {
		least := c.ledger.first(c.waiting)
		if least < 0 || !c.serve(&c.waiting[least], false) {
			return
		}
		c.waiting = slices.Delete(c.waiting, least, least+1)
	}
}

// serve gives work to a worker if there is some.
func (c *collection) serve(w *waiting, backup bool) bool {
	r, ok := c.ledger.give(w.key, backup)
	if ok {
		data, _ := json.Marshal(assignment{c.job, r, c.cfg.AckWait.Milliseconds()}) // cannot fail: all fields are plain
		c.tell(w, data)
	}
	return ok
}

// look takes work from silent workers, hands it out, and reports on the workers.
func (c *collection) look() error {
	for _, r := range c.ledger.lapse() {
		text := fmt.Sprintf("%d workers have failed at %s of round %d", c.cfg.MaxDeliver, r, c.run.Round())
		switch {
		case c.cfg.Workers > 0:
			say(c.cfg.Events.Message, "%s; now only this process tries", text)
		case r.Count > 1:
			say(c.cfg.Events.Message, "%s; now others try pair by pair", text)
		case c.ledger.spent(r):
			return fmt.Errorf("hub: %s; play it on one machine, without a hub, to see why", text)
		default:
			say(c.cfg.Events.Message, "%s; others try again, since not all of these have played games before", text)
		}
	}
	c.handOut()
	now := time.Now()
	none := map[string]bool{} // workers for which there is no backup, either
	c.waiting = slices.DeleteFunc(c.waiting, func(w waiting) bool {
		if !none[w.key] && c.serve(&w, true) {
			return true
		}
		none[w.key] = true
		over := now.After(w.until)
		if over {
			c.tell(&w, nil)
		}
		return over
	})
	dropped := int(c.dropped.Load())
	for _, s := range c.subs {
		n, _ := s.Dropped() // because too many waited; none if it has ended
		dropped += n
	}
	c.status.report(c.cfg.Events.Status, c.ledger.taken(), dropped)
	return nil
}

// verdict is a result that has been checked.
type verdict struct {
	m      *nats.Msg
	pairs  match.Range
	games  []store.Record
	author string // the worker's key
	name   string // the worker's name
	fault  error  // what is wrong with the result
	failed error  // why the check itself failed
}

// judge checks the results of missing ranges as they arrive. Once the context has ended,
// wait waits for the checks.
func (c *collection) judge(ctx context.Context) (verdicts <-chan verdict, wait func(), err error) {
	var group sync.WaitGroup
	sub, err := c.nc.SubscribeSync(resultSubject("*", c.job))
	if err != nil {
		return nil, group.Wait, err
	}
	c.subs = append(c.subs, sub)
	out := make(chan verdict, 16)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			single := c.run.Single()
			defer single.Close()
			for ctx.Err() == nil {
				m, err := sub.NextMsgWithContext(ctx)
				switch {
				case errors.Is(err, nats.ErrSlowConsumer): // workers resend dropped results
					continue
				case err == nil && !c.wanted(m):
					continue
				}
				v := verdict{m: m, failed: err}
				if err == nil {
					v = c.check(ctx, single, m)
				}
				select {
				case out <- v:
				case <-ctx.Done():
				}
			}
		})
	}
	return out, group.Wait, sub.SetPendingLimits(-1, maxPending)
}

// wanted reports whether a result is to be checked. A worker is told if its result is not needed,
// but not if it, or the same result of another, is already being checked.
func (c *collection) wanted(m *nats.Msg) bool {
	r, err := readToken(m.Header.Get(headerRange))
	if c.refuse(m, plain) || err != nil {
		return false
	}
	open, first := c.ledger.claim(r)
	if !open {
		c.reply(m, nil)
	}
	return first
}

// check returns the verdict on a result.
func (c *collection) check(ctx context.Context, single *match.Single, m *nats.Msg) verdict {
	v := verdict{m: m, author: author(m), name: readName(m.Header)}
	v.pairs, _ = readToken(m.Header.Get(headerRange)) // wanted has read it
	if v.games, v.fault = readResult(m.Data, v.pairs, c.run.Config().MaxPlies); v.fault != nil || v.author == c.me.key && c.server != nil {
		return v
	}
	c.mu.Lock()
	again := share(c.cfg.Share, c.accepted[machine(v.author)], len(c.banned) > 0)
	c.mu.Unlock()
	for i := range v.games {
		game := &v.games[i]
		if v.fault = single.Check(ctx, game); v.fault == nil && rand.Float64() < again {
			own, err := single.Play(ctx, game.Key())
			if v.failed = err; err == nil && !reflect.DeepEqual(&own, game) {
				v.fault = fmt.Errorf("game %s differs when it is played again", game.Name())
			}
		}
		if err := ctx.Err(); err != nil {
			return verdict{failed: err}
		}
		if v.fault != nil || v.failed != nil {
			return v
		}
	}
	return v
}

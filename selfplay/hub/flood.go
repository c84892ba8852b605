package hub

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/selfplay/match"
)

// What a message of a worker weighs. A process of maxHeld workers stays below maxTraffic
// also when it asks again for all of them at once, or loads the largest job.
const (
	plain      = 1
	excess     = 4               // asks for more work than a worker may have
	bulky      = 64              // wants a part of a job
	maxTraffic = 16 * maxHeld    // of a worker in a period
	maxPeriod  = time.Second     // the period, or the time that a worker may be silent if that is shorter
	maxAnswers = maxTraffic / 16 // to a banned worker in a period
)

// traffic weighs the messages of each worker in the current period.
type traffic struct {
	ends   time.Time
	weight map[string]int // by key
}

// add returns what a worker has sent in this period.
func (t *traffic) add(key string, weight int, now time.Time, period time.Duration) int {
	if now.After(t.ends) {
		t.ends = now.Add(min(period, maxPeriod))
		clear(t.weight)
	}
	t.weight[key] += weight
	return t.weight[key]
}

// refuse reports whether the author of a message is banned, and tells the author. It also
// bans authors that send too much. It is called before a message is parsed.
func (h *Hub) refuse(m *nats.Msg, weight int) bool {
	key := author(m)
	h.mu.Lock()
	sent := h.traffic.add(key, weight, time.Now(), h.cfg.AckWait)
	_, banned := h.banned[key]
	if !banned && sent > maxTraffic && key != h.me.key {
		banned, h.banned[key] = true, key
		select {
		case h.flooding <- key:
		default: // what it has is taken from it when it falls silent
		}
	}
	h.mu.Unlock()
	if banned && sent <= maxAnswers {
		h.answer(m, &nats.Msg{Header: nats.Header{headerBanned: {"yes"}}})
	}
	return banned
}

// expel takes everything from a worker that was banned for sending too much.
func (c *collection) expel(key string) error {
	c.ledger.release(key)
	c.waiting = slices.DeleteFunc(c.waiting, func(w waiting) bool { return w.key == key })
	c.mu.Lock()
	delete(c.asking, key)
	idle := len(c.played[key]) == 0
	c.mu.Unlock()
	err := c.ban(key, key, fmt.Errorf("it sends far more than %d workers need", maxHeld))
	if idle && errors.Is(err, match.ErrDistrusted) { // nothing to play again
		err = nil
	}
	c.handOut()
	return err
}

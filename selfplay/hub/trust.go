package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// bansFile holds the names of the banned workers by machine, as JSON.
const bansFile = "banned.json"

// maxBans is the largest size of the file of bans in bytes.
const maxBans = 16 << 20

// readBans reads the bans of earlier processes.
func (h *Hub) readBans() error {
	path := filepath.Join(h.cfg.Folder, bansFile)
	data, err := files.Read(path, maxBans)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	err = json.Unmarshal(data, &h.banned)
	if err == nil && h.banned == nil {
		err = errors.New("it holds null, expected an object")
	}
	if err != nil {
		return fmt.Errorf("hub: %s is damaged: %w; remove it, and the hub will find bad workers again", path, err)
	}
	return nil
}

// Bans implements match.Hub.
func (h *Hub) Bans(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, is := h.banned[machine(key)]
	return is
}

// admit reports whether a worker may connect, and notes its address.
func (h *Hub) admit(key, address string) bool {
	h.mu.Lock()
	if len(h.address) >= 1<<16 { // those of before are limited by key alone
		clear(h.address)
	}
	h.address[key] = address
	h.mu.Unlock()
	return !h.Bans(key)
}

// jobs returns the jobs with stored games of a machine. The caller holds the mutex.
func (h *Hub) jobs(who string) map[string]bool {
	if h.played[who] == nil {
		h.played[who] = map[string]bool{}
	}
	return h.played[who]
}

// longHistory is the number of accepted games at which a machine's share is twice the configured one.
const longHistory = 20_000

// share returns the share of the games of a machine that are played again. It falls like one divided
// by the number of accepted games, so that it does not pay to wait before altering some: TestTrust.
// It rises after the first ban.
func share(check float64, accepted int, bans bool) float64 {
	if bans {
		check *= 2
	}
	return min(1, check*(1+longHistory/float64(max(accepted, 1))))
}

// ban bans a machine. The error is match.ErrDistrusted or match.ErrEarlier if games of it are stored.
func (c *collection) ban(who, name string, fault error) error {
	if c.server != nil && c.server.secure {
		name += " of machine " + who
	}
	say(c.cfg.Events.Message, "worker %s is banned, and what it has played is played again: %v", name, fault)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.banned[who] = name
	data, err := json.Marshal(c.banned)
	if err == nil {
		err = os.MkdirAll(c.cfg.Folder, 0o700)
	}
	if err == nil {
		err = files.Replace(filepath.Join(c.cfg.Folder, bansFile), data)
	}
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if c.server != nil {
		c.server.disconnect(who, c.address)
	}
	jobs := c.played[who]
	delete(c.played, who)
	switch {
	case len(jobs) == 0:
		return nil
	case len(jobs) > 1 || !jobs[c.job]:
		return match.ErrEarlier
	}
	return match.ErrDistrusted
}

// Remember implements match.Hub.
func (h *Hub) Remember(r *match.Run, authors []store.Author) error {
	data, err := r.Job()
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range authors {
		if !a.Doubted() {
			h.jobs(machine(a.Key))[files.SHA256(data)] = true
		}
	}
	return nil
}

// The weights of a worker's messages. A process of maxHeld workers stays below maxTraffic also when
// it asks again for all of them at once, or loads the largest job.
const (
	plain      = 1
	excess     = 4               // asks for more work than a worker may have
	bulky      = 64              // wants a part of a job
	maxTraffic = 16 * maxHeld    // of a worker in a period
	maxAddress = 4 * maxTraffic  // of all workers with an address, which may be several machines
	maxPeriod  = time.Second     // the period, or the time that a worker may be silent if that is shorter
	maxAnswers = maxTraffic / 16 // to a banned worker in a period
)

// traffic weighs the messages of each worker and of each address in the current period.
type traffic struct {
	ends   time.Time
	weight map[string]int // by key or address
}

// add returns how much a worker or an address has sent in this period.
func (t *traffic) add(key string, weight int, now time.Time, period time.Duration) int {
	if now.After(t.ends) {
		t.ends = now.Add(min(period, maxPeriod))
		clear(t.weight)
	}
	t.weight[key] += weight
	return t.weight[key]
}

// refuse reports whether a message is dropped unread, because its author is banned, which the author
// is told, or because too much comes from its address. It also bans authors that send too much.
func (h *Hub) refuse(m *nats.Msg, weight int) bool {
	key, now := author(m), time.Now()
	who := machine(key)
	h.mu.Lock()
	sent := h.traffic.add(key, weight, now, h.cfg.AckWait)
	_, banned := h.banned[who]
	drop := banned
	if at := h.address[key]; !banned && at != "" {
		drop = h.traffic.add(at, weight, now, h.cfg.AckWait) > maxAddress
	}
	if !drop && sent > maxTraffic && key != h.me.key {
		banned, drop, h.banned[who] = true, true, key
		select {
		case h.flooding <- key:
		default: // its ranges are taken from it when it falls silent
		}
	}
	if drop {
		h.dropped.Add(1)
	}
	h.mu.Unlock()
	if banned && sent <= maxAnswers {
		h.answer(m, &nats.Msg{Header: nats.Header{headerBanned: {"yes"}}})
	}
	return drop
}

// expel bans a machine and takes everything from it. The collection continues if none of its games count.
func (c *collection) expel(who, name string, fault error) error {
	c.ledger.release(who)
	c.waiting = slices.DeleteFunc(c.waiting, func(w waiting) bool { return machine(w.key) == who })
	c.mu.Lock()
	maps.DeleteFunc(c.asking, func(key string, _ int) bool { return machine(key) == who })
	c.mu.Unlock()
	err := c.ban(who, name, fault)
	c.handOut()
	return err
}

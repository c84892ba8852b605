package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// bansFile holds the names of the banned workers by key, as JSON.
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
	if err := json.Unmarshal(data, &h.banned); err != nil {
		return fmt.Errorf("hub: %s is damaged: %w; remove it, and the hub will find bad workers again", path, err)
	}
	return nil
}

// Bans implements match.Hub.
func (h *Hub) Bans(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, is := h.banned[key]
	return is
}

// jobs returns the jobs with stored games of a worker. The caller holds the mutex.
func (h *Hub) jobs(key string) map[string]bool {
	if h.played[key] == nil {
		h.played[key] = map[string]bool{}
	}
	return h.played[key]
}

// ban bans a worker. The error is match.ErrDistrusted unless something else is wrong.
func (c *collection) ban(key, name string, fault error) error {
	say(c.cfg.Events.Message, "worker %s is banned, and what it has played is played again: %v", name, fault)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.banned[key] = name
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
		c.server.disconnect(key)
	}
	for job := range c.played[key] {
		if job != c.job {
			return fmt.Errorf("hub: worker %s is banned (%w), and earlier parts of the run contain its games; give the same command again to replay them", name, fault)
		}
	}
	return match.ErrDistrusted
}

// Distrusted implements match.Hub.
func (h *Hub) Distrusted(r *match.Run, authors []store.Author) (bad []store.Author, err error) {
	data, err := r.Job()
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, a := range authors {
		if _, banned := h.banned[a.Key]; banned {
			bad = append(bad, a)
		} else {
			h.jobs(a.Key)[files.SHA256(data)] = true
		}
	}
	return bad, nil
}

// The weights of a worker's messages. A process of maxHeld workers stays below maxTraffic also when
// it asks again for all of them at once, or loads the largest job.
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

// add returns how much a worker has sent in this period.
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
		default: // its ranges are taken from it when it falls silent
		}
	}
	h.mu.Unlock()
	if banned && sent <= maxAnswers {
		h.answer(m, &nats.Msg{Header: nats.Header{headerBanned: {"yes"}}})
	}
	return banned
}

// counts reports whether stored games are of a worker.
func (h *Hub) counts(key string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.played[key]) > 0
}

// expel bans a worker and takes everything from it. The collection continues if none of its games count.
func (c *collection) expel(key, name string, fault error) error {
	c.ledger.release(key)
	c.waiting = slices.DeleteFunc(c.waiting, func(w waiting) bool { return w.key == key })
	c.mu.Lock()
	delete(c.asking, key)
	c.mu.Unlock()
	idle := !c.counts(key)
	err := c.ban(key, name, fault)
	if idle && errors.Is(err, match.ErrDistrusted) { // no games to play again
		err = nil
	}
	c.handOut()
	return err
}

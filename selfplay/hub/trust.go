package hub

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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

// refused reports whether a worker is banned.
func (h *Hub) refused(key string) bool {
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
			h.jobs(a.Key)[jobID(data)] = true
		}
	}
	return bad, nil
}

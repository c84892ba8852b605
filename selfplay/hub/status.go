package hub

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Events are callbacks, called on the goroutine that plays. The zero value reports nothing.
type Events struct {
	// Message is called with what a person should know.
	Message func(text string)
	// Status is called now and then.
	Status func(Status)
}

// Status says who plays.
type Status struct {
	Machines    int            `json:"machines"`
	Workers     []WorkerStatus `json:"workers"` // by name; those of the last minutes
	Redelivered int            `json:"redelivered"`
}

// WorkerStatus is what a process of workers has done.
type WorkerStatus struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Rate  float64 `json:"rate"` // games per second since its first result
}

const (
	reportPause = 10 * time.Second
	forgotten   = 5 * time.Minute // after its last result
)

// status counts results.
type status struct {
	mu    sync.Mutex
	list  map[string]*counted
	spoke time.Time
}

type counted struct {
	games       int
	first, last time.Time
}

func (s *status) add(name string, games int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	if s.list == nil {
		s.list, s.spoke = map[string]*counted{}, now
	}
	w := s.list[name]
	if w == nil {
		w = &counted{first: now}
		s.list[name] = w
	}
	w.games, w.last = w.games+games, now
}

// now returns the status.
func (s *status) now(redelivered int) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := Status{Redelivered: redelivered}
	machines := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.list)) {
		w := s.list[name]
		if time.Since(w.last) > forgotten {
			delete(s.list, name)
			continue
		}
		host, _, _ := strings.Cut(name, "/")
		machines[host] = true
		rate := float64(w.games) / max(time.Since(w.first).Seconds(), 1)
		out.Workers = append(out.Workers, WorkerStatus{name, w.games, rate})
	}
	out.Machines = len(machines)
	return out
}

func (s *status) json(redelivered int) []byte {
	text, _ := json.Marshal(s.now(redelivered)) // plain fields
	return text
}

// report calls show when it is time.
func (s *status) report(show func(Status), redelivered int) {
	if show == nil || s.list == nil || time.Since(s.spoke) < reportPause {
		return
	}
	s.spoke = time.Now()
	show(s.now(redelivered))
}

// say tells a person something.
func (h *Hub) say(format string, args ...any) {
	if h.cfg.Events.Message != nil {
		h.cfg.Events.Message(fmt.Sprintf(format, args...))
	}
}

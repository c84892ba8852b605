package hub

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Events are callbacks, called on the goroutine that called Play. The zero value reports
// nothing.
type Events struct {
	// Message is called with news for a person.
	Message func(text string)
	// Status is called every ten seconds or so.
	Status func(Status)
}

// Status lists the workers and what they have played.
type Status struct {
	Machines    int            `json:"machines"`
	Workers     []WorkerStatus `json:"workers"` // by name; those of the last minutes
	Redelivered int            `json:"redelivered"`
}

// WorkerStatus says what a worker process has done.
type WorkerStatus struct {
	Name  string  `json:"name"`
	Games int     `json:"games"`
	Rate  float64 `json:"rate"` // games per second since its first result
}

const (
	reportPause = 10 * time.Second
	forgetAfter = 5 * time.Minute // after the last result of a worker
)

// status counts the games of each worker.
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

// now returns the status, leaving out and forgetting silent workers.
func (s *status) now(redelivered int) Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.list, func(_ string, w *counted) bool { return time.Since(w.last) > forgetAfter })
	out := Status{Redelivered: redelivered}
	machines := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.list)) {
		host, _, _ := strings.Cut(name, "/")
		machines[host] = true
		w := s.list[name]
		rate := float64(w.games) / max(time.Since(w.first).Seconds(), 1)
		out.Workers = append(out.Workers, WorkerStatus{name, w.games, rate})
	}
	out.Machines = len(machines)
	return out
}

// report calls show if the last report was a while ago.
func (s *status) report(show func(Status), redelivered int) {
	if show == nil || s.list == nil || time.Since(s.spoke) < reportPause {
		return
	}
	s.spoke = time.Now()
	show(s.now(redelivered))
}

// say passes a message to a callback that may be nil.
func say(to func(string), format string, args ...any) {
	if to != nil {
		to(fmt.Sprintf(format, args...))
	}
}

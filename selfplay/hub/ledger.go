package hub

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"bestiary/selfplay/match"
)

const (
	maxHeld     = 1024 // ranges that a worker can have at a time
	backupAfter = 4    // times the wait, after which a range is given to a second worker
)

// ledger records which ranges lack a result and which workers play them.
type ledger struct {
	mu     sync.Mutex
	wait   time.Duration           // how long a worker may be silent
	most   int                     // largest number of workers that fail at a range
	queue  []match.Range           // held by no worker
	open   map[match.Range]*leased // without a result
	held   map[string]int          // number of ranges of a worker
	busy   map[string]int          // number of ranges of a machine
	fails  map[string]int          // how often a machine has failed since its last result
	proved map[string]bool         // machines with results
	lapsed int                     // how often workers have failed
	crew   string                  // key of the workers of this process, if it has some
}

// leased is a range without a result.
type leased struct {
	holders map[string]time.Time // workers that play it, and when they lose it
	failed  map[string]bool      // machines that have given it back or fallen silent
	given   time.Time            // when a worker with results, or the first, has got it
	checked bool                 // whether a result is being checked
	own     bool                 // whether only this process plays it
}

func newLedger(todo []match.Range, wait time.Duration, most int) *ledger {
	l := &ledger{wait: wait, most: most, open: map[match.Range]*leased{}, held: map[string]int{}, fails: map[string]int{}}
	l.proved, l.busy = map[string]bool{}, map[string]int{}
	for _, r := range todo {
		l.add(r)
	}
	return l
}

func (l *ledger) add(r match.Range) {
	l.open[r] = &leased{holders: map[string]time.Time{}, failed: map[string]bool{}}
	l.queue = append(l.queue, r)
}

// give gives a range to a worker, if possible one at which it has not failed. If backup is set, it
// may be one that another has had for long.
func (l *ledger) give(key string, backup bool) (r match.Range, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := l.next(key)
	switch {
	case l.held[key] >= maxHeld:
		return r, false
	case i >= 0:
		r = l.queue[i]
		l.queue = slices.Delete(l.queue, i, i+1)
	case backup:
		found := false
		for at, x := range l.open {
			if _, has := x.holders[key]; has || x.checked || x.own || time.Since(x.given) < backupAfter*l.wait || found && l.open[r].given.Before(x.given) {
				continue
			}
			r, found = at, true
		}
		if !found {
			return r, false
		}
	default:
		return r, false
	}
	x, now := l.open[r], time.Now()
	if len(x.holders) == 0 || l.proved[machine(key)] && !x.heldBy(machine(key)) {
		x.given = now // otherwise fresh keys could keep a range from all others
	}
	x.holders[key] = now.Add(l.wait)
	l.held[key]++
	l.busy[machine(key)]++
	return r, true
}

// heldBy reports whether a machine plays the range.
func (x *leased) heldBy(who string) bool {
	for key := range x.holders {
		if machine(key) == who {
			return true
		}
	}
	return false
}

// next returns the index in the queue of the range that a worker gets, -1 if there is none.
func (l *ledger) next(key string) int {
	again := -1
	if l.barred(machine(key)) {
		return again
	}
	for i, r := range l.queue {
		switch x := l.open[r]; {
		case x.own && key != l.crew:
		case !x.failed[machine(key)]:
			return i
		case again < 0:
			again = i
		}
	}
	return again
}

// beat records that a worker is still playing a range.
func (l *ledger) beat(r match.Range, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x := l.open[r]; x != nil && !x.holders[key].IsZero() {
		x.holders[key] = time.Now().Add(l.wait)
	}
}

// claim reports whether a range lacks a result, and whether the caller is to check one.
func (l *ledger) claim(r match.Range) (open, first bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.open[r]
	if x == nil || x.checked {
		return x != nil, false
	}
	x.checked = true
	return true, true
}

// reject lets others play a range of which a result was false.
func (l *ledger) reject(r match.Range) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.open[r]
	if x == nil {
		return
	}
	if x.checked = false; len(x.holders) == 0 && !slices.Contains(l.queue, r) {
		l.queue = append(l.queue, r)
	}
}

// settle removes a range that has a result by a worker.
func (l *ledger) settle(r match.Range, by string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.fails[machine(by)], l.proved[machine(by)] = 0, true
	for key := range l.open[r].holders {
		l.held[key]--
		l.busy[machine(key)]--
	}
	delete(l.open, r)
	if i := slices.Index(l.queue, r); i >= 0 { // played for an earlier process of this run
		l.queue = slices.Delete(l.queue, i, i+1)
	}
}

// fail takes a range from a worker that gives it back.
func (l *ledger) fail(r match.Range, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(r, key)
}

// drop takes a range from a worker, if it has it.
func (l *ledger) drop(r match.Range, key string) {
	x := l.open[r]
	if x == nil || x.holders[key].IsZero() {
		return
	}
	delete(x.holders, key)
	x.failed[machine(key)] = true
	l.lapsed++
	l.fails[machine(key)]++
	l.held[key]--
	l.busy[machine(key)]--
	if len(x.holders) == 0 {
		l.queue = append(l.queue, r)
	}
}

// taken returns how often a range was taken from a worker.
func (l *ledger) taken() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lapsed
}

// lapse takes ranges from silent workers. It returns the ranges that too many workers have failed
// at. The workers of this process play them, if there are some; otherwise those of more than one
// pair are split, and of a pair only workers with results still count as failed.
func (l *ledger) lapse() (hopeless []match.Range) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for r, x := range l.open {
		for key, until := range x.holders {
			if now.After(until) && !x.checked {
				l.drop(r, key)
			}
		}
		if len(x.failed) >= l.most && len(x.holders) == 0 && !x.checked && !x.own {
			hopeless = append(hopeless, r)
		}
	}
	slices.SortFunc(hopeless, func(a, b match.Range) int { return cmp.Compare(a.First, b.First) })
	for _, r := range hopeless {
		x := l.open[r]
		if x.own = l.crew != ""; x.own {
			continue
		}
		if r.Count == 1 {
			maps.DeleteFunc(x.failed, func(who string, _ bool) bool { return !l.proved[who] })
			continue
		}
		delete(l.open, r)
		l.queue = slices.DeleteFunc(l.queue, func(q match.Range) bool { return q == r })
		for i := range r.Count {
			l.add(match.Range{First: r.First + i, Count: 1})
		}
	}
	return hopeless
}

// spent reports whether so many workers with results have failed at a pair that none will finish it.
func (l *ledger) spent(r match.Range) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open[r].failed) >= l.most
}

// barred reports whether a machine gets no more, since it has failed often without a result and has a
// range: it could hold all of them, again and again.
func (l *ledger) barred(who string) bool { return l.fails[who] >= l.most && l.busy[who] > 0 }

// room returns how many more ranges a worker may have.
func (l *ledger) room(key string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.barred(machine(key)) {
		return 0
	}
	return maxHeld - l.held[key]
}

// release takes all ranges from a machine.
func (l *ledger) release(who string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for r, x := range l.open {
		for key := range x.holders {
			if machine(key) == who {
				l.drop(r, key)
			}
		}
	}
}

// first returns the index of the worker that gets the next range, the earliest of the lowest rank,
// or -1 if there is no range for a worker that waits.
func (l *ledger) first(list []waiting) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	least, lowest := -1, math.MaxInt
	if len(l.queue) == 0 {
		return least
	}
	for i := range list {
		if rank := l.rank(list[i].key); rank < lowest && l.next(list[i].key) >= 0 {
			least, lowest = i, rank
		}
	}
	return least
}

// rank orders workers that ask: those that have much or fail come last, and of those that
// are equal one without a result.
func (l *ledger) rank(key string) int {
	n := 2 * (l.held[key] + l.fails[machine(key)])
	if !l.proved[machine(key)] {
		n++
	}
	return n
}

package hub

import (
	"testing"
	"time"

	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// A worker that gives work back or falls silent counts once for each range, gets it again
// only if there is nothing else, and comes after the others.
func TestLedger(t *testing.T) {
	a, b := match.Range{First: 0, Count: 2}, match.Range{First: 2, Count: 2}
	l := newLedger([]match.Range{a, b}, 50*time.Millisecond, 2)
	give := func(key string, backup bool, want match.Range, ok bool) {
		t.Helper()
		if r, got := l.give(key, backup); got != ok || ok && r != want {
			t.Fatalf("%s gets %s, %v, want %s, %v", key, r, got, want, ok)
		}
	}
	for range 5 {
		give("bad", false, a, true)
		l.fail(a, "bad")
		give("bad", false, b, true)
		l.fail(b, "bad")
		if hopeless := l.lapse(); hopeless != nil {
			t.Fatalf("one worker makes %v hopeless", hopeless)
		}
	}
	if l.lapsed != 10 || l.rank("bad") <= l.rank("new") {
		t.Errorf("%d failures, rank %d and %d", l.lapsed, l.rank("bad"), l.rank("new"))
	}
	// A result counts whoever has the range; a second one does not.
	give("good", false, a, true)
	if open, first := l.claim(a); !open || !first {
		t.Error("the result is not wanted")
	}
	if open, first := l.claim(a); !open || first {
		t.Error("the result is checked twice")
	}
	l.settle(a, "good")
	if open, _ := l.claim(a); open || l.rank("good") != 0 || l.rank("new") != 1 {
		t.Error("the range is still open, or the ranks are wrong")
	}
	// A range that is held for long is given to a second worker, once.
	give("bad", false, b, true)
	give("good", true, b, false)
	time.Sleep(backupAfter * l.wait)
	l.beat(b, "bad")
	give("bad", true, b, false)
	give("good", true, b, true)
	give("new", true, b, false)
	// When both are silent, it is split.
	time.Sleep(2 * l.wait)
	testkit.Same(t, "", []match.Range{b}, l.lapse())
	give("good", false, match.Range{First: 2, Count: 1}, true)
	l.fail(match.Range{First: 2, Count: 1}, "good")
	give("bad", false, match.Range{First: 3, Count: 1}, true)
	give("bad", false, match.Range{First: 2, Count: 1}, true)
	l.fail(match.Range{First: 2, Count: 1}, "bad")
	testkit.Same(t, "", []match.Range{{First: 2, Count: 1}}, l.lapse())
	// One worker cannot have everything.
	l = newLedger(nil, time.Minute, 2)
	for i := range maxHeld + 1 {
		l.add(match.Range{First: i, Count: 1})
		_, got := l.give("greedy", false)
		if got != (i < maxHeld) {
			t.Errorf("range %d: %v", i, got)
		}
	}
}

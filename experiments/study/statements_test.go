package study

import (
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// docs/claims.md lists what the authors say. Each sentence that an experiment quotes is in
// it, beside the name of the experiment, and each experiment that it names is there and
// quotes somebody or asks questions of our own only.
func TestStatements(t *testing.T) {
	data := testkit.Must(os.ReadFile("../../docs/claims.md"))(t)
	rows := strings.Split(string(data), "\n")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z0-9-]+)`").FindAllStringSubmatch(string(data), -1) {
		named[m[1]] = true
		if !slices.Contains(Catalogue(), m[1]) {
			t.Errorf("docs/claims.md names the experiment %s, which does not exist", m[1])
		}
	}
	for _, name := range Catalogue() {
		e := find(t, name)
		if e.Truths {
			continue
		}
		if !named[name] {
			t.Errorf("docs/claims.md does not name %s", name)
		}
		for _, h := range e.Hypotheses {
			if (h.Quote == "") != (h.Family == Ours) {
				t.Errorf("%s: %q: a hypothesis quotes the author or is ours", name, h.Says)
			}
			if (h.Quote == "") != (h.Since == "") {
				t.Errorf("%s: %q: since %q, want the date of the reading", name, h.Says, h.Since)
			}
			if h.Quote != "" && !slices.ContainsFunc(rows, func(row string) bool {
				return strings.Contains(row, h.Quote) && strings.Contains(row, "`"+name+"`")
			}) {
				t.Errorf("docs/claims.md lacks a row with %q and %s", h.Quote, name)
			}
		}
	}
}

// The register of changes of method is in the order of time, and every change has a commit, a
// reason, what was known and what it moved.
func TestMethodsAreDated(t *testing.T) {
	data := testkit.Must(os.ReadFile("../methods.md"))(t)
	form := regexp.MustCompile(`^\| (\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d) \| [0-9a-f]{8} (\| [^|]{10,} ){4}\|$`)
	last, changes := "", 0
	for _, line := range strings.Split(string(data), "\n") {
		if !strings.HasPrefix(line, "| 2") {
			continue
		}
		changes++
		m := form.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%s: want time, commit, change, reason, what was known, what it moved", line)
		} else if m[1] < last {
			t.Errorf("%s comes after %s", m[1], last)
		} else {
			last = m[1]
		}
	}
	if changes < 10 {
		t.Errorf("%d changes", changes)
	}
}

// measuredAs is an answer with an effect and a range.
func measuredAs(x, half, lo, hi float64) *Answer {
	return &Answer{Effect: stat.Symmetric(x, half, 0.95), Lo: stat.Number(lo), Hi: stat.Number(hi)}
}

func TestAgreement(t *testing.T) {
	inf := math.Inf(1)
	se := 0.1 / stat.Quantile(0.95)
	r := &Result{Answers: []*Answer{
		measuredAs(1, 0.1, 0.8, 1.2),   // in the middle
		measuredAs(1.3, 0.1, 0.8, 1.2), // outside
		measuredAs(1, 0.1, 0.9, inf),   // one end
		{Effect: stat.Unknown(), Lo: 0, Hi: 1},
		measuredAs(1, 0.3, 0.8, 1.2),    // covers the range and more: cannot tell
		measuredAs(1.25, 0.3, 0.8, 1.2), // so does this one, whose estimate is outside
		measuredAs(1.15, 0.1, 0.8, 1.2), // reaches beyond, but covers less than half
		measuredAs(1, 0.15, 0.8, 1.2),   // covers more than half, and stays inside
		measuredAs(0.7, 0.1, 0.8, 1.2),  // below
	}}
	a := r.Agreement()
	square := func(distance, se float64) float64 { return distance * distance / (se*se + 0.01) }
	want := math.Sqrt((2*square(0.3, se) + square(0.25, 3*se) + square(0.15, se)) / 7)
	if a.Compared != 6 || a.Inside != 4 || a.All != 9 || a.Near != 5 || math.Abs(a.RMS-want) > 1e-9 {
		t.Errorf("%+v, want 4 of 6 inside, 5 of 9 estimates and a deviation of %v", a, want)
	}
}

// The suite states a range with two ends in every hypothesis.
func TestTruths(t *testing.T) {
	var l Library
	e := testkit.Must(l.Find("truth"))(t)
	if !e.Truths || len(e.Hash) != 12 {
		t.Errorf("truths %v, hash %q", e.Truths, e.Hash)
	}
	for _, h := range e.Hypotheses {
		if math.IsInf(h.Rule.Lo, 0) || math.IsInf(h.Rule.Hi, 0) {
			t.Errorf("%s: the range is %v", h.Says, h.Rule)
		}
	}
	r := e.Unanswered()
	r.compare()
	if list := r.Open(false); r.Answers[0].Verdict != Undecided || len(list) > 0 {
		t.Errorf("result 1 is %s, and open are %v, want none: a suite makes no claim", r.Answers[0].Verdict, list)
	}
	for _, a := range r.Answers {
		a.Effect = stat.Symmetric((float64(a.Lo)+float64(a.Hi))/2, 0.01, 0.95)
	}
	r.compare()
	r.Answers[3].Effect.Estimate = float64(r.Answers[3].Hi) + 0.001
	r.compare()
	for i, want := range map[int]Verdict{2: Inside, 3: Outside} {
		if got := r.Answers[i].Word(); got != string(want) {
			t.Errorf("result %d: %s, want %s", i+1, got, want)
		}
	}
}

package pgn

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// A tree is read with its variations, comments and annotations, and written again.
func TestTree(t *testing.T) {
	g := testkit.Must(rules.Compile(testkit.Must(variant.Find("chess"))(t)))(t)
	const text = "{a start} 1. e4! {best by\n test} ( 1. d4?! d5 (1... Nf6 $14 {Indian}) 2. c4 ) (1. c4) 1... e5 2. Nf3 *"
	r := NewReader(strings.NewReader(text), "x", g)
	rec, tree, err := r.NextTree()
	testkit.OK(t, err)
	want := Tree{"a start", []Node{
		{-1, "e2e4", "best by test", []int{1}}, {-1, "d2d4", "", []int{6}}, {1, "d7d5", "", []int{}},
		{1, "g8f6", "Indian", []int{14}}, {2, "c2c4", "", []int{}}, {-1, "c2c4", "", []int{}},
		{0, "e7e5", "", []int{}}, {6, "g1f3", "", []int{}},
	}}
	if diff := cmp.Diff(want, tree); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	var out strings.Builder
	testkit.OK(t, WriteTree(&out, g, rec, []store.Player{{Name: "a"}, {Name: "b"}}, tree))
	_, moves, _ := strings.Cut(out.String(), "\n\n")
	if want := "{a start} 1. e4 $1 {best by test} (1. d4 $6 d5 (1... Nf6 $14 {Indian}) 2. c4)\n(1. c4) 1... e5 2. Nf3 *\n\n"; moves != want {
		t.Errorf("written %q, want %q", moves, want)
	}
	_, again, err := NewReader(strings.NewReader(out.String()), "x", g).NextTree()
	testkit.OK(t, err)
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}

	for text, fault := range map[string]string{
		"(1. e4) *":        "no move before it",
		"1. e4 (1. e5) *":  "e5",
		"1. e4 (1. d4 *":   "no closing parenthesis",
		"1. e4 e5) *":      "closes no variation",
		"1. e4 {} (d5) e5": "d5",
	} {
		_, _, err := NewReader(strings.NewReader(text), "x", g).NextTree()
		testkit.Fails(t, err, fault)
	}
}

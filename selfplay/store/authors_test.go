package store

import (
	"path/filepath"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// Authors are kept with the games, by Repair and Merge, too, and are discarded with them.
func TestAuthors(t *testing.T) {
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	if list := testkit.Must(s.Authors())(t); list != nil {
		t.Errorf("a new run has authors: %v", list)
	}
	all := []Author{{"A", "one/1", 0, 0, 2}, {"B", "two/2", 0, 2, 1}, {"A", "one/1", 1, 0, 1}, {"B", "two/2", 1, 1, 1}, {"B", "two/2", 2, 0, 1}}
	for _, a := range all {
		var list []Record
		for i := range 2 * a.Count {
			list = append(list, sample(a.Round, a.First+i/2, i%2))
		}
		testkit.OK(t, s.PutBy(a, list))
		testkit.OK(t, s.PutBy(a, list)) // delivered twice
	}
	testkit.OK(t, s.Close())
	testkit.OK(t, execute(filepath.Join(folder, File), `UPDATE games SET detail = 'x' WHERE round = 0 AND pair = 0 AND game = 0`))
	if kept, _, err := Repair(folder); err != nil || kept != 11 {
		t.Fatal(kept, err)
	}
	merged := filepath.Join(t.TempDir(), "merged")
	testkit.Must(Merge(merged, []string{folder}, unchecked))(t)
	s = testkit.Must(OpenOrCreate(merged, rulestest.Game(t, "chess"), quick))(t)
	defer s.Close()
	testkit.Same(t, "", all, testkit.Must(s.Authors())(t))

	testkit.OK(t, s.Discard([]Author{all[2]}))
	testkit.Same(t, "", []Author{all[0], all[1], all[3]}, testkit.Must(s.Authors())(t))
	for round, want := range []int{5, 2, 0} {
		if n := len(collect(t, s, round)); n != want {
			t.Errorf("round %d has %d games, want %d", round, n, want)
		}
	}
	if damage := s.Check(); damage != nil {
		t.Error(damage)
	}
}

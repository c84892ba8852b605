package study

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/tuning/formula"
)

// features.jsonl has the features of all pieces of the list and all that were measured. A test
// works them out again for some, more on the first board; -long and -update for all.
func TestFeaturesAreKnown(t *testing.T) {
	s, list := ownAtlas(t)
	want := map[string][]string{}
	var boards []string
	add := func(board, moves string) {
		if want[board] == nil {
			boards = append(boards, board)
		}
		if !slices.Contains(want[board], moves) {
			want[board] = append(want[board], moves)
		}
	}
	for _, b := range s.Boards {
		for _, p := range list {
			add(b.String(), p.Betza)
		}
	}
	for _, line := range strings.Split(testkit.Read(t, "../../tuning/formula/measured.tsv"), "\n") {
		if f := strings.Split(line, "\t"); len(f) == 8 && f[0] != "betza" {
			add(f[2], f[0])
		}
	}
	var out strings.Builder
	for i, name := range boards {
		board, _ := formula.ParseBoard(name)
		every := testkit.Choose(40, 1)
		if i == 0 {
			every = testkit.Choose(6, 1)
		}
		for j, moves := range want[name] {
			what := formula.Look
			if testkit.Update() || (i*7+j)%every == 0 {
				what = formula.Compute
			}
			known := testkit.Must(what(board, moves))(t)
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			testkit.OK(t, enc.Encode(struct {
				Betza string `json:"betza"`
				Board string `json:"board"`
				formula.Known
			}{moves, name, known}))
		}
	}
	testkit.GoldenFile(t, "../../tuning/formula/features.jsonl", out.String())
}

package atlas

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// features.jsonl has the features of all pieces of the list and all that were measured. A test
// works out some of them again, -update all.
func TestFeaturesAreKnown(t *testing.T) {
	s := testkit.Must(Own())(t)
	list := testkit.Must(Pieces(s))(t)
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
	for _, line := range strings.Split(testkit.Read(t, "measured.tsv"), "\n") {
		if f := strings.Split(line, "\t"); len(f) == 7 && f[0] != "betza" {
			add(f[2], f[0])
		}
	}
	var out strings.Builder
	for i, name := range boards {
		board, _ := ParseBoard(name)
		for j, moves := range want[name] {
			var k Known
			if !testkit.Update() && (i*7+j)%40 != 0 {
				k = testkit.Must(cache())(t)[name+" "+moves]
			} else {
				k = testkit.Must(look(board, moves))(t)
			}
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			testkit.OK(t, enc.Encode(known{moves, name, k}))
		}
	}
	testkit.GoldenFile(t, "features.jsonl", out.String())
}

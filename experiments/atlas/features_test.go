package atlas

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning/formula"
)

// features.jsonl has the features of all pieces of the list and all that were measured. A test
// works out those of the first board again, and mates and other boards for some; -update all.
func TestFeaturesAreKnown(t *testing.T) {
	s := testkit.Must(Open(Name))(t)
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
	for _, line := range strings.Split(testkit.Read(t, "../../tuning/formula/measured.tsv"), "\n") {
		if f := strings.Split(line, "\t"); len(f) == 8 && f[0] != "betza" {
			add(f[2], f[0])
		}
	}
	var out strings.Builder
	for i, name := range boards {
		board, _ := formula.ParseBoard(name)
		var features []formula.Features
		if i == 0 {
			features = testkit.Must(formula.FeaturesOf(board, want[name]))(t)
		}
		for j, moves := range want[name] {
			what := formula.Look
			if testkit.Update() || (i*7+j)%40 == 0 {
				what = formula.Compute
			}
			known := testkit.Must(what(board, moves))(t)
			if features != nil {
				known.Features = features[j]
			}
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

// The features that matter are chosen, and where none does hardly any is.
func TestChoose(t *testing.T) {
	s := testkit.Must(Open(Name))(t)
	list := testkit.Must(Pieces(s))(t)
	rng := rand.New(rand.NewPCG(4, 2))
	for _, want := range []string{"", "moves", "forward", "colour-bound", "moves and forward"} {
		var measured []formula.Measured
		for _, p := range list {
			m := formula.Measured{Betza: p.Betza, Known: testkit.Must(formula.Look(formula.Board{Files: 8, Ranks: 8}, p.Betza))(t)}
			effect := map[string]float64{"moves": -0.2 * (m.Moves - 2), "forward": m.Forward, "moves and forward": m.Forward - 0.3*m.Moves}[want]
			if want == "colour-bound" && m.ColourBound {
				effect = -0.3
			}
			m.Value = stat.Exact(m.Prior * math.Exp(0.1+effect+0.05*rng.NormFloat64()))
			measured = append(measured, m)
		}
		f := formula.Choose(measured)
		t.Logf("%q: %s, off by %.3f", want, f, f.Error)
		var names []string
		for _, x := range f.Terms {
			names = append(names, x.Name)
		}
		if got := strings.Join(names, " and "); got != want {
			t.Errorf("where %q matters the formula is %s", want, f)
		}
		if f.Error > 0.06 {
			t.Errorf("where %q matters the formula is off by %.3f, want 0.05", want, f.Error)
		}
	}
}

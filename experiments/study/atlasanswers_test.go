package study

import (
	"math"
	"strings"
	"testing"

	"bestiary/engine/endgame"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
	"bestiary/tuning/formula"
)

// The answers say what was put into the values.
func TestAnswers(t *testing.T) {
	s, _ := ownAtlas(t)
	f, run := &Atlas{settings: s}, &tuning.Panel{}
	add := func(board string, moves string, again bool, points float64, k formula.Known) {
		size, _ := formula.ParseBoard(board[:strings.IndexByte(board+" ", ' ')])
		k.Prior = 4
		f.Values = append(f.Values, PieceValue{Piece: Piece{Betza: moves}, Board: board, On: size, Again: again, Points: stat.Normal(points, 0.01, formula.Level), Worth: stat.Normal(points, 0.1, formula.Level), panel: run, Known: k})
	}
	for i, moves := range []string{"a", "b", "c"} {
		noise := 1 + 0.01*float64(i)
		run = &tuning.Panel{Players: i}
		leaper := func(n int) formula.Known {
			return formula.Known{Features: formula.Features{Forward: 0.5, Mobility: [3]float64{8, 8, 8}, Leaper: 3, Squares: [4]int{n}}, Mates: endgame.Never}
		}
		for n, factor := range map[int]float64{8: 1, 16: 1.25} {
			name := moves + strings.Repeat("x", n)
			add("8x8", name, false, 3*factor*noise, leaper(n))
			add("10x8", name, false, 3*factor*noise*0.9, leaper(n))
		}
		add("8x8", moves+"R", false, 4*noise, formula.Known{Features: formula.Features{Forward: 0.5, Mobility: [3]float64{9, 6, 4}}, Mates: endgame.Alone})
		// What the games alone say, 10 % of the value, drawn to a half by a prior, and to a quarter.
		w := []float64{0.5, 0.5, 0.25}[i]
		f.Values[len(f.Values)-1].Pair, f.Values[len(f.Values)-1].PairWeight = stat.Normal(0.4*noise*w, 0.1, formula.Level), w
		add("8x8", moves+"R", true, 4*noise*(1+0.1*float64(i)), formula.Known{Features: formula.Features{Forward: 0.5, Mobility: [3]float64{9, 6, 4}}, Mates: endgame.Alone})
		add("10x8", moves+"R", false, 4*noise*1.2, formula.Known{Features: formula.Features{Forward: 0.5, Mobility: [3]float64{9, 6, 4}}, Mates: endgame.Alone})
		add("8x8 with other minors", moves+"R", false, 4*noise*0.7, formula.Known{Features: formula.Features{Forward: 0.5, Mobility: [3]float64{9, 6, 4}}, Mates: endgame.Alone})
		add("8x8", moves+"f", false, 8*noise, formula.Known{Features: formula.Features{Forward: 0.8}, Mates: endgame.Never})
	}
	// The logarithms of 1, 1.1 and 1.2 have a standard deviation of 0.0912, of which values with
	// errors of 0.1 explain 0.0336.
	text := string((&doc.Document{Body: texts.Blocks("atlas body", f.paged())}).Markdown())
	for _, want := range []string{"✗ 1.25 (1.22 to 1.28), 3 pieces", "| leapers | ✓ 0.90 (0.90 to 0.90), 6 pieces", "| others | 1.20, 3 pieces", "| `aR` | 4.00 (3.98 to 4.02)", "| again, by two other players from another seed | 1.10 (0.87 to 1.38) | 8.5 % | 3 |", "on 8x8 with other minors | 0.70 ", "✓ Pieces that move", "are worth 2.26 (1.96 to 2.61) times", "✓ Two colour-bound pieces", "are worth more than twice a single one, by 10.0 % of one piece"} {
		if !strings.Contains(text, want) {
			t.Errorf("the answers lack %q:\n%s", want, text)
		}
	}
	// Two leapers at 1.1 times the law, known to 5 %, and others at 1 with 0.9 to 1.1.
	at := func(list ...float64) (out []PieceValue) {
		for _, x := range list {
			out = append(out, PieceValue{Points: stat.Symmetric(3*x, 0.05*3*x, formula.Level), Known: formula.Known{Features: formula.Features{Leaper: 3}}})
		}
		return out
	}
	// The others' mean has logarithm −0.0034 and standard error 0.0580; t(2) is 4.303: half =
	// √(0.05² + 0.2495²).
	if v := lawOver(at(1.1, 1.1), at(0.9, 1, 1.1)); math.Abs(v.Estimate-1.1037) > 1e-3 || math.Abs(math.Log(v.Hi/v.Estimate)-0.2545) > 1e-3 {
		t.Errorf("two leapers over three others: %v", v)
	}
	if v := lawOver(nil, at(1, 1, 1)); v.Known() {
		t.Errorf("no leaper: %v", v)
	}
	testkit.Same(t, "unknown mean", format.None, found{Interval: stat.Unknown(), Pieces: 4}.String())
	slides := formula.Known{Features: formula.Features{Mobility: [3]float64{9, 6, 4}}}
	for moves, want := range map[string]string{"B": riders, "RNN": riders, "R3": others, "nNN": others, "RF": others} {
		v := PieceValue{Piece: Piece{Betza: moves}, Known: slides}
		testkit.Same(t, moves, want, v.kind())
	}
	other := &tuning.Panel{}
	if v := meanOfRuns([]float64{0, 0.1}, []*tuning.Panel{run, other}); !math.IsNaN(v.Estimate) {
		t.Errorf("the mean of two is %v", v)
	}
	// The sums of the runs are 0.1 off, one each way: half = t(1) · √(0.02·2) / 4.
	if v := meanOfRuns([]float64{0, 0.1, 0.2, 0.3}, []*tuning.Panel{run, other, run, other}); math.Abs(math.Log(v.Estimate)-0.15) > 1e-9 || math.Abs(math.Log(v.Hi/v.Estimate)-12.7062*0.05) > 1e-3 {
		t.Errorf("the mean of two runs is %v", v)
	}
	// Their variances are 1/60 and 1/400, over 4 and 3: Welch has 4.08 degrees of freedom, where t
	// is 2.76.
	if v := ratioOfMeans([]float64{0.1, 0.2, 0.3, 0.4}, []float64{0, 0.1, 0.05}); math.Abs(math.Log(v.Hi/v.Estimate)-0.195) > 1e-3 || math.Abs(math.Log(v.Estimate)-0.2) > 1e-9 {
		t.Errorf("the ratio of two means is %v", v)
	}
}

// Families tell where the formula fails, and why a piece is worth something else.
func TestFamilies(t *testing.T) {
	s, _ := ownAtlas(t)
	f := &Atlas{settings: s, Opened: true}
	add := func(moves, family string, locked bool, points float64) {
		k := formula.Known{Features: formula.Features{Prior: 4}}
		f.Values = append(f.Values, PieceValue{Piece: Piece{Betza: moves, Family: family, Locked: locked}, Board: "8x8", On: formula.Board{Files: 8, Ranks: 8}, Points: stat.Normal(points, 0.01, formula.Level), Predicted: stat.Exact(4), Known: k})
	}
	for i, over := range []float64{1.2, 1.3, 1.4} {
		add(string(rune('a'+i)), "hoppers", false, 4*over)
		add(string(rune('d'+i)), "lame pieces", false, 4/over)
		add(string(rune('g'+i)), "riders", false, 4*(over-0.3))
	}
	add("x", "hoppers", true, 0.4) // which is not one of its others
	// The logarithms of 1.2, 1.3 and 1.4 have mean 0.2604 and standard error 0.0445, t(2) is 4.303;
	// with 0.1 they have −0.3804 and 0.6415, t(3) is 3.182.
	text := texts.Table("families", f.paged()).Text(200)
	for _, want := range []string{"hoppers      1.30 (1.07 to 1.57), 3 pieces  –              0.68 (0.09 to 5.27), 4 pieces  0 of 1", "lame pieces  0.77 (0.64 to 0.93), 3 pieces", "riders       1.00 (0.78 to 1.28), 3 pieces"} {
		if !strings.Contains(text, want) {
			t.Errorf("the families lack %q:\n%s", want, text)
		}
	}
	value, told := stat.Symmetric(4, 0.1, formula.Level), stat.Exact(5)
	for _, c := range []struct {
		v    PieceValue
		want string
	}{
		{PieceValue{apart: "is slower than all of them"}, "is slower than all of them"},
		{PieceValue{Points: stat.Symmetric(4, 0.4, formula.Level), Predicted: stat.Exact(4.2)}, "its value is known only to ± 10.0 %"},
		{PieceValue{Piece: Piece{Betza: "x", Family: "hoppers"}, Points: value, Predicted: told}, "not known"},
		{PieceValue{Piece: Piece{Betza: "x", Family: "hoppers"}, Points: value, Predicted: stat.Exact(3)}, "others of its family are worth more than the formula says, too"},
		{PieceValue{Piece: Piece{Family: "lame pieces"}, Points: value, Predicted: told}, "others of its family are worth less than the formula says, too"},
		{PieceValue{Piece: Piece{Family: "riders"}, Points: value, Predicted: told}, "not known"},
	} {
		testkit.Same(t, "reason", c.want, f.Reason(c.v))
	}
}

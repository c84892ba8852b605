package eval

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

func TestResults(t *testing.T) {
	c := &Chances{Scale: [2]float64{300, 100}, Draw: [2]float64{0.2, 0.5}}
	for _, tc := range []struct {
		score           int
		phase           float64
		win, draw, loss int
	}{
		{0, 1, 400, 200, 400},
		{0, 0, 250, 500, 250},
		{0, 0.5, 320, 360, 320}, // t = (ln 1.5 + ln 3) / 2
		{300, 1, 644, 159, 197}, // σ(1 − ln 1.5), σ(1 + ln 1.5)
		{-300, 1, 197, 159, 644},
		{29_000, 0, 1000, 0, 0},
	} {
		if win, draw, loss := c.Results(tc.score, tc.phase); win != tc.win || draw != tc.draw || loss != tc.loss {
			t.Errorf("%d at %v: %d %d %d, want %+v", tc.score, tc.phase, win, draw, loss, tc)
		}
	}
	for score := -2000; score <= 2000; score++ {
		for _, c := range []*Chances{c, {Scale: [2]float64{77, 311}}} {
			if win, draw, loss := c.Results(score, 0.3); win < 0 || draw < 0 || loss < 0 || win+draw+loss != 1000 {
				t.Fatalf("%d: %d %d %d do not add up to 1000", score, win, draw, loss)
			}
		}
	}
}

// A file keeps the chances, and those of the nearest game are those of a game without a file.
func TestChancesOfFiles(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Prior(g)
	path := filepath.Join(t.TempDir(), "chess.toml")
	testkit.OK(t, w.Save(path, g))
	if read := testkit.Must(Load(path, g))(t); read.Chances != nil || strings.Contains(contents(t, path), "chances") {
		t.Errorf("a file without chances has %+v", read.Chances)
	}
	w.Chances = &Chances{Scale: [2]float64{150, 90}, Draw: [2]float64{0, 0.25}}
	testkit.OK(t, w.Clone().Save(path, g))
	testkit.Same(t, "chances", w.Chances, testkit.Must(Load(path, g))(t).Chances)
	for from, want := range map[string]string{
		"scale = [150.0, 90.0]":     "chances: late scale is 0.5, expected 1 to 10000",
		"draw = [0.0, 0.25]":        "chances: late draw is 1, expected 0 to 0.99",
		"scale = [150.0, 90.0]\n  ": "chances.scale",
	} {
		to := map[string]string{"scale = [150.0, 90.0]": "scale = [150, 0.5]", "draw = [0.0, 0.25]": "draw = [0, 1]"}[from]
		if to == "" {
			to = "scale = [150.0]\n"
		}
		changed := testkit.File(t, "faulty.toml", strings.Replace(contents(t, path), from, to, 1))
		testkit.Fails(t, testkit.Error(Load(changed, g)), "weight file "+changed, want)
	}
	testkit.Same(t, "chess with another rule", Default(g).Chances, Default(rulestest.Game(t, "chess n-move=75")).Chances)
}

// All weights that come with the program have chances, and the usual chances are their medians.
func TestUsualChances(t *testing.T) {
	var lists [4][]float64
	for _, path := range testkit.Must(fs.Glob(shipped, "weights/*.toml"))(t) {
		c := Default(rulestest.Game(t, strings.TrimSuffix(filepath.Base(path), ".toml"))).Chances
		if c == nil {
			t.Errorf("%s has no chances", path)
			continue
		}
		for i, x := range slices.Concat(c.Scale[:], c.Draw[:]) {
			lists[i] = append(lists[i], x)
		}
	}
	for i, usual := range slices.Concat(UsualChances.Scale[:], UsualChances.Draw[:]) {
		slices.Sort(lists[i])
		if median := lists[i][len(lists[i])/2]; usual < 0.9*median || usual > 1.1*median {
			t.Errorf("usual chances: number %d is %v, the median is %v", i, usual, median)
		}
	}
}

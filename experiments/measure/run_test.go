package measure

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// compared compares chess by two n-move rules, a few quick games.
func compared(t *testing.T, pairs, workers int, folder string) *Result {
	t.Helper()
	sides := [2]Side{{Game: rulestest.Game(t, "chess n-move=4")}, {Game: rulestest.Game(t, "chess n-move=50")}}
	cfg := with(func(c *Config) { c.Play.Seed, c.Play.Pairs, c.Play.Nodes = 2, pairs, 20 })
	return testkit.Must(Run(context.Background(), sides, cfg, folder, match.Workers(workers), match.Events{}))(t)
}

// filesOf writes the report and reads it, its tables and pictures.
func filesOf(t *testing.T, res *Result) map[string]string {
	t.Helper()
	folder := res.Folder
	testkit.Must(res.Write(page.Run{Version: "1", Command: "bestiary compare"}))(t)
	out := map[string]string{}
	for _, pattern := range []string{"*.*", doc.Charts + "/*"} {
		paths := testkit.Must(filepath.Glob(filepath.Join(folder, pattern)))(t)
		for _, path := range paths {
			data := testkit.Must(os.ReadFile(path))(t)
			out[strings.TrimPrefix(path, folder)] = string(data)
		}
	}
	return out
}

// Neither the number of workers nor an earlier, shorter run changes a byte.
func TestRunIsDeterministic(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	compared(t, 3, 1, one)
	grown, res := compared(t, 6, 1, one), compared(t, 6, 2, two)
	a, b := filesOf(t, grown), filesOf(t, res)
	if diff := cmp.Diff(a, b); diff != "" || len(a) != 25 {
		t.Errorf("%d files, want 25; differences:\n%s", len(a), diff)
	}
	if n := len(res.Sides[0].Games); n != 12 {
		t.Errorf("%d games, want 12", n)
	}
	// The first pairs can be asked about again.
	again := compared(t, 3, 2, two)
	testkit.Same(t, "games of the first pairs differ", res.Sides[1].Games[:6], again.Sides[1].Games, cmp.AllowUnexported(Game{}))
}

// A rule that never matters changes nothing, in any measure.
func TestSidesShareTheirGames(t *testing.T) {
	sides := [2]Side{{Game: rulestest.Game(t, "chess n-move=400")}, {Game: rulestest.Game(t, "chess n-move=450")}}
	res := testkit.Must(Run(context.Background(), sides, with(func(c *Config) { c.Play.Pairs, c.Play.Nodes, c.Play.MaxPlies = 3, 10, 60 }), t.TempDir(), match.Workers(1), match.Events{}))(t)
	if res.Identical != 6 {
		t.Errorf("%d of 6 games are the same, want all", res.Identical)
	}
	for _, m := range res.Measures {
		if m.Difference.Estimate != 0 || m.Holm < 1 {
			t.Errorf("%s differs by %v with p %v between the same games", m.Name, m.Difference.Estimate, m.Holm)
		}
	}
	if b := res.Beyond; b == nil || b.Side != 2 || b.Limit != 400 || b.Games != 0 {
		t.Errorf("beyond the limit: %+v", b)
	}
}

func TestBeyondCountsGamesPastTheLimit(t *testing.T) {
	res := invented(t, 60)
	b := res.Beyond
	passed, drawn := 0, 0
	for _, g := range res.Sides[0].Games {
		if g.Counter >= 50 {
			passed++
		}
	}
	for _, g := range res.Sides[1].Games {
		if g.Counter == 75 {
			drawn++
		}
	}
	if b.Side != 2 || b.Limit != 50 || b.Games != passed || b.Stopped != drawn || b.Decided != passed-drawn || b.Decided == 0 {
		t.Errorf("beyond is %+v, want %d games with %d stopped", *b, passed, drawn)
	}
	if m := res.measure("drawn-by-n-move-rule"); !m.Significant(0.95) || m.Difference.Hi >= 0 {
		t.Errorf("draws by the n-move rule: %+v, want certainly fewer", m.Difference)
	}
	if d := res.measure("decided"); !math.IsNaN(float64(d.P)) || d.Difference.Estimate != -res.measure("draws").Difference.Estimate {
		t.Errorf("decided games: %+v, want an untested complement of draws", d)
	}
}

func TestRunRefuses(t *testing.T) {
	sides := [2]Side{{Game: rulestest.Game(t, "chess")}, {Game: rulestest.Game(t, "chess n-move=10")}}
	for _, tc := range []struct {
		cfg  Config
		want string
	}{
		{with(func(c *Config) { c.Play.Pairs = 1 }), "compare: pairs is 1, expected 2 to 10000000"},
		{with(func(c *Config) { c.Play.Nodes = -1 }), "self-play: nodes is -1"},
		{with(func(c *Config) { c.Level = 0.3 }), "compare: level is 0.3, expected 0.5 to 0.999"},
		{with(func(c *Config) { c.LeadMargin = -1 }), "compare: lead-margin is -1, expected 1 to 10000"},
		{with(func(c *Config) { c.Same = map[string]float64{"draws": 0} }), "compare: the margin of draws is 0, expected a number above 0"},
		{with(func(c *Config) { c.Same = map[string]float64{"drws": 0.1} }), `compare: unknown measure "drws"; did you mean "draws"?`},
		{with(func(c *Config) { c.Same = map[string]float64{"beauty": 1} }), `compare: unknown measure "beauty"; expected one of white-score, `},
		{with(func(c *Config) { c.Same = map[string]float64{"mates-by-0": 0.1} }), `compare: measure "mates-by-0": expected a number from 1 to 100000 after "mates-by-"`},
	} {
		_, err := Run(context.Background(), sides, tc.cfg, t.TempDir(), match.Workers(1), match.Events{})
		testkit.Fails(t, err, tc.want)
	}
}

func TestLabels(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want [2]string
	}{
		{"chess", "chess n-move=75", [2]string{"n-move=50", "n-move=75"}},
		{"chess", "shatranj", [2]string{"chess", "shatranj"}},
		{"chess", "chess stalemate=loss repetition=2", [2]string{"repetition=3, stalemate=draw", "repetition=2, stalemate=loss"}},
		{"chess promotion-choices=queen,rook,bishop", "chess promotion-choices=queen,rook,knight",
			[2]string{"promotion-choices=queen,rook,bishop", "promotion-choices=queen,rook,knight"}},
		{"different-armies", "different-armies armies=fide-knights n-move=75",
			[2]string{"armies=fide-clobberers, n-move=50", "armies=fide-knights, n-move=75"}},
	} {
		a, b := rulestest.Game(t, tc.a), rulestest.Game(t, tc.b)
		got := Labels(a.Variant, b.Variant)
		if got != tc.want {
			t.Errorf("labels %q, want %q", got, tc.want)
		}
	}
	v := rulestest.Game(t, "chess").Variant
	if got := Labels(v, v); got[0] == "" || len([]rune(got[0])) > maxLabel {
		t.Errorf("labels %q", got)
	}
}

// Sides of one game share the weights of that game by any options; weights that
// are given stay; with nothing tuned, both play with the prior.
func TestChooseWeights(t *testing.T) {
	a, b := rulestest.Game(t, "chess n-move=40"), rulestest.Game(t, "chess stalemate=loss")
	got := chooseWeights([2]Side{{Game: a}, {Game: b}})
	if !slices.Equal(got[0].weights.MG, got[1].weights.MG) || got[0].origin != got[1].origin {
		t.Errorf("weights %v and %v of the same pieces, want the same", got[0], got[1])
	}
	own := eval.Prior(a)
	own.MG[0]++
	got = chooseWeights([2]Side{{Game: a, Weights: own}, {Game: b}})
	if got[0].weights != own || !strings.HasPrefix(got[0].String(), "given, ") || got[0].String() == got[1].String() {
		t.Errorf("weights %v and %v, want the given ones on the first side", got[0], got[1])
	}
	if !samePieces(a.Variant, b.Variant) || samePieces(a.Variant, rulestest.Game(t, "shatranj").Variant) {
		t.Error("the pieces of chess are those of chess by any rules")
	}
	// Only one of two games has tuned weights, if any: then neither uses them.
	got = chooseWeights([2]Side{{Game: a}, {Game: rulestest.Game(t, "shatranj")}})
	if got[0].origin != got[1].origin {
		t.Errorf("weights %v and %v, want both tuned or neither", got[0], got[1])
	}
}

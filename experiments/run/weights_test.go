package run

import (
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// Weights are only used for games with the same terms.
func TestTransferred(t *testing.T) {
	w, g := eval.Prior(rulestest.Game(t, "chess n-move=40")), rulestest.Game(t, "chess stalemate=loss")
	w.MG[0]++
	if moved := Transferred(w, g); moved == nil || moved.MG[0] != w.MG[0] {
		t.Errorf("weights %v, want those that were moved", moved)
	}
	if Transferred(w, rulestest.Game(t, "grand")) != nil {
		t.Error("the weights of chess moved to grand chess")
	}
}

func TestProvenance(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	testkit.OK(t, v.Override("n-move", "30"))
	changed := testkit.Must(rules.Compile(v))(t)
	g := rulestest.Game(t, "chess")
	learned := func(w *eval.Weights) *eval.Weights {
		w = w.Clone()
		w.SetMaterial(g.TypeNamed("queen"), 1234, 1234)
		return w
	}
	other := learned(eval.Prior(g))
	other.MG[len(other.MG)-1]++
	const earlier = "learned from earlier games"
	for _, test := range []struct {
		name    string
		g       *rules.Game
		w       *eval.Weights
		want    string
		learned bool
	}{
		{"prior", g, eval.Prior(g), "the weights of the mobility prior", false},
		{"tuned", g, eval.Default(g), "the tuned weights", false},
		{"tuned for the game with other rules", changed, TunedWeights(changed), "the tuned weights", false},
		{"prior, learned", g, learned(eval.Prior(g)), "the weights of the mobility prior", true},
		{"tuned, learned", g, learned(eval.Default(g)), "the tuned weights", true},
		{"from elsewhere", g, other, "weights from another source", false},
	} {
		got := Provenance(test.g, test.w)
		if !strings.HasPrefix(got, test.want) || strings.Contains(got, earlier) != test.learned {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

// A game with changed rules begins with the weights of the game of its name.
func TestStartWeightsOfChangedRules(t *testing.T) {
	v := rulestest.Game(t, "chess").Variant.Clone()
	testkit.OK(t, v.Override("n-move", "30"))
	g := testkit.Must(rules.Compile(v))(t)
	if !eval.Default(g).Same(eval.Default(rulestest.Game(t, "chess"))) {
		t.Error("chess with another n-move rule begins with other weights than chess")
	}
}

func TestNewPlan(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := testkit.Must(NewPlan(g, match.Workers(4), []PlannedPart{{"games", 20, 300}, {"levels", 2, 50}}))(t)
	if p.Games != 22 || p.Positions != 100*(20*300+2*50) || p.Workers != 4 {
		t.Errorf("%+v, want 22 games with 610,000 positions", p)
	}
	// Between 1,000 and 100 million positions a second for each worker.
	if !(p.Seconds > p.Positions/4/1e8 && p.Seconds < p.Positions/4/1e3) {
		t.Errorf("%v seconds for %v positions", p.Seconds, p.Positions)
	}
	if p := testkit.Must(NewPlan(g, match.Crew{}, nil))(t); p.Workers < 1 || p.Games != 0 || p.Seconds != 0 {
		t.Errorf("nothing to play: %+v", p)
	}
	for seconds, want := range map[float64]string{12.3: "12s", 3599: "59m59s", 7290: "2h1m30s"} {
		if got := (&Plan{Seconds: seconds}).Time(); got != want {
			t.Errorf("%v seconds are %s, want %s", seconds, got, want)
		}
	}
}

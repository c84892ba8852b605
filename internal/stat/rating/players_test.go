package rating

import (
	"bestiary/internal/testkit"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func rate(t *testing.T, table Table, priorSD float64) *Ratings {
	t.Helper()
	return testkit.Must(Rate(table, priorSD))(t)
}

// Results that have no finite ratings: the message names the players, and a prior
// gives finite answers in the right order.
func TestRateWithoutMaximum(t *testing.T) {
	for _, test := range []struct {
		name    string
		table   string
		want    string
		ranking string
	}{
		{"disconnected", "A-B:3/2/1 C-D:1/2/2", `because "A", "B" played nobody else`, "A D C B"},
		{"all lost", "A-B:3/2/1 A-C:2/0/0 C-B:0/0/4", `because "C" scored nothing against all others`, "A B C"},
		{"one win", "A-B:1/0/0", `because "B" scored nothing against all others`, "A B"},
		{"colours tell players", "A-B:3/2/2", "cannot be told apart", "A B"},
		{"White won always", "A-B:5/0/0 B-A:5/0/0", "grow without limit", "A B"},
	} {
		table := readTable(t, test.table)
		_, err := Rate(table, 0)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one with %s", test.name, err, test.want)
		}
		r := rate(t, table, 300)
		var names []string
		for _, p := range r.Players {
			names = append(names, p.Name)
			if !(p.Elo.Lo < p.Elo.Estimate && p.Elo.Estimate < p.Elo.Hi) || math.Abs(p.Elo.Estimate) > 1000 || math.Abs(p.Elo.Hi) > 2000 {
				t.Errorf("%s: rating %v of %s", test.name, p.Elo, p.Name)
			}
		}
		if got := strings.Join(names, " "); got != test.ranking {
			t.Errorf("%s: ranking %s, want %s", test.name, got, test.ranking)
		}
	}
}

func TestRateErrors(t *testing.T) {
	good := Table{{White: "A", Black: "B", Result: WDL{1, 1, 1}}, {White: "B", Black: "A", Result: WDL{1, 1, 1}}}
	for _, test := range []struct {
		table   Table
		priorSD float64
		want    string
	}{
		{Table{}, 0, "rating: no games, expected at least one"},
		{Table{{White: "A", Black: "A", Result: WDL{Wins: 1}}}, 0, `rating: row 1 of the table: "A" against "A", expected two different names`},
		{append(good[:2:2], Match{White: "A", Black: "B", Result: WDL{Wins: -1}}), 0, "row 3 of the table: rating: -1 wins"},
		{good, -1, "prior standard deviation -1"},
	} {
		testkit.Fails(t, testkit.Error(Rate(test.table, test.priorSD)), test.want)
	}
}

// The ratings of two players who swap colours follow from their match; draws alone make
// players equal.
func TestRateSimpleTables(t *testing.T) {
	r := rate(t, readTable(t, "A-B:30/20/10 B-A:10/20/30"), 0)
	d := r.Players[0].Elo.Estimate - r.Players[1].Elo.Estimate
	if !near(d, Elo(80.0/120), 1e-6) || !near(r.Players[0].Elo.Estimate+r.Players[1].Elo.Estimate, 0, 1e-6) || !near(r.Advantage.Estimate, 0, 1e-6) {
		t.Errorf("difference %v, players %+v, advantage %v", d, r.Players, r.Advantage)
	}
	if p := r.Players[0]; p.Name != "A" || p.Games != 120 || !near(float64(p.Score), 80.0/120, 1e-12) {
		t.Errorf("best player %+v", p)
	}
	drawn := rate(t, readTable(t, "A-B:0/9/0 B-A:0/9/0 B-C:0/9/0 C-B:0/9/0"), 0)
	for _, p := range drawn.Players {
		if !near(p.Elo.Estimate, 0, 1e-9) || p.Elo.HalfWidth() < 10 {
			t.Errorf("%s has %v after draws alone", p.Name, p.Elo)
		}
	}
}

// A table of simulated players, without draws: almost all intervals cover the truth.
func TestRateRecoversTruth(t *testing.T) {
	truth := map[string]float64{"A": 150, "B": 60, "C": 0, "D": -50, "E": -160}
	names := []string{"A", "B", "C", "D", "E"}
	const advantage, tournaments, rounds = 35, 60, 12
	rng := rand.New(rand.NewPCG(7, 8))
	var info, advantages int
	for range tournaments {
		var table Table
		for range rounds {
			for i, a := range names {
				for _, b := range names[:i] {
					table = append(table,
						simulated(a, b, truth[a]-truth[b]+advantage, rng),
						simulated(b, a, truth[b]-truth[a]+advantage, rng))
				}
			}
		}
		r := rate(t, table, 0)
		advantages += covers(r.Advantage, advantage)
		for _, p := range r.Players {
			info += covers(p.Elo, truth[p.Name])
		}
	}
	for name, share := range map[string]float64{
		"information": float64(info) / (5 * tournaments), "advantage": float64(advantages) / tournaments,
	} {
		if !near(share, 0.95, 0.05) {
			t.Errorf("%s: the truth is in the limits in %.1f %%", name, 100*share)
		}
	}
}

// simulated returns one game as a row of a table.
func simulated(white, black string, elo float64, rng *rand.Rand) Match {
	m := Match{White: white, Black: black}
	if (world{}).play(rng, elo) == Win {
		m.Result.Wins = 1
	} else {
		m.Result.Losses = 1
	}
	return m
}

package estimate

import (
	"math"
	"path/filepath"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// A match moves the forecast of a similar exchange towards its score, and less so if it is by another revision, at
// other nodes, or one of several of its exchange; and the forecast of its own exchange does not know it.
func TestModelLearns(t *testing.T) {
	g := rulestest.Game(t, "chess")
	bundle := testkit.Must(Bundled(g))(t)
	m := *bundle.Model
	m.Found, m.Matches = nil, nil
	testkit.OK(t, m.Learn(g, nil))
	forecast := func(m *Model, exchange string) tuning.Predicted {
		play := m.At(exchange, true, 1, 20)
		return testkit.Must(m.Predict(g, play))(t)
	}
	after := func(list ...Played) tuning.Predicted {
		own := m
		testkit.OK(t, own.Learn(g, list))
		if own.Learned != len(list) {
			t.Errorf("learned from %d of %d", own.Learned, len(list))
		}
		return forecast(&own, "rook=knight")
	}
	won := Played{Exchange: "rook=knight+pawn", Player: "learned", Nodes: m.Nodes, Revision: m.Revision, Pairs: 2000, Score: 0.9, Error: 0.005}
	none, one := after(), after(won)
	if !(one.LogOdds > none.LogOdds+0.05) || !(one.Sampling < none.Sampling) {
		t.Errorf("before a match that the rook won %+v, after %+v", none, one)
	}
	for name, change := range map[string]func(*Played){
		"revision": func(p *Played) { p.Revision-- }, "nodes": func(p *Played) { p.Nodes *= 2 }, "player": func(p *Played) { p.Player = "uci:other" },
		"pairs": func(p *Played) { p.Pairs, p.Error = 20, 0.07 },
	} {
		other := won
		change(&other)
		if by := after(other); !(by.LogOdds < one.LogOdds) || !(by.LogOdds > none.LogOdds) {
			t.Errorf("other %s: %.4f, without a match %.4f and with it %.4f", name, by.LogOdds, none.LogOdds, one.LogOdds)
		}
	}
	// Other programs differ by more than our players.
	m.Spread = 0.03
	_, ours := m.By("new", none, 1)
	more := (math.Pow(tuning.OtherSpread.Mean(), 2) - 0.03*0.03) * none.Kinds * none.Kinds
	testkit.Near(t, "another program", m.Another(none), math.Sqrt(ours.Player*ours.Player+more), 1e-9)
	m.Spread = bundle.Spread

	// Two matches of one exchange share its deviation: they say less than matches of two exchanges would.
	again := won
	again.Seed++
	m.Exchange = 0.5
	single, twice := after(won), after(won, again)
	if gain := (none.Sampling*none.Sampling - twice.Sampling*twice.Sampling) / (none.Sampling*none.Sampling - single.Sampling*single.Sampling); !(gain < 1.3) {
		t.Errorf("a second match of the exchange says %.2f times as much as the first alone", gain)
	}
	m.Exchange = bundle.Exchange

	strange := won
	strange.Revision--
	known := m
	testkit.OK(t, known.Learn(g, []Played{won, strange}))
	if known.Others != 1 || known.Learned != 2 {
		t.Errorf("%d of %d matches by another revision, want 1 of 2", known.Others, known.Learned)
	}
	known = m
	testkit.OK(t, known.Learn(g, []Played{won}))
	for _, exchange := range []string{"rook=knight+pawn", "pawn+knight=rook"} {
		own := testkit.Must(known.Without(g, exchange))(t)
		if own.Learned != 0 || math.Abs(forecast(own, exchange).LogOdds-forecast(&m, exchange).LogOdds) > 1e-9 || known.Learned != 1 {
			t.Errorf("%s knows its own match", exchange)
		}
	}
	if own := testkit.Must(known.Without(g, "rook=bishop"))(t); own.Learned != 1 {
		t.Error("another exchange does not know the match")
	}
	back := Played{Exchange: "pawn+knight=rook", Player: "deep", Pairs: 1000, Score: 0.4, Error: 0.01}
	testkit.OK(t, known.Learn(g, []Played{back}))
	f := known.FoundInMatches(g)
	if len(f) != 1 || f[0].By != ByMatch || f[0].Exchange != back.Exchange || f[0].Pairs != 3000 || math.Abs(f[0].Score.Estimate-0.2) > 1e-9 {
		t.Errorf("found %+v", f)
	}
}

// A file of matches keeps the longest of each.
func TestMatchesFile(t *testing.T) {
	g, folder := rulestest.Game(t, "chess"), filepath.Join(t.TempDir(), "new")
	if list := testkit.Must(ReadMatches(g, folder))(t); list != nil {
		t.Errorf("no file has %v", list)
	}
	short := Played{Exchange: "rook=knight", Player: "learned", Nodes: 300, Revision: 14, Pairs: 20, Score: 0.6, Error: 0.05}
	long, other := short, short
	long.Pairs, long.Score, other.Player = 40, 0.65, "deep"
	for _, list := range [][]Played{{short}, {long, other}, {short}} {
		testkit.OK(t, AddMatches(folder, g, list))
	}
	testkit.Same(t, "matches", []Played{long, other}, testkit.Must(ReadMatches(g, folder))(t))
	testkit.Fails(t, testkit.Error(ReadMatches(rulestest.Game(t, "capablanca"), folder)), "matches.json is of chess with rules", "expected capablanca")
	for text, want := range map[string]string{
		"{": "matches.json:1: the file is damaged",
		`{"rules-hash":"` + g.Variant.Hash() + `","matches":[{"exchange":"rok=knight","pairs":3}]}`:              `match 1: exchange "rok=knight": chess has no piece "rok"; did you mean "rook"?`,
		`{"rules-hash":"` + g.Variant.Hash() + `","matches":[{"exchange":"rook=knight","pairs":3,"score":1.5}]}`: "match 1: rook=knight has 3 pairs, the score 1.5 and the error 0, expected",
	} {
		testkit.Write(t, filepath.Join(folder, MatchesFile), text)
		testkit.Fails(t, testkit.Error(ReadMatches(g, folder)), want)
		testkit.Fails(t, AddMatches(folder, g, []Played{short}), want)
	}
}

package estimate

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

// What a run publishes predicts other matches: the side with the rook wins more, the reverse
// exchange is the reverse forecast, and reading the file changes nothing.
func TestModelPredicts(t *testing.T) {
	g, cfg := rulestest.Game(t, "chess"), tiny
	cfg.SetPairs(40)
	cfg.OddsPairs, cfg.Rounds = 2, 1
	res := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	res.Predicted = &Predicted{Found: []Found{{"knight=bishop", ByLeague, 5, stat.Symmetric(0.5, 0.2, 0.95)}}}
	m := testkit.Must(res.Model())(t)
	if n := len(m.Found); n < 3 || m.Found[n-2].By != ByLeague || m.Found[n-1].By != ByOdds || m.Found[n-1].Exchange != "pawn= traded" || m.Found[0].By != ByFit || m.Revision != search.Revision {
		t.Errorf("found %+v, revision %d", m.Found, m.Revision)
	}
	if len(m.Exchanges) == 0 || !(m.Exchange > 0) || !(m.Spread > 0.009 && m.Spread < 0.044) || !(m.Weight > 0) || len(m.Players) != len(cfg.Panel) || !m.Has("deep") || m.Has("deeper") {
		t.Errorf("exchanges %q, their deviation %v, spread %v, weight %v, players %v", m.Exchanges, m.Exchange, m.Spread, m.Weight, m.Players)
	}
	for _, v := range res.Ranking {
		if x := v.Another; v.Total.Bounded() && !v.Total.Exact() && !(x.Lo < v.Total.Lo && x.Hi > v.Total.Hi) {
			t.Errorf("the %s is worth %+v, to another program %+v", v.Piece, v.Total, x)
		}
	}
	// Before it is written, too, it is as it was fitted without the only match that it would learn from.
	if alone := testkit.Must(m.Without(g, "bishop=knight"))(t); alone.Learned != 0 || !slices.Equal(alone.Coefficients, m.Coefficients) {
		t.Errorf("without the match of the short league: learned from %d matches, %v", alone.Learned, alone.Coefficients)
	}
	folder := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(folder, ModelFile), testkit.Must(json.Marshal(m))(t), 0o666))
	read := testkit.Must(ReadSource(folder, g))(t).Model
	if len(read.Found) != len(m.Found) || read.Learned != 1 {
		t.Errorf("learned from %d matches, want that of the short league", read.Learned)
	}
	predict := func(m *Model, exchange string, giveUp bool) tuning.Predicted {
		play := OddsConfig{Pairs: 30, Play: match.SelfPlay()}.play(exchange)
		play.NoPermute, play.GiveUp = true, giveUp
		return testkit.Must(m.Predict(g, play))(t)
	}
	f := predict(m, "rook=knight", true)
	score := logit.Sigmoid(f.LogOdds)
	if again := predict(read, "rook=knight", true); math.Abs(again.LogOdds-f.LogOdds) > 1e-4 || math.Abs(again.Sampling-f.Sampling) > 1e-4 {
		t.Errorf("%+v, and by the file %+v", f, again)
	}
	if back := predict(m, "knight=rook", true); !(score > 0.51) || math.Abs(back.LogOdds+f.LogOdds) > 0.02 {
		t.Errorf("rook for knight scores %.3f, the reverse %.3f", score, logit.Sigmoid(back.LogOdds))
	}
	m.Players = []ModelPlayer{{"weak", 0.5}}
	new, parts := m.By("new", f, 400)
	among := math.Hypot(float64(m.Spread)*f.Kinds, float64(m.Weight)*f.Worth)
	if new != f.LogOdds || parts.Exchange != float64(m.Exchange) || !(parts.Player > among) || !(parts.Chance > 0 && parts.Chance < 0.101) {
		t.Errorf("%v, parts %+v of %+v", new, parts, f)
	}
	weak, known := m.By("weak", f, 400)
	if math.Abs(weak-f.LogOdds/2) > 0.01 || !(known.Player < parts.Player/2) || math.Abs(known.Sampling-f.Sampling/2) > 1e-9 {
		t.Errorf("for a player for whom an advantage is worth half: %v, parts %+v", weak, known)
	}

	testkit.Fails(t, testkit.Error(ReadSource(t.TempDir(), g)), "model.json is missing: expected the folder of a run of bestiary estimate chess")
	testkit.Fails(t, testkit.Error(ReadSource(folder, rulestest.Game(t, "capablanca"))), "is of chess with rules 1b1a49770cc4, expected capablanca")
	testkit.OK(t, os.WriteFile(filepath.Join(folder, ModelFile), []byte("{"), 0o666))
	testkit.Fails(t, testkit.Error(ReadSource(folder, g)), "model.json:1: the file is damaged: unexpected end of JSON input")
}

// The values that come with the program are those of the games of its catalogue, and say what
// their players play with.
func TestBundled(t *testing.T) {
	for _, entry := range testkit.Must(bundled.ReadDir("bundled"))(t) {
		g := rulestest.Game(t, entry.Name())
		m := testkit.Must(Bundled(g))(t)
		if m == nil || len(m.Files) != len(sourceFiles) || m.Learned < len(m.Matches) {
			t.Errorf("%s: %+v", entry.Name(), m)
			continue
		}
		testkit.Must(m.Weights(g))(t)
	}
	other := testkit.Must(variant.Find("chess"))(t)
	other.Rules.NMove++
	if m, err := Bundled(testkit.Must(rules.Compile(other))(t)); m != nil || err != nil {
		t.Errorf("other rules: %v, %v", m, err)
	}
}

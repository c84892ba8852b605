package estimate

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

// What a run publishes foretells other matches: the side with the rook wins more, the reverse
// exchange is the reverse forecast, and reading the file changes nothing.
func TestModelForetells(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := tiny
	cfg.SetPairs(40)
	cfg.OddsPairs, cfg.Rounds = 0, 1
	res := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	m := testkit.Must(res.Model())(t)
	if len(m.Exchanges) == 0 || !(m.Exchange > 0) || m.Spread < 0.03 || !(m.Weight > 0) || len(m.Players) != len(cfg.Panel) || !m.Has("deep") || m.Has("deeper") {
		t.Errorf("exchanges %q, their deviation %v, spread %v, weight %v, players %v", m.Exchanges, m.Exchange, m.Spread, m.Weight, m.Players)
	}
	folder := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(folder, ModelFile), testkit.Must(json.Marshal(m))(t), 0o666))
	read, data, err := ReadModel(folder, g)
	testkit.OK(t, err)
	if len(data) == 0 {
		t.Error("no bytes")
	}
	foretell := func(m *Model, exchange string, giveUp bool) tuning.Foretold {
		play := OddsConfig{Pairs: 30, Play: match.SelfPlay()}.play(exchange)
		play.NoPermute, play.GiveUp = true, giveUp
		return testkit.Must(m.Foretell(g, play))(t)
	}
	f := foretell(m, "rook=knight", true)
	score := logit.Sigmoid(f.LogOdds)
	if again := foretell(read, "rook=knight", true); math.Abs(again.LogOdds-f.LogOdds) > 1e-4 || math.Abs(again.Sampling-f.Sampling) > 1e-4 {
		t.Errorf("%+v, and by the file %+v", f, again)
	}
	if back := foretell(m, "knight=rook", true); !(score > 0.51) || math.Abs(back.LogOdds+f.LogOdds) > 0.02 {
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

	testkit.Fails(t, read3(ReadModel(t.TempDir(), g)), "model.json is missing: expected the folder of a run of bestiary estimate chess")
	testkit.Fails(t, read3(ReadModel(folder, rulestest.Game(t, "capablanca"))), "is of chess with rules 1b1a49770cc4, expected capablanca")
	testkit.OK(t, os.WriteFile(filepath.Join(folder, ModelFile), []byte("{"), 0o666))
	testkit.Fails(t, read3(ReadModel(folder, g)), "model.json: unexpected end of JSON input")
}

func read3(_ *Model, _ []byte, err error) error { return err }

package league

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// resultsDir has the values of the games of these tests, measured with few games.
var resultsDir string

func TestMain(m *testing.M) {
	var err error
	if resultsDir, err = os.MkdirTemp("", "league"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(resultsDir)
	os.Exit(code)
}

var measuring sync.Mutex

// measured makes sure that resultsDir has the values of a game.
func measured(t *testing.T, name string) *rules.Game {
	t.Helper()
	measuring.Lock()
	defer measuring.Unlock()
	g, folder := rulestest.Game(t, name), filepath.Join(resultsDir, name)
	if _, err := os.Stat(folder); err == nil {
		return g
	}
	cfg := estimate.Default()
	cfg.SetPairs(100)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes, cfg.Panel = 0, 0, 10, []string{estimate.Learned, estimate.Perturbed}
	res := testkit.Must(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	data := testkit.Must(json.Marshal(testkit.Must(res.Model())(t)))(t)
	testkit.Must(files.Write(folder, files.File{Name: estimate.ModelFile, Data: data}))(t)
	testkit.OK(t, res.Weights.Save(filepath.Join(folder, estimate.WeightsFile), g))
	return g
}

// tiny returns a league of a fraction of a second.
func tiny(t *testing.T, pairs int) *Settings {
	t.Helper()
	measured(t, "chess")
	return testkit.Must(parse("tiny.toml", fmt.Appendf(nil, `[league]
seed = 5
pairs = %d
small = 3
large = 2
replacements = 1
games = ["chess"]
players = ["learned", "deep"]
unseen = ["engine:nodes=12"]
`, pairs)))(t)
}

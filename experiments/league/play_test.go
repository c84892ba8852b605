package league

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/experiments/page"
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

func predicted(t *testing.T, s *Settings, folder string) *Forecasts {
	t.Helper()
	return testkit.Must(Predict(s, folder, resultsDir))(t)
}

func playAll(t *testing.T, f *Forecasts) *Result {
	t.Helper()
	return testkit.Must(f.Play(context.Background(), match.Workers(2), match.Events{}))(t)
}

// change replaces a text of a file.
func change(t *testing.T, path, from, to string) {
	t.Helper()
	data := string(testkit.Must(os.ReadFile(path))(t))
	if !strings.Contains(data, from) {
		t.Fatalf("%s lacks %q", path, from)
	}
	testkit.OK(t, os.WriteFile(path, []byte(strings.Replace(data, from, to, 1)), 0o666))
}

// Forecasts that were changed after they were made are refused; so are games that were played
// for other forecasts, even if the hash was changed along with them.
func TestChangedForecastsAreRefused(t *testing.T) {
	s, folder := tiny(t, 2), t.TempDir()
	f := predicted(t, s, folder)
	noted := string(testkit.Must(os.ReadFile(filepath.Join(folder, HashFile)))(t))
	if noted != f.Hash()+"  forecasts.json\n" {
		t.Errorf("the hash is noted as %q", noted)
	}
	if again := predicted(t, s, folder); again.Hash() != f.Hash() {
		t.Error("forecasts are made twice")
	}
	playAll(t, f)
	other := *s
	other.Seed++
	testkit.Fails(t, testkit.Error(Predict(&other, folder, resultsDir)), "is of a league with other settings")

	path := filepath.Join(folder, ForecastsFile)
	change(t, path, `"unseen": true`, `"unseen": false`)
	testkit.Fails(t, testkit.Error(Predict(s, folder, resultsDir)), "but forecasts.sha256 says "+f.Hash()+": forecasts are not changed after they are made")
	now := files.SHA256(testkit.Must(os.ReadFile(path))(t))
	change(t, filepath.Join(folder, HashFile), f.Hash(), now)
	changed := predicted(t, s, folder)
	_, err := changed.Play(context.Background(), match.Workers(2), match.Events{})
	testkit.Fails(t, err, "has games of round 1 played with other forecasts ("+f.Hash())

	values := filepath.Join(folder, valuesFolder, "chess", "model.json")
	change(t, values, `"draws":0`, `"draws":1`)
	testkit.Fails(t, testkit.Error(Predict(s, folder, resultsDir)), "but the forecasts are from values with")
	testkit.Fails(t, testkit.Error(Predict(s, t.TempDir(), t.TempDir())), "model.json is missing: expected the folder of a run of bestiary estimate chess")
}

// Nothing shows locked matches before they are opened, which needs all games and happens once.
// The rest is played as it would be without interruption.
func TestLockedMatchesAreOpenedOnce(t *testing.T) {
	s, folder := tiny(t, 3), t.TempDir()
	f := predicted(t, s, folder)
	ctx, stop := context.WithCancel(context.Background())
	games := 0
	_, err := f.Play(ctx, match.Workers(1), match.Events{GameDone: func(match.Progress) {
		if games++; games == 8 {
			stop()
		}
	}})
	if err == nil || games >= f.Games(match.Workers(1)) {
		t.Fatalf("an interrupted league played %d games, error %v", games, err)
	}
	testkit.Fails(t, f.Complete(), "of 6 games; locked matches are opened when all are played")
	res := playAll(t, f)
	testkit.OK(t, f.Complete())
	whole := playAll(t, predicted(t, s, t.TempDir()))
	testkit.Same(t, "without an interruption", whole.Figures(mobility(t, s)).Matches, res.Figures(mobility(t, s)).Matches)

	figures := res.Figures(mobility(t, s))
	if len(figures.Matches) != 4 || figures.Locked != 2 || figures.Opened || figures.Games != 24 || len(figures.Standing.Locked) != 0 {
		t.Errorf("before: %d matches, %d locked, %d games", len(figures.Matches), figures.Locked, figures.Games)
	}
	for _, p := range figures.Matches {
		if p.Locked {
			t.Errorf("match %d is locked and shown", p.Number)
		}
	}
	testkit.OK(t, res.Open())
	testkit.Fails(t, res.Open(), "what is locked was opened before, as "+filepath.Join(folder, "opened.json"))
	later := playAll(t, predicted(t, s, folder))
	testkit.Fails(t, later.Open(), "opened before")
	figures = later.Figures(mobility(t, s))
	if len(figures.Matches) != 6 || !figures.Opened || len(figures.Standing.Locked) != 2 {
		t.Errorf("after: %d matches, %d parts by lock", len(figures.Matches), len(figures.Standing.Locked))
	}
	page := testkit.Must(figures.Write(filepath.Join(t.TempDir(), "published"), page.Run{Version: "v0", Command: "bestiary experiments run league"}))(t)
	for _, name := range []string{"report.md", "league.json", "matches.csv", ForecastsFile, HashFile, "charts/predicted.svg"} {
		if _, err := os.Stat(filepath.Join(filepath.Dir(page), name)); err != nil {
			t.Error(err)
		}
	}
	change(t, filepath.Join(folder, "opened.json"), f.Hash()[:8], "00000000")
	_, err = predicted(t, s, folder).Play(context.Background(), match.Workers(1), match.Events{})
	testkit.Fails(t, err, "is of other settings")
}

// mobility returns the table of the prior alone.
func mobility(t *testing.T, s *Settings) []*Table {
	t.Helper()
	return testkit.Must(s.Tables())(t)[:1]
}

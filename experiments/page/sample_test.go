package page

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// A page keeps its first games, which come out the same when they are played again.
func TestRepeat(t *testing.T) {
	folder := t.TempDir()
	g := rulestest.Game(t, "chess")
	cfg := match.SelfPlay()
	cfg.Pairs, cfg.Nodes, cfg.MaxPlies = 3, 20, 20
	games := testkit.Must(match.OpenRun(folder, g, cfg))(t)
	testkit.Must(match.Play(context.Background(), g, cfg, eval.Prior(g), 0, match.Workers(2), games, match.Events{}))(t)
	testkit.OK(t, games.Close())
	run := Run{Version: "v9", Command: "bestiary selfplay chess", Revision: search.Revision}
	published := t.TempDir()
	for _, to := range []string{folder, published} {
		testkit.Must((&Page{Title: "Chess", Games: []string{folder}}).Write(to, run))(t)
	}
	testkit.Must((&Page{Title: "Chess"}).Write(folder, run))(t) // the games beside the page

	for _, from := range []string{folder, published} {
		found := testkit.Must(Repeat(context.Background(), from))(t)
		if found.Games != 6 || found.Rounds != 1 || found.Played != 1 || len(found.Differ) > 0 {
			t.Errorf("%+v", found)
		}
	}
	path := filepath.Join(published, SampleFile)
	was := testkit.Read(t, path)
	if strings.Contains(was, filepath.Dir(folder)) {
		t.Error("the file tells where the games are")
	}
	testkit.Write(t, path, strings.Replace(was, `"reason":"`, `"reason":"not `, 1))
	if found := testkit.Must(Repeat(context.Background(), published))(t); len(found.Differ) != 1 || !strings.Contains(found.Differ[0], "pair 1, game 1") {
		t.Errorf("%+v", found)
	}
	for text, want := range map[string]string{
		strings.Replace(was, `"revision":`, `"revision":1`, 1): "and this program has revision",
		"{": "damaged",
		regexp.MustCompile(`"games":\[.*\]`).ReplaceAllString(was, `"games":[]`): "has no games",
	} {
		testkit.Write(t, path, text)
		testkit.Fails(t, testkit.Error(Repeat(context.Background(), published)), want)
	}
	timed := Page{Title: "Chess", Games: []string{t.TempDir()}} // a page whose games depend on the host
	testkit.Must(timed.Write(published, run))(t)
	if _, err := os.Stat(path); err == nil {
		t.Error("the games of an earlier page stay")
	}
	testkit.Write(t, filepath.Join(published, "run.json"), `{"version": "v0.0.0-20261127013802-639f358b996b+dirty", "command": "bestiary estimate chess"}`)
	testkit.Fails(t, testkit.Error(Repeat(context.Background(), published)), "has no games.json", "git checkout 639f358b996b, then bestiary estimate chess")
	testkit.Fails(t, testkit.Error(Repeat(context.Background(), filepath.Join(published, "none"))), "none")
}

package claim

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bestiary/experiments/estimate"
	"bestiary/internal/testkit"
)

// Hours are those of the games that a result uses, of which its folder may have more.
func TestTimeOfTheGamesUsed(t *testing.T) {
	folder := t.TempDir()
	if p := readPace(folder); p.of(100) != 0 {
		t.Errorf("%+v of games that nobody has timed", p)
	}
	readPace(folder).add(folder, 30, time.Now().Add(-time.Minute))
	readPace(folder).add(folder, 90, time.Now().Add(-time.Minute))
	used := &RunResult{Games: 10, Values: &estimate.Result{Rounds: []estimate.Round{
		{Games: 20}, {Games: 10},
	}}}
	testkit.Near(t, "seconds of 30 of 120 games", readPace(folder).of(used.played()).Seconds(), 30, 0.5)
	for _, text := range []string{"", "12", "0 games in 3 s", "-1 games in 3 s", "5 games in -3 s", "5 games in 1e99 s", "x"} {
		testkit.OK(t, os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666))
		if p := readPace(folder); p != (pace{}) {
			t.Errorf("%q is read as %+v", text, p)
		}
	}
	r := &Result{Runs: []RunResult{{Key: "a", Time: 3 * time.Hour}, {Key: "a", Time: time.Hour}, {Key: "b", Time: time.Hour, Peers: []RunResult{{Key: "c", Time: time.Minute}}}}}
	if got, want := r.Time(), 4*time.Hour+time.Minute; got != want {
		t.Errorf("the time of all runs is %v, want %v", got, want)
	}
}

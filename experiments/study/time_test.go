package study

import (
	"testing"
	"time"

	"bestiary/experiments/estimate"
	"bestiary/internal/testkit"
)

// Hours are those of the games that a result uses, of which its folder may have more.
func TestTimeOfTheGamesUsed(t *testing.T) {
	used := &RunResult{Games: 10, Values: &estimate.Result{Rounds: []estimate.Round{{Games: 20}, {Games: 10}}}}
	testkit.Same(t, "games used", 30, used.played())
	r := &Result{Runs: []*RunResult{{Key: "a", Time: 3 * time.Hour}, {Key: "a", Time: time.Hour}, {Key: "b", Time: time.Hour, Peers: []*RunResult{{Key: "c", Time: time.Minute}}}}}
	if got, want := r.Time(), 4*time.Hour+time.Minute; got != want {
		t.Errorf("the time of all runs is %v, want %v", got, want)
	}
}

package claim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"
)

// timeFile holds how many games of a run were timed and how long they took, in the folder of
// the run. It is no part of a result, since it differs from machine to machine.
const timeFile = "time"

// pace is how long some games took.
type pace struct {
	games int
	time  time.Duration
}

// readPace returns the pace of the games of a run so far, zero if it is not known.
func readPace(folder string) pace {
	data, _ := os.ReadFile(filepath.Join(folder, timeFile)) // a run without it is whole
	games, seconds := 0, 0.0
	n, _ := fmt.Sscanf(string(data), "%d games in %f s", &games, &seconds)
	if n < 2 || games < 1 || games > math.MaxInt32 || !(seconds >= 0 && seconds < 1e9) {
		return pace{}
	}
	return pace{games, time.Duration(seconds * float64(time.Second))}
}

// add adds games that have been played since a moment.
func (p pace) add(folder string, games int, since time.Time) {
	p.games, p.time = p.games+games, p.time+time.Since(since)
	text := fmt.Sprintf("%d games in %.3f s\n", p.games, p.time.Seconds())
	_ = os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666) // a run without it is whole
}

// of returns how long a number of such games take.
func (p pace) of(games int) time.Duration {
	return time.Duration(float64(p.time) * float64(games) / float64(max(p.games, 1)))
}

// played returns how many games a run has used, those that it learned from included.
func (run *RunResult) played() int {
	if run.Values == nil {
		return run.Games
	}
	games := 0
	for _, round := range run.Values.Rounds {
		games += round.Games
	}
	return games
}

// Time returns how long the games of all runs took, runs shared with other experiments included.
func (r *Result) Time() time.Duration {
	longest := map[string]time.Duration{} // by folder
	for _, run := range r.AllRuns() {
		longest[run.Key] = max(longest[run.Key], run.Time)
	}
	total := time.Duration(0)
	for _, t := range longest {
		total += t
	}
	return total
}

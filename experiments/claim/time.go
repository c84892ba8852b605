package claim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"
)

// timeFile keeps how many games of a run were timed, and how long they took, beside them.
// It is no part of a result: it differs from machine to machine.
const timeFile = "time"

// pace is how long some games took.
type pace struct {
	games int
	time  time.Duration
}

// readPace is the pace of the games of a run so far; zero if nobody knows.
func readPace(folder string) pace {
	data, err := os.ReadFile(filepath.Join(folder, timeFile))
	if err != nil {
		return pace{}
	}
	games, seconds := 0, 0.0
	n, err := fmt.Sscanf(string(data), "%d games in %f s", &games, &seconds)
	if err != nil || n < 2 || games < 1 || games > math.MaxInt32 || !(seconds >= 0 && seconds < 1e9) {
		return pace{}
	}
	return pace{games, time.Duration(seconds * float64(time.Second))}
}

// add adds games that have been played since a moment.
func (p pace) add(folder string, games int, since time.Time) {
	p.games, p.time = p.games+games, p.time+time.Since(since)
	text := fmt.Sprintf("%d games in %.3f s\n", p.games, p.time.Seconds())
	// The time is for people; a run without it is whole.
	_ = os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666)
}

// of is how long a number of such games take. A folder may have more than a result uses.
func (p pace) of(games int) time.Duration {
	if p.games == 0 {
		return 0
	}
	return time.Duration(float64(p.time) * float64(games) / float64(p.games))
}

// played is how many games a run has used, those that it learned from included.
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

// Time is how long the games of all runs took to play, including runs shared
// with other experiments.
func (r *Result) Time() time.Duration {
	longest := map[string]time.Duration{} // by folder
	for _, run := range r.everyRun() {
		longest[run.Key] = max(longest[run.Key], run.Time)
	}
	total := time.Duration(0)
	for _, t := range longest {
		total += t
	}
	return total
}

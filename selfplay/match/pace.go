package match

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

// Pace is how long some games took.
type Pace struct {
	Games int
	Time  time.Duration
}

// ReadPace returns the pace of the games of a run so far, zero if it is not known.
func ReadPace(folder string) Pace {
	data, _ := os.ReadFile(filepath.Join(folder, timeFile)) // a run without it is whole
	games, seconds := 0, 0.0
	n, _ := fmt.Sscanf(string(data), "%d games in %f s", &games, &seconds)
	if n < 2 || games < 1 || games > math.MaxInt32 || !(seconds >= 0 && seconds < 1e9) {
		return Pace{}
	}
	return Pace{games, time.Duration(seconds * float64(time.Second))}
}

// Add adds games that have been played since a moment to the pace of a run.
func (p Pace) Add(folder string, games int, since time.Time) {
	p.Games, p.Time = p.Games+games, p.Time+time.Since(since)
	text := fmt.Sprintf("%d games in %.3f s\n", p.Games, p.Time.Seconds())
	_ = os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666) // a run without it is whole
}

// Of returns how long a number of such games take.
func (p Pace) Of(games int) time.Duration {
	return time.Duration(float64(p.Time) * float64(games) / float64(max(p.Games, 1)))
}

package claim

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// timeFile keeps how long the games of a run took, in seconds, beside them. It is no
// part of a result: it differs from machine to machine.
const timeFile = "seconds"

// readTime is how long a run took so far; 0 if nobody knows.
func readTime(folder string) time.Duration {
	data, err := os.ReadFile(filepath.Join(folder, timeFile))
	if err != nil {
		return 0
	}
	seconds, err := strconv.ParseFloat(strings.TrimSpace(string(data)), 64)
	if err != nil || !(seconds >= 0 && seconds < 1e9) {
		return 0
	}
	return time.Duration(seconds * float64(time.Second))
}

// addTime adds what has been played since a moment.
func addTime(folder string, since time.Time) {
	total := readTime(folder) + time.Since(since)
	text := strconv.FormatFloat(total.Seconds(), 'f', 1, 64) + "\n"
	// The time is for people; a run without it is whole.
	_ = os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666)
}

// Time is how long the games of all runs took to play, including runs shared
// with other experiments.
func (r *Result) Time() time.Duration {
	total := time.Duration(0)
	known := map[string]bool{}
	for _, run := range r.everyRun() {
		if !known[run.Key] {
			known[run.Key] = true
			total += run.Time
		}
	}
	return total
}

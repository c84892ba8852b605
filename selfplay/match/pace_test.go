package match

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"bestiary/internal/testkit"
)

// The time of a run adds up over its parts; a file that nobody can read is none.
func TestPace(t *testing.T) {
	folder := t.TempDir()
	if p := ReadPace(folder); p.Of(100) != 0 {
		t.Errorf("%+v of games that nobody has timed", p)
	}
	ReadPace(folder).Add(folder, 30, time.Now().Add(-time.Minute))
	ReadPace(folder).Add(folder, 90, time.Now().Add(-time.Minute))
	testkit.Near(t, "seconds of 30 of 120 games", ReadPace(folder).Of(30).Seconds(), 30, 0.5)
	for _, text := range []string{"", "12", "0 games in 3 s", "-1 games in 3 s", "5 games in -3 s", "5 games in 1e99 s", "x"} {
		testkit.OK(t, os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666))
		if p := ReadPace(folder); p != (Pace{}) {
			t.Errorf("%q is read as %+v", text, p)
		}
	}
}

package selfplay

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"
)

// A run that is killed without warning, again and again, ends with the games of
// one that was left alone.
func TestKilledRun(t *testing.T) {
	whole, killed := t.TempDir(), t.TempDir()
	began := time.Now()
	if err := playInto(whole, 2, Events{}); err != nil {
		t.Fatal(err)
	}
	length := time.Since(began)
	rng := rand.New(rand.NewPCG(1, 1))
	partial := 0 // kills that left some games, but not all
	for range 8 {
		if !playAndKill(t, killed, length/8+time.Duration(rng.Int64N(int64(length/4)))) {
			break
		}
		if n := gamesIn(t, killed); n > 0 && n < 2*quick.Pairs {
			partial++
		}
	}
	if partial == 0 {
		t.Error("no kill came while games were being played")
	}
	if err := playInto(killed, 2, Events{}); err != nil {
		t.Fatal(err)
	}
	if exportOf(t, killed) != exportOf(t, whole) {
		t.Error("the killed run has other games")
	}
}

// gamesIn is the number of games of round 0 in a folder, which a kill may have
// left without a run.
func gamesIn(t *testing.T, folder string) int {
	t.Helper()
	g := compile(t, "chess")
	s, err := OpenRun(folder, g, quick)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n, err := s.Count(0)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// playAndKill starts a process that plays into a folder and kills it after a
// while. It reports false when the process was done before.
func playAndKill(t *testing.T, folder string, after time.Duration) bool {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childFolder+"="+folder)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
	err = cmd.Wait()
	timer.Stop()
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("the playing process failed: %v: %s", err, stderr.String())
	}
	return err != nil
}

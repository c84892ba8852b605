package match

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// A run that is killed again and again without warning ends with the games of an
// undisturbed run, and never loses a game that it has reported.
func TestKilledRuns(t *testing.T) {
	kills := testkit.Choose(12, 200)
	whole := wholeRun(t)
	rng := rand.New(rand.NewPCG(1, 1))
	folder := t.TempDir()
	partial := 0 // kills that left some games, but not all
	for n := 0; n < kills; {
		reported, killed := playAndKill(t, folder, rng)
		have := checkReported(t, folder, reported)
		if killed {
			n++
			if have > 0 && have < 2*tiny.Pairs {
				partial++
			}
			continue
		}
		if exportOf(t, folder) != whole {
			t.Fatal("a run that was killed has other games")
		}
		folder = t.TempDir()
	}
	testkit.OK(t, playRun(folder, tiny, 2, Events{}))
	if exportOf(t, folder) != whole {
		t.Error("a run that was killed has other games")
	}
	if partial < kills/2 {
		t.Errorf("%d of %d kills came while games were being played, want half", partial, kills)
	}
}

// wholeRun returns the PGN of the tiny run, played without interruption.
func wholeRun(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	testkit.OK(t, playRun(folder, tiny, 2, Events{}))
	text := exportOf(t, folder)
	if n := strings.Count(text, "[Event "); n != 2*tiny.Pairs {
		t.Fatalf("%d games, want %d", n, 2*tiny.Pairs)
	}
	return text
}

// child returns a process that plays into a folder.
func child(t *testing.T, folder, run string, environment ...string) *exec.Cmd {
	t.Helper()
	self := testkit.Must(os.Executable())(t)
	cmd := exec.Command(self)
	cmd.Env = append(append(os.Environ(), childFolder+"="+folder, childRun+"="+run), environment...)
	return cmd
}

// playAndKill starts a process that plays the tiny run and kills it at a random moment:
// soon after its start, or after it has reported some games. It returns the reported
// games; killed is false if the process finished first.
func playAndKill(t *testing.T, folder string, rng *rand.Rand) (reported []string, killed bool) {
	t.Helper()
	cmd := child(t, folder, "tiny")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out := testkit.Must(cmd.StdoutPipe())(t)
	testkit.OK(t, cmd.Start())
	lines := bufio.NewReader(out)
	games, pause := rng.IntN(40), time.Duration(rng.IntN(3000))*time.Microsecond
	if rng.IntN(8) == 0 {
		games, pause = 0, time.Duration(rng.IntN(60))*time.Millisecond
	}
	for range games {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		reported = append(reported, strings.TrimSpace(line))
	}
	time.Sleep(pause)
	cmd.Process.Kill()
	rest, err := io.ReadAll(lines)
	if err != nil && !errors.Is(err, os.ErrClosed) {
		t.Fatal(err)
	}
	if i := bytes.LastIndexByte(rest, '\n'); i >= 0 {
		reported = append(reported, strings.Fields(string(rest[:i]))...)
	}
	err = cmd.Wait()
	if err != nil && cmd.ProcessState.Exited() {
		t.Fatalf("the playing process failed: %v: %s", err, stderr.String())
	}
	return reported, err != nil
}

// checkReported checks that the store in a folder has the reported games, and returns how
// many it has. Before the first game there may be no run.
func checkReported(t *testing.T, folder string, reported []string) int {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, store.File)); err != nil && len(reported) == 0 {
		return 0
	}
	s, err := store.Open(folder)
	if err != nil {
		if len(reported) == 0 && strings.Contains(err.Error(), "never started") {
			return 0
		}
		t.Fatal(err)
	}
	defer s.Close()
	have := stored(t, s)
	for _, name := range reported {
		var round int
		var k store.Key
		if _, err := fmt.Sscanf(name, "%d.%d.%d", &round, &k.Pair, &k.Index); err != nil || !have.Has(k) {
			t.Fatalf("game %q was reported, but is not in the store (%v)", name, err)
		}
	}
	return have.Len()
}

// If nothing more can be written, the run ends with a message and can continue once there
// is space again.
func TestRunWithoutSpace(t *testing.T) {
	folder := t.TempDir()
	cmd := child(t, folder, "tiny", childLimit+"=300000")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if cmd.Run() == nil {
		t.Fatal("the run did not notice that it cannot write")
	}
	if strings.Contains(stderr.String(), testkit.ErrNoLimits.Error()) {
		t.Skip(testkit.ErrNoLimits)
	}
	text := stderr.String()
	if !strings.Contains(text, store.File) || !strings.Contains(text, "the games stored so far are kept") || strings.Count(text, "\n") != 1 {
		t.Errorf("the message is %q", text)
	}
	reported := strings.Fields(stdout.String())
	if n := checkReported(t, folder, reported); n < 20 || n >= 2*tiny.Pairs {
		t.Errorf("%d games are kept, %d were reported", n, len(reported))
	}
	testkit.OK(t, playRun(folder, tiny, 2, Events{}))
	if exportOf(t, folder) != wholeRun(t) {
		t.Error("the run has other games")
	}
}

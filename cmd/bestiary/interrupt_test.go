package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// longRun takes about a second.
var longRun = []string{"estimate", "chess", "--pairs", "40", "--rounds", "1", "--round-pairs", "10", "--nodes", "50", "--workers", "2", "--out"}

// allGames is the number of games of longRun.
const allGames = 100

// A run that is interrupted once and killed several times ends with the same games and
// report as an uninterrupted run.
func TestInterruptedRun(t *testing.T) {
	testkit.NotShort(t, "plays the same run several times")
	whole, broken := filepath.Join(t.TempDir(), "run"), filepath.Join(t.TempDir(), "run")
	began := time.Now()
	if _, stderr, code := start(t, append(longRun, whole)...).wait(t); code != 0 {
		t.Fatalf("exit code %d, errors\n%s", code, stderr)
	}
	length := time.Since(began)
	if n := gamesIn(t, whole); n != allGames {
		t.Fatalf("%d games, want %d", n, allGames)
	}
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		interruptOnce(t, filepath.Join(t.TempDir(), "run"), syscall.SIGHUP)
	}
	interruptOnce(t, broken, syscall.SIGINT)
	rng := rand.New(rand.NewPCG(2, 4))
	partial := 0
	for range 4 {
		child := start(t, append(longRun, broken)...)
		time.Sleep(length/10 + time.Duration(rng.Int64N(int64(length/5))))
		child.Process.Kill()
		child.wait(t)
		if n := gamesIn(t, broken); n > 0 && n < allGames {
			partial++
		}
	}
	if partial == 0 {
		t.Error("no kill came while games were being played")
	}
	if _, stderr, code := start(t, append(longRun, broken)...).wait(t); code != 0 {
		t.Fatalf("exit code %d, errors\n%s", code, stderr)
	}
	for _, name := range []string{"values.csv", "report.md", "report.html", "run.json", "weights.toml"} {
		if read(t, broken, name) != read(t, whole, name) {
			t.Errorf("the interrupted run has another %s", name)
		}
	}
	if a, b := exported(t, broken), exported(t, whole); a != b {
		t.Error("the interrupted run has other games")
	}
}

// interruptOnce begins a run and sends a signal as soon as games are stored.
func interruptOnce(t *testing.T, folder string, signal os.Signal) {
	t.Helper()
	const someGames = 64 << 10 // bytes of SQLite's log
	child := start(t, append(longRun, folder)...)
	for {
		info, err := os.Stat(filepath.Join(folder, store.File+"-wal"))
		if err == nil && info.Size() > someGames {
			break
		}
		time.Sleep(time.Millisecond)
	}
	child.Process.Signal(signal)
	stdout, stderr, code := child.wait(t)
	want := "\nbestiary: interrupted; the finished games are kept in " + folder + ", and the same command goes on from there\n"
	if code != 130 || stdout != "" || !strings.HasPrefix(stderr, "expected precision after 80 games: ") || !strings.HasSuffix(stderr, want) {
		t.Errorf("exit code %d, output %q, errors\n%swant 130, nothing and, after the plan,%s", code, stdout, stderr, want)
	}
	if n := gamesIn(t, folder); n == 0 || n >= allGames {
		t.Errorf("%d games were kept, want some of %d", n, allGames)
	}
}

// deaf is a program that goes on working after its context has ended.
func deaf() {
	ctx, stop := interruptible()
	defer stop()
	fmt.Println("ready")
	<-ctx.Done()
	fmt.Println("asked to end")
	select {}
}

// The first Ctrl-C asks a command to end, the second one ends it at once.
func TestSecondInterruption(t *testing.T) {
	if signal.Ignored(os.Interrupt) {
		t.Skip("Ctrl-C is ignored here, as in a script's background jobs")
	}
	child := exec.Command("deaf")
	out := testkit.Must(child.StdoutPipe())(t)
	testkit.OK(t, child.Start())
	lines := bufio.NewScanner(out)
	for _, want := range []string{"ready", "asked to end"} {
		if !lines.Scan() || lines.Text() != want {
			t.Fatalf("output %q, want %q", lines.Text(), want)
		}
		child.Process.Signal(os.Interrupt)
	}
	last := time.AfterFunc(20*time.Second, func() { child.Process.Kill() })
	defer last.Stop()
	repeat := time.NewTicker(10 * time.Millisecond) // the first Ctrl-C may still be in progress
	defer repeat.Stop()
	ended := make(chan error, 1)
	go func() { ended <- child.Wait() }()
	for {
		select {
		case <-ended:
			if status := child.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != syscall.SIGINT {
				t.Errorf("ended with %v, want an interrupt", child.ProcessState)
			}
			return
		case <-repeat.C:
			child.Process.Signal(os.Interrupt)
		}
	}
}

// Only one process can play a run, but others can read it meanwhile.
func TestTwoProcesses(t *testing.T) {
	folder := t.TempDir()
	if _, stderr, code := runHere("selfplay", "chess", "--pairs", "1", "--nodes", "5", "--out", folder); code != 0 {
		t.Fatal(stderr)
	}
	v := testkit.Must(variant.Find("chess"))(t)
	g := testkit.Must(rules.Compile(v))(t)
	cfg := match.SelfPlay()
	cfg.Seed, cfg.Pairs, cfg.Nodes = 1, 1, 5
	games := testkit.Must(match.OpenRun(folder, g, cfg))(t)
	defer games.Close()
	for _, read := range []string{"info", "export-games", "tune"} {
		if _, stderr, code := start(t, read, folder).wait(t); code != 0 {
			t.Errorf("%s of a run that is being played: %s", read, stderr)
		}
	}
	stdout, stderr, code := start(t, "selfplay", "chess", "--pairs", "1", "--nodes", "5", "--out", folder).wait(t)
	want := "bestiary: game store " + filepath.Join(folder, store.File) + " is in use: another process is using this run\n"
	if code != 1 || stdout != "" || stderr != want {
		t.Errorf("exit code %d, output %q, errors\n%swant 1, nothing and\n%s", code, stdout, stderr, want)
	}
}

// A run that was stopped before its first game has nothing to fit.
func TestRunWithoutGames(t *testing.T) {
	folder := t.TempDir()
	v := testkit.Must(variant.Find("chess"))(t)
	g := testkit.Must(rules.Compile(v))(t)
	games := testkit.Must(match.OpenRun(folder, g, match.SelfPlay()))(t)
	games.Close()
	stdout, stderr, code := runHere("tune", folder)
	if want := "bestiary: run folder " + folder + ": no games to fit values to\n"; code != 1 || stdout != "" || stderr != want {
		t.Errorf("tune: exit code %d, output %q, errors %q, want 1, nothing, %q", code, stdout, stderr, want)
	}
	if stdout, stderr, code := runHere("export-games", folder); code != 0 || stdout != "" || stderr != "" {
		t.Errorf("export: exit code %d, output %q, errors %q, want 0 and nothing", code, stdout, stderr)
	}
}

func TestFolderThatCannotBeWritten(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("for root every folder can be written")
	}
	folder := t.TempDir()
	testkit.OK(t, os.Chmod(folder, 0o555))
	for _, out := range []string{folder, filepath.Join(folder, "run")} {
		_, stderr, code := runHere("selfplay", "chess", "--pairs", "1", "--out", out)
		if code != 1 || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, folder) {
			t.Errorf("exit code %d, errors %q, want 1 and a line that names the folder", code, stderr)
		}
	}
}

// process is a running instance of the program.
type process struct {
	*exec.Cmd
	stdout, stderr bytes.Buffer
}

// start starts the program as a separate process.
func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command("bestiary", args...)}
	p.Stdout, p.Stderr = &p.stdout, &p.stderr
	testkit.OK(t, p.Start())
	return p
}

// wait returns the output of the process and its exit code, which is -1 if it was killed.
func (p *process) wait(t *testing.T) (stdout, stderr string, code int) {
	t.Helper()
	if err := p.Wait(); err != nil && p.ProcessState == nil {
		t.Fatal(err)
	}
	return p.stdout.String(), p.stderr.String(), p.ProcessState.ExitCode()
}

// gamesIn returns the number of games in the folder of longRun.
func gamesIn(t *testing.T, folder string) int {
	t.Helper()
	games := testkit.Must(store.Open(folder))(t)
	defer games.Close()
	n := 0
	for _, err := range games.AllGames() {
		testkit.OK(t, err)
		n++
	}
	return n
}

func read(t *testing.T, folder, name string) string {
	t.Helper()
	data := testkit.Must(os.ReadFile(filepath.Join(folder, name)))(t)
	return string(data)
}

func exported(t *testing.T, folder string) string {
	t.Helper()
	stdout, stderr, code := runHere("export-games", folder)
	if code != 0 {
		t.Fatal(stderr)
	}
	return stdout
}

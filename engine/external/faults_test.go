//go:build unix

package external

import (
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	own "bestiary/engine/search"
	"time"
)

// Every way to misbehave when asked for a move has its kind of fault.
func TestFaultsOfMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		trick  string
		kind   FaultKind // "" = the move counts
		detail string
		output string
	}{
		{"illegal", IllegalMove, "e2e5 is not legal; legal are ", "e2e5"},
		{"castle", IllegalMove, "O-O is not legal; legal are ", "O-O"},
		{"unparsable", Unparsable, `"Nf3!?" is no move; expected coordinates such as `, "Nf3!?"},
		{"exit", Exited, "the program ended by itself", ""},
		{"crash", Crashed, "exit status 3", ""},
		{"signal", Crashed, "signal: killed", ""},
		{"hang", Hung, "no move within ", ""},
		{"late", TimedOut, " of 40ms", ""},
		{"until-stop", TimedOut, " of 40ms", ""},
		{"endless-line", Hung, "has no line break", "yyyy"},
		{"unfinished", Hung, `move b1c3", has no line break`, "move b1c3"},
		{"close-output", ClosedPipe, "standard input or output", ""},
		{"garbage", "", "", ""},
		{"long-line", "", "", ""},
		{"no-newline", "", "", ""},
	} {
		for _, protocol := range bothProtocols {
			t.Run(string(protocol)+"/"+c.trick, func(t *testing.T) {
				t.Parallel()
				testFault(t, protocol, c.trick, c.kind, c.detail, c.output)
			})
		}
	}
}

func testFault(t *testing.T, protocol Protocol, trick string, kind FaultKind, detail, output string) {
	g := rulestest.Game(t, "chess")
	config := fakeConfig(protocol, trick)
	switch kind {
	case TimedOut:
		config.Margin = 20 * time.Millisecond
	case Hung:
		config.Margin, config.Grace = 250*time.Millisecond, 250*time.Millisecond
	}
	e := start(t, config, g)
	ask := Request{Limit: Limit{Clocks: [2]own.Clock{{Left: 20 * time.Millisecond}, {Left: time.Second}}}}
	reply, err := e.Go(context.Background(), ask)
	if kind == "" {
		if err != nil || reply.Move == 0 {
			t.Fatalf("%+v, %v; want a move", reply, err)
		}
		return
	}
	checkFault(t, err, kind, detail, output)
	if kind == TimedOut && reply.Move == 0 {
		t.Error("the move that came too late is missing")
	}
	var first *Fault
	if isFault := errors.As(err, &first); isFault && first.ends() && e.proc.running(5*time.Second) {
		t.Error("the program runs on after the fault")
	}
	// A fault that ends the engine is reported until it is started again.
	var second *Fault
	_, again := e.Go(context.Background(), ask)
	checkFault(t, again, kind, detail, output)
	if errors.As(again, &second) && (first == second) != first.ends() {
		t.Errorf("%s: second error is %v", kind, again)
	}
	testkit.OK(t, e.Restart(context.Background()))
	if err := e.NewGame(context.Background()); err != nil {
		t.Error(err)
	}
}

func checkFault(t *testing.T, err error, kind FaultKind, detail, output string) {
	t.Helper()
	var fault *Fault
	if !errors.As(err, &fault) {
		t.Fatalf("error is %v, want the fault %q", err, kind)
	}
	shown := strings.Join(fault.Output, "\n")
	if fault.Kind != kind || !strings.Contains(fault.Detail, detail) || !strings.Contains(shown, output) {
		t.Errorf("fault is %v, want %q with %q and the output %q", fault, kind, detail, output)
	}
	for _, line := range fault.Output {
		if len(line) > tailWidth+len(stderrMark)+len("…") {
			t.Errorf("a line of %d bytes is shown", len(line))
		}
	}
}

func TestFaultsAtStart(t *testing.T) {
	t.Parallel()
	for _, protocol := range bothProtocols {
		for _, c := range []struct {
			trick, game string
			kind        FaultKind
			detail      string
		}{
			{"silent", "chess", NoHandshake, "no "},
			{"exit-at-start", "chess", Exited, "ended by itself"},
			{"crash-at-start", "chess", Crashed, "exit status 3"},
			{"", "shatranj", WrongGame, `does not offer shatranj`},
		} {
			t.Run(string(protocol)+"/"+c.trick+c.game, func(t *testing.T) {
				t.Parallel()
				config := fakeConfig(protocol, c.trick)
				output := ""
				switch c.kind {
				case NoHandshake:
					config.StartTimeout = 300 * time.Millisecond
				case Crashed:
					output = "! cannot find book"
				}
				_, err := Start(context.Background(), config, rulestest.Game(t, c.game))
				checkFault(t, err, c.kind, c.detail, output)
			})
		}
	}
	config := fakeConfig(UCI, "")
	config.Command = "./no-such-engine"
	_, err := Start(context.Background(), config, rulestest.Game(t, "chess"))
	checkFault(t, err, NotStarted, "no such file", "")
	_, err = Start(context.Background(), fakeConfig(UCI, "chess-only"), rulestest.Game(t, "grand"))
	checkFault(t, err, WrongGame, "has no option UCI_Variant, so it plays chess, not grand", "")
	_, err = Start(context.Background(), fakeConfig(UCI, "chess-only"), rulestest.Game(t, "chess960"))
	checkFault(t, err, WrongGame, "has no option UCI_Chess960, so it does not castle as in Chess960", "")
	if text := err.Error(); !strings.HasSuffix(text, "castle as in Chess960") {
		t.Errorf("%s: want nothing after the reason", text)
	}
}

func TestOtherFaults(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	first := g.NewPosition().Moves(nil)[:1]
	limit := Limit{MoveTime: time.Second}
	e := start(t, fakeConfig(XBoard, "refuse"), g)
	_, err := e.Go(context.Background(), Request{Moves: first, Limit: limit})
	checkFault(t, err, Refused, "the legal move "+g.MoveText(first[0])+": Illegal move", "")
	config := fakeConfig(XBoard, "refuse") // the same, noticed while it thinks
	config.Env = append(config.Env, featuresVar+"=setboard=1")
	e = start(t, config, g)
	_, err = e.Go(context.Background(), Request{Moves: first, Limit: limit})
	checkFault(t, err, Refused, "Illegal move", "")
	e = start(t, fakeConfig(UCI, "none"), g)
	_, err = e.Go(context.Background(), Request{Limit: limit})
	checkFault(t, err, NoMove, "bestmove is (none) in rnbqkbnr/", "")

	e = start(t, fakeConfig(UCI, "close-input"), g)
	_, err = e.Go(context.Background(), Request{Limit: limit})
	testkit.OK(t, err)
	time.Sleep(50 * time.Millisecond)
	for err == nil { // until the closing is noticed
		_, err = e.Go(context.Background(), Request{Limit: limit})
	}
	checkFault(t, err, ClosedPipe, "standard input or output", "")
}

// Cancelling ends every call at once and leaves no process.
func TestCancel(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	for _, protocol := range bothProtocols {
		for _, trick := range []string{"silent", "hang", "endless-line", ""} {
			for _, after := range []time.Duration{0, 10 * time.Millisecond, 150 * time.Millisecond} {
				ctx, cancel := context.WithTimeout(context.Background(), after)
				began := time.Now()
				e, err := Start(ctx, fakeConfig(protocol, trick), g)
				for err == nil {
					_, err = e.Go(ctx, Request{Limit: Limit{Depth: 5}})
				}
				if took := time.Since(began) - after; took > 3*time.Second || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s %s: %v after the end of the context: %v", protocol, trick, took, err)
				}
				cancel()
				if e != nil {
					if err := e.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	config := fakeConfig(UCI, "ignore-quit")
	config.Grace = 50 * time.Millisecond
	e := start(t, config, g)
	began := time.Now()
	for range 2 {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("closing took %v", took)
	}
	testkit.Fails(t, testkit.Error(e.Go(context.Background(), Request{Limit: Limit{Depth: 1}})), "is closed")
}

// The children of an engine end with it, whether it is closed, is killed or crashes.
func TestChildren(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	for _, tricks := range []string{"fork", "fork,ignore-quit", "fork,crash", "fork,exit"} {
		file := filepath.Join(t.TempDir(), "pid")
		config := fakeConfig(UCI, tricks)
		config.Env = append(config.Env, pidVar+"="+file)
		config.Grace = 100 * time.Millisecond
		e := start(t, config, g)
		if strings.Contains(tricks, "crash") || strings.Contains(tricks, "exit") {
			if _, err := e.Go(context.Background(), Request{Limit: Limit{Depth: 1}}); err == nil {
				t.Error("no fault")
			}
		}
		pid := testkit.Must(os.ReadFile(file))(t)
		if err := e.Close(); err != nil {
			t.Error(err)
		}
		if !ended(strings.TrimSpace(string(pid))) {
			t.Errorf("%s: the child %s lives on", tricks, pid)
		}
	}
}

// When the program that runs an engine is killed, the engine and its child end too.
func TestRunnerKilled(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{syscall.SIGKILL, syscall.SIGHUP} {
		file := filepath.Join(t.TempDir(), "pid")
		runner := exec.Command(os.Args[0])
		runner.Env = append(os.Environ(), fakeVar+"=runner", pidVar+"="+file)
		out, err := runner.StdoutPipe()
		if err == nil {
			err = runner.Start()
		}
		testkit.OK(t, err)
		var engine string
		testkit.Must(fmt.Fscan(out, &engine))(t)
		child := testkit.Must(os.ReadFile(file))(t)
		_ = runner.Process.Signal(signal)
		_ = runner.Wait()
		for _, pid := range []string{engine, strings.TrimSpace(string(child))} {
			if !ended(pid) {
				t.Errorf("%v: process %s lives on", signal, pid)
			}
		}
	}
}

// A child in a session of its own is not killed, but the pipes that it has inherited
// must not hold anything up.
func TestChildWithOwnSession(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pid")
	config := fakeConfig(UCI, "fork-away,exit")
	config.Env = append(config.Env, pidVar+"="+file)
	e := start(t, config, rulestest.Game(t, "chess"))
	_, err := e.Go(context.Background(), Request{Limit: Limit{Depth: 1}})
	checkFault(t, err, Exited, "ended by itself", "")
	began := time.Now()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("closing took %v", took)
	}
	text := testkit.Must(os.ReadFile(file))(t)
	pid := testkit.Must(strconv.Atoi(strings.TrimSpace(string(text))))(t)
	child, err := os.FindProcess(pid)
	if err == nil {
		err = child.Kill()
	}
	if err != nil {
		t.Error(err)
	}
}

// ended reports whether a process is gone, or waits for its new parent.
func ended(pid string) bool {
	for range 100 {
		text, err := os.ReadFile("/proc/" + pid + "/stat")
		if err != nil || strings.Contains(string(text), ") Z ") {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// An engine can write any amount to standard error.
func TestStderrIsDrained(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	play(t, start(t, fakeConfig(UCI, "stderr"), g), g, "", 3)
}

//go:build unix

package external

import (
	"context"
	"strings"
	"testing"
	"time"

	"bestiary/engine/rules/rulestest"
	own "bestiary/engine/search"
	"bestiary/internal/testkit"
)

// An engine that ponders is sent its move and the reply that it expects, with the clock as it
// stands then; afterwards ponderhit, or stop and the position. It has written more lines than
// are kept.
func TestPonder(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	ctx := context.Background()
	var log transcript
	config := fakeConfig(UCI, "ponder")
	config.Ponder, config.Log = true, &log
	e := start(t, config, g)
	if sent := strings.Join(log.take(), "|"); !strings.Contains(sent, "|setoption name Ponder value true|") {
		t.Errorf("start %s", sent)
	}
	testkit.OK(t, e.NewGame(ctx))
	p := g.NewPosition()
	limit := Limit{Clocks: [2]own.Clock{{Left: time.Minute, Increment: time.Second, MovesToGo: 3}, {Left: 50 * time.Second}}}
	r := Request{Limit: limit}
	log.take()
	ask := func(name string, expects bool, want ...string) {
		t.Helper()
		reply := testkit.Must(e.Go(ctx, r))(t)
		if !reply.HasScore || reply.Elapsed < 0 {
			t.Errorf("%s: reply %+v", name, reply)
		}
		p.Make(reply.Move)
		other := p.Moves(nil)[0] // which the fake expects
		if !expects {
			other = p.Moves(nil)[1]
		}
		p.Make(other)
		r.Moves = append(r.Moves, reply.Move, other)
		sent := log.take()
		if len(sent) != len(want) {
			t.Fatalf("%s: sent %q, want %q", name, sent, want)
		}
		for i := range want {
			if !strings.HasPrefix(sent[i], want[i]) {
				t.Errorf("%s: sent %q, want %q", name, sent, want)
			}
		}
	}
	ask("first", true, "position startpos", "isready", "go wtime 60000 ", "position startpos moves ", "go ponder wtime 6")
	ask("hit", false, "ponderhit", "position startpos moves ", "go ponder wtime ")
	ask("miss", true, "stop", "position startpos moves ", "isready", "go wtime 60000 ", "position startpos moves ", "go ponder wtime ")
	testkit.OK(t, e.Rest(ctx))
	testkit.OK(t, e.Rest(ctx))
	testkit.Same(t, "rest", []string{"stop"}, log.take())
	ask("after a rest", true, "position startpos moves ", "isready", "go wtime 60000 ", "position startpos moves ", "go ponder wtime ")
	testkit.OK(t, e.NewGame(ctx))
	testkit.Same(t, "new game", []string{"stop", "ucinewgame", "isready"}, log.take())
	r.Limit.Clocks[0].MovesToGo = 1
	ask("the clock will be refilled", true, "position startpos moves ", "isready", "go wtime 60000 ")
	r.Limit = Limit{Depth: 3}
	ask("no clock", true, "position startpos moves ", "isready", "go depth 3")
}

// What the clock shows while an engine ponders.
func TestClockAfterMove(t *testing.T) {
	limit := Limit{Clocks: [2]own.Clock{{Left: time.Minute, Increment: time.Second, MovesToGo: 3}, {Left: time.Second}}}
	got, ok := limit.after(0, 10*time.Second)
	want := own.Clock{Left: 51 * time.Second, Increment: time.Second, MovesToGo: 2}
	if !ok || got.Clocks[0] != want || got.Clocks[1] != limit.Clocks[1] {
		t.Errorf("%+v, %v", got, ok)
	}
}

func TestPonderFaults(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	config := fakeConfig(UCI, "")
	config.Ponder = true
	_, err := Start(context.Background(), config, g)
	checkFault(t, err, BadOption, "has no option Ponder, so it cannot think on the opponent's time", "")
	config.Protocol = XBoard
	_, err = Start(context.Background(), config, g)
	testkit.Fails(t, err, `ponder needs the protocol "uci"`)

	config = fakeConfig(UCI, "ponder,deaf-pondering")
	config.Ponder, config.Grace = true, 100*time.Millisecond
	e := start(t, config, g)
	limit := Limit{Clocks: [2]own.Clock{{Left: time.Minute}, {Left: time.Minute}}}
	testkit.Must(e.Go(context.Background(), Request{Limit: limit}))(t)
	checkFault(t, e.Rest(context.Background()), Hung, "no answer within 100ms of being told to stop pondering", "")
}

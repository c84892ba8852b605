package match

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// faultyConfig returns a configuration with short games.
func faultyConfig(pairs, most int) Config {
	return with(func(c *Config) { c.Pairs, c.MaxPlies, c.MaxFaults, c.RandomPlies = pairs, 16, most, 2 })
}

// Each kind of fault in the third move loses the game and is reported, and the match
// continues: the program is restarted if necessary.
func TestFaultsOfPrograms(t *testing.T) {
	for trick, want := range map[string]struct {
		reason rules.Reason
		kind   external.FaultKind
	}{
		"illegal":       {IllegalMove, external.IllegalMove},
		"unparsable":    {IllegalMove, external.Unparsable},
		"hang":          {NoAnswer, external.Hung},
		"exit":          {Crash, external.Exited},
		"crash":         {Crash, external.Crashed},
		"out-of-memory": {Crash, external.Crashed},
		"no-newline":    {NoAnswer, external.Hung},
		"closed":        {Crash, external.ClosedPipe},
	} {
		t.Run(trick, func(t *testing.T) {
			t.Parallel()
			g := rulestest.Game(t, "chess")
			r := prepare(t, g, faultyConfig(1, 100), faker(trick), "random")
			s := open(t, r)
			var told []Trouble
			tally := play(t, r, s, 1, Events{Fault: func(t Trouble) { told = append(told, t) }})
			if len(told) != 2 || tally.Faults[0] != 2 || tally.Faults[1] != 0 {
				t.Fatalf("told of %+v, faults %v; want one fault a game, as each needs the program anew", told, tally.Faults)
			}
			for _, x := range told {
				if x.Player != "fake" || x.Fault.Kind != want.kind || x.Lost != want.reason || x.Max != 100 {
					t.Errorf("told %+v, want kind %s and reason %s", x, want.kind, want.reason)
				}
			}
			for _, rec := range records(t, s) {
				lost := rules.BlackWins
				if rec.Black == 0 {
					lost = rules.WhiteWins
				}
				if rec.Reason != want.reason || rec.Result != lost || !strings.Contains(rec.Detail, string(want.kind)) {
					t.Errorf("game %s: %s %s (%s)", rec.Name(), rec.Result, rec.Reason, rec.Detail)
				}
			}
		})
	}
}

// A player by itself has the place in the list of players given by the run; its faults are
// still counted and reported.
func TestFaultsOfALonePlayer(t *testing.T) {
	g := rulestest.Game(t, "chess")
	e := prepare(t, g, faultyConfig(1, 100), faker("crash"), "random").Players[0]
	r := testkit.Must(NewAlone(g, selfPlay(func(c *Config) { c.Pairs, c.MaxPlies = 1, 16 }), Player{Entrant: e, Seat: 3}, matchRound))(t)
	s := open(t, r)
	var told []Trouble
	tally := play(t, r, s, 1, Events{Fault: func(t Trouble) { told = append(told, t) }})
	if len(told) != 2 || tally.Faults[0] != 2 {
		t.Errorf("told of %+v, faults %v, want two", told, tally.Faults)
	}
	for _, rec := range records(t, s) {
		if rec.White != 3 || rec.Black != 3 || rec.Reason != Crash {
			t.Errorf("game %s: players %d and %d, %s", rec.Name(), rec.White, rec.Black, rec.Reason)
		}
	}
}

// Noise is not a fault.
func TestGarbage(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := prepare(t, g, faultyConfig(1, 1), faker("garbage"), "random")
	tally := play(t, r, open(t, r), 2, Events{Fault: func(x Trouble) { t.Errorf("%+v", x) }})
	if tally.Reasons[LengthLimit] != 2 {
		t.Errorf("reasons %v", tally.Reasons)
	}
}

// A slow program loses on time, which does not end the run.
func TestTimeForfeit(t *testing.T) {
	g := rulestest.Game(t, "chess")
	slow := strings.Replace(faker("slow"), "nodes=1,", "tc=0.1+0.01,margin=0.02,", 1) + ",grace=5"
	r := prepare(t, g, faultyConfig(2, 1), slow, "random")
	s := open(t, r)
	tally := play(t, r, s, 2, Events{})
	if tally.Reasons[TimeForfeit] != 4 || tally.Faults[0] != 0 || tally.of(0).Losses != 4 {
		t.Errorf("reasons %v, faults %v", tally.Reasons, tally.Faults)
	}
	for _, rec := range records(t, s) {
		if len(rec.Times) != rec.Plies() {
			t.Errorf("game %s: %d times of %d plies", rec.Name(), len(rec.Times), rec.Plies())
		}
	}
}

// After too many faults the run ends; its games are kept, and it can be continued.
func TestMaxFaults(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := prepare(t, g, faultyConfig(10, 3), faker("crash"), "random")
	s := open(t, r)
	tally, err := r.Play(context.Background(), s, Workers(1), nil, Events{})
	var fault *external.Fault
	if err == nil || !strings.Contains(err.Error(), "player fake: 3 faults") || !errors.As(err, &fault) || tally.Faults[0] != 3 {
		t.Errorf("%v, faults %v", err, tally.Faults)
	}
	n := len(records(t, s))
	if n != 3 || !strings.Contains(err.Error(), "stopped with 3 of 20 games") {
		t.Errorf("%d games, %v", n, err)
	}
	if _, err = r.Play(context.Background(), s, Workers(1), nil, Events{}); err == nil || len(records(t, s)) != 6 {
		t.Errorf("%v, %d games after a second start", err, len(records(t, s)))
	}
}

// A program that cannot be started, or cannot play the game, ends the run before
// the first game.
func TestProgramsThatDoNotStart(t *testing.T) {
	for player, want := range map[string]string{
		faker("no-handshake"):                 "no handshake",
		"uci:/no/such/program,name=x,nodes=1": "not started",
		"uci:/bin/false,name=x,nodes=1":       "crashed",
		faker("") + ",option.Nonsense=1":      "option not taken",
	} {
		r := prepare(t, rulestest.Game(t, "chess"), faultyConfig(2, 5), player, "random")
		s := open(t, r)
		_, err := r.Play(context.Background(), s, Workers(2), nil, Events{})
		if err == nil || !strings.Contains(err.Error(), want) || len(records(t, s)) != 0 {
			t.Errorf("%s: %v after %d games, want %q before the first", player, err, len(records(t, s)), want)
		}
	}
	r := prepare(t, rulestest.Game(t, "capablanca"), faultyConfig(2, 5), faker(""), "random")
	testkit.Fails(t, testkit.Error(r.Play(context.Background(), open(t, r), Workers(1), nil, Events{})), "game not playable")
}

// A program that does not restart between games is tried until it has failed too often. It
// does not lose the game.
func TestProgramThatDoesNotComeBack(t *testing.T) {
	g := rulestest.Game(t, "chess")
	mark := filepath.Join(t.TempDir(), "mark")
	r := prepare(t, g, faultyConfig(3, 4), faker("once+crash")+",env."+markVar+"="+mark, "random")
	s := open(t, r)
	var lost []rules.Reason
	tally, err := r.Play(context.Background(), s, Workers(1), nil, Events{Fault: func(x Trouble) { lost = append(lost, x.Lost) }})
	want := []rules.Reason{Crash, rules.NoReason, rules.NoReason, rules.NoReason}
	if err == nil || !slices.Equal(lost, want) || tally.Faults[0] != 4 || len(records(t, s)) != 1 {
		t.Errorf("%v, lost by %q, %d games; want %q and one game", err, lost, len(records(t, s)), want)
	}
}

// Ctrl-C while a program is thinking ends the run at once.
func TestCancelWhileThinking(t *testing.T) {
	g := rulestest.Game(t, "chess")
	thinker := strings.NewReplacer("move-timeout=1.5", "move-timeout=60").Replace(faker("thinking"))
	r := prepare(t, g, faultyConfig(2, 4), thinker, "engine:movetime=60")
	s := open(t, r)
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, err := r.Play(ctx, s, Workers(4), nil, Events{Fault: func(x Trouble) { t.Errorf("%+v", x) }})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 10*time.Second || len(records(t, s)) != 0 {
		t.Errorf("%v after %v with %d games", err, time.Since(began), len(records(t, s)))
	}
}

// The log holds what both sides say, with the name of the program.
func TestLog(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := prepare(t, g, faultyConfig(2, 4), faker(""), "random")
	var log bytes.Buffer
	testkit.Must(r.Play(context.Background(), open(t, r), Workers(3), &log, Events{}))(t)
	for _, want := range []string{"fake > uci\n", "fake < uciok\n", "fake > ucinewgame\n", "fake > go nodes 1\n", "fake > quit\n"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	for line := range strings.Lines(log.String()) {
		if !strings.HasPrefix(line, "fake ") || !strings.HasSuffix(line, "\n") {
			t.Errorf("line %q", line)
		}
	}
}

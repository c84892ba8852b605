package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
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

// A slow program loses on time. This ends the run only after as many games in a row as faults would.
func TestTimeForfeit(t *testing.T) {
	g := rulestest.Game(t, "chess")
	slow := strings.Replace(faker("slow"), "nodes=1,", "tc=0.1+0.01,margin=0.02,", 1) + ",grace=5"
	r := prepare(t, g, faultyConfig(2, 5), slow, "random")
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
	r = prepare(t, g, faultyConfig(2, 3), slow, "random")
	s = open(t, r)
	_, err := r.Play(context.Background(), s, Workers(1), nil, Events{})
	testkit.Fails(t, err, "player fake: lost 3 games in a row on time, the maximum (max-faults)")
	if n := len(records(t, s)); n != 3 {
		t.Errorf("%d games, want 3", n)
	}
	c := &collector{Run: r, tally: &Tally{forfeits: []int{2, 2}}} // one loses as before, the other does not
	testkit.OK(t, c.clocks(&store.Record{Result: rules.WhiteWins, Reason: rules.Checkmate, Black: 1}))
	if !slices.Equal(c.tally.forfeits, []int{0, 0}) {
		t.Errorf("%v games in a row after another end, want none", c.tally.forfeits)
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

// A flipped bit is detected or changes no game. Repair drops the damaged games, and the
// same command plays them again.
func TestRepair(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen runs that go on")
	cfg := selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 3, 15, 2, 40 })
	folder := t.TempDir()
	testkit.OK(t, playRun(folder, cfg, 2, Events{}))
	want := exportOf(t, folder)
	data := testkit.Must(os.ReadFile(filepath.Join(folder, store.File)))(t)
	trials := testkit.Choose(100, 200)
	rng := rand.New(rand.NewPCG(1, 2))
	found, repaired := 0, 0
	for range trials {
		bit := rng.IntN(8 * len(data))
		path := filepath.Join(t.TempDir(), store.File)
		changed := append([]byte(nil), data...)
		changed[bit/8] ^= 1 << (bit % 8)
		testkit.OK(t, os.WriteFile(path, changed, 0o666))
		folder := filepath.Dir(path)
		if whole(folder) {
			if got := exportOf(t, folder); got != want {
				t.Errorf("bit %d of byte %d changes the games unnoticed", bit%8, bit/8)
			}
			continue
		}
		found++
		kept, damage, err := store.Repair(folder)
		if err != nil { // the description is lost
			t.Logf("byte %d: %v", bit/8, err)
			continue
		}
		repaired++
		if len(damage) == 0 || kept == 0 {
			t.Errorf("byte %d: %d games kept, damage %v", bit/8, kept, damage)
		}
		if err := playRun(folder, cfg, 2, Events{}); err != nil {
			t.Errorf("byte %d: %v", bit/8, err)
			continue
		}
		if got := exportOf(t, folder); got != want || !whole(folder) {
			t.Errorf("byte %d: the repaired run has other games", bit/8)
		}
	}
	t.Logf("%d bits flipped, %d found, %d repaired", trials, found, repaired)
	if repaired < trials/4 || strings.Count(want, "[Event ") != 30 {
		t.Error("too few repairs to tell")
	}
}

// whole reports whether a run opens and has no damage.
func whole(folder string) bool {
	s, err := store.Open(folder)
	if err != nil {
		return false
	}
	defer s.Close()
	return s.Check() == nil
}

// A flipped bit in the file of a complete match changes neither its result nor the
// description of the run, unless there is an error that says so.
func TestDamagedAnswers(t *testing.T) {
	r := prepare(t, chess(), with(func(c *Config) { c.Pairs, c.MaxPlies = 100, 60 }), "random", "random:name=other")
	answer := func(folder string) (string, error) {
		s, err := r.Open(folder)
		if err != nil {
			return "", err
		}
		defer s.Close()
		tally, err := r.Play(t.Context(), s, Workers(1), nil, Events{})
		if err != nil {
			return "", err
		}
		info, err := s.Info()
		return fmt.Sprintf("%+v %+v %+v %+v", tally.Pairings, tally.Reasons, tally.Plies, info), err
	}
	folder := t.TempDir()
	want := testkit.Must(answer(folder))(t)
	data := []byte(testkit.Read(t, folder, store.File))
	const page = 4096
	places := map[bool][]int{} // of pages: of tables, or of indexes
	for at := page; at < len(data); at += page {
		kind := data[at]
		places[kind == 2 || kind == 10] = append(places[kind == 2 || kind == 10], at)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for index, pages := range places {
		found, trials := 0, testkit.Choose(40, 360)
		for range trials {
			at := pages[rng.IntN(len(pages))] + rng.IntN(page)
			changed := slices.Clone(data)
			changed[at] ^= 1 << rng.IntN(8)
			folder := t.TempDir()
			testkit.Write(t, filepath.Join(folder, store.File), string(changed))
			switch got, err := answer(folder); {
			case err != nil:
				found++
				testkit.Fails(t, err, store.File, "is damaged")
			case got != want:
				t.Errorf("byte %d: another answer, unnoticed:\n%s\nwant\n%s", at, got, want)
			}
		}
		t.Logf("%d flips in %d pages of indexes (%v), %d found", trials, len(pages), index, found)
		if found == 0 || len(pages) < 4 {
			t.Error("too few to tell")
		}
	}
}

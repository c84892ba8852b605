package match

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

func TestRecordsReplay(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	cfg := selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies, c.RandomPlies = 1, 6, 20, 300, 3 })
	s := create(t, g, cfg)
	var last Progress
	calls := 0
	sum, err := Play(context.Background(), g, cfg, eval.Prior(g), 4, Workers(2), s, Events{GameDone: func(p Progress) {
		calls++
		if p.Done != calls || p.Total != 12 || p.W+p.D+p.L != p.Done {
			t.Errorf("call %d reports %+v", calls, p)
		}
		last = p
	}})
	testkit.OK(t, err)
	if calls != 12 || last.W != sum.W || last.D != sum.D || last.L != sum.L {
		t.Errorf("%d calls, the last %+v, summary %+v", calls, last, sum)
	}
	plies, reasons := 0, map[rules.Reason]int{}
	for r, err := range s.Games(4) {
		testkit.OK(t, err)
		replay(t, g, cfg, r)
		plies += r.Plies()
		reasons[r.Reason]++
	}
	if plies != sum.Plies || !cmp.Equal(reasons, sum.Reasons) {
		t.Errorf("%d plies, %v; summary %+v", plies, reasons, sum)
	}
}

// replay checks a record against the rules.
func replay(t *testing.T, g *rules.Game, cfg Config, r store.Record) {
	t.Helper()
	p := testkit.Must(r.Start(g))(t)
	if r.RandomPlies != cfg.RandomPlies || r.Game != g.Variant.Name || len(r.Scores) != r.Plies() {
		t.Errorf("game %s: %d random plies of %s, %d scores for %d moves", r.Name(), r.RandomPlies, r.Game, len(r.Scores), r.Plies())
	}
	for ply, err := range r.Replay(p) {
		testkit.OK(t, err)
		if result, reason := p.Outcome(); result != rules.Ongoing {
			t.Fatalf("game %s goes on at ply %d after %s", r.Name(), ply.Number, reason)
		}
		if ply.Random && ply.Score != store.Unknown {
			t.Errorf("game %s: random ply %d has the score %d", r.Name(), ply.Number, ply.Score)
		}
	}
	result, reason := p.Outcome()
	if result == rules.Ongoing && r.Plies() == cfg.MaxPlies {
		result, reason = rules.Draw, LengthLimit
	}
	if r.Result != result || r.Reason != reason {
		t.Errorf("game %s: %s by %s, replayed %s by %s", r.Name(), r.Result, r.Reason, result, reason)
	}
}

func TestPlayRefuses(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 1, 5, 6 })
	s := create(t, g, cfg)
	prior := eval.Prior(g)
	play := func(cfg Config, w *eval.Weights, round int) error {
		_, err := Play(context.Background(), g, cfg, w, round, Workers(1), s, Events{})
		return err
	}
	testkit.OK(t, play(cfg, prior, 0))
	other := prior.Clone()
	other.SetMaterial(g.TypeNamed("queen"), 1, 1)
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"other weights":      {play(cfg, other, 0), "round 0 played with other weights"},
		"no weights":         {play(cfg, nil, 0), "not for chess"},
		"weights of a game":  {play(cfg, eval.Prior(rulestest.Game(t, "hannibal-manticore")), 0), "not for chess"},
		"negative round":     {play(cfg, prior, -1), "round is -1"},
		"bad configuration":  {play(selfPlay(func(c *Config) { c.Pairs = -1 }), prior, 0), "pairs is -1"},
		"other nodes":        {play(selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 1, 6, 6 }), prior, 0), "nodes was 5 and is now 6"},
		"new round, weights": {play(cfg, other, 1), ""},
	} {
		if tc.want == "" && tc.err != nil || tc.want != "" && (tc.err == nil || !strings.Contains(tc.err.Error(), tc.want)) {
			t.Errorf("%s: got %v, want %q", name, tc.err, tc.want)
		}
	}
}

// If the store cannot be written, the run returns its error, not that of the cancelled
// workers.
func TestPlayReportsTheStore(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 100, 5, 20 })
	s := create(t, g, cfg)
	played := 0
	_, err := Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(2), s, Events{GameDone: func(Progress) {
		if played++; played == 2 {
			s.Close()
		}
	}})
	if err == nil || !strings.Contains(err.Error(), "closed") || errors.Is(err, context.Canceled) || played < 2 {
		t.Errorf("after %d games: %v; want the store's error after at least 2", played, err)
	}
}

// Lines of moves are no longer than PGN allows, and no move is missing.
func TestPGNLines(t *testing.T) {
	const width = 80
	g := rulestest.Game(t, "hannibal-manticore")
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 2, 20, 120 })
	s := create(t, g, cfg)
	sum := testkit.Must(Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(1), s, Events{}))(t)
	text := export(t, s)
	full := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "[") {
			continue
		}
		if len(line) > width || line != strings.TrimSpace(line) {
			t.Errorf("bad line of moves: %q", line)
		}
		if len(line) > width-12 {
			full++
		}
	}
	if comments := strings.Count(text, "{"); comments != sum.Plies || full < 4 {
		t.Errorf("%d comments and %d full lines in %d games of %d plies", comments, full, sum.Games, sum.Plies)
	}
}

package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
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

func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		for _, nodes := range []int{300, 1500} {
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				g := rulestest.Game(b, name)
				cfg := selfPlay(func(c *Config) { c.Nodes, c.Pairs = nodes, (b.N+1)/2 })
				s := create(b, g, cfg)
				b.ResetTimer()
				sum := testkit.Must(Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(1), s, Events{}))(b)
				b.ReportMetric(float64(sum.Plies)/float64(sum.Games), "plies/game")
			})
		}
	}
}

func TestValidateSelfPlay(t *testing.T) {
	for _, c := range []Config{SelfPlay(), selfPlay(func(c *Config) { c.Kind = opening.Standard }), quick,
		selfPlay(func(c *Config) { c.Kind, c.Exchange, c.RandomPlies = opening.Odds, "pawn=", 0 })} {
		if err := c.Validate(); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
	for _, tc := range []struct {
		edit func(*Config)
		want string
	}{
		{func(c *Config) { c.Pairs = 0 }, "pairs is 0, expected 1 to 10000000"},
		{func(c *Config) { c.Nodes = -5 }, "nodes is -5, expected 1 to"},
		{func(c *Config) { c.MaxPlies = 1 }, "max-plies is 1, expected 3 to"},
		{func(c *Config) { c.RandomPlies = -1 }, "random-plies is -1, expected 0 to 100"},
		{func(c *Config) { c.RandomPlies, c.MaxPlies = 20, 20 }, "max-plies is 20, expected 21 to 10000"},
		{func(c *Config) { c.Kind = "army" }, `openings is "army", expected armies, standard, array, odds or exchanges`},
		{func(c *Config) { c.Config = opening.FromBook("a.epd") }, `openings is "book"`},
	} {
		testkit.Fails(t, selfPlay(tc.edit).Validate(), tc.want)
	}
}

// Folders of experiments are named after a hash of this text.
func TestConfigJSON(t *testing.T) {
	const want = `{"seed":0,"pairs":500,"nodes":300,"max-plies":600,"random-plies":2,"openings":"armies","units":4,"missing-pawns":3,"max-imbalance":5,"no-permute":false}`
	if got, err := json.Marshal(SelfPlay()); string(got) != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
}

// A round may have its own openings, and cannot be continued with others.
func TestOpeningsOfARound(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay()
	cfg.Pairs, cfg.Nodes = 1, 5
	games := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
	defer games.Close()
	p := testkit.Must(EnginePlayer(g, cfg, eval.Prior(g)))(t)
	own := cfg.Config
	own.Kind, own.Exchanges, own.NoPermute = opening.Exchanges, "queen= 1", true
	p.Openings = &own
	play := func() error {
		_, err := PlayWith(context.Background(), g, cfg, p, 1, Workers(1), games, Events{})
		return err
	}
	testkit.OK(t, play())
	for rec, err := range games.Games(1) {
		if err != nil || strings.Count(strings.ToLower(rec.FEN[:strings.Index(rec.FEN, " ")]), "q") != 1 {
			t.Errorf("game %s starts from %s (error %v), want one queen", rec.Name(), rec.FEN, err)
		}
	}
	own.Exchanges = "rook= 1"
	testkit.Fails(t, play(), "round 1 played with other openings")
}

// Measured games from the array hardly repeat each other.
func TestStandardOpeningsDiffer(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := SelfPlay().Standard()
	s := testkit.Must(opening.New(g, cfg.Config, 1))(t)
	const pairs = 200
	known := map[string]bool{}
	for i := range 2 * pairs {
		start := testkit.Must(s.Start(1, i/2, i%2))(t)
		known[start.Position.FEN()] = true
	}
	if repeated := 2*pairs - len(known); repeated > pairs/50 {
		t.Errorf("%d of %d openings are not new", repeated, 2*pairs)
	}
}

// A king and pawns lose every game against a full army: the armies are never exchanged.
func TestHopelessArmy(t *testing.T) {
	v := *rulestest.Game(t, "unequal").Variant
	v.Array = "nbkbrr/pppppp/6/6/PPPPPP/3K2"
	g := rulestest.Compile(t, &v)
	cfg := selfPlay(func(c *Config) { c.Pairs, c.Nodes = 8, 300 })
	for _, cfg := range []Config{cfg.FromArray(), cfg.Standard()} {
		cfg.RandomPlies = 2
		s := testkit.Must(OpenRun(t.TempDir(), g, cfg))(t)
		defer s.Close()
		sum := testkit.Must(Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(2), s, Events{}))(t)
		for rec, err := range s.Games(0) {
			if testkit.OK(t, err); rec.FEN != g.NewPosition().FEN() || rec.Result != rules.BlackWins {
				t.Errorf("game %s from %s: %s", rec.Name(), rec.FEN, rec.Result)
			}
		}
		if sum.Games != 16 {
			t.Errorf("%d games", sum.Games)
		}
	}
}

// Equal players get other openings in the second games, others the same one twice; both
// start from the array.
func TestUnequalPairs(t *testing.T) {
	g := rulestest.Game(t, "unequal")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 5, 20, 5 })
	for name, equal := range map[string]bool{"engine:nodes=9,name=B": true, "engine:nodes=8": false} {
		s := open(t, prepare(t, g, cfg, "engine:nodes=9", name))
		play(t, prepare(t, g, cfg, "engine:nodes=9", name), s, 2, Events{})
		list := records(t, s)
		for i := 0; i < len(list); i += 2 {
			p, q := begun(t, g, &list[i]), begun(t, g, &list[i+1])
			if start := g.NewPosition().FEN(); list[i].FEN != start || list[i+1].FEN != start || (p.FEN() != q.FEN()) != equal {
				t.Errorf("%s: pair %d begins with %s and %s", name, i/2, p.FEN(), q.FEN())
			}
		}
	}
}

// A folder whose games an earlier version began otherwise is not continued.
func TestOtherOpenings(t *testing.T) {
	g := rulestest.Game(t, "unequal")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 1, 20, 5 })
	players := []string{"engine:nodes=9", "engine:nodes=8"}
	first := open(t, prepare(t, g, cfg, players...))
	play(t, prepare(t, g, cfg, players...), first, 1, Events{})
	list := records(t, first)
	cfg.Pairs = 2
	for _, change := range []func(){func() {}, func() { list[1].RandomPlies-- }} {
		change()
		s := open(t, prepare(t, g, cfg, players...))
		testkit.OK(t, s.PutAll(list))
		_, err := prepare(t, g, cfg, players...).Play(context.Background(), s, Workers(1), nil, Events{})
		if list[1].RandomPlies == 5 {
			testkit.OK(t, err)
		} else {
			testkit.Fails(t, err, "was played by a version that began games in another way: game 1.0.1: it begins with ")
		}
	}
}

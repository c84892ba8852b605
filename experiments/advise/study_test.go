package advise

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

func names(list []Loose) string {
	var out []string
	for _, u := range list {
		out = append(out, u.Square)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestArray(t *testing.T) {
	for _, tc := range []struct {
		name, fen, undefended  string
		checks, threats, helps int
		wins                   bool
	}{
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "a1 a8 h1 h8", 0, 0, 4, false},
		{"an open diagonal to the king", "rnbqkbnr/pppp2pp/8/4pp2/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "a1 a8 e5 f5 h1 h8", 1, 0, 4, false},
		{"a queen out of reach", "rnb1kbnr/pppppppp/8/8/3q4/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1", "a1 a8 c7 c8 d4 h1 h8", 0, 0, 0, false},
		{"a queen to take", "rnb1kbnr/pppppppp/8/8/3q4/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1", "a1 a8 c7 c8 d4 h1 h8", 0, 0, 0, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			g := rulestest.Game(t, "chess")
			p := testkit.Must(g.ParseFEN(tc.fen))(t)
			a := lookAt(p, eval.Default(g))
			if got := names(a.Undefended); got != tc.undefended {
				t.Errorf("undefended %q, want %q", got, tc.undefended)
			}
			if len(a.Checks) != tc.checks || len(a.MateThreats) != tc.threats {
				t.Errorf("checks %v, threats %v, want %d and %d", a.Checks, a.MateThreats, tc.checks, tc.threats)
			}
			if tc.helps > 0 && len(a.Shortest) != tc.helps {
				t.Errorf("shortest game %v, want %d plies", a.Shortest, tc.helps)
			}
			if wins := a.Score > 100*sound.Advantage && a.Gain > 5; wins != tc.wins {
				t.Errorf("score %d, gain %.1f in %s", a.Score, a.Gain, a.Line)
			}
			if p.FEN() != tc.fen {
				t.Errorf("the position has become %s", p.FEN())
			}
		})
	}
}

// A first move that attacks an undefended piece and threatens mate is found.
func TestThreats(t *testing.T) {
	g := rulestest.Game(t, "chess")
	p := testkit.Must(g.ParseFEN("rnbqkbnr/pppppp1p/8/6p1/2B5/4P3/PPPP1PPP/RNBQK1NR w KQkq - 0 1"))(t)
	a := lookAt(p, eval.Default(g))
	// Qf3 and Qh5 threaten mate on f7.
	if !slices.Equal(a.MateThreats, []string{"Qf3", "Qh5"}) {
		t.Errorf("threats %v", a.MateThreats)
	}
	for _, u := range a.Undefended {
		if u.Square == "h7" && len(u.Attackers) == 0 {
			t.Error("nothing attacks h7")
		}
		if u.Color == rules.White && len(u.Attackers) > 0 {
			t.Errorf("White attacks its own %s", u.Square)
		}
	}
}

// play returns the record of a game of chess.
func play(t *testing.T, pair int, text string, result rules.Result, reason rules.Reason) store.Record {
	t.Helper()
	return store.Record{Round: 1, Pair: pair, Game: "chess", FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		Moves: strings.Fields(text), Result: result, Reason: reason}
}

func TestGames(t *testing.T) {
	list := []store.Record{
		play(t, 0, "f2f3 e7e5 g2g4 d8h4", rules.BlackWins, rules.Checkmate),
		play(t, 1, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", rules.WhiteWins, rules.Checkmate),
		play(t, 2, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", rules.Draw, rules.Repetition),
		play(t, 3, "g1f3 g8f6 e2e3 e7e6 f1e2 f8e7 e1g1", rules.Draw, "length limit"),
		play(t, 4, "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 b8c6 b7a8q", rules.Draw, "length limit"),
	}
	out := testkit.Must(readGames(rulestest.Game(t, "chess"), list))(t)
	if out.White != 1 || out.Draws != 3 || out.Black != 1 || out.Median() != 4 {
		t.Errorf("outcomes %+v, median %d", out.Outcomes, out.Median())
	}
	if len(out.Promoted) != 1 || out.Promoted["queen"] != 1 {
		t.Errorf("promotions %v", out.Promoted)
	}
	for _, k := range out.Kinds {
		// The rook of the fourth game moves when White castles, the one taken on a8 does not.
		want := map[string][2]int{"rook": {1, 9}, "queen": {2, 8}, "king": {1, 9}, "bishop": {4, 6}}
		if w, ok := want[k.Piece]; ok && (k.Moved != w[0] || k.Still != w[1] || k.Sides != 10 || k.games != 5) {
			t.Errorf("%s: %d moved, none in %d of %d, want %v", k.Piece, k.Moved, k.Still, k.Sides, w)
		}
	}
	var titles []string
	for _, g := range out.Typical {
		titles = append(titles, g.Title+" "+g.Name())
	}
	want := "A typical game: White wins 1.1.0, A typical game: a draw 1.2.0, A typical game: Black wins 1.0.0, The shortest mate 1.0.0"
	if got := strings.Join(titles, ", "); got != want {
		t.Errorf("typical games %s, want %s", got, want)
	}
}

func TestJudge(t *testing.T) {
	for _, tc := range []struct {
		lo, hi float64
		want   Verdict
	}{{0.46, 0.5, Passed}, {0.6, 0.7, Failed}, {0.1, 0.44, Failed}, {0.4, 0.5, CannotTell}, {0.5, 0.6, CannotTell}, {0, 1, CannotTell}} {
		if got := within(stat.Interval{Lo: tc.lo, Hi: tc.hi}, 0.45, 0.58); got != tc.want {
			t.Errorf("%v to %v: %s, want %s", tc.lo, tc.hi, got, tc.want)
		}
	}
}

// quick returns the configuration of a study of a few games.
func quick() StudyConfig {
	c := DefaultStudy()
	c.For, c.Nodes = time.Second, 10
	return c
}

// An interrupted study goes on and writes the page that it would have written, which follows from the steps taken. A
// longer study continues a shorter one. Markup in a name is escaped.
func TestStudyGoesOn(t *testing.T) {
	g := rulestest.Game(t, "shatranj")
	g.Variant.Title = "<script>alert(1)</script>"
	pages, folder := [2]string{}, t.TempDir()
	grown := 0
	for i, out := range []string{filepath.Join(folder, "a"), filepath.Join(folder, "b")} {
		if i == 1 {
			ctx, cancel := context.WithCancel(t.Context())
			_, err := RunStudy(ctx, g, quick(), out, match.Workers(1), match.Events{GameDone: func(p match.Progress) {
				if p.Done == 3 {
					cancel()
				}
			}})
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("interrupted: %v", err)
			}
		}
		s := begun(t, g, out, match.Workers(1+i))
		values, trades, who := s.part(valuesFolder), s.part(tradesFolder), s.part(balanceFolder)
		testkit.OK(t, s.take(values, 1))
		testkit.OK(t, s.take(who, 1))
		for trades.shut && values.at < 9 {
			testkit.OK(t, s.take(values, values.at+1))
		}
		foretold, before := trades.off, s.Trades[0].Predicted
		testkit.OK(t, s.take(trades, 1))
		if values.at < tradesFrom || trades.off >= foretold || len(s.Trades) != playedTrades {
			t.Errorf("%d exchanges, %.2f of their aim off before they were played and %.2f then", len(s.Trades), foretold, trades.off)
		}
		if s.Trades[0].Predicted == before {
			t.Error("a forecast has not learned from the matches at other exchanges")
		}
		if kept := testkit.Must(estimate.ReadMatches(g, TradesFolder(out)))(t); len(kept) < playedTrades {
			t.Errorf("%d matches are kept for trade", len(kept))
		}
		chosen := s.Trades[0].Exchange
		testkit.OK(t, s.take(values, values.at+1))
		testkit.OK(t, s.take(who, 2))
		testkit.OK(t, s.finish())
		if first := s.Trades[0]; first.Exchange != chosen || first.Match.Pairs != firstTrades || len(s.Trades) < playedTrades {
			t.Errorf("the first of %s is %+v, want %s with its match", format.Plural(len(s.Trades), "trade"), first, chosen)
		}
		testkit.Same(t, "steps", Steps{values.at, 2, 1}, s.Steps)
		if r := s.Balance.Main().Rungs; s.Balance.Grown || r[2].Games != r[0].Games+r[1].Games {
			t.Errorf("after two steps nobody has looked at, grown %v; %d, %d and %d games, want half of them at the highest strength",
				s.Balance.Grown, r[0].Games, r[1].Games, r[2].Games)
		}
		path := testkit.Must(s.Write(page.Run{Version: "v", Command: "c"}))(t)
		pages[i] = string(testkit.Must(os.ReadFile(path))(t))
		grown = s.Values.Measurement.Games
		again := begun(t, g, out, match.Workers(2))
		for i, want := range []int{values.at, 1, 2} {
			if again.parts[i].at != want || again.Values.Measurement.Games != grown {
				t.Errorf("%s: step %d, want %d; %d games", again.parts[i].name, again.parts[i].at, want, again.Values.Measurement.Games)
			}
		}
	}
	if pages[0] != pages[1] {
		t.Error("the pages differ")
	}
	if strings.Contains(pages[0], "<script>alert") || !strings.Contains(pages[0], "&lt;script&gt;alert") {
		t.Error("the title is not escaped")
	}
}

// begun returns a study that has looked for what was played before.
func begun(t *testing.T, g *rules.Game, folder string, crew match.Crew) *studying {
	t.Helper()
	s := &studying{ctx: t.Context(), crew: crew, weights: eval.Default(g), Study: &Study{Game: g, Config: quick(), Folder: folder}}
	testkit.OK(t, s.lookAtArrays())
	testkit.OK(t, s.open())
	return s
}

// White's score is that of the game as designed: of the side that moves first, with the first move.
func TestScoreAsDesigned(t *testing.T) {
	r := studied(t, "chess", 0, 0, rules.WhiteWins, rules.Draw)
	top := r.Balance.Main().Strongest()
	top.Designed = stat.Symmetric(0.6, 0.02, 0.95)
	testkit.Near(t, "where the sides are alike", r.Score().Estimate, 0.75, 1e-9)
	r.Balance.Of = balance.Army
	testkit.Near(t, "of an army", r.Score().Estimate, 0.6, 1e-9)
	v := r.Game.Variant.Clone()
	testkit.OK(t, v.Override("turn", "black"))
	r.Game = rulestest.Compile(t, v)
	if got := r.Score(); math.Abs(got.Estimate-0.4) > 1e-9 || math.Abs(got.Lo-0.38) > 1e-9 || math.Abs(got.Hi-0.42) > 1e-9 {
		t.Errorf("where Black begins: %v, want 0.40 (0.38 to 0.42)", got)
	}
}

// The next games go to the part that is furthest from its aim, of those for which there is time; first of all to parts
// without games.
func TestNext(t *testing.T) {
	part := func(name string, step int, off, cost float64) *growing {
		return &growing{name: name, off: off, at: step, rate: 0.5, cost: func(n int) float64 { return cost * float64(n-step) }}
	}
	far, near, slow, bare := part("far", 2, 3, 10), part("near", 2, 1, 10), part("slow", 2, 9, 80), part("bare", 0, 0, 20)
	foretold, shut := part(tradesFolder, 0, 2, 10), part("shut", 2, 9, 10)
	shut.shut = true
	for _, tc := range []struct {
		parts []*growing
		left  time.Duration
		want  *growing
	}{
		{[]*growing{near, far}, 6 * time.Second, far},
		{[]*growing{slow, near}, 6 * time.Second, near},
		{[]*growing{slow, near}, time.Minute, slow},
		{[]*growing{far, bare}, -time.Second, bare},
		{[]*growing{far, near}, 4 * time.Second, nil},
		{[]*growing{foretold, far}, -time.Second, nil},
		{[]*growing{foretold, near}, 6 * time.Second, foretold},
		{[]*growing{shut, near}, 6 * time.Second, near},
		{nil, time.Minute, nil},
	} {
		s := studying{parts: tc.parts}
		if got := s.next(tc.left); got != tc.want {
			t.Errorf("%v left: %+v, want %+v", tc.left, got, tc.want)
		}
	}
}

// The progress of a study says how wide intervals are, and nothing of what was found.
func TestProgressTellsWidths(t *testing.T) {
	s := studying{parts: []*growing{{name: valuesFolder, off: 1.2}, {name: balanceFolder}, {name: tradesFolder, off: math.Inf(1)}}}
	for part, want := range map[string]string{valuesFolder: "values ±12.0 %", balanceFolder: "balance", tradesFolder: "trades"} {
		if got := s.progress(part, 0.1); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// With four times as many games the part of an interval that is luck is halved.
func TestMore(t *testing.T) {
	v := estimate.RankedValue{Total: stat.Symmetric(5, 0.5, 0.95), Sampling: stat.Symmetric(5, 0.4, 0.95), FromGames: 1}
	testkit.Near(t, "half-width of √(0.5² - ¾·0.4²)", v.WithGames(4), math.Sqrt(0.25-0.12), 1e-9)
	v.FromGames, v.Sampling = 0.2, stat.Unknown()
	testkit.Near(t, "half-width where the prior decides most", v.WithGames(4), 0.5/math.Sqrt(1.6), 1e-9)
	testkit.Near(t, "times as many games as tell a value of which they decide a fifth", v.Needed(), 4, 1e-9)
	r := studied(t, "chess", 0, 0, rules.Draw)
	r.Seconds = 100
	c := &r.Balance.Config
	c.Level, c.Best, c.Play.Pairs, c.Looked = 0.95, 100, 100, true
	m := r.More()
	if len(m.List) != 1 || m.List[0].Step() != "±4.0 to ±3.1 %" || m.Time() != "5 minutes" {
		t.Errorf("%+v, %s", m, m.Time())
	}
	c.Looked = false // a second look makes the interval wider than games make it narrower
	if m := r.More(); len(m.List) != 0 {
		t.Errorf("after the first look %+v", m)
	}
}

func TestValidate(t *testing.T) {
	testkit.OK(t, DefaultStudy().Validate())
	for want, edit := range map[string]func(*StudyConfig){
		"ask is empty":             func(c *StudyConfig) { c.Ask = nil },
		`ask: question is "price"`: func(c *StudyConfig) { c.Ask = []Question{"price"} },
		`"values" stands twice`:    func(c *StudyConfig) { c.Ask = []Question{AskValues, AskValues} },
		"balance is 41":            func(c *StudyConfig) { c.Steps = &Steps{1, 41, 0} },
		"values is 0":              func(c *StudyConfig) { c.Steps = &Steps{0, 4, 0} },
		"trades is 1, expected 0":  func(c *StudyConfig) { c.Steps = &Steps{2, 1, 1} },
		"for is 1ms":               func(c *StudyConfig) { c.For = time.Millisecond },
		"nodes is 1":               func(c *StudyConfig) { c.Nodes = 1 },
		"level is 1":               func(c *StudyConfig) { c.Level = 1 },
	} {
		c := DefaultStudy()
		edit(&c)
		testkit.Fails(t, c.Validate(), want)
	}
}

// studied returns a study of games with given results, two a pair, in which a search of the
// array sees an advantage for White, in pawns, and the gain of a line.
func studied(t *testing.T, game string, score, gain float64, results ...rules.Result) *Study {
	t.Helper()
	games := &Games{}
	for i := range 40 {
		games.List = append(games.List, measure.Game{Pair: i / 2, Index: i % 2, Result: results[i/2%len(results)], Reason: rules.Checkmate, Plies: 60})
	}
	g := rulestest.Game(t, game)
	white := 0.0
	for _, r := range results {
		white += r.Score() / float64(len(results))
	}
	top := balance.Rung{Nodes: 3840, Score: stat.Symmetric(white, 0.08, 0.95), Curve: stat.Symmetric(white, 0.04, 0.95)}
	top.Designed = top.Curve
	return &Study{Game: g, Config: DefaultStudy(), Games: games, Arrays: []Array{{Array: balance.Array{Score: int(100 * score), Gain: gain, Line: "1. e4"}}},
		Balance: &balance.Result{Game: g, Margin: 0.04, Of: balance.First, Curves: []balance.Curve{{Verdict: balance.Fair, Rungs: []balance.Rung{top}}}}}
}

// asked returns the answer to a question of a study.
func asked(t *testing.T, r *Study, name string) Check {
	t.Helper()
	list := r.Checks()
	i := slices.IndexFunc(list, func(c Check) bool { return c.Name == name })
	if i < 0 {
		t.Fatalf("%q is not asked", name)
	}
	return list[i]
}

// An advantage that a search sees is a fault unless the games say otherwise, and a gain of
// material is one even if the games cannot tell.
func TestSearchAndGamesAreReadTogether(t *testing.T) {
	for _, tc := range []struct {
		score, gain float64
		results     []rules.Result
		want        Verdict
		says        string
	}{
		{0.5, 0, []rules.Result{rules.Draw}, Passed, "+0.50 pawns: 1. e4."},
		{3, 0, []rules.Result{rules.WhiteWins}, Failed, "+3.00 pawns: 1. e4."},
		{3, 0, []rules.Result{rules.BlackWins}, CannotTell, "1. e4. The games say the opposite: White scores 0.0 %"},
		{-34, -5, []rules.Result{rules.WhiteWins, rules.WhiteWins, rules.WhiteWins, rules.Draw}, CannotTell, "The games say the opposite: White scores 87.5 %"},
		{3, 0, []rules.Result{rules.WhiteWins, rules.BlackWins}, CannotTell, "The games do not confirm it: White scores 50.0 %"},
		{-3, -3, []rules.Result{rules.WhiteWins, rules.BlackWins}, Failed, "That includes material worth 3.0 pawns, which the line wins."},
		{299.97, 0, []rules.Result{rules.BlackWins}, Failed, "A mate in 2 moves is forced"},
	} {
		if c := asked(t, studied(t, "chess", tc.score, tc.gain, tc.results...), "What the first move wins"); c.Verdict != tc.want || !strings.Contains(c.Found, tc.says) {
			t.Errorf("%+v: %+v", tc, c)
		}
	}
}

// A question without a meaning in a game is not asked, and the page says why.
func TestNotAsked(t *testing.T) {
	const early, checks = "Early mates: ", "Checks and mate threats of the first move: "
	for game, want := range map[string][]string{
		"chess": {}, "crazyhouse": {}, "king-of-the-hill": {}, "three-check": {},
		"antichess": {"Undefended pieces in the array: a side wins by losing its pieces", checks + "no piece is royal", early + "no piece is royal"},
		"spartan":   {"What the first move wins: the sides begin differently"},
		"horde":     {"What the first move wins: the sides begin differently"},
		"racing-kings": {"What the first move wins: the sides begin differently", checks + "no move may give check",
			early + "no move may give check"},
	} {
		got := studied(t, game, -34, 0, rules.WhiteWins).NotAsked()
		if len(got) != len(want) {
			t.Errorf("%s: %q, want %q", game, got, want)
			continue
		}
		for i, text := range got {
			if !strings.HasPrefix(text, want[i]) {
				t.Errorf("%s: %q, want %q", game, text, want[i])
			}
			if strings.HasPrefix(text, "What") && !strings.Contains(text, "gives White −34.00 pawns. The games say the opposite: White scores 100.0 %") {
				t.Errorf("%s: %q", game, text)
			}
		}
	}
}

// The first check is who wins between the strongest players.
func TestWhoWins(t *testing.T) {
	r := studied(t, "chess", 0, 0, rules.Draw)
	for of, want := range map[balance.Verdict]Verdict{balance.Fair: Passed, balance.Leans: Failed, balance.Behind: Failed, balance.CannotTell: CannotTell} {
		r.Balance.Curves[0].Verdict, r.Balance.Answer = of, "An answer."
		if c := r.Checks(); !slices.Contains(c, Check{"Who wins", want, "An answer.", "46 % to 54 % between the strongest players"}) {
			t.Errorf("%s: %+v", of, c)
		}
	}
}

// The verdict on undefended pieces follows from what is said of them.
func TestUndefendedSays(t *testing.T) {
	rook := Loose{Color: rules.White, Piece: "rook", Square: "a1"}
	pawn := Loose{Color: rules.White, Piece: "pawn", Square: "a2", Pawn: true}
	hit := Loose{Color: rules.Black, Piece: "rook", Square: "a8", Attackers: []string{"Qa3", "Qa4"}}
	for _, tc := range []struct {
		list []Loose
		want Verdict
		says string
	}{
		{nil, Passed, "Every piece of the array is protected."},
		{[]Loose{rook}, Passed, "No first move attacks what is unprotected: White's rook on a1."},
		{[]Loose{rook, pawn}, Failed, "Unprotected: White's pawn on a2, White's rook on a1."},
		{[]Loose{rook, hit}, Failed, "Qa3 attacks Black's rook on a8. Unprotected: Black's rook on a8, White's rook on a1."},
	} {
		r := studied(t, "chess", 0, 0, rules.Draw)
		r.Arrays[0].Undefended = tc.list
		if c := asked(t, r, "Undefended pieces in the array"); c.Verdict != tc.want || c.Found != tc.says {
			t.Errorf("%+v, want %s: %s", c, tc.want, tc.says)
		}
	}
	if c := asked(t, studied(t, "racing-kings", 0, 0, rules.Draw), "Undefended pieces in the array"); c.Range != "no piece that a first move attacks" {
		t.Errorf("without pawns: %+v", c)
	}
}

// The shortest game ends by any win that the game has, and a reason is named by what it takes.
func TestWinsOfTheGame(t *testing.T) {
	for _, tc := range []struct{ game, fen, reason string }{
		{"king-of-the-hill", "rnbqkbnr/pppppppp/8/8/8/3K4/PPPPPPPP/RNBQ1BNR w - - 0 1", "king on d4-e5"},
		{"three-check", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 1", "3 checks"},
		{"antichess", "8/8/8/8/8/2p5/1P6/8 w - - 0 1", "loss of all pieces"},
	} {
		g := rulestest.Game(t, tc.game)
		p := testkit.Must(g.ParseFEN(tc.fen))(t)
		budget := 1_000_000
		line := []string{}
		for depth := 1; depth <= helpPlies && len(line) == 0; depth++ {
			line = helpmate(p, depth, &budget)
		}
		if len(line) == 0 {
			t.Errorf("%s: no win", tc.game)
			continue
		}
		for _, text := range line {
			moves := p.Moves(nil)
			i := slices.IndexFunc(moves, func(m rules.Move) bool { return p.SAN(m) == text })
			p.Make(moves[i])
		}
		if result, reason := p.Outcome(); result == rules.Draw || measure.Reason(g, reason) != tc.reason {
			t.Errorf("%s: %v leads to %s by %s, want %s", tc.game, line, result, measure.Reason(g, reason), tc.reason)
		}
	}
}

// Sides of a pair of games are alike: with forty pairs the interval is that of forty, whether one army
// has the kind or both.
func TestStillCountsPairs(t *testing.T) {
	r := &Study{Config: DefaultStudy()}
	for _, sides := range []int{80, 160} {
		got := r.Still(&Kind{Sides: sides, Still: sides / 4, games: 80})
		testkit.Same(t, "interval", stat.Wilson(0.25, 40, stat.Quantile(r.Config.Level), r.Config.Level), got)
	}
}

// The picture beside a link to a study is its pyramid, if there is one.
func TestPictureOfAStudy(t *testing.T) {
	drawn := doc.Figure{Name: "pyramid", PNG: func() ([]byte, error) { return []byte("drawn"), nil }}
	for _, c := range []struct {
		blocks []doc.Block
		want   string
	}{{[]doc.Block{doc.P("values"), doc.Figure{Name: "growth"}, drawn}, "drawn"}, {[]doc.Block{doc.P("none")}, ""}} {
		if got := testkit.Must(pyramid(c.blocks))(t); string(got) != c.want {
			t.Errorf("the picture is %q, want %q", got, c.want)
		}
	}
}

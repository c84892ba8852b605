package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"bestiary/engine/external"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// scripted is a player with given moves and messages.
type scripted struct {
	moves []string
	turn  int
	// choose changes the choice in the n-th turn, from 0.
	choose func(n int, t *player.Turn, c *player.Choice) error
	begin  error
	seen   []player.Clock // the player's own clocks
	games  int
}

func (s *scripted) NewGame(context.Context, uint64) error { s.games++; return s.begin }
func (s *scripted) Close() error                          { return nil }

func (s *scripted) Move(_ context.Context, t *player.Turn) (c player.Choice, err error) {
	n := s.turn
	s.turn++
	s.seen = append(s.seen, t.Clocks[t.Position.Turn()])
	if n < len(s.moves) {
		if c.Move, err = t.Position.ParseMove(s.moves[n]); err != nil {
			panic(err)
		}
	} else {
		c.Move = anyMove(t, n)
	}
	if s.choose != nil {
		err = s.choose(n, t, &c)
	}
	return c, err
}

// anyMove returns one of the legal moves.
func anyMove(t *player.Turn, n int) rules.Move {
	g := t.Position.Game()
	list := slices.SortedFunc(slices.Values(t.Legal), func(a, b rules.Move) int { return strings.Compare(g.MoveText(a), g.MoveText(b)) })
	return list[n%len(list)]
}

// startAt returns an opening without moves.
func startAt(t testing.TB, g *rules.Game, fen string) opening.Start {
	t.Helper()
	p := testkit.Must(g.ParseFEN(fen))(t)
	return opening.Start{FEN: p.FEN(), Position: p}
}

// game plays a scripted game of chess.
func game(t testing.TB, r Referee, fen string, white, black *scripted, limits ...player.Limit) Played {
	t.Helper()
	g := rulestest.Game(t, "chess")
	if fen == "" {
		fen = g.NewPosition().FEN()
	}
	seats := [2]Seat{{Player: white}, {Player: black}}
	for c := range limits {
		seats[c].Limit = limits[c]
	}
	return testkit.Must(r.Play(context.Background(), startAt(t, g, fen), seats))(t)
}

func moves(text string) *scripted { return &scripted{moves: strings.Fields(text)} }

func ends(t *testing.T, name string, p Played, want string) {
	t.Helper()
	if got := p.Result.String() + " " + string(p.Reason); got != want {
		t.Errorf("%s: %s after %d plies (%s), want %s", name, got, p.Plies(), p.Detail, want)
	}
}

// shuffle moves a knight to and fro.
const shuffle = "g1f3 f3g1 g1f3 f3g1 g1f3 f3g1 g1f3 f3g1"

func TestEndsByTheRules(t *testing.T) {
	ends(t, "mate", game(t, Referee{}, "", moves("f2f3 g2g4"), moves("e7e5 d8h4")), "0-1 checkmate")
	ends(t, "mate at the limit", game(t, Referee{MaxPlies: 4}, "", moves("f2f3 g2g4"), moves("e7e5 d8h4")), "0-1 checkmate")
	ends(t, "limit", game(t, Referee{MaxPlies: 4}, "", moves("f2f3 g2g4"), moves("e7e5 d8g5")), "1/2-1/2 length limit")
	ends(t, "repetition", game(t, Referee{}, "", moves(shuffle), moves(strings.NewReplacer("1", "8", "3", "6").Replace(shuffle))), "1/2-1/2 repetition")
	ends(t, "stalemate", game(t, Referee{}, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", moves("f1f7"), moves("")), "1/2-1/2 stalemate")
	ends(t, "n-move", game(t, Referee{}, "7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", moves("f1e1"), moves("")), "1/2-1/2 n-move rule")
	ends(t, "mate on the last move of the n-move rule", game(t, Referee{}, "7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", moves("f1f8"), moves("")), "1-0 checkmate")
	ends(t, "over before the first move", game(t, Referee{}, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", moves(""), moves("")), "1/2-1/2 stalemate")
}

func TestWhatPlayersSay(t *testing.T) {
	say := func(at int, f func(c *player.Choice)) *scripted {
		return &scripted{choose: func(n int, _ *player.Turn, c *player.Choice) error {
			if n == at {
				f(c)
			}
			return nil
		}}
	}
	resign := func(c *player.Choice) { c.Move, c.Resigned = 0, true }
	claim := func(r rules.Result) func(*player.Choice) {
		return func(c *player.Choice) { c.Move, c.Claim, c.ClaimText = 0, r, "I say so" }
	}
	offer := func(c *player.Choice) { c.OfferedDraw = true }
	illegal := func(c *player.Choice) { c.Move = rulestest.Game(t, "chess").NewPosition().Moves(nil)[0] }
	for _, tc := range []struct {
		name         string
		white, black *scripted
		want         string
	}{
		{"White resigns", say(2, resign), moves(""), "0-1 resignation"},
		{"Black resigns", moves(""), say(0, resign), "1-0 resignation"},
		{"Black claims its loss", moves(""), say(1, claim(rules.WhiteWins)), "1-0 resignation"},
		{"Black claims a win", moves(""), say(1, claim(rules.BlackWins)), "1-0 false claim"},
		{"White claims a draw", say(1, claim(rules.Draw)), moves(""), "0-1 false claim"},
		{"an illegal move", moves("e2e4"), say(0, illegal), "1-0 illegal move"},
		{"no move", moves(""), say(0, func(c *player.Choice) { c.Move = 0 }), "1-0 illegal move"},
		{"offer and answer", say(1, offer), say(1, offer), "1/2-1/2 draw agreed"},
		{"answer to the offer of the move before", say(2, offer), say(1, offer), "1/2-1/2 draw agreed"},
		{"offers apart", say(3, offer), say(1, offer), "1/2-1/2 length limit"},
	} {
		ends(t, tc.name, game(t, Referee{MaxPlies: 12}, "", tc.white, tc.black), tc.want)
	}
	// An agreement does not undo a mate.
	white, black := say(1, offer), say(1, offer)
	white.moves, black.moves = strings.Fields("f2f3 g2g4"), strings.Fields("e7e5 d8h4")
	ends(t, "agreement on mate", game(t, Referee{}, "", white, black), "0-1 checkmate")
}

// expecting returns a player that goes on with the given scores.
func expecting(scores ...int) *scripted {
	return &scripted{choose: func(n int, _ *player.Turn, c *player.Choice) error {
		if n < len(scores) && scores[n] != silent {
			c.Score, c.HasScore = scores[n], true
		}
		return nil
	}}
}

const silent = 1 << 20 // a move without a score

func TestAdjudication(t *testing.T) {
	const rooks = "r7/7k/8/8/8/8/7K/R7 w - - 0 1"
	// The kings walk, so that nothing is captured and no position is repeated too often.
	walk := strings.Fields("h2g2 g2f2 f2e2 e2d2 d2e2 e2f2 f2g2 g2h2")
	draw := Referee{MaxPlies: 16, Draw: DrawRule{Moves: 2, Score: 10}}
	late := draw
	late.Draw.Move = 6
	resign := Referee{MaxPlies: 16, Resign: ResignRule{Moves: 2, Score: 500}}
	both := resign
	both.Resign.Both = true
	for _, tc := range []struct {
		name         string
		r            Referee
		white, black *scripted
		want         string
		plies        int
	}{
		{"both find it even", draw, expecting(0, 10, 0), expecting(5, -10, 0), "1/2-1/2 adjudicated draw", 4},
		{"not before the move", late, expecting(0, 0, 0, 0, 0, 0, 0), expecting(0, 0, 0, 0, 0, 0, 0), "1/2-1/2 adjudicated draw", 11},
		{"a score in between", draw, expecting(0, 11, 0, 0), expecting(0, 0, 0, 0), "1/2-1/2 adjudicated draw", 7},
		{"one is silent", draw, expecting(0, 0, 0, 0), expecting(), "1/2-1/2 length limit", 16},
		{"one sees more", draw, expecting(0, 0, 0, 0), expecting(50, 50, 50, 50), "1/2-1/2 length limit", 16},
		{"White despairs", resign, expecting(0, -500, -900), expecting(0, 0, 0), "0-1 adjudicated win", 5},
		{"Black despairs", resign, expecting(), expecting(-501, -501), "1-0 adjudicated win", 4},
		{"hope in between", resign, expecting(-600, 0, -600, -600), expecting(), "0-1 adjudicated win", 7},
		{"silence in between", resign, expecting(-600, silent, -600, 0), expecting(), "1/2-1/2 length limit", 16},
		{"alone", both, expecting(-600, -600, -600), expecting(400, 400, 400), "1/2-1/2 length limit", 16},
		{"agreed", both, expecting(-600, -600, -600), expecting(400, 600, 600), "0-1 adjudicated win", 6},
		{"off", Referee{MaxPlies: 16}, expecting(-9000, -9000, -9000), expecting(9000, 9000, 9000), "1/2-1/2 length limit", 16},
	} {
		tc.white.moves = walk
		for _, m := range walk {
			tc.black.moves = append(tc.black.moves, strings.ReplaceAll(m, "2", "7"))
		}
		p := game(t, tc.r, rooks, tc.white, tc.black)
		ends(t, tc.name, p, tc.want)
		if p.Plies() != tc.plies {
			t.Errorf("%s: %d plies, want %d", tc.name, p.Plies(), tc.plies)
		}
	}
	// A pawn move restarts the count for a draw.
	white, black := expecting(0, 0, 0, 0, 0), expecting(0, 0, 0, 0, 0)
	white.moves, black.moves = strings.Fields("a2a3 h2g2 g2f2"), strings.Fields("h7g7 g7f7 f7e7")
	p := game(t, draw, "8/7k/8/8/8/8/P6K/8 w - - 0 1", white, black)
	if ends(t, "pawn move", p, "1/2-1/2 adjudicated draw"); p.Plies() != 5 {
		t.Errorf("pawn move: %d plies, want 5", p.Plies())
	}
}

// Scores are stored from White's view, within bounds; a missing score is Unknown.
func TestScoresAreWhites(t *testing.T) {
	p := game(t, Referee{MaxPlies: 6}, "", expecting(10, 1<<30, silent), expecting(20, -1<<30, -7))
	want := []int{10, -20, search.MateScore, search.MateScore, store.Unknown, 7}
	if fmt.Sprint(p.Scores) != fmt.Sprint(want) || p.Times != nil {
		t.Errorf("scores %v, want %v; times %v", p.Scores, want, p.Times)
	}
}

// spending returns a player that spends given times on its moves.
func spending(ms ...int) *scripted {
	return &scripted{choose: func(n int, _ *player.Turn, c *player.Choice) error {
		if n < len(ms) {
			c.Elapsed = time.Duration(ms[n]) * time.Millisecond
		}
		return nil
	}}
}

func TestClocks(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	clock := func(moves int, main, increment, margin time.Duration) player.Limit {
		return player.Limit{Control: player.Control{Moves: moves, Time: main, Increment: increment}, Margin: margin}
	}
	left := func(list ...int) string {
		var d []time.Duration
		for _, x := range list {
			d = append(d, time.Duration(x)*ms)
		}
		return fmt.Sprint(d)
	}
	overdrawn := map[string]string{"overdrawn by more than the margin": " 111ms", "time a move": " 21ms"}
	for _, tc := range []struct {
		name  string
		limit player.Limit
		white *scripted
		want  string
		seen  string
	}{
		{"increment", clock(0, s, 100*ms, -1), spending(300, 50, 0), "1/2-1/2 length limit", left(1000, 800, 850)},
		{"to the end", clock(0, s, 0, -1), spending(600, 400, 0), "1/2-1/2 length limit", left(1000, 400, 1)},
		{"overdrawn", clock(0, s, 0, -1), spending(600, 401), "0-1 time forfeit", left(1000, 400)},
		{"within the margin", clock(0, s, 0, 50*ms), spending(600, 450, 0), "1/2-1/2 length limit", left(1000, 400, 1)},
		{"the margin is for all moves", clock(0, s, 0, 50*ms), spending(1030, 21), "0-1 time forfeit", left(1000, 1)},
		{"moves per control", clock(2, s, 0, -1), spending(300, 300, 300), "1/2-1/2 length limit", left(1000, 700, 1400)},
		{"increment alone", clock(0, 0, 100*ms, -1), spending(60, 130, 111), "0-1 time forfeit", left(100, 140, 110)},
		{"overdrawn by more than the margin", clock(0, s, 0, 50*ms), spending(600, 511), "0-1 time forfeit", left(1000, 400)},
		{"time a move", player.Limit{MoveTime: 100 * ms, Margin: 10 * ms}, spending(110, 110, 121), "0-1 time forfeit", left(0, 0, 0)},
	} {
		p := game(t, Referee{MaxPlies: 6}, "", tc.white, moves(""), tc.limit)
		ends(t, tc.name, p, tc.want)
		if over := overdrawn[tc.name]; !strings.HasSuffix(p.Detail, over) {
			t.Errorf("%s: %s, want %s", tc.name, p.Detail, over)
		}
		var seen []time.Duration
		for _, c := range tc.white.seen {
			seen = append(seen, c.Left)
		}
		if fmt.Sprint(seen) != tc.seen {
			t.Errorf("%s: clock shows %v, want %v", tc.name, seen, tc.seen)
		}
		if len(p.Times) != p.Plies() {
			t.Errorf("%s: %d times of %d plies", tc.name, len(p.Times), p.Plies())
		}
	}
}

func TestFaultsLose(t *testing.T) {
	for kind, want := range map[external.FaultKind]rules.Reason{
		external.IllegalMove: IllegalMove, external.Unparsable: IllegalMove, external.TimedOut: TimeForfeit, external.Hung: NoAnswer,
		external.NoMove: NoAnswer, external.Crashed: Crash, external.Exited: Crash, external.ClosedPipe: Crash, external.Refused: Refusal,
	} {
		black := moves("")
		black.choose = func(n int, _ *player.Turn, _ *player.Choice) error {
			if n == 1 {
				return fmt.Errorf("wrapped: %w", &player.Fault{Kind: kind, Engine: "X", Detail: "as it happened"})
			}
			return nil
		}
		p := game(t, Referee{}, "", moves(""), black)
		ends(t, string(kind), p, "1-0 "+string(want))
		if p.Fault == nil || p.By != rules.Black || !strings.Contains(p.Detail, "as it happened") || p.Plies() != 3 {
			t.Errorf("%s: fault %v by %s, detail %q, %d plies", kind, p.Fault, p.By, p.Detail, p.Plies())
		}
	}
}

func TestGamesThatAreNotPlayed(t *testing.T) {
	g := rulestest.Game(t, "chess")
	fault := &player.Fault{Kind: external.Crashed}
	begin := func(white, black *scripted, ctx context.Context) error {
		_, err := Referee{}.Play(ctx, startAt(t, g, g.NewPosition().FEN()), [2]Seat{{Player: white}, {Player: black}})
		return err
	}
	var late *NotReady
	if err := begin(moves(""), &scripted{begin: fault}, context.Background()); !errors.As(err, &late) || late.By != rules.Black || !errors.Is(err, late.Fault) {
		t.Errorf("Black is not ready: %v", err)
	}
	other := errors.New("other")
	bad := &scripted{choose: func(int, *player.Turn, *player.Choice) error { return other }}
	if err := begin(bad, moves(""), context.Background()); !errors.Is(err, other) {
		t.Errorf("got %v, want the player's error", err)
	}
	// A program killed because the context has ended is not at fault.
	ctx, cancel := context.WithCancel(context.Background())
	killed := &scripted{choose: func(int, *player.Turn, *player.Choice) error { cancel(); return fault }}
	if err := begin(killed, moves(""), ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	one := moves("")
	p, err := Referee{MaxPlies: 4}.Play(context.Background(), startAt(t, g, g.NewPosition().FEN()), [2]Seat{{Player: one}, {Player: one}})
	if err != nil || one.games != 1 || p.Plies() != 4 {
		t.Errorf("one player in both seats: told %d times of the game, %d plies, %v", one.games, p.Plies(), err)
	}
}

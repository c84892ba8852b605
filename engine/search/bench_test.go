package search

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestEveryGameHasPositions(t *testing.T) {
	for _, name := range variant.Catalogue() {
		seen := map[string]bool{}
		for _, p := range BenchPositions(rulestest.Game(t, name)) {
			if p.Placing() || len(p.Moves(nil)) == 0 || seen[p.FEN()] {
				t.Errorf("%s: %s is no use", name, p.FEN())
			}
			seen[p.FEN()] = true
		}
		if len(seen) != len(benchPlies) {
			t.Errorf("%s: %d positions, want %d", name, len(seen), len(benchPlies))
		}
	}
}

// The signature is the same in every run, and tells different searches apart.
func TestSignature(t *testing.T) {
	seen := map[uint32]BenchConfig{}
	for _, c := range []BenchConfig{{Depth: 4, Perft: 1}, {Depth: 3, Perft: 1}, {Nodes: 500, Perft: 1}, {Nodes: 500, Perft: 2}} {
		var runs [2][]Measurement
		for i := range runs {
			for _, name := range []string{"chess", "al-ces", "musketeer"} {
				m := testkit.Must(Bench(rulestest.Game(t, name), c))(t)
				runs[i] = append(runs[i], m)
			}
		}
		a, b := BenchTotal(runs[0]), BenchTotal(runs[1])
		if a.Signature != b.Signature || a.Nodes != b.Nodes || a.Leaves != b.Leaves {
			t.Errorf("%+v: %+v, then %+v", c, a, b)
		}
		if other, ok := seen[a.Signature]; ok {
			t.Errorf("%+v has the signature of %+v", c, other)
		}
		seen[a.Signature] = c
		if a.Positions != 3*len(benchPlies) || a.Searching <= 0 || a.Counting <= 0 {
			t.Errorf("%+v: incomplete: %+v", c, a)
		}
	}
}

func TestConfigOutOfRange(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for want, c := range map[string]BenchConfig{
		"depth is 101":     {Depth: MaxDepth + 1},
		"depth is -1":      {Depth: -1},
		"perft depth is 7": {Perft: MaxPerft + 1},
	} {
		if _, err := Bench(g, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", c, err, want)
		}
	}
}

// Both search every position in every round, and the ratio is the median of the rounds.
func TestBeside(t *testing.T) {
	g := rulestest.Game(t, "chess")
	positions := testkit.Must(MiddlePositions(g))(t)[:2]
	var asked []string
	c := testkit.Must(Beside(g, positions, 100, 3, func(p *rules.Position, nodes uint64) (Effort, error) {
		asked = append(asked, p.FEN())
		return Effort{nodes, time.Second}, nil
	}))(t)
	a, b := positions[0].FEN(), positions[1].FEN()
	testkit.Same(t, "asked", []string{a, b, a, b, a, b}, asked)
	both := Together([]Comparison{c, c})
	for round := range 3 {
		if c.Own[round].Nodes != 200 || both.Own[round].Nodes != 400 || both.Peer[round] != (Effort{400, 4 * time.Second}) {
			t.Errorf("round %d: %+v, twice %+v", round, c, both)
		}
	}
	failing := errors.New("failing")
	_, err := Beside(g, positions, 100, 3, func(*rules.Position, uint64) (Effort, error) { return Effort{}, failing })
	if !errors.Is(err, failing) {
		t.Errorf("error %v, want that of the other program", err)
	}
	known := Comparison{Own: []Effort{{100, time.Second}, {900, time.Second}, {300, time.Second}}, Peer: []Effort{{100, time.Second}, {100, time.Second}, {50, time.Second}}}
	if median, low, high := known.Ratio(); median != 6 || low != 1 || high != 9 || MedianRate(known.Own) != 300 {
		t.Errorf("ratio %v, %v to %v, rate %v, want 6, 1 to 9, 300", median, low, high, MedianRate(known.Own))
	}
}

// The rule by which middle.txt was drawn. Game i of a game of the catalogue has randomPlies
// random moves, then the engine moves for both sides. The position after the ply that is
// drawn for it is taken; if the game is over by then, the next seed is tried.
const (
	middlePositions = 10 // of each game
	middleNodes     = 500
	randomPlies     = 4
	firstMiddlePly  = 10
	lastMiddlePly   = 60
)

func TestMiddle(t *testing.T) {
	if testkit.Update() && testkit.Long() {
		testkit.Write(t, "middle.txt", drawMiddle(t))
	}
	seen := map[string]bool{}
	for _, name := range middleGames {
		for _, p := range testkit.Must(MiddlePositions(rulestest.Game(t, name)))(t) {
			result, _ := p.Outcome()
			ply := 2 * (p.Fullmove() - 1)
			if p.Turn() == rules.Black {
				ply++
			}
			if result != rules.Ongoing || ply < firstMiddlePly || ply > lastMiddlePly || seen[p.FEN()] {
				t.Errorf("%s: %s is no use", name, p.FEN())
			}
			seen[p.FEN()] = true
		}
	}
	if len(seen) != middlePositions*len(middleGames) {
		t.Errorf("%d positions, want %d", len(seen), middlePositions*len(middleGames))
	}
	testkit.Fails(t, testkit.Error(MiddlePositions(rulestest.Game(t, "shogi"))), "no positions of the middle game of shogi, expected one of chess, capablanca")
}

func drawMiddle(t *testing.T) string {
	var text strings.Builder
	for _, name := range middleGames {
		g := rulestest.Game(t, name)
		s := New(eval.New(g, eval.Default(g)), Options{})
		for i := range uint64(middlePositions) {
			for seed := uint64(1); ; seed++ {
				if p := playOn(g, s, rand.New(rand.NewPCG(seed, i))); p != nil {
					fmt.Fprintf(&text, "%s %s\n", name, p.FEN())
					break
				}
			}
		}
	}
	return text.String()
}

// playOn plays a game as far as the ply that it draws. It returns nil if the game ends earlier.
func playOn(g *rules.Game, s *Searcher, rng *rand.Rand) *rules.Position {
	plies := firstMiddlePly + rng.IntN(lastMiddlePly-firstMiddlePly+1)
	p := wander(g, randomPlies, rng)
	s.Reset()
	for p != nil && p.Plies() < plies {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			return nil
		}
		p.Make(s.Search(p, Limits{Nodes: middleNodes}).Move)
	}
	if p == nil {
		return nil
	}
	if result, _ := p.Outcome(); result != rules.Ongoing {
		return nil
	}
	return p
}

// The engine wins with every piece that wins alone.
func TestConversion(t *testing.T) {
	if testkit.Long() {
		t.Skip("TestEveryConversion plays them all")
	}
	for _, test := range []struct {
		game, piece string
		games       int
	}{
		{"chess", "queen", 10}, {"chess", "rook", 10}, {"shatranj", "rook", 10}, {"falcon-chess", "falcon", 10}, {"capablanca", "archbishop", 10},
		{"chess", "knight", 0},
	} {
		g := rulestest.Game(t, test.game)
		c, ok := convert(g, g.TypeNamed(test.piece), eval.Default(g), conversionNodes, 10)
		if !ok || c.Games != test.games || c.Won < test.games {
			t.Errorf("%s: %s wins %d of %d games, want %d", test.game, test.piece, c.Won, c.Games, test.games)
		}
	}
}

// conversionNodes is the limit of a move.
const conversionNodes = 300

func TestEveryConversion(t *testing.T) {
	if !testkit.Long() {
		t.Skip("takes many minutes")
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "game,piece,positions_won_percent,longest_win,games_won_of_100")
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		for _, piece := range g.Types() {
			c, ok := convert(g, piece, eval.Default(g), conversionNodes, 100)
			if !ok || c.Share == 0 {
				continue
			}
			won := "" // of a piece that wins less than half of the positions
			if c.Games > 0 {
				won = strconv.Itoa(c.Won)
			}
			fmt.Fprintf(&out, "%s,%s,%.1f,%d,%s\n", name, g.TypeName(piece), 100*c.Share, c.Longest, won)
			t.Logf("%s: %s %d of %d", name, g.TypeName(piece), c.Won, c.Games)
			if 100*c.Won < 95*c.Games {
				t.Errorf("%s: %s wins %d of %d games, want 95 %%", name, g.TypeName(piece), c.Won, c.Games)
			}
		}
	}
	if testkit.Update() {
		testkit.Write(t, "../../results/engine/bare-kings.csv", out.String())
	}
}

// conversion is how often the engine wins with a king and one piece against a bare king.
type conversion struct {
	Games, Won int
	// Share is the share of positions with the side to move that has the piece that can
	// be won, and Longest the greatest distance to mate in moves.
	Share   float64
	Longest int
}

// convert plays games from random positions that White can win with a kind of piece, the
// engine on both sides with a limit of nodes a move. The rules of the game end them, the
// n-move rule among them. It reports false if the ending cannot be solved. There are no
// games if the piece wins from too few positions, see endgame.Enough.
func convert(g *rules.Game, t rules.Type, w *eval.Weights, nodes uint64, games int) (c conversion, ok bool) {
	solved, ok := endgame.SolveLone(g, t)
	if !ok {
		return c, false
	}
	c.Share, c.Longest = solved.Share(), (solved.Longest()+1)/2
	if c.Share < endgame.Enough {
		return c, true
	}
	e := eval.New(g, w)
	players := [2]*Searcher{New(e, Options{}), New(e, Options{})}
	for c.Games = range games {
		if converts(wonPosition(solved, g, t, uint64(c.Games)), players, nodes) {
			c.Won++
		}
	}
	c.Games = games
	return c, true
}

// wonPosition draws a position with either side to move that White wins.
func wonPosition(solved *endgame.Lone, g *rules.Game, t rules.Type, seed uint64) *rules.Position {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := g.Empty()
	for {
		var at [3]rules.Square
		for i := range at {
			at[i] = rules.Square(rng.IntN(g.Squares()))
		}
		turn := rules.Color(rng.IntN(2))
		if _, wins := solved.Plies(rules.White, turn, at[0], at[1], at[2]); wins {
			p.Arrange([]rules.Placed{
				{Code: rules.CodeOf(g.Royal(), rules.White), Square: at[0]},
				{Code: rules.CodeOf(t, rules.White), Square: at[1]},
				{Code: rules.CodeOf(g.Royal(), rules.Black), Square: at[2]},
			}, turn)
			return p
		}
	}
}

// converts plays a game to its end and reports whether White wins.
func converts(p *rules.Position, players [2]*Searcher, nodes uint64) bool {
	for _, s := range players {
		s.Reset()
	}
	for {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			return result == rules.WhiteWins
		}
		p.Make(players[p.Turn()].Search(p, Limits{Nodes: nodes}).Move)
	}
}

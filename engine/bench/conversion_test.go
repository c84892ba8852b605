package bench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

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
	fmt.Fprintf(&out, `# Bare kings

Games from 100 random positions that are won with a king and one piece against a bare king,
the engine on both sides with %d nodes a move, by the rules of the game.
There are no games for pieces that win less than half of the positions. Made by
`+"`go test ./engine/bench -run TestEveryConversion -long -update -timeout 0`"+`.

| game | piece | positions that are won | longest win | games won |
|---|---|---|---|---|
`, conversionNodes)
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		for _, piece := range g.Types() {
			c, ok := convert(g, piece, eval.Default(g), conversionNodes, 100)
			if !ok || c.Share == 0 {
				continue
			}
			won := "–"
			if c.Games > 0 {
				won = fmt.Sprintf("%d of %d", c.Won, c.Games)
			}
			fmt.Fprintf(&out, "| %s | %s | %.1f %% | %d | %s |\n", name, g.TypeName(piece), 100*c.Share, c.Longest, won)
			t.Logf("%s: %s %d of %d", name, g.TypeName(piece), c.Won, c.Games)
			if 100*c.Won < 95*c.Games {
				t.Errorf("%s: %s wins %d of %d games, want 95 %%", name, g.TypeName(piece), c.Won, c.Games)
			}
		}
	}
	if testkit.Update() {
		testkit.Write(t, "../../results/engine/bare-kings.md", out.String())
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
	players := [2]*search.Searcher{search.New(e, search.Options{}), search.New(e, search.Options{})}
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
func converts(p *rules.Position, players [2]*search.Searcher, nodes uint64) bool {
	for _, s := range players {
		s.Reset()
	}
	for {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			return result == rules.WhiteWins
		}
		p.Make(players[p.Turn()].Search(p, search.Limits{Nodes: nodes}).Move)
	}
}

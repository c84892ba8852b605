package bench

import (
	"math/rand/v2"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Conversion is how often the engine wins with a king and one piece against a bare king.
type Conversion struct {
	Games, Won int
	// Share is the share of positions with the side to move that has the piece that can
	// be won, and Longest the greatest distance to mate in moves.
	Share   float64
	Longest int
}

// Convert plays games from random positions that White can win with a kind of piece, the
// engine on both sides with a limit of nodes a move. The rules of the game end them, the
// n-move rule among them. It reports false if the ending cannot be solved. There are no
// games if the piece wins from too few positions, see endgame.Enough.
func Convert(g *rules.Game, t rules.Type, w *eval.Weights, nodes uint64, games int) (c Conversion, ok bool) {
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

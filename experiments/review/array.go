package review

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Array describes a first position without playing games from it.
type Array struct {
	// FEN is the position; waiting pieces are placed.
	FEN string
	// Moves is the number of legal moves of the side that begins.
	Moves int
	// Undefended lists the pieces that no piece of their own side protects.
	Undefended []Standing
	// Checks lists the first moves that give check. MateThreats lists those after which the
	// side that begins would win at once, by mate or otherwise, if the other passed.
	Checks, MateThreats []string
	// Shortest is the shortest won game of up to helpPlies plies; nil if none was found
	// among helpPositions positions.
	Shortest []string
	// Score is White's advantage by a search, in centipawns as in search.Result; Line is
	// the expected line, and Gain the material that it wins, in pawns by the mobility
	// prior.
	Score int
	Line  string
	Gain  float64
}

// Standing is a piece on its first square.
type Standing struct {
	Color         rules.Color
	Piece, Square string
	Pawn          bool
	// Attackers lists the first moves that attack it; always empty for the side's own
	// pieces.
	Attackers []string
	square    rules.Square
}

const (
	// helpPlies and helpPositions bound the search for the shortest game.
	helpPlies, helpPositions = 4, 3_000_000
	// searchedNodes is the number of nodes spent on the first move.
	searchedNodes = 300_000
)

// lookAt examines a first position.
func lookAt(p *rules.Position, w *eval.Weights) Array {
	a := Array{FEN: p.FEN(), Undefended: undefended(p)}
	moves := p.Moves(nil)
	a.Moves = len(moves)
	turn := p.Turn()
	for _, m := range moves {
		san := p.SAN(m)
		p.Make(m)
		if p.InCheck() {
			a.Checks = append(a.Checks, san)
		} else if result, _ := p.Outcome(); result == rules.Ongoing && threatensMate(p) {
			a.MateThreats = append(a.MateThreats, san)
		}
		for i := range a.Undefended {
			if u := &a.Undefended[i]; u.Color != turn && p.Attacked(u.square, turn) {
				u.Attackers = append(u.Attackers, san)
			}
		}
		p.Unmake()
	}
	budget := helpPositions
	for depth := 1; depth <= helpPlies && a.Shortest == nil && budget > 0; depth++ {
		a.Shortest = helpmate(p, depth, &budget)
	}
	a.searchFirst(p, w)
	return a
}

// undefended returns the unprotected pieces, except royal ones.
func undefended(p *rules.Position) []Standing {
	g := p.Game()
	var safe rules.Set
	all := p.Occupied()
	for _, c := range []rules.Color{rules.White, rules.Black} {
		side := p.Side(c)
		side.Squares(func(sq rules.Square) {
			guarded := p.Sight(p.At(sq), sq).Guards.And(&side)
			safe = safe.Or(&guarded)
		})
	}
	var list []Standing
	all.Squares(func(sq rules.Square) {
		if code := p.At(sq); !safe.Has(sq) && code.Type() != g.Royal() {
			list = append(list, Standing{Color: code.Color(), Piece: g.TypeName(code.Type()), Square: g.SquareName(sq), Pawn: g.IsPawn(code.Type()), square: sq})
		}
	})
	return list
}

// threatensMate reports whether the side that has just moved would win at once if the
// other side passed.
func threatensMate(p *rules.Position) bool {
	p.MakeNull()
	defer p.Unmake()
	for _, m := range p.Moves(nil) {
		if wins(p, m) {
			return true
		}
	}
	return false
}

// wins reports whether a move decides the game, by mate, a goal or in another way. A
// stalemate that loses is not looked for.
func wins(p *rules.Position, m rules.Move) bool {
	p.Make(m)
	defer p.Unmake()
	if p.Ended() == rules.Ongoing && !p.InCheck() {
		return false
	}
	result, reason := p.Outcome()
	return result != rules.Draw && (reason == rules.Checkmate || p.Ended() != rules.Ongoing)
}

// helpmate returns a game of exactly depth plies that is won, or nil if there is
// none or the budget of positions is used up.
func helpmate(p *rules.Position, depth int, budget *int) []string {
	for _, m := range p.Moves(nil) {
		if *budget--; *budget < 0 {
			return nil
		}
		if depth == 1 {
			if wins(p, m) {
				return []string{p.SAN(m)}
			}
			continue
		}
		p.Make(m)
		rest := helpmate(p, depth-1, budget)
		p.Unmake()
		if rest != nil {
			return append([]string{p.SAN(m)}, rest...)
		}
	}
	return nil
}

// searchFirst searches the first move.
func (a *Array) searchFirst(p *rules.Position, w *eval.Weights) {
	g := p.Game()
	r := search.New(eval.New(g, w), search.Options{HashBits: 20}).Search(p, search.Limits{Nodes: searchedNodes})
	if a.Score, a.Line = r.Score, p.LineSAN(r.PV); p.Turn() == rules.Black {
		a.Score = -a.Score
	}
	before := material(p)
	for _, m := range r.PV {
		p.Make(m)
	}
	a.Gain = material(p) - before
	for range r.PV {
		p.Unmake()
	}
}

// material returns White's material minus Black's, on the board and waiting, in pawns.
func material(p *rules.Position) float64 {
	g := p.Game()
	values := eval.PriorValues(g)
	sum := 0.0
	add := func(code rules.Code, n int) {
		v := float64(n) * values[code.Type()] / eval.PawnValue
		if code.Color() == rules.Black {
			v = -v
		}
		sum += v
	}
	for _, t := range g.Types() {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			code := rules.CodeOf(t, c)
			on := p.Pieces(code)
			add(code, on.Count()+p.InHand(t, c))
		}
	}
	gates := p.Gates()
	gates.Squares(func(sq rules.Square) { add(p.Behind(sq), 1) })
	return sum
}

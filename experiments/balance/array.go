package balance

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Array is the result of a search of a first position, before any game.
type Array struct {
	// FEN is the position; waiting pieces are placed.
	FEN string `json:"fen"`
	// Checks lists the first moves that give check. MateThreats lists those after which the
	// side that begins would win at once, by mate or otherwise, if the other passed.
	Checks      []string `json:"checks"`
	MateThreats []string `json:"mate-threats"`
	// Score is White's advantage by a search, in centipawns; Line is
	// the expected line, and Gain the material that it wins, in pawns by the mobility
	// prior.
	Score int     `json:"score"`
	Line  string  `json:"line"`
	Gain  float64 `json:"gain"`
	// Win is the shortest forced win that was found; null if none was found within the plies searched.
	Win *Win `json:"win"`
}

// Win is a win from a first position against any defence.
type Win struct {
	Side  rules.Color `json:"-"`
	Plies int         `json:"plies"`
	// First reports whether the side that moves first wins.
	First bool   `json:"first"`
	Line  string `json:"line"`
}

const (
	// SearchedNodes is the number of nodes spent on the first move.
	SearchedNodes = 300_000
	// WinPlies is the length of the longest forced win that is reported.
	WinPlies = 12
	// provingNodes bounds the search that confirms a forced win.
	provingNodes = 3_000_000
	// placements is the number of first positions examined in a game that begins with
	// placing pieces.
	placements = 4
)

// Arrays examines the first positions.
func Arrays(g *rules.Game, play match.Config, w *eval.Weights) ([]Array, error) {
	positions, err := FirstPositions(g, play)
	var list []Array
	for _, p := range positions {
		list = append(list, LookAt(p, w))
	}
	return list, err
}

// FirstPositions returns the array or, in a game that begins with placing pieces, some placements.
func FirstPositions(g *rules.Game, play match.Config) ([]*rules.Position, error) {
	count := 1
	if g.NewPosition().Placing() {
		count = placements
	}
	c := play.Config
	c.RandomPlies, c.Turned, c.BalanceFromArray = 0, false, false // positions after the first
	c.KeepBalance(0)
	source, err := opening.New(g, c, play.Seed)
	if err != nil {
		return nil, err
	}
	var list []*rules.Position
	for pair := range count {
		start, err := source.Start(run.FirstRound, pair, 0)
		if err != nil {
			return nil, err
		}
		p, err := g.ParseFEN(start.FEN)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// LookAt examines a first position.
func LookAt(p *rules.Position, w *eval.Weights) Array {
	a := Array{FEN: p.FEN(), Checks: []string{}, MateThreats: []string{}}
	for _, m := range p.Moves(nil) {
		san := p.SAN(m)
		p.Make(m)
		if p.InCheck() {
			a.Checks = append(a.Checks, san)
		} else if result, _ := p.Outcome(); result == rules.Ongoing && threatensMate(p) {
			a.MateThreats = append(a.MateThreats, san)
		}
		p.Unmake()
	}
	a.searchFirst(p, w)
	return a
}

// threatensMate reports whether the side that has just moved would win at once if the
// other side passed.
func threatensMate(p *rules.Position) bool {
	p.MakeNull()
	defer p.Unmake()
	for _, m := range p.Moves(nil) {
		if Wins(p, m) {
			return true
		}
	}
	return false
}

// Wins reports whether a move decides the game, by mate, a goal or in another way. A
// stalemate that loses is not looked for.
func Wins(p *rules.Position, m rules.Move) bool {
	p.Make(m)
	defer p.Unmake()
	if p.Ended() == rules.Ongoing && !p.InCheck() {
		return false
	}
	result, reason := p.Outcome()
	return result != rules.Draw && (reason == rules.Checkmate || p.Ended() != rules.Ongoing)
}

// searchFirst searches the first move.
func (a *Array) searchFirst(p *rules.Position, w *eval.Weights) {
	e := eval.New(p.Game(), w)
	r := search.New(e, search.Options{HashBits: 20}).Search(p, search.Limits{Nodes: SearchedNodes})
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
	a.Win = prove(p, e, r.Score)
}

// prove returns the forced win of a score, nil if there is none or if a search that leaves out
// no move does not confirm it.
func prove(p *rules.Position, e *eval.Evaluator, score int) *Win {
	plies, mate := search.MatePlies(score)
	if !mate || plies > WinPlies {
		return nil
	}
	r := search.New(e, search.Options{
		HashBits: 20, NoNullMove: true, NoReverseFutility: true, NoFutility: true, NoMoveCount: true, NoExchangePrune: true,
		NoReductions: true, NoRootReductions: true,
	}).Search(p, search.Limits{Nodes: provingNodes, Depth: plies + 1})
	proved, mate := search.MatePlies(r.Score)
	if !mate || proved > WinPlies || (r.Score > 0) != (score > 0) {
		return nil
	}
	w := &Win{Side: p.Turn(), Plies: proved, First: r.Score > 0, Line: p.LineSAN(r.PV)}
	if !w.First {
		w.Side = w.Side.Other()
	}
	return w
}

// material returns White's material minus Black's, on the board and waiting, in pawns.
func material(p *rules.Position) float64 {
	g := p.Game()
	values := eval.PriorValues(g)
	sum := 0.0
	for _, t := range g.Types() {
		sum += values[t] / eval.PawnValue * float64(p.Owned(t, rules.White)-p.Owned(t, rules.Black))
	}
	return sum
}

package review

import (
	"cmp"
	"iter"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/store"
)

// Games is what the games from the array tell.
type Games struct {
	// Results are White's.
	Results rating.WDL
	Reasons map[rules.Reason]int
	// Decided and Drawn are the lengths in moves, sorted.
	Decided, Drawn []int
	// EarlyMates is the number of games that ended in mate within earlyMoves moves.
	EarlyMates int
	// Promoting is the number of games with a promotion, and Promoted counts what was
	// promoted to, by name.
	Promoting int
	Promoted  map[string]int
	// Kinds are the pieces of the array, in the order of the game.
	Kinds []Kind
	// Typical are games worth replaying.
	Typical []Typical
}

// Kind tells what pieces of one kind did, over the games and both sides.
type Kind struct {
	Piece string
	// Pieces is how many there were in all games, those that waited included, and Moved
	// how many of them made a move or entered.
	Pieces, Moved int
	// Sides counts games and sides that had the kind, and Still those where none of
	// it moved.
	Sides, Still int
}

// Typical is a game to replay.
type Typical struct {
	Title string
	store.Record
}

// earlyMoves is the number of moves within which a mate is early.
const earlyMoves = 20

// Count is the number of games.
func (g *Games) Count() int { return g.Results.Games() }

// Median is the median length in moves.
func (g *Games) Median() int {
	all := slices.Sorted(slices.Values(slices.Concat(g.Decided, g.Drawn)))
	return all[(len(all)-1)/2]
}

// readGames plays the games over.
func readGames(g *rules.Game, records iter.Seq2[store.Record, error]) (*Games, error) {
	out := &Games{Reasons: map[rules.Reason]int{}, Promoted: map[string]int{}}
	kinds := make([]Kind, len(g.Types())+1)
	for _, t := range g.Types() {
		kinds[t].Piece = g.TypeName(t)
	}
	var all []store.Record
	for r, err := range records {
		if err != nil {
			return nil, err
		}
		if err := out.add(g, &r, kinds); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.Sort(out.Decided)
	slices.Sort(out.Drawn)
	for _, k := range kinds {
		if k.Pieces > 0 {
			out.Kinds = append(out.Kinds, k)
		}
	}
	out.Typical = typical(all)
	return out, nil
}

// moves is the length of a game in moves of both sides, rounded up.
func moves(r *store.Record) int { return (r.Plies() + 1) / 2 }

func (out *Games) add(g *rules.Game, r *store.Record, kinds []Kind) error {
	switch r.Result {
	case rules.WhiteWins:
		out.Results.Wins++
		out.Decided = append(out.Decided, moves(r))
	case rules.BlackWins:
		out.Results.Losses++
		out.Decided = append(out.Decided, moves(r))
	default:
		out.Results.Draws++
		out.Drawn = append(out.Drawn, moves(r))
	}
	out.Reasons[r.Reason]++
	if r.Reason == rules.Checkmate && moves(r) <= earlyMoves {
		out.EarlyMates++
	}
	p, err := r.Start(g)
	if err != nil {
		return err
	}
	m := watch(p)
	promotions := 0
	for ply, err := range r.Replay(p) {
		if err != nil {
			return err
		}
		if ply.Move.IsPromotion() {
			promotions++
			out.Promoted[g.TypeName(ply.Move.Promotion())]++
		}
		p.Make(ply.Move)
		m.look(p, ply.Move)
		p.Unmake()
	}
	if promotions > 0 {
		out.Promoting++
	}
	m.count(kinds)
	return nil
}

// man is a piece of the first position.
type man struct {
	code    rules.Code
	square  rules.Square
	waiting bool
	// left says that it is no longer where it was, and moved that it left by a move of
	// its own side.
	left, moved bool
}

// men watches which pieces leave their first squares.
type men []man

func watch(p *rules.Position) men {
	var list men
	all, gates := p.Occupied(), p.Gates()
	all.Squares(func(sq rules.Square) { list = append(list, man{code: p.At(sq), square: sq}) })
	gates.Squares(func(sq rules.Square) { list = append(list, man{code: p.Behind(sq), square: sq, waiting: true}) })
	return list
}

// look notes what the move that led to a position changed. A piece that an explosion
// beside it removes has not moved.
func (list men) look(p *rules.Position, move rules.Move) {
	side := p.Turn().Other()
	for i := range list {
		m := &list[i]
		now := p.At(m.square)
		if m.waiting {
			now = p.Behind(m.square)
		}
		if m.left || now == m.code {
			continue
		}
		m.left = true
		m.moved = m.code.Color() == side && (move.Kind() != rules.Exploding || move.From() == m.square && !m.waiting)
	}
}

// count adds the pieces of a game that is over.
func (list men) count(kinds []Kind) {
	var pieces, moved [2]map[rules.Type]int
	for c := range pieces {
		pieces[c], moved[c] = map[rules.Type]int{}, map[rules.Type]int{}
	}
	for _, m := range list {
		c, t := m.code.Color(), m.code.Type()
		pieces[c][t]++
		if m.moved {
			moved[c][t]++
		}
	}
	for c := range pieces {
		for t, n := range pieces[c] {
			k := &kinds[t]
			k.Pieces += n
			k.Moved += moved[c][t]
			k.Sides++
			if moved[c][t] == 0 {
				k.Still++
			}
		}
	}
}

// typical chooses the games to replay.
func typical(all []store.Record) []Typical {
	var list []Typical
	for _, kind := range []struct {
		title  string
		result rules.Result
	}{{"White wins", rules.WhiteWins}, {"a draw", rules.Draw}, {"Black wins", rules.BlackWins}} {
		some := slices.DeleteFunc(slices.Clone(all), func(r store.Record) bool { return r.Result != kind.result })
		if len(some) > 0 {
			byLength(some)
			list = append(list, Typical{"A typical game: " + kind.title, some[(len(some)-1)/2]})
		}
	}
	mates := slices.DeleteFunc(slices.Clone(all), func(r store.Record) bool { return r.Reason != rules.Checkmate })
	if len(mates) > 0 {
		byLength(mates)
		list = append(list, Typical{"The shortest mate", mates[0]})
	}
	return list
}

func byLength(list []store.Record) {
	slices.SortStableFunc(list, func(a, b store.Record) int { return cmp.Compare(a.Plies(), b.Plies()) })
}

package advise

import (
	"cmp"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/measure"
	"bestiary/selfplay/store"
)

// Games holds statistics of the games from the array.
type Games struct {
	List []measure.Game
	measure.Outcomes
	// Promoted counts promotions by the name of the new piece.
	Promoted map[string]int
	// Kinds lists the pieces of the array, in the order of the game.
	Kinds []Kind
	// Typical lists games worth replaying.
	Typical []Typical
}

// Kind holds statistics of the pieces of one kind, over all games and both sides.
type Kind struct {
	Piece string
	// Pieces is their number over all games, including waiting pieces, and Moved the
	// number of those that moved or entered.
	Pieces, Moved int
	// Sides counts, over games and sides, how often the kind was present, and Still how
	// often none of its pieces moved.
	Sides, Still int

	games int // in which the kind was present
}

// Typical is a game to replay.
type Typical struct {
	Title string
	store.Record
}

// Median returns the median length in full moves, rounded up.
func (g *Games) Median() int {
	decided, drawn := measure.Lengths(g.List)
	all := slices.Sorted(slices.Values(slices.Concat(decided, drawn)))
	return all[(len(all)-1)/2]
}

// readGames measures the games and records which pieces move.
func readGames(g *rules.Game, list []store.Record) (*Games, error) {
	out := &Games{Promoted: map[string]int{}}
	kinds := make([]Kind, len(g.Types())+1)
	for _, t := range g.Types() {
		kinds[t].Piece = g.TypeName(t)
	}
	cfg := measure.Default()
	meter := measure.NewMeter(g, &cfg)
	for _, r := range list {
		start, err := r.Start(g)
		if err != nil {
			return nil, err
		}
		men := watch(start)
		meter.Watch = func(p *rules.Position, move rules.Move) {
			if move.IsPromotion() {
				out.Promoted[g.TypeName(move.Promotion())]++
			}
			men.look(p, move)
		}
		game, err := meter.Measure(&r)
		if err != nil {
			return nil, err
		}
		men.count(kinds)
		game.Number(len(out.List))
		out.List = append(out.List, game)
	}
	out.Outcomes = measure.CountOutcomes(out.List)
	out.Kinds = slices.DeleteFunc(kinds, func(k Kind) bool { return k.Pieces == 0 })
	out.Typical = typical(list)
	return out, nil
}

// man is a piece of the first position.
type man struct {
	code    rules.Code
	square  rules.Square
	waiting bool
	// left reports whether it has left its square, and moved whether its own side moved
	// it.
	left, moved bool
}

// men records which pieces leave their first squares.
type men []man

func watch(p *rules.Position) men {
	var list men
	all, gates := p.Occupied(), p.Gates()
	all.Squares(func(sq rules.Square) {
		if !p.IsWall(sq) {
			list = append(list, man{code: p.At(sq), square: sq})
		}
	})
	gates.Squares(func(sq rules.Square) { list = append(list, man{code: p.Behind(sq), square: sq, waiting: true}) })
	return list
}

// look records the effects of the last move. A piece removed by an adjacent explosion has
// not moved.
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

// count adds the pieces of a finished game.
func (list men) count(kinds []Kind) {
	pieces, moved := map[rules.Code]int{}, map[rules.Code]int{}
	for _, m := range list {
		pieces[m.code]++
		if m.moved {
			moved[m.code]++
		}
	}
	for code, n := range pieces {
		k := &kinds[code.Type()]
		k.Pieces += n
		k.Moved += moved[code]
		k.Sides++
		if moved[code] == 0 {
			k.Still++
		}
		if code.Color() == rules.White || pieces[rules.CodeOf(code.Type(), rules.White)] == 0 {
			k.games++
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

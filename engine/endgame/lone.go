package endgame

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Lone is the solved ending of a king and one piece against a bare king. Sets of squares of the
// bare king stand for many positions at once, so that it is solved in a fraction of a second, which
// is fast enough for a program to use during play.
type Lone struct {
	g *rules.Game
	n int // squares
	// plies are the distances to mate by side to move, squares of the king and of the
	// piece, and square of the bare king; 0 for a draw or a position that cannot occur,
	// otherwise the distance and 1. White has the piece.
	plies       [2][]uint8
	wins, legal int // positions where the side with the piece is to move
}

// maxLone is the greatest distance that is kept.
const maxLone = 254

// Plies returns the distance to mate with a side to move if the piece is of colour c. It
// reports false for a draw.
func (l *Lone) Plies(c, turn rules.Color, king, piece, bare rules.Square) (int, bool) {
	if c == rules.Black {
		king, piece, bare = l.g.MirrorSquare(king), l.g.MirrorSquare(piece), l.g.MirrorSquare(bare)
		turn = turn.Other()
	}
	v := int(l.plies[turn][(int(king)*l.n+int(piece))*l.n+int(bare)])
	return v - 1, v > 0
}

// Share returns the share of positions that the side with the piece wins when it is to
// move.
func (l *Lone) Share() float64 {
	return float64(l.wins) / float64(max(l.legal, 1))
}

// Summary counts the positions where the side with the piece is to move, those that it wins, and the longest win.
func (l *Lone) Summary() Summary {
	return Summary{Positions: l.legal, Wins: l.wins, Draws: l.legal - l.wins, Longest: l.Longest()}
}

// Longest returns the greatest distance to mate, in plies, when the side with the piece is
// to move.
func (l *Lone) Longest() int { return max(int(slices.Max(l.plies[rules.White]))-1, 0) }

// loneWork is the state of the solver. Sets hold squares of the bare king and are indexed
// by the squares of the king and the piece.
type loneWork struct {
	*Lone
	code    rules.Code
	board   rules.Set
	steps   [256]rules.Set // of either king
	before  [256]rules.Set // squares from which a king reaches a square
	free    []rules.Set    // where the bare king may be with White to move
	open    []rules.Set    // where the bare king may go safely, as far as is known
	won     []rules.Set    // White to move
	lost    []rules.Set    // Black to move
	fresh   [2][]rules.Set // additions of the last step to lost and won
	sources [][]loneMove   // moves of the piece, by square of the king and of their end
	masks   []rules.Set
}

// SolveLone solves the ending of a king and a piece of a kind against a bare king. It
// reports false for pieces that promote or capture in passing and for games whose kings are not
// leapers, that can be won other than by mate, or that have drops, since captured pieces come
// back there.
func SolveLone(g *rules.Game, t rules.Type) (*Lone, bool) {
	if !g.Variant.OnlyMates() || g.Drops() {
		return nil, false
	}
	n := g.Squares()
	w := &loneWork{Lone: &Lone{g: g, n: n}, code: rules.CodeOf(t, rules.White)}
	if t == g.Royal() || g.IsPawn(t) || g.Promotes(t) || g.TakesInPassing(t) || !w.kings() {
		return nil, false
	}
	for _, sets := range []*[]rules.Set{&w.free, &w.open, &w.won, &w.lost, &w.fresh[0], &w.fresh[1]} {
		*sets = make([]rules.Set, n*n)
	}
	w.sources, w.masks = make([][]loneMove, n*n), []rules.Set{w.board}
	w.plies = [2][]uint8{make([]uint8, n*n*n), make([]uint8, n*n*n)}
	w.board.Squares(func(piece rules.Square) { w.prepare(piece) })
	w.mates()
	for plies := 1; plies < maxLone && w.winBefore(plies) && w.loseBefore(plies+1); plies += 2 {
	}
	for i := range w.won {
		w.wins += w.won[i].Count()
		w.legal += w.free[i].Count()
	}
	return w.Lone, true
}

func (w *loneWork) at(king, piece rules.Square) int { return int(king)*w.n + int(piece) }

// mates finds the positions where Black has no move and loses.
func (w *loneWork) mates() {
	stalemate := w.g.StalemateScore() < 0
	w.board.Squares(func(king rules.Square) {
		w.board.Squares(func(piece rules.Square) {
			at := w.at(king, piece)
			if piece == king {
				return
			}
			bare := w.board.AndNot(&w.steps[king])
			bare.Remove(king)
			bare.Remove(piece)
			bare.Squares(func(sq rules.Square) {
				if !w.steps[sq].Meets(&w.open[at]) && (stalemate || !w.open[at].Has(sq)) {
					w.lose(at, sq, 0)
				}
			})
		})
	})
}

func (w *loneWork) lose(at int, bare rules.Square, plies int) {
	w.lost[at].Add(bare)
	w.fresh[0][at].Add(bare)
	w.plies[rules.Black][at*w.n+int(bare)] = uint8(plies + 1)
}

// winBefore finds the positions with a move to a position that the last step found lost.
func (w *loneWork) winBefore(plies int) (found bool) {
	win := func(at int, bare rules.Set) {
		bare = bare.And(&w.free[at])
		bare = bare.AndNot(&w.won[at])
		if bare.Empty() {
			return
		}
		found = true
		w.won[at], w.fresh[1][at], w.open[at] = w.won[at].Or(&bare), w.fresh[1][at].Or(&bare), w.open[at].AndNot(&bare)
		bare.Squares(func(sq rules.Square) { w.plies[rules.White][at*w.n+int(sq)] = uint8(plies + 1) })
	}
	w.each(0, func(king, piece rules.Square, lost *rules.Set) {
		w.before[king].Squares(func(from rules.Square) {
			if from != piece {
				win(w.at(from, piece), *lost)
			}
		})
		for _, m := range w.sources[w.at(king, piece)] {
			win(w.at(king, m.sq), lost.And(&w.masks[m.mask]))
		}
	})
	return found
}

// loseBefore finds the positions where every move leads to a won position.
func (w *loneWork) loseBefore(plies int) (found bool) {
	w.each(1, func(king, piece rules.Square, won *rules.Set) {
		at := w.at(king, piece)
		var bare rules.Set
		won.Squares(func(sq rules.Square) { bare = bare.Or(&w.before[sq]) })
		bare = bare.AndNot(&w.lost[at])
		bare = bare.AndNot(&w.steps[king])
		bare.Remove(king)
		bare.Remove(piece)
		bare.Squares(func(sq rules.Square) {
			if !w.steps[sq].Meets(&w.open[at]) {
				w.lose(at, sq, plies)
				found = true
			}
		})
	})
	return found
}

// each calls f with the additions of the last step, and clears them.
func (w *loneWork) each(kind int, f func(king, piece rules.Square, added *rules.Set)) {
	for at := range w.fresh[kind] {
		if added := w.fresh[kind][at]; !added.Empty() {
			w.fresh[kind][at] = rules.Set{}
			f(rules.Square(at/w.n), rules.Square(at%w.n), &added)
		}
	}
}

// Mates is how many pieces of a kind win against a bare king.
type Mates string

const (
	Alone       Mates = "alone"
	InPairs     Mates = "in pairs"
	Never       Mates = "never"        // neither alone nor in pairs
	NotAlone    Mates = "not alone"    // what two of them do is not known
	Promotes    Mates = "promotes"     // and is not classified
	NotComputed Mates = "not computed" // since SolveLone does not solve the ending
)

// An ending counts as won when the side with the pieces wins at least this share of the positions
// where it is to move. Two bishops win half of them: those where they are on different colours.
const (
	Enough      = 1.0 / 2 // one piece
	EnoughPairs = 1.0 / 3
)

// mates has what MatesOf has found, by the hash of the game and the kind: a study asks for it again and again.
var mates sync.Map

// MatesOf returns how many pieces of a kind it takes to win. It solves the ending of a
// single piece; for pairs it relies on the table of known pairs.
func MatesOf(g *rules.Game, t rules.Type) Mates {
	key := g.Variant.Hash() + " " + g.TypeName(t)
	if m, ok := mates.Load(key); ok {
		return m.(Mates)
	}
	m := matesOf(g, t)
	mates.Store(key, m)
	return m
}

func matesOf(g *rules.Game, t rules.Type) Mates {
	if g.Promotes(t) {
		return Promotes
	}
	l, ok := SolveLone(g, t)
	if !ok {
		return NotComputed
	}
	if l.Share() >= Enough {
		return Alone
	}
	share, ok := PairShare(g, t)
	switch {
	case !ok:
		return NotAlone
	case share >= EnoughPairs:
		return InPairs
	}
	return Never
}

// loneMove is a move of the piece that is possible with the bare king on the squares of
// a mask. The square is where it ends; in sources, where it begins.
type loneMove struct {
	sq   rules.Square
	mask int32
}

// kings finds the moves of the kings. It reports false if they are not the same for both
// sides and on every board.
func (w *loneWork) kings() bool {
	w.board = w.g.Board()
	same := true
	w.board.Squares(func(sq rules.Square) {
		for c := rules.White; c <= rules.Black; c++ {
			for _, occupied := range []rules.Set{{}, w.board} {
				quiet, captures := w.g.Reach(rules.CodeOf(w.g.Royal(), c), sq, &occupied)
				if c == rules.White && occupied.Empty() {
					w.steps[sq] = quiet
				}
				same = same && quiet == w.steps[sq] && captures == quiet
			}
		}
		w.steps[sq].Squares(func(to rules.Square) { w.before[to].Add(sq) })
	})
	return same
}

// prepare finds the moves of the piece from one square, with the king on every other
// square.
func (w *loneWork) prepare(piece rules.Square) {
	looks := w.g.Looks(w.code, piece)
	usual, usualAttacks := w.moves(piece, &looks, &rules.Set{}) // with a king that is not in the way
	w.board.Squares(func(king rules.Square) {
		if king == piece {
			return
		}
		moves, attacks := usual, usualAttacks
		if looks.Has(king) {
			var occupied rules.Set
			occupied.Add(king)
			moves, attacks = w.moves(piece, &looks, &occupied)
		}
		at := w.at(king, piece)
		open := w.board.AndNot(&attacks)
		open = open.AndNot(&w.steps[king])
		open.Remove(king)
		w.open[at] = open // the square of the piece is open unless the king protects it
		open.Remove(piece)
		w.free[at] = open
		for _, m := range moves {
			if m.sq != king {
				to := w.at(king, m.sq)
				w.sources[to] = append(w.sources[to], loneMove{piece, m.mask})
			}
		}
	})
}

// moves lists the moves of the piece and the squares that it attacks. The bare king
// matters on the squares that the piece looks at, unless it is attacked there.
func (w *loneWork) moves(piece rules.Square, looks, occupied *rules.Set) (out []loneMove, attacks rules.Set) {
	quiet, attacks := w.g.Reach(w.code, piece, occupied)
	masks := map[rules.Square]*rules.Set{}
	mask := func(to rules.Square, start rules.Set) *rules.Set {
		if masks[to] == nil {
			masks[to] = &start
		}
		return masks[to]
	}
	way := looks.AndNot(&attacks)
	way = way.AndNot(occupied)
	way.Squares(func(bare rules.Square) {
		with := *occupied
		with.Add(bare)
		now, _ := w.g.Reach(w.code, piece, &with)
		fewer, more := quiet.AndNot(&now), now.AndNot(&quiet)
		fewer.Squares(func(to rules.Square) { mask(to, w.board).Remove(bare) })
		more.Squares(func(to rules.Square) { mask(to, rules.Set{}).Add(bare) })
	})
	quiet.Squares(func(to rules.Square) { mask(to, w.board) })
	for to, set := range masks {
		m := loneMove{sq: to}
		if *set != w.board {
			m.mask = int32(len(w.masks))
			w.masks = append(w.masks, *set)
		}
		out = append(out, m)
	}
	return out, attacks
}

// pairsText lists the share of positions that two pieces of a kind win against a bare king
// when their side is to move, for some pieces that do not win alone. Its columns are the
// size of the board, the result of a stalemate, the move in Betza notation, and the share.
// The kings are orthodox.
//
//go:embed pairs.csv
var pairsText string

// pair is a pair of pieces on a board.
type pair struct{ board, stalemate, move string }

// pairs returns the table of known pairs.
var pairs = sync.OnceValues(func() (map[pair]float64, error) { return readPairs(pairsText) })

func readPairs(text string) (map[pair]float64, error) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil, err
	}
	known := map[pair]float64{}
	for _, row := range rows[1:] {
		if known[pair{row[0], row[1], row[2]}], err = strconv.ParseFloat(row[3], 64); err != nil {
			return nil, err
		}
	}
	return known, nil
}

// PairShare returns the share of positions that two pieces of a kind win when their side
// is to move. It reports false if the share is not known.
func PairShare(g *rules.Game, t rules.Type) (share float64, ok bool) {
	key, ok := pairOf(g, t)
	known, err := pairs()
	if !ok || err != nil {
		return 0, false
	}
	share, ok = known[key]
	return share, ok
}

// pairOf returns the key of two pieces of a kind in the table. It reports false for games
// and pieces that the table cannot hold.
func pairOf(g *rules.Game, t rules.Type) (pair, bool) {
	v := g.Variant
	plain := func(t rules.Type) (string, bool) {
		p := v.Piece(g.TypeName(t))
		return p.Moves[0].Betza, len(p.Moves) == 1 && p.Moves[0] == variant.MoveSet{Betza: p.Moves[0].Betza} && !p.Explodes && !p.Pawn
	}
	if !v.OnlyMates() {
		return pair{}, false
	}
	king, ok1 := plain(g.Royal())
	move, ok2 := plain(t)
	ok := ok1 && ok2 && king == "K" && len(v.Holes) == 0 && v.Rules.Wraps == variant.NoWrap && !g.Promotes(t)
	return pair{fmt.Sprintf("%dx%d", g.Files(), g.Ranks()), string(v.Rules.Stalemate), move}, ok
}

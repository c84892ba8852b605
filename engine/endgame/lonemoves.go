package endgame

import "bestiary/engine/rules"

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

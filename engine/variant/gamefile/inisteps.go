package gamefile

import (
	_ "embed"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// capturesEnPassant reports whether a piece captures en passant.
func (r *iniReader) capturesEnPassant(piece string) bool {
	own, other := r.regions("enPassantRegionWhite", "enPassantRegionBlack")
	if own.empty() && other.empty() {
		r.followed["enPassantTypesWhite"], r.followed["enPassantTypesBlack"] = true, true
		return false
	}
	return piece == pawnKey || r.agree(piece, "enPassantTypesWhite", "enPassantTypesBlack")
}

// stepRegion returns the region of double or triple steps, from each side's view. Squares
// that one side's pawns cannot reach are taken from the other side's region.
func (r *iniReader) stepRegion(white, black string) region {
	own, other := r.regions(white, black)
	if own.equal(other) {
		return own
	}
	lowest, lowestOther := r.start.lowestPawns(r)
	for y := range own {
		switch {
		case y < lowest && y >= lowestOther:
			own[y] = other[y]
		case y >= lowest && y >= lowestOther && !slices.Equal(own[y], other[y]):
			r.lose(black, "not the same for Black as for White", "White's for both")
			return own
		}
	}
	return own
}

// pawnSteps returns the double and triple steps of the pawn.
func (r *iniReader) pawnSteps() []variant.MoveSet {
	double := r.doubleSteps()
	triple := r.stepRegion("tripleStepRegionWhite", "tripleStepRegionBlack")
	if double.equal(triple) {
		return r.steps("fmW3", double, 3)
	}
	return append(r.steps("fmnD", double, 2), r.steps("fmnH", triple, 3)...)
}

// doubleSteps returns the region of double steps.
func (r *iniReader) doubleSteps() region {
	if !r.flag("doubleStep") {
		return r.squares(setting{})
	}
	return r.stepRegion("doubleStepRegionWhite", "doubleStepRegionBlack")
}

// firstMoves limits the first moves of a piece to the region of double steps.
func (r *iniReader) firstMoves(piece, move string) []variant.MoveSet {
	if move == "" {
		return nil
	}
	expression, err := r.ParseMove(move)
	if err != nil {
		return nil
	}
	farthest := 0
	for _, p := range expression.Paths {
		dy := 0
		for _, leg := range p.Legs {
			dy += leg.Step.DY * max(leg.Max, 1)
		}
		farthest = max(farthest, dy)
	}
	if farthest == 0 || !onlyForward(move) {
		return r.plainSteps(move, r.doubleSteps())
	}
	return r.steps(move, r.doubleSteps(), farthest)
}

// steps limits a move of at most some ranks ahead to the squares of a region.
func (r *iniReader) steps(move string, from region, far int) []variant.MoveSet {
	var sets []variant.MoveSet
	for _, run := range from.runs() {
		if run.rank == r.ranks-1 {
			continue // no square to go to
		}
		leaves := r.leavesEnPassant(run, far)
		set := variant.MoveSet{Betza: move, FirstRank: run.rank + 1, LastRank: run.rank + 1, LeavesEnPassant: leaves}
		last := len(sets) - 1
		switch {
		case run.first > 0 || run.last < r.files-1:
			set.Area = rectangle(run.first, run.rank, run.last, min(run.rank+far, r.ranks-1))
			r.loseIf(!straight(move),
				"doubleStepRegionWhite", "a part of a rank, for a move that is not straight ahead", "straight ahead of these squares")
		case last >= 0 && sets[last].Area == "" && sets[last].LastRank == run.rank && sets[last].LeavesEnPassant == leaves:
			sets[last].LastRank++
			continue
		}
		sets = append(sets, set)
	}
	if len(sets) == 1 && sets[0].FirstRank == 1 && sets[0].LastRank >= r.ranks-1 {
		sets[0].FirstRank, sets[0].LastRank = 0, 0
	}
	return sets
}

// straight reports whether a move goes straight ahead.
func straight(move string) bool {
	expression, err := betza.Parse(move)
	return err == nil && !slices.ContainsFunc(expression.Paths, func(p betza.Path) bool {
		return slices.ContainsFunc(p.Legs, func(l betza.Leg) bool { return l.Step.DX != 0 })
	})
}

// plainSteps limits a move that is not straight ahead to whole ranks of a region.
func (r *iniReader) plainSteps(move string, from region) []variant.MoveSet {
	var sets []variant.MoveSet
	for _, run := range from.runs() {
		r.loseIf(run.first > 0 || run.last < r.files-1,
			"doubleStepRegionWhite", "a part of a rank, for a move that is not straight ahead", "the whole rank")
		sets = append(sets, variant.MoveSet{Betza: move, FirstRank: run.rank + 1, LastRank: run.rank + 1, LeavesEnPassant: r.leavesEnPassant(run, 2)})
	}
	return sets
}

// leavesEnPassant reports whether the squares passed by a step from a run can be captured
// on en passant.
func (r *iniReader) leavesEnPassant(from run, far int) bool {
	// The regions of the capturing sides, from the point of view of the stepping sides.
	own, other := r.regions("enPassantRegionBlack", "enPassantRegionWhite")
	in, out := 0, 0
	for rank := from.rank + 1; rank < min(from.rank+far, r.ranks-1); rank++ {
		for file := from.first; file <= from.last; file++ {
			for _, region := range []region{own, other} {
				if region.has(file, rank) {
					in++
				} else {
					out++
				}
			}
		}
	}
	r.loseIf(in > 0 && out > 0,
		"enPassantRegionWhite", "only some of the squares that a step passes, or not the same for both sides", "all of them")
	return in > 0
}

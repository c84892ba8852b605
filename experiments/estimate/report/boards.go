package report

import (
	"fmt"
	"slices"

	"bestiary/experiments/estimate"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// boards shows how values change as the board empties, and with the squares of the pieces.
func (p *page) boards() []doc.Block {
	e := &p.Measurement.Design
	known := func(c tuning.Change) bool { return c.Pawns.Known() || c.Officers.Known() }
	if !slices.ContainsFunc(e.Changes, known) {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Values by armies %s at the array, the values reported, and on boards from which half of the pawns or half of the other pieces of both sides are gone. The unit is worth what it is on the same board. From %s, with a prior that expects no change.",
			p.inUnits(), p.sample()),
		Head: []string{"piece", "at the array", "half of the pawns gone", "half of the officers gone"},
	}
	for _, v := range p.ranked {
		if i := indexOf(e.Values, v.Piece); !v.Worth.Exact() && i < len(e.Changes) {
			t.Rows = append(t.Rows, doc.Row(format.Words(v.Piece), format.Value.Interval(v.Worth),
				format.Value.Interval(e.Changes[i].Pawns), format.Value.Interval(e.Changes[i].Officers)))
		}
	}
	var list doc.List
	for _, x := range e.Places {
		if text := p.place(x); text != "" {
			list = append(list, doc.T(text))
		}
	}
	return append([]doc.Block{t}, list)
}

// place says how the worth of a piece depends on its square.
func (p *page) place(x tuning.Place) string {
	if !x.Worth.Bounded() || x.Support == 0 {
		return ""
	}
	if x.Edge {
		return fmt.Sprintf("A %s of the outer files is worth %s, by %s more than another: %s.",
			format.Words(x.Piece), format.Value.Interval(x.All), format.Value.Interval(x.Worth), chance(x.Worth, x.Worth.Excludes(0)))
	}
	return fmt.Sprintf("Two %ss on squares of both colours are worth %s more than two single ones: %s. The value of the %s has its share of that; a single one is worth %s.",
		format.Words(x.Piece), format.Value.Interval(x.Worth), chance(x.Worth, x.Worth.Excludes(0)), format.Words(x.Piece), format.Value.Interval(x.All))
}

// edge says what a pawn at the edge of the board is worth, if the games tell what a pawn is.
func (p *page) edge() string {
	unit := tuning.UnitPiece(p.Game)
	if !slices.ContainsFunc(p.told(), func(v estimate.RankedValue) bool { return v.Type == unit }) {
		return ""
	}
	for _, x := range p.Measurement.Design.Places {
		if x.Edge && x.Type == unit && x.All.Bounded() && x.Support > 0 && !estimate.CannotTell(x.All) {
			return fmt.Sprintf("A %s of the outer files is worth %s.", p.pawnPiece(), format.Value.Interval(x.All))
		}
	}
	return ""
}

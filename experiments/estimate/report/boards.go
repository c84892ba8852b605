package report

import (
	"fmt"
	"slices"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// places shows how values change with the squares of the pieces.
func (p *draft) places() []doc.Block {
	var list doc.List
	for _, x := range p.Measurement.Design.Places {
		if text := p.place(x); x.Kind != tuning.Second && text != "" {
			list = append(list, doc.T(text))
		}
	}
	return []doc.Block{list}
}

// place says how the worth of a piece depends on its square or on others of its kind.
func (p *draft) place(x tuning.Place) string {
	if !x.Worth.Bounded() || x.Support == 0 {
		return ""
	}
	switch x.Kind {
	case tuning.Second:
		return fmt.Sprintf("%s beyond those of the array is worth %s, by %s than the others: %s.",
			format.Title(format.Article(format.Words(x.Piece))), format.Value.Interval(x.All), more(x.Worth), chance(x.Worth, x.Worth.Excludes(0)))
	case tuning.Edge:
		return fmt.Sprintf("%s of the outer files is worth %s, by %s than another: %s.",
			format.Title(format.Article(format.Words(x.Piece))), format.Value.Interval(x.All), more(x.Worth), chance(x.Worth, x.Worth.Excludes(0)))
	}
	return fmt.Sprintf("Two %ss on squares of both colours are worth %s than two single ones: %s. The value of the %s has its share of that; a single one is worth %s.",
		format.Words(x.Piece), more(x.Worth), chance(x.Worth, x.Worth.Excludes(0)), format.Words(x.Piece), format.Value.Interval(x.All))
}

// more writes a difference of values as "0.40 more" or "0.40 less", with its limits on that side.
func more(v stat.Interval) string {
	if v.Estimate < 0 {
		return format.Value.Interval(v.Scale(-1)) + " less"
	}
	return format.Value.Interval(v) + " more"
}

// edge says what a pawn at the edge of the board is worth, if the games tell what a pawn is.
func (p *draft) edge() string {
	unit := tuning.UnitPiece(p.Game)
	if !slices.ContainsFunc(p.told(), func(v estimate.RankedValue) bool { return v.Type == unit }) {
		return ""
	}
	for _, x := range p.Measurement.Design.Places {
		if x.Kind == tuning.Edge && x.Type == unit && x.All.Bounded() && x.Support > 0 && !estimate.CannotTell(x.All) {
			return fmt.Sprintf("A %s of the outer files is worth %s.", p.pawnPiece(), format.Value.Interval(x.All))
		}
	}
	return ""
}

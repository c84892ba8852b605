//go:build !js

package estimate

import (
	"math"
	"slices"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// Begins reports whether a piece of the ranking begins a tier below the first.
func (p *draft) Begins(i int) bool { return i > 0 && p.Ranked[i].Tier != p.Ranked[i-1].Tier }

// Elsewhere lists the published values of a piece with their sources.
func (p *draft) Elsewhere(piece string) string {
	var list []string
	for _, s := range p.Published {
		if x, ok := s.Of(piece); ok {
			list = append(list, format.Significant(math.Round(100*x)/100, -1)+" ("+s.Source+")")
		}
	}
	return strings.Join(list, ", ")
}

// Stage is the share of a stage of the game in the quiet positions, and Left the share of the
// officers that are left on average.
func (p *draft) Stage(i int) string { return p.Whole(p.Measurement.Stages[i]) }
func (p *draft) Left() string       { return p.Whole(p.Measurement.Stages[0] + p.Measurement.Stages[1]/2) }

// parted is a value with the half-widths of which its interval consists.
type parted struct {
	RankedValue
	Luck, Terms, Players, Together float64
}

// Parts shows the components of the intervals.
func (p *draft) Parts() (out []parted) {
	rest := func(all, part float64) float64 { return math.Sqrt(max(0, all*all-part*part)) }
	for _, v := range p.Ranked {
		if v.Worth.Bounded() && !v.Worth.Exact() {
			total := p.Panel.Worth(v.Worth, indexOf(p.Measurement.Design.Values, v.Piece), p.Measurement.Scale).HalfWidth()
			sampled, luck := v.Worth.HalfWidth(), v.Sampling.HalfWidth()
			out = append(out, parted{v, luck, rest(sampled, luck), rest(total, sampled), total})
		}
	}
	return out
}

// Games is the number of games of a player.
func (x *PanelPlayer) Games() int { return 2 * x.Pairs }

// columns returns a cell for each piece but the unit.
func columns[T any](p *draft, cell func(i int) T) (out []T) {
	for i, v := range p.Measurement.Design.Values {
		if !v.Worth.Exact() {
			out = append(out, cell(i))
		}
	}
	return out
}

// Names are the heads of the columns of pieces, Cells the values of a player, and Rung those at a
// number of nodes.
func (p *draft) Names() []string {
	return columns(p, func(i int) string { return format.Words(p.Measurement.Design.Values[i].Piece) })
}

func (p *draft) Cells(e *tuning.Estimate) []string {
	return columns(p, func(i int) string {
		if e == nil {
			return format.Unknown
		}
		return values(e.Values[i].Worth)
	})
}

func (p *draft) Rung(r Rung) []doc.Text {
	return columns(p, func(i int) doc.Text { return emphasised(r.Measurement.Design.Values[i].Worth, r.Differs[i]) })
}

// PawnElo returns the worth of a pawn at a number of nodes.
func (p *draft) PawnElo(r Rung) string {
	if v, ok := r.Measurement.Design.Of(tuning.UnitPiece(p.Game)); ok {
		return format.Elo.Bare().Interval(v.Elo)
	}
	return format.Unknown
}

// Top is the largest number of nodes of the ladder, and Foreseen the number of which values are
// predicted.
func (p *draft) Top() int      { return p.Ladder[len(p.Ladder)-1].Nodes }
func (p *draft) Foreseen() int { return foreseen * p.Top() }

// foreign is a foreign player, compared with the engine.
type foreign struct {
	Beside
	Units string
	Rows  []foreignValue
}

// foreignValue is a value of both with the difference.
type foreignValue struct {
	tuning.Comparison
	Own, Theirs stat.Interval
}

// Foreign compares the foreign players with the engine.
func (p *draft) Foreign() (out []foreign) {
	for _, b := range p.Besides {
		f := foreign{Beside: b, Units: p.InUnits()}
		for i, d := range b.Differences {
			if own := b.Own.Values[i].Worth; !own.Exact() {
				f.Rows = append(f.Rows, foreignValue{d, own, b.Theirs.Values[i].Worth})
			}
		}
		out = append(out, f)
	}
	return out
}

// others are the estimates of a value besides the armies.
type others struct {
	Positions, Mobility stat.Interval
	Data                string
	Difference          *tuning.Comparison // nil if there is none
}

// Others returns the other estimates of a piece.
func (p *draft) Others(v RankedValue) others {
	m := p.Measurement
	i := indexOf(m.Design.Values, v.Piece)
	out := others{stat.Unknown(), m.Prior.Values[i].Worth, format.None, nil}
	if len(m.Texel.Values) > 0 {
		out.Data, out.Positions = p.Whole(m.Texel.Values[i].WeightOfData), m.Texel.Values[i].Worth
	}
	if x := m.Examination; x != nil && len(x.Comparisons) > 0 && !v.Worth.Exact() {
		out.Difference = &x.Comparisons[i]
	}
	return out
}

// Difference says by how much a match differs from the sum of the values, "" if one is not known.
func (c OddsComparison) Difference() string {
	if c.Saturated || !c.Design.Bounded() || !c.Pawns.Bounded() {
		return ""
	}
	return format.Value.Difference(c.Pawns.Estimate - c.Design.Estimate)
}

// OverTheGame is the mean value of a piece over the stages of the game, nil if there is none.
func (p *draft) OverTheGame(piece string) *stat.Interval {
	for _, v := range p.Ranked {
		if v.Piece == piece {
			return v.Over
		}
	}
	return nil
}

// values formats an interval of a value.
func values(v stat.Interval) string { return format.Value.Interval(v) }

func indexOf(values []tuning.Value, piece string) int {
	return slices.IndexFunc(values, func(v tuning.Value) bool { return v.Piece == piece })
}

// emphasised formats an interval, in bold if strong is set.
func emphasised(v stat.Interval, strong bool) doc.Text {
	if strong {
		return doc.T(doc.Bold(values(v)))
	}
	return doc.T(values(v))
}

package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// ladder shows the values at several numbers of nodes, and how they change.
func (p *draft) ladder() []doc.Block {
	if len(p.Ladder) == 0 {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Values by armies %s at several numbers of nodes a move, with the same playing weights. A value in bold differs significantly from that by the games of the first player, even when all are considered together. The last columns are the worth of a %s in Elo and the score of a side with one more, by matches.",
			p.inUnits(), p.pawnPiece()),
		Head: p.otherPieces("nodes a move", "games"),
	}
	t.Head = append(t.Head, p.pawnPiece()+", Elo", "score in %")
	for _, rung := range p.Ladder {
		row := doc.Row(format.Count(rung.Nodes), format.Count(rung.Measurement.Games))
		pawn := doc.T(format.Unknown)
		for i, v := range rung.Measurement.Design.Values {
			if format.Words(v.Piece) == p.pawnPiece() {
				pawn = doc.T(format.Elo.Bare().Interval(v.Elo))
			}
			if !v.Worth.Exact() {
				row = append(row, emphasised(v.Worth, rung.Differs[i]))
			}
		}
		t.Rows = append(t.Rows, append(row, pawn, doc.T(format.Percent.Bare().Interval(rung.PawnOdds))))
	}
	return append([]doc.Block{t}, p.slopes()...)
}

// slopes says how the values change with the nodes.
func (p *draft) slopes() []doc.Block {
	if len(p.Slopes) == 0 {
		return nil
	}
	last := p.Ladder[len(p.Ladder)-1].Nodes
	t := doc.Table{
		Caption: fmt.Sprintf("How values %s, and ratios of neighbours, change with the nodes: a straight line through all rungs, over the logarithm of the nodes.", p.inUnits()),
		Head:    []string{"piece", "at " + format.Count(last), "% per doubling", "moves", "predicted for " + format.Count(4*last)},
		Foot: doc.T(doc.Italic("moves"), fmt.Sprintf(": yes, if a value changes by more than %.0f %% per doubling, beyond chance for all pieces together; no, if it changes by less (90 %% two-sided equivalence); otherwise the games cannot tell. ", 100*estimate.Tolerance),
			doc.Italic("predicted"), " values are extrapolated and no measurement. The values in the second and the last column include the choice of players; a slope does not, since all rungs have the same weights."),
	}
	for _, s := range p.Slopes {
		moves := format.CannotTell
		switch {
		case s.Moves:
			moves = "yes"
		case s.Settled:
			moves = "no"
		}
		t.Rows = append(t.Rows, doc.Row(slopeOf(s), format.Value.Interval(s.Strongest), format.Percent.Bare().Interval(s.PerDoubling), moves, format.Value.Interval(s.Beyond)))
	}
	return []doc.Block{t}
}

// slopeOf names a value or a ratio.
func slopeOf(s estimate.Slope) string {
	if s.Over == "" {
		return format.Words(s.Piece)
	}
	return format.Words(s.Piece) + " over the " + format.Words(s.Over)
}

// depth compares the nodes of a run without a ladder with the default.
func (p *draft) depth() string {
	d, err := estimate.DefaultNodes(p.Game)
	if err != nil || len(p.Ladder) > 0 {
		return ""
	}
	if d.Nodes == p.Config.Play.Nodes {
		return fmt.Sprintf("%s a move are the default on this board: %s.", format.Title(format.Plural(d.Nodes, "node")), d.Because)
	}
	return fmt.Sprintf("The run had %s a move; the default on this board is %s: %s.", format.Plural(p.Config.Play.Nodes, "node"), format.Count(d.Nodes), d.Because)
}

// movement says, for the answer, whether values still change with the nodes.
func (p *draft) movement() string {
	var moving []string
	var widest estimate.Slope // among those not settled
	largest := 0.0
	for _, s := range p.Slopes {
		if s.Moves {
			verb := "gains"
			if s.PerDoubling.Estimate < 0 {
				verb = "loses"
			}
			moving = append(moving, fmt.Sprintf("the %s %s %s", slopeOf(s), verb, strings.TrimLeft(format.Percent.Difference(s.PerDoubling.Estimate), "+−")))
		} else if !s.Settled {
			if bound := max(-s.PerDoubling.Lo, s.PerDoubling.Hi); bound > largest {
				largest, widest = bound, s
			}
		}
	}
	unknown := func(s estimate.Slope) bool { return !s.PerDoubling.Known() }
	tolerance, told := fmt.Sprintf("%.0f %%", 100*estimate.Tolerance), ""
	if slices.ContainsFunc(p.Slopes, unknown) {
		told = " that these games tell"
	}
	switch {
	case len(p.Slopes) == 0:
		return ""
	case len(moving) > 0:
		return "Values still move with the depth of play: when the nodes are doubled, " + format.List(moving, "and") + "."
	case len(slices.DeleteFunc(slices.Clone(p.Slopes), unknown)) == 0:
		return "These games do not tell whether values move with the depth of play."
	case largest > 0:
		return fmt.Sprintf("Doubling the nodes changes no value, and no ratio of neighbouring values, significantly; changes of up to %s (%s) cannot be ruled out.", format.Percent.Number(largest), slopeOf(widest))
	}
	return fmt.Sprintf("Doubling the nodes changes no value%s and no ratio of neighbouring values by more than %s.", told, tolerance)
}

func (p *draft) drawSlopes() *chart.Chart {
	if len(p.Slopes) == 0 {
		return nil
	}
	last := p.Ladder[len(p.Ladder)-1].Nodes
	in := chart.DifferencesInput{
		About: p.about(), Level: p.Measurement.Level, Axis: "change of the value when the nodes are doubled, in %",
		Heads: []string{"at " + format.Count(last), "per doubling"}, Significance: "moves", Tolerance: 100 * estimate.Tolerance,
	}
	in.Title = "Change of values with the nodes"
	in.Note, in.Games = format.Count(p.Ladder[0].Nodes)+" to "+format.Count(last)+" nodes a move", 0
	for _, r := range p.Ladder {
		in.Games += r.Measurement.Games
	}
	for _, s := range p.Slopes {
		if s.Over != "" {
			continue
		}
		in.Rows = append(in.Rows, chart.Difference{
			Name: s.Piece, Cells: []string{format.Value.Interval(s.Strongest), format.Percent.Interval(s.PerDoubling)},
			Size: s.PerDoubling.Scale(100), Significant: s.Moves,
		})
	}
	return chart.Differences(in)
}

// ladderRows returns one row per rung and piece, in the form of the published ladders.
func ladderRows(res *estimate.Result) [][]string {
	rows := [][]string{{"game", "squares", "nodes", "piece", "value", "lo", "hi", "pairs", "pawn_odds", "pawn_odds_lo", "pawn_odds_hi"}}
	squares := strconv.Itoa(res.Game.Variant.Files * res.Game.Variant.Ranks)
	for _, r := range res.Ladder {
		for _, v := range r.Measurement.Design.Values {
			row := append([]string{res.Game.Variant.Name, squares, strconv.Itoa(r.Nodes), v.Piece}, cells(v.Worth, 3)...)
			rows = append(rows, append(append(row, strconv.Itoa(r.Measurement.Pairs)), cells(r.PawnOdds, 4)...))
		}
	}
	return rows
}

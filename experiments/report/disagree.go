package report

import (
	"fmt"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/format"
)

// disagreements says in words where the two estimates from the games differ beyond
// chance, and whether it is the pieces or the unit.
func disagreements(res *experiments.EstimateResult) []string {
	m, x := res.Measurement, res.Examination
	if x == nil {
		return nil
	}
	var pieces, others []string
	basket := false
	for i, c := range x.Comparisons {
		basket = basket || c.Basket.Known()
		if c.BasketDisagree {
			others = append(others, c.Piece)
		}
		if c.Piece == m.Unit || !m.Design.Values[i].Pawns.Bounded() {
			continue
		}
		if c.Disagree {
			pieces = append(pieces, fmt.Sprintf("%s (%s against %s)", c.Piece,
				format.Value.Number(m.Design.Values[i].Pawns.Estimate), format.Value.Number(m.Texel.Values[i].Pawns.Estimate)))
		}
	}
	if len(pieces) == 0 && len(others) == 0 {
		return nil
	}
	says := ""
	if len(pieces) > 0 {
		says = fmt.Sprintf("The two estimates disagree beyond chance: %s, in units of %s, by the armies at the start against positions in the course of the games.",
			strings.Join(pieces, ", "), format.Article(m.Unit))
	}
	switch {
	case !basket:
	case len(others) == 0:
		says += fmt.Sprintf(" Measured by knight and bishop no difference is seen: it may be the %s that is worth something else in the course of a game.", m.Unit)
	default:
		says += fmt.Sprintf(" Measured by knight and bishop instead of the %s they disagree on: %s.", m.Unit, strings.Join(others, ", "))
	}
	return []string{strings.TrimSpace(says) + " The values at the start are the ones reported."}
}

// matchWarnings says in words where matches of odds and sums of values differ.
func matchWarnings(res *experiments.EstimateResult) ([]string, error) {
	matches, err := res.CompareOdds()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, c := range matches {
		if c.Disagree {
			list = append(list, fmt.Sprintf("%s is worth %s in matches, %s by the values", c.Exchange, format.Value.Number(c.Pawns.Estimate), format.Value.Number(c.Design.Estimate)))
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	return []string{"Army against army, some exchanges are worth something else than their pieces add up to, beyond chance: " +
		strings.Join(list, "; ") + ", in units of " + format.Article(res.Measurement.Unit) + "."}, nil
}

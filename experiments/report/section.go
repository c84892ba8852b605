package report

import (
	"fmt"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// section is a part of the report with a table. Text may be without one.
type section struct {
	Title string
	Text  []string // paragraphs before the table
	Head  []string
	Rows  [][]string
}

// examinations are the sections for a reader who doubts the values, the most
// important first.
func examinations(res *experiments.EstimateResult) ([]section, error) {
	matches, err := res.CompareOdds()
	if err != nil {
		return nil, err
	}
	var out []section
	for _, s := range []section{
		agreement(res), oddsSection(res, matches), ladder(res), phases(res),
		additive(res), sensitivity(res), errorsSection(res), correlations(res),
	} {
		if len(s.Rows)+len(s.Text) > 0 {
			out = append(out, s)
		}
	}
	return out, nil
}

// agreement puts the estimates from the same games side by side.
func agreement(res *experiments.EstimateResult) section {
	m := res.Measurement
	if len(m.Texel.Values) == 0 {
		return section{}
	}
	s := section{
		Title: "Do the estimates agree?",
		Head:  []string{"piece", "design", "Texel", "data in Texel", "prior", "design − Texel"},
		Text: []string{fmt.Sprintf("Design: by the armies at the start. Texel: by quiet positions in the course of the same games, with the prior allowed to be wrong by %s; *data* is the share of the value that the games decided, the rest is the prior's. The last columns are differences of the two estimates, with errors that take account of what they have in common; a bold one is beyond chance even if all pieces are looked at together.",
			ridgeText(m.Ridge))},
	}
	basket := m.Prior.Values[0].Basket.Known()
	if basket {
		s.Head = append(s.Head, "the same, N + B = 6.25")
	}
	for i, v := range m.Design.Values {
		row := []string{v.Piece, format.Value.Interval(v.Pawns), format.Value.Interval(m.Texel.Values[i].Pawns),
			fmt.Sprintf("%.0f %%", 100*m.Texel.Values[i].WeightOfData), format.Value.Interval(m.Prior.Values[i].Pawns)}
		pawns, other := "–", "–"
		if x := res.Examination; x != nil && i < len(x.Comparisons) {
			c := x.Comparisons[i]
			pawns, other = emphasised(c.Pawns, c.Disagree), emphasised(c.Basket, c.BasketDisagree)
		}
		row = append(row, pawns)
		if basket {
			row = append(row, other)
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// ridgeText says how far the prior may be wrong.
func ridgeText(r tuning.Ridge) string {
	text := fmt.Sprintf("%.0f %% (one standard deviation", 100*r.Spread)
	if r.Chosen {
		text += ", chosen by cross-validation over pairs"
	}
	return text + ")"
}

// emphasised is an interval, in bold where it is something to see.
func emphasised(v stat.Interval, strong bool) string {
	if strong {
		return "**" + format.Value.Interval(v) + "**"
	}
	return format.Value.Interval(v)
}

// oddsSection puts matches beside sums of values.
func oddsSection(res *experiments.EstimateResult, matches []experiments.OddsComparison) section {
	if len(matches) == 0 {
		return section{}
	}
	s := section{
		Title: "Army against army",
		Text:  []string{fmt.Sprintf("What exchanges are worth in matches of odds, in units of the odds of %s, and what the values of their pieces add up to. These matches share no game with the estimates. A bold difference is beyond chance even if all exchanges are looked at together; a star marks scores so one-sided that they understate the worth.", format.Article(res.Measurement.Unit)) + oddsWeights(res)},
		Head:  []string{"exchange", "score in %", "match", "design", "Texel", "prior", "match − design"},
	}
	for _, c := range matches {
		name, difference := c.Exchange, "–"
		if c.Saturated {
			name += " \\*"
		} else if c.Design.Known() && c.Pawns.Bounded() {
			difference = format.Value.Number(c.Pawns.Estimate - c.Design.Estimate)
			if c.Disagree {
				difference = "**" + difference + "**"
			}
		}
		s.Rows = append(s.Rows, []string{name, format.Percent.Bare().Interval(c.Score), format.Value.Interval(c.Pawns),
			format.Value.Interval(c.Design), format.Value.Interval(c.Texel), format.Value.Number(c.Prior), difference})
	}
	return s
}

// oddsWeights says with which weights the matches were played, if not with those of
// the games that are reported.
func oddsWeights(res *experiments.EstimateResult) string {
	switch res.Odds.Weights {
	case "", player.HashWeights(res.Weights):
		return ""
	case player.HashWeights(experiments.StartWeights(res.Game)):
		return " The matches were played with the weights that the estimate begins with, its games with values " +
			"learned from there on: a difference can also be one of play."
	}
	return " The matches were played with other weights than the games of the estimates: a difference can also be one of play."
}

// phases are the values by how full the board is.
func phases(res *experiments.EstimateResult) section {
	m := res.Measurement
	if len(m.Phases) == 0 {
		return section{}
	}
	s := section{
		Title: "Early and late",
		Text:  []string{fmt.Sprintf("By how many of the officers are on the board, in units of the mean value of %s over all positions; between the columns values change evenly. This is much less certain than the values above.", format.Article(m.Unit))},
		Head:  []string{"piece", "full board", "half of the officers", "none"},
	}
	for _, p := range m.Phases {
		row := []string{p.Piece}
		for _, v := range p.Pawns {
			row = append(row, format.Value.Interval(v))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}

// additive says whether the values of an army's pieces add up.
func additive(res *experiments.EstimateResult) section {
	x := res.Examination
	if x == nil {
		return section{}
	}
	a := x.Additivity
	s := section{Title: "Do values add up?"}
	if len(a.Strong) > 0 {
		s.Text = append(s.Text, fmt.Sprintf("Strong pieces (%s) have to avoid attacks by weak ones (%s). Each weak piece that the opponent has beyond the usual number changes what a strong piece is worth by %s pawns: %s.",
			strings.Join(a.Strong, ", "), strings.Join(a.Weak, ", "), format.Value.Interval(a.Levelling), verdict(a.Levelling)))
	}
	return section{s.Title, append(s.Text, fmt.Sprintf("Armies whose pieces differ by one logit together (a score of 73 %%) differ in play by %s logits more than that: %s.",
		format.Value.Interval(a.Bending), verdict(a.Bending))), nil, nil}
}

// verdict says whether an interval leaves out zero.
func verdict(v stat.Interval) string {
	switch {
	case !v.Bounded():
		return "the games are too few to say"
	case v.Excludes(0):
		return "beyond chance"
	}
	return "within chance"
}

// ladder is the values at several numbers of nodes.
func ladder(res *experiments.EstimateResult) section {
	m := res.Measurement
	if len(res.Ladder) == 0 {
		return section{}
	}
	s := section{
		Title: "At other strengths of play",
		Text:  []string{"The same measurement with other numbers of nodes a move, with the same playing weights. Values in pawns by design; the last column is what a pawn is worth of a result. A bold value differs from that of the line with the nodes of this report beyond chance, even if all are looked at together."},
		Head:  []string{"nodes a move", "games"},
	}
	for _, v := range m.Design.Values {
		if v.Piece != m.Unit {
			s.Head = append(s.Head, v.Piece)
		}
	}
	s.Head = append(s.Head, m.Unit+", Elo")
	for _, rung := range res.Ladder {
		row := []string{fmt.Sprint(rung.Nodes), fmt.Sprint(rung.Measurement.Games)}
		unit := "?"
		for i, v := range rung.Measurement.Design.Values {
			if v.Piece == m.Unit {
				unit = format.Elo.Bare().Interval(v.Elo)
				continue
			}
			row = append(row, emphasised(v.Pawns, rung.Differs[i]))
		}
		s.Rows = append(s.Rows, append(row, unit))
	}
	return s
}

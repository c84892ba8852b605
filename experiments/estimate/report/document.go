package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/present/answer"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// page is an estimate with everything that its report looks up more than once.
type page struct {
	*estimate.Result
	// ranked lists the pieces from strong to weak, and last the pieces whose value
	// the games do not determine.
	ranked    []estimate.RankedValue
	checks    []estimate.Check
	published []estimate.Published
	matches   []estimate.OddsComparison
}

func newPage(res *estimate.Result) (*page, error) {
	p := &page{Result: res, ranked: ranked(res)}
	var err error
	if p.checks, err = res.Checks(); err != nil {
		return nil, err
	}
	published, err := estimate.PublishedValues(res.Game)
	if err != nil {
		return nil, err
	}
	for _, source := range published {
		p.published = append(p.published, source.In(res.Measurement.Scale))
	}
	p.matches, err = res.CompareOdds()
	return p, err
}

// ranked lists the pieces as page.ranked does.
func ranked(res *estimate.Result) []estimate.RankedValue {
	list := slices.Clone(res.Ranking)
	slices.SortStableFunc(list, func(a, b estimate.RankedValue) int {
		return cmp.Compare(min(b.Tier, 1), min(a.Tier, 1))
	})
	return list
}

// answerPage returns the page of an estimate.
func answerPage(res *estimate.Result) (*answer.Page, error) {
	p, err := newPage(res)
	if err != nil {
		return nil, err
	}
	order, captions := Worths(res)
	pictures, err := answer.Pictures(res.Game, order, captions)
	if err != nil {
		return nil, err
	}
	pyramid, err := answer.Figures(answer.Figure{Name: "pyramid", Caption: "The pieces in tiers, the strongest at the top, by the armies at the start of the games.", Chart: p.drawPyramid()})
	if err != nil {
		return nil, err
	}
	values, err := answer.Figures(answer.Figure{Name: "values", Caption: "The values reported and those by each estimate, with their intervals; open marks are values that others have published.", Chart: p.drawValues()})
	if err != nil {
		return nil, err
	}
	out := &answer.Page{
		Title: "What the pieces of " + answer.Title(res.Game) + " are worth", Byline: answer.Byline(res.Game),
		Lacks:  []string{res.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{doc.P(strings.Join(p.answer(), " "))}, Warnings: p.warnings(),
		Body: slices.Concat(pyramid, []doc.Block{doc.Heading("The pieces")}, pictures,
			[]doc.Block{doc.Heading("The values")}, values, []doc.Block{p.valuesTable()}),
		Facts: p.facts(),
	}
	out.Appendix, err = p.appendix()
	return out, err
}

// appendix returns the sections for a reader who doubts the values.
func (p *page) appendix() ([]doc.Section, error) {
	var out []doc.Section
	for _, s := range []struct {
		title   string
		blocks  []doc.Block
		figures []answer.Figure
	}{
		{"How the values were measured", p.method(), nil},
		{"By what the armies differ", p.differences(), nil},
		{"Checks", p.checksTable(), nil},
		{"How far the players differ", p.players(), nil},
		{"Do the estimates agree?", p.agreement(), nil},
		{"Army against army", p.oddsMatches(), nil},
		{"At other strengths of play", p.ladder(), []answer.Figure{
			{Name: "ladder", Caption: "Values by armies at several numbers of nodes a move.", Chart: p.drawLadder()},
			{Name: "slopes", Caption: "How much each value changes when the nodes a move are doubled.", Chart: p.drawSlopes()},
		}},
		{"As pawns and officers go", p.boards(), nil},
		{"Early and late in the game", p.phases(), []answer.Figure{
			{Name: "phases", Caption: "Values by how full the board is. The mean values over all positions fix the unit.", Chart: p.drawPhases()},
		}},
		{"Do values add up?", p.additivity(), nil},
		{"How the errors are correlated", p.correlations(), nil},
		{"Does the model predict the results?", nil, []answer.Figure{
			{Name: "calibration", Caption: "Scores that the model predicts from the armies, against the scores of the games.", Chart: p.drawCalibration()},
		}},
		{"How the values settled", nil, []answer.Figure{
			{Name: "growth", Caption: "The values reported and their intervals as the games came in, twice as many from step to step. Later values should lie within earlier intervals.", Chart: p.drawGrowth()},
			{Name: "trace", Caption: "What the engine learned before the games that are reported: the estimate by quiet positions after each learning round, beginning with the mobility prior.", Chart: p.drawTrace()},
		}},
		{"The games", nil, []answer.Figure{
			{Name: "outcomes", Caption: "Results of the games. The armies differ on purpose, so few games are balanced.", Chart: p.drawOutcomes()},
			{Name: "endings", Caption: "How the games ended.", Chart: p.drawEndings()},
			{Name: "lengths", Caption: "How long the games were.", Chart: p.drawLengths()},
		}},
	} {
		figures, err := answer.Figures(s.figures...)
		if err != nil {
			return nil, err
		}
		out = append(out, doc.Section{Title: s.title, Blocks: append(s.blocks, figures...)})
	}
	return out, nil
}

// sample is the number of games that a table rests on.
func (p *page) sample() string {
	return fmt.Sprintf("%s in %s", format.Plural(p.Measurement.Games, "game"), format.Plural(p.Measurement.Pairs, "pair"))
}

// inUnits is the unit of the values: "in points", or "in units of a ferz".
func (p *page) inUnits() string { return p.Measurement.Scale.In() }

// unitName is the unit after a number, with a space before it; empty if it has no short
// name.
func unitName(res *estimate.Result) string {
	name, ok := strings.CutPrefix(res.Measurement.Scale.In(), "in ")
	if !ok || strings.Contains(name, " ") {
		return ""
	}
	return " " + name
}

// pawnPiece is the piece whose odds matches are measured in.
func (p *page) pawnPiece() string { return format.Words(p.Game.TypeName(tuning.UnitPiece(p.Game))) }

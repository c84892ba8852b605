package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/tuning"
)

// page is an estimate with data that its report uses more than once.
type draft struct {
	*estimate.Result
	// ranked lists the pieces from strong to weak; those whose values the games do not tell
	// come last.
	ranked    []estimate.RankedValue
	checks    []estimate.Check
	published []estimate.Published
	matches   []estimate.OddsComparison
	// stages is set if values over the game stand beside those at the array.
	stages bool
}

func newPage(res *estimate.Result) (*draft, error) {
	p := &draft{Result: res, ranked: ranked(res), stages: len(res.Measurement.Phases) > 0}
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

// ranked lists the pieces in the order of page.ranked.
func ranked(res *estimate.Result) []estimate.RankedValue {
	list := slices.Clone(res.Ranking)
	slices.SortStableFunc(list, func(a, b estimate.RankedValue) int {
		return cmp.Compare(min(b.Tier, 1), min(a.Tier, 1))
	})
	return list
}

// answerPage returns the page of an estimate.
func answerPage(res *estimate.Result) (*page.Page, error) {
	p, err := newPage(res)
	if err != nil {
		return nil, err
	}
	order, captions := Worths(res)
	pictures, err := page.Pictures(res.Game, order, captions)
	if err != nil {
		return nil, err
	}
	trades, err := p.trades()
	if err != nil {
		return nil, err
	}
	var notes []doc.Block
	for _, text := range p.notes() {
		notes = append(notes, doc.Note(doc.T(text)))
	}
	return &page.Page{
		Title: "What the pieces of " + page.Title(res.Game) + " are worth", Byline: page.Byline(res.Game),
		Answer: []doc.Paragraph{doc.P(p.answer())},
		Body: slices.Concat([]doc.Block{p.valuesTable()}, notes, []doc.Block{doc.P(p.summary())},
			figure("pyramid", "The pieces in tiers, the strongest at the top. Pieces of different tiers differ significantly. Neighbours in a tier do not, or are close in value; the first and the last piece of a tier may. Pieces whose values the games do not tell are grey, at the foot.", p.drawPyramid()),
			trades,
			[]doc.Block{doc.Heading("The pieces")}, pictures,
			[]doc.Block{doc.Heading("The values by each estimate")},
			figure("values", "The values reported and those by each estimate, with their intervals; open marks are values that others have published.", p.drawValues())),
		Appendix: p.appendix(),
		Facts:    p.facts(),
	}, nil
}

func figure(name, caption string, c *chart.Chart) []doc.Block {
	return page.Figures(page.Figure{Name: name, Caption: caption, Chart: c})
}

// appendix returns the sections for a reader who doubts the values.
func (p *draft) appendix() []doc.Section {
	return []doc.Section{
		{Title: "How the values were measured", Blocks: p.method()},
		{Title: "By what the armies differ", Blocks: p.differences()},
		{Title: "Checks", Blocks: p.checksTable()},
		{Title: "How far the players differ", Blocks: p.players()},
		{Title: "Do the estimates agree?", Blocks: p.agreement()},
		{Title: "Army against army", Blocks: p.oddsMatches()},
		{Title: "At other strengths of play", Blocks: slices.Concat(p.ladder(),
			figure("ladder", "Values by armies at several numbers of nodes a move.", p.drawLadder()),
			figure("slopes", "How much each value changes when the nodes a move are doubled.", p.drawSlopes()))},
		{Title: "Pairs and edges", Blocks: p.places()},
		{Title: "Early and late in the game", Blocks: slices.Concat(p.phases(),
			figure("phases", "Values by how full the board is. The mean values over all positions fix the unit.", p.drawPhases()))},
		{Title: "Do values add up?", Blocks: p.additivity()},
		{Title: "How the errors are correlated", Blocks: p.correlations()},
		{Title: "Does the model predict the results?", Blocks: figure("calibration",
			"Scores that the model predicts from the armies, against the scores of the games.", p.drawCalibration())},
		{Title: "How the values settled", Blocks: slices.Concat(
			figure("growth", "The values reported and their intervals as the games came in, twice as many from step to step. Later values should lie within earlier intervals.", p.drawGrowth()),
			figure("trace", "What the engine learned before the games that are reported: the estimate by quiet positions after each learning round, beginning with the mobility prior.", p.drawTrace()))},
		{Title: "The games", Blocks: slices.Concat(
			figure("outcomes", "Results of the games. The armies differ on purpose, so few games are balanced.", p.drawOutcomes()),
			figure("endings", "How the games ended.", p.drawEndings()),
			figure("lengths", "How long the games were.", p.drawLengths()))},
	}
}

// sample describes the number of games and pairs behind a table.
func (p *draft) sample() string {
	return fmt.Sprintf("%s in %s", format.Plural(p.Measurement.Games, "game"), format.Plural(p.Measurement.Pairs, "pair"))
}

// inUnits names the unit of the values: "in points", or "in units of a ferz".
func (p *draft) inUnits() string { return p.Measurement.Scale.In() }

// unitName returns the unit to put after a number, preceded by a space; empty if it has no
// short name.
func unitName(res *estimate.Result) string {
	name, ok := strings.CutPrefix(res.Measurement.Scale.In(), "in ")
	if !ok || strings.Contains(name, " ") {
		return ""
	}
	return " " + name
}

// pawnPiece returns the piece that is the unit of odds matches.
func (p *draft) pawnPiece() string { return format.Words(p.Game.TypeName(tuning.UnitPiece(p.Game))) }

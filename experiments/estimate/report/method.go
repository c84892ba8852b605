package report

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/player"
	"bestiary/tuning"
)

// method describes how the run measured the values.
func (p *draft) method() []doc.Block {
	m, play := p.Measurement, p.Config.Play
	random := ""
	if play.RandomPlies > 0 {
		random = ", then " + format.Plural(play.RandomPlies, "random move")
	}
	learned := "The engine played with "
	if n := len(p.Rounds) - 1; n > 0 {
		learned = fmt.Sprintf("After %s, whose games are not reported, the engine played with ", format.Plural(n, "learning round"))
	}
	others := ""
	if len(p.Players) > 1 {
		others = ", and so did other players, among which the games are divided; a section below names them"
	}
	second := "In the second game of a pair the armies change sides, mirrored."
	if p.Game.ArmiesDiffer() {
		second = "Each side keeps its own army: White is ahead in one game of a pair and Black in the other, and differences are those from the array."
	}
	list := doc.List{
		doc.T(learned + estimate.Provenance(p.Game, p.Weights) + others + "."),
		doc.T(p.openings() + random + ". " + second),
		doc.T(doc.Bold("Armies"), " (design): a logistic model of the result on the difference of the starting armies, with one row for each game. Nothing that happens in a game can bias it. A value is the worth at the array, beside all other pieces; the model has terms for strong pieces beyond the array, for what two kinds of officers are worth beside and against each other, for pairs of pieces that are bound to a colour, for pawns at the edge, and for what each exchange has of its own."),
		doc.T(doc.Bold("Reported"), fmt.Sprintf(": the same model with a prior for each value: %s. The more games, the less it matters.", p.priors())),
		doc.T(doc.Bold("Positions"), fmt.Sprintf(" (Texel): the same model on %s from the games, drawn towards the mobility prior where the games say little.", format.Plural(m.Positions, "quiet position"))),
		doc.T(doc.Bold("Mobility"), ": what the mobility of a piece alone suggests, before any game."),
		doc.T(fmt.Sprintf("Intervals have a confidence level of %s, with errors clustered by pair. Values are ratios with Fieller intervals, so each includes the uncertainty of the unit. Those of reported values allow for %s.", format.Level(m.Level), p.includes())),
		doc.T(page.NotAdjudicated(play.MaxPlies)),
	}
	if x := p.Config.Precision; x > 0 {
		list = append(list, doc.T(fmt.Sprintf("The run was to end at the first checkpoint at which all values were known to %g either way, or after %s. The checkpoints were fixed before its games.", x, format.Plural(p.Config.Pairs, "pair"))))
	}
	if text := p.depth(); text != "" {
		list = append(list, doc.T(text))
	}
	for _, w := range m.Design.Warnings {
		list = append(list, doc.T("The fit warns: "+w+"."))
	}
	return []doc.Block{list}
}

// openings says how games begin.
func (p *draft) openings() string {
	play := p.Config.Play
	if len(p.Differences) == 0 {
		why := ""
		if p.Config.Design != estimate.RandomArmies {
			why = "No exchanges between two arrays would tell all values apart. "
		}
		return why + fmt.Sprintf("Each pair of games starts from two armies that differ at random: up to %s removed, added or exchanged on each side and some pawns missing, the first rank shuffled, at most %g pawns apart by the prior",
			format.Plural(play.Units, "unit"), play.MaxImbalance)
	}
	text := "Each pair of games starts from two arrays that differ by one of the exchanges listed below. Usually each side lacks, on either wing, the pieces that only the other has. In a traded exchange one side keeps its army, and the other has pieces in the place of others. Everything else stands "
	if p.Openings.NoPermute {
		return text + "as in the array"
	}
	return text + "in shuffled first ranks, alike for both"
}

// differences lists the exchanges.
func (p *draft) differences() []doc.Block {
	t := doc.Table{
		Caption: "The exchanges: one side has the left, the other the right. They and their shares of the pairs were chosen before the games, to make the values as precise as possible. In a traded one, one side has given up the right for the left, or the other the left for the right.",
		Head:    []string{"exchange", "share in %", "pairs", "expected score in %", "score in %"},
		Foot:    doc.T("Scores are those of the side with the left, over both colours. ", doc.Italic("Expected"), ": by what the learning rounds had found."),
	}
	for _, d := range p.Differences {
		t.Rows = append(t.Rows, doc.Row(d.Exchange, format.Fixed(100*d.Share, 1), format.Count(d.Pairs),
			format.Percent.Bare().Number(d.Expected), format.Percent.Bare().Interval(d.Score)))
	}
	return []doc.Block{t}
}

// checksTable lists the checks that a sound measurement passes.
func (p *draft) checksTable() []doc.Block {
	t := doc.Table{
		Caption: "A sound measurement passes these checks, except by chance: a value near the end of its expected range may well fall outside it.",
		Head:    []string{"check", "status", "found", "expected", "note"},
	}
	for _, c := range p.checks {
		t.Rows = append(t.Rows, doc.Row(c.Name, doc.Verdict(string(c.Status)), c.Found, c.Wanted, c.Note))
	}
	return []doc.Block{t}
}

// facts lists the numbers of the run.
func (p *draft) facts() []page.Fact {
	m, g := p.Measurement, p.Games
	score, advantage := 0.0, "worth of the first move"
	if p.Game.ArmiesDiffer() {
		advantage = "worth of " + p.Game.ArmyName(rules.White) + " and the first move"
	}
	if g.Games > 0 {
		score = (float64(g.W) + float64(g.D)/2) / float64(g.Games)
	}
	list := []page.Fact{
		{Name: "games reported", Value: p.sample()},
		{Name: "White's score", Value: fmt.Sprintf("%s (+%d =%d −%d)", format.Percent.Number(score), g.W, g.D, g.L)},
		{Name: advantage, Value: format.Elo.Interval(m.Design.White.Elo())},
		{Name: "calibration error", Value: fmt.Sprintf("%.3f (%.3f by chance)", m.CalibrationError, m.CalibrationFloor)},
		{Name: "log loss", Value: fmt.Sprintf("%.4f nats a game", m.Design.LogLoss)},
	}
	if pawn, source := p.PawnOdds(); pawn.Known() {
		list = append(list, page.Fact{Name: "score at pawn odds", Value: format.Percent.Interval(pawn) + ", " + source})
	}
	if m.Positions > 0 {
		list = append(list, page.Fact{Name: "design effect of the positions", Value: fmt.Sprintf("%.2f", m.Texel.DesignEffect)})
	}
	return append(list,
		page.Fact{Name: "nodes a move", Value: format.Count(p.Config.Play.Nodes)},
		page.Fact{Name: "seed", Value: p.Config.Play.Seed},
		page.Fact{Name: "hash of the rules", Value: p.Game.Variant.Hash()})
}

// additivity says whether the values of the pieces of an army add up.
func (p *draft) additivity() []doc.Block {
	if p.Measurement.Examination == nil {
		return nil
	}
	bending := p.Measurement.Examination.Bending
	list := doc.List{doc.T(fmt.Sprintf("If two armies differ by one logit (a score of 73 %%) by their pieces, the difference in play is %s logits more than that: %s.",
		format.Value.Interval(bending), chance(bending, bending.Excludes(0))))}
	for _, x := range p.Measurement.Design.Places {
		if text := p.place(x); x.Kind == tuning.Second && text != "" {
			list = append(list, doc.T(text))
		}
	}
	return []doc.Block{doc.P("The values are those of single pieces. The model has terms for pieces beyond the array and for what officers are worth beside and against each other, and none for armies as a whole. What is seen of them:"), list}
}

// phases shows the values by how full the board is.
func (p *draft) phases() []doc.Block {
	m := p.Measurement
	if len(m.Phases) == 0 {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("Values by the share of the pieces, pawns aside, that are left on the board. The mean values over all positions fix the unit; between the columns values change linearly. From %s; much less certain than the values above.",
			format.Plural(m.Positions, "quiet position")),
		Head: []string{"piece", "full board", "half", "none left", "over the game"},
		Foot: doc.T(doc.Italic("over the game"), fmt.Sprintf(": the mean over all these positions, whose mix of stages is %s full board, %s half and %s none left. Its interval includes a new player.",
			percent(m.Stages[0]), percent(m.Stages[1]), percent(m.Stages[2]))),
	}
	for _, ph := range m.Phases {
		row := doc.Row(format.Words(ph.Piece))
		for _, v := range ph.Worth {
			row = append(row, doc.T(format.Value.Interval(v)))
		}
		for _, v := range p.ranked {
			if v.Piece == ph.Piece && v.Over != nil {
				row = append(row, doc.T(format.Value.Interval(*v.Over)))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return []doc.Block{t}
}

// otherPieces returns the header of a table with a column for each piece but the unit.
func (p *draft) otherPieces(first ...string) []string {
	for _, v := range p.Measurement.Design.Values {
		if !v.Worth.Exact() {
			first = append(first, format.Words(v.Piece))
		}
	}
	return first
}

// oddsMatches compares matches with sums of values.
func (p *draft) oddsMatches() []doc.Block {
	if len(p.matches) == 0 {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("What exchanges are worth in matches at odds, in units of the odds of %s, compared with the sums of the values of their pieces. The matches share no games with the estimates.",
			format.Article(p.pawnPiece())),
		Head: []string{"exchange", "score in %", "match", "armies", "positions", "mobility", "match − armies"},
		Foot: doc.T("A difference in bold is significant even when all exchanges are considered together. A star marks a score so one-sided that it understates the worth." + p.otherWeights()),
	}
	for _, c := range p.matches {
		name, difference := c.Exchange, doc.T(format.None)
		switch {
		case c.Saturated:
			name += " *"
		case c.Design.Bounded() && c.Pawns.Bounded():
			text := format.Value.Difference(c.Pawns.Estimate - c.Design.Estimate)
			difference = doc.T(text)
			if c.Disagree {
				difference = doc.T(doc.Bold(text))
			}
		}
		t.Rows = append(t.Rows, doc.Row(name, format.Percent.Bare().Interval(c.Score), format.Value.Interval(c.Pawns),
			format.Value.Interval(c.Design), format.Value.Interval(c.Texel), format.Value.Number(c.Prior), difference))
	}
	return []doc.Block{t}
}

// otherWeights says with which weights the matches were played, if they differ from the
// weights of the reported games.
func (p *draft) otherWeights() string {
	if w := p.Odds.Weights; w != nil && player.HashWeights(w) != player.HashWeights(p.Weights) {
		return fmt.Sprintf(" The matches were played with %s, the games of the estimates with %s: a difference can also be one of play.",
			estimate.Provenance(p.Game, w), estimate.Provenance(p.Game, p.Weights))
	}
	return ""
}

package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
)

// WriteOdds writes the report of odds matches, with odds.csv, into the folder of the run
// and returns the path of the page for a browser.
func WriteOdds(res *estimate.OddsResult, run page.Run) (string, error) {
	page, err := oddsPage(res)
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return page.Write(res.Folder, run, files.CSV("odds.csv", oddsRows(res)))
}

// oddsPage returns the page of odds matches.
func oddsPage(res *estimate.OddsResult) (*page.Page, error) {
	answers, err := oddsAnswers(res)
	if err != nil {
		return nil, err
	}
	return &page.Page{
		Title: "Army against army in " + page.Title(res.Game), Byline: page.Byline(res.Game),
		Lacks:  []string{res.Game.Variant.Approximation()},
		Answer: []doc.Paragraph{doc.P(answers)},
		Body: append(figure("odds", "What each exchange is worth, with its interval, and what mobility alone suggests.", drawOdds(res)),
			doc.Heading("The exchanges"), oddsTable(res)),
		Appendix: []doc.Section{
			{Title: "How the exchanges were measured", Blocks: oddsMethod(res)},
			{Title: "The games", Blocks: []doc.Block{oddsGames(res)}},
		},
		Facts: []page.Fact{{Name: "seed", Value: res.Config.Play.Seed}, {Name: "hash of the rules", Value: res.Game.Variant.Hash()}},
	}, nil
}

// maxAnswers is the largest number of exchanges besides the unit that the answer spells out.
const maxAnswers = 2

// oddsAnswers returns the result in one or two sentences. The unit has one only if there is
// nothing else to say.
func oddsAnswers(res *estimate.OddsResult) (string, error) {
	lines := res.Lines
	if unit := lines[0]; len(lines) > 1 && unit.Logit.Lo > 0 {
		lines = lines[1:]
	} else {
		lines = lines[:1]
	}
	if len(lines) > maxAnswers {
		told := 0
		for _, line := range lines {
			if line.Logit.Excludes(0) {
				told++
			}
		}
		return fmt.Sprintf("Of %s the games tell in %d which side is worth more.", format.Plural(len(lines), "exchange"), told), nil
	}
	var list []string
	for _, line := range lines {
		text, err := oddsAnswer(res, line)
		if err != nil {
			return "", err
		}
		list = append(list, text)
	}
	return strings.Join(list, " "), nil
}

// OddsText returns the body of the report for a terminal, in lines of width characters.
func OddsText(res *estimate.OddsResult, width int) (string, error) {
	answers, err := oddsAnswers(res)
	return strings.Join(format.Wrap(answers, width), "\n") + "\n\n" + oddsTable(res).Text(width), err
}

// oddsAnswer returns a sentence about an exchange.
func oddsAnswer(res *estimate.OddsResult, line estimate.OddsLine) (string, error) {
	x, err := opening.ParseExchange(res.Game, line.Exchange)
	if err != nil {
		return "", err
	}
	better, worse := pieceList(res.Game, x.Left), pieceList(res.Game, x.Right)
	score := format.Percent.Interval(line.Score)
	if line.Exchange == res.Lines[0].Exchange {
		if !(line.Logit.Lo > 0) {
			return fmt.Sprintf("The side with %s more scores %s, which is not significantly above 50 %%, so nothing can be measured in that unit.", better, score), nil
		}
		return fmt.Sprintf("The side with %s more scores %s.", better, score), nil
	}
	if line.Logit.Estimate < 0 {
		better, worse = worse, better
	}
	worth := format.Value.Number(math.Abs(line.Pawns.Estimate)) + " pawns"
	if res.Unit != "pawn" {
		worth = format.Value.Number(math.Abs(line.Pawns.Estimate)) + " times the odds of " + format.Article(format.Words(res.Unit))
	}
	if line.Saturated {
		worth = "at least " + worth
	}
	switch {
	case better == worse:
		return fmt.Sprintf("Equal armies score %s.", score), nil
	case (better == "" || worse == "") && !(line.Logit.Excludes(0) && line.Pawns.Bounded()):
		return fmt.Sprintf("The games are too few to tell what %s is worth.", better+worse), nil
	case !line.Logit.Excludes(0):
		return fmt.Sprintf("The games do not tell whether %s or %s is worth more.", better, worse), nil
	case !line.Pawns.Bounded():
		return fmt.Sprintf("%s is worth more than %s, but the games are too few to tell by how much.", format.Title(better), worse), nil
	case worse == "":
		return fmt.Sprintf("%s is worth %s.", format.Title(better), worth), nil
	case better == "":
		return fmt.Sprintf("The army without %s does better, by %s.", worse, worth), nil
	}
	return fmt.Sprintf("%s is worth more than %s, by %s.", format.Title(better), worse, worth), nil
}

// pieceList names pieces: "a knight and two pawns", or "".
func pieceList(g *rules.Game, types []rules.Type) string {
	return format.List(counted(g, types, func(n int, name string) string {
		if n == 1 {
			return format.Article(name)
		}
		return number(n) + strings.TrimPrefix(format.Plural(n, name), format.Count(n))
	}), "and")
}

// oddsTable returns a table of the exchanges with their scores and worths.
func oddsTable(res *estimate.OddsResult) doc.Table {
	t := doc.Table{
		Caption: fmt.Sprintf("From %s of games for each exchange at %s a move, with %s confidence intervals. The unit of the worth is the odds of %s.",
			format.Plural(res.Config.Pairs, "pair"), format.Plural(res.Config.Play.Nodes, "node"), format.Level(res.Config.Level), format.Article(format.Words(res.Unit))),
		Head: []string{"exchange", "score", "Elo", "worth", "prior"},
		Foot: doc.T(doc.Italic("score"), ": of the army with the left side of the exchange. ", doc.Italic("prior"), ": the worth by mobility alone."),
	}
	saturated := false
	for _, l := range res.Lines {
		name := l.Exchange
		if l.Saturated {
			name, saturated = name+" *", true
		}
		worth := format.Value.Interval(l.Pawns)
		if !l.Pawns.Bounded() {
			worth = format.CannotTell
		}
		t.Rows = append(t.Rows, doc.Row(name, format.Percent.Interval(l.Score), format.Elo.Bare().Interval(l.Elo), worth, format.Value.Number(l.Prior)))
	}
	if saturated {
		t.Foot = append(t.Foot, doc.T(" A star marks a score so one-sided that it understates the worth. Give the weak side something for it, and add what that is worth.")...)
	}
	return t
}

// oddsMethod describes how the run measured the exchanges.
func oddsMethod(res *estimate.OddsResult) []doc.Block {
	play := res.Config.Play
	random := ""
	if play.RandomPlies > 0 {
		random = ", then " + format.Plural(play.RandomPlies, "random move")
	}
	arrays := "Both armies are the array with its first rank shuffled in the same way" + random + ". Each opening is played with both colours."
	if res.Game.ArmiesDiffer() {
		arrays = "Each side keeps its own army, with its first rank shuffled" + random + ". White has the falcon in one game of a pair and Black in the other. What White's army and the first move are worth is common to all exchanges and taken out."
	}
	return []doc.Block{doc.List{
		doc.T("The engine played with " + estimate.Provenance(res.Game, res.Weights) + "."),
		doc.T("In falcon=rook, one army has a falcon where the other has a rook. " + arrays),
		doc.T("The worth is the log-odds of the score divided by the log-odds of the unit. Both have errors, so its interval is Fieller's. It has no bounds unless the unit is known to make a difference."),
		doc.T(page.NotAdjudicated(play.MaxPlies)),
	}}
}

// oddsGames returns a table of the results of the games.
func oddsGames(res *estimate.OddsResult) doc.Table {
	t := doc.Table{
		Caption: "Results from the point of view of the army with the left side of the exchange.",
		Head:    []string{"exchange", "pairs", "wins", "draws", "losses", "log-odds"},
	}
	for _, l := range res.Lines {
		total := l.Results.Total()
		t.Rows = append(t.Rows, doc.Row(l.Exchange, format.Count(l.Results.Number()), format.Count(total.Wins),
			format.Count(total.Draws), format.Count(total.Losses), format.Value.Interval(l.Logit)))
	}
	return t
}

// oddsRows returns the rows of odds.csv.
func oddsRows(res *estimate.OddsResult) [][]string {
	rows := [][]string{{"game", "exchange", "pairs", "wins", "draws", "losses",
		"score", "score_lo", "score_hi", "logit", "logit_lo", "logit_hi", "elo", "elo_lo", "elo_hi",
		"pawns", "pawns_lo", "pawns_hi", "prior", "level"}}
	for _, l := range res.Lines {
		total := l.Results.Total()
		row := []string{res.Game.Variant.Name, l.Exchange, strconv.Itoa(l.Results.Number()),
			strconv.Itoa(total.Wins), strconv.Itoa(total.Draws), strconv.Itoa(total.Losses)}
		rows = append(rows, slices.Concat(row, cells(l.Score, 4), cells(l.Logit, 4), cells(l.Elo, 1), cells(l.Pawns, 3),
			[]string{decimal(l.Prior, 3), decimal(res.Config.Level, 3)}))
	}
	return rows
}

// maxExchange is the maximum length of an exchange in a chart, in characters.
const maxExchange = 40

// drawOdds returns a chart of the exchanges, or nil if there is nothing to show.
func drawOdds(res *estimate.OddsResult) *chart.Chart {
	in := chart.ValuesInput{Level: res.Config.Level, About: chart.About{
		Title: "Exchanges of pieces", Game: page.Title(res.Game),
		Note: format.Plural(res.Config.Play.Nodes, "node") + " a move", Faces: page.Faces(res.Game),
	}}
	played, prior := chart.Estimator{Name: "army against army"}, chart.Estimator{Name: "prior: mobility alone"}
	for _, l := range res.Lines {
		in.Games += l.Results.Games()
		if !l.Pawns.Bounded() || len([]rune(l.Exchange)) > maxExchange {
			continue
		}
		played.Values = append(played.Values, chart.Estimate{Piece: l.Exchange, Value: l.Pawns})
		prior.Values = append(prior.Values, chart.Estimate{Piece: l.Exchange, Value: stat.Exact(l.Prior)})
	}
	if len(played.Values) < 2 { // only the unit
		return nil
	}
	in.Estimators = []chart.Estimator{played, prior}
	return chart.Values(in)
}

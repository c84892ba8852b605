//go:build !js

package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
)

// Write writes the report, with odds.csv, into the folder of the run and returns the path of the page
// for a browser.
func (out *OddsResult) Write(origin page.Run) (string, error) {
	answer, err := out.answer()
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	p := page.About(out.Game, "Army against army in "+page.Title(out.Game), texts, "odds", oddsDraft{out}, out.Config.Play.Seed)
	p.Answer = []doc.Paragraph{doc.Paragraph(answer)}
	return p.Write(out.Folder, origin, out.sheet())
}

// Text returns the body of the report for a terminal, in lines of width characters.
func (out *OddsResult) Text(width int) (string, error) {
	answer, err := out.answer()
	return doc.Screen(width, doc.Paragraph(answer), texts.Table("odds table", oddsDraft{out})), err
}

// maxAnswers is the largest number of exchanges besides the unit that the answer spells out.
const maxAnswers = 2

// answer returns the result in one or two sentences. The unit has one only if it is the only exchange.
func (out *OddsResult) answer() (doc.Text, error) {
	lines := out.Lines
	if unit := lines[0]; len(lines) > 1 && unit.Logit.Lo > 0 {
		lines = lines[1:]
	} else {
		lines = lines[:1]
	}
	told, spelled := 0, []oddsAnswer{}
	for _, line := range lines {
		if line.Logit.Excludes(0) {
			told++
		}
		x, err := opening.ParseExchange(out.Game, line.Exchange)
		if err != nil {
			return nil, err
		}
		a := oddsAnswer{OddsLine: line, Better: PieceList(out.Game, x.Left), Worse: PieceList(out.Game, x.Right)}
		a.IsUnit = line.Exchange == out.Lines[0].Exchange
		if !a.IsUnit && line.Logit.Estimate < 0 {
			a.Better, a.Worse = a.Worse, a.Better
		}
		a.Worth = format.Value.Number(math.Abs(line.Pawns.Estimate))
		if out.Unit != "pawn" {
			a.Unit = format.Article(format.Words(out.Unit))
		}
		spelled = append(spelled, a)
	}
	if len(lines) > maxAnswers {
		return texts.Text("many odds", map[string]int{"Exchanges": len(lines), "Told": told}), nil
	}
	return texts.Text("odds", spelled), nil
}

// oddsAnswer is an exchange with the names of the pieces of the side that does better and of the
// other.
type oddsAnswer struct {
	OddsLine
	IsUnit        bool
	Better, Worse string
	// Worth is a number of pawns or, if Unit is not "", a multiple of the odds of a unit.
	Worth, Unit string
}

// Above reports whether the left side does better, Told whether the games determine which side
// does, and Measured whether they also determine by how much. OneSided is set if one side has
// nothing.
func (a oddsAnswer) Above() bool    { return a.Logit.Lo > 0 }
func (a oddsAnswer) Told() bool     { return a.Logit.Excludes(0) }
func (a oddsAnswer) Measured() bool { return a.Told() && a.Pawns.Bounded() }
func (a oddsAnswer) OneSided() bool { return a.Better == "" || a.Worse == "" }

// PieceList names pieces: "a knight and two pawns", or "".
func PieceList(g *rules.Game, types []rules.Type) string {
	return format.List(Counted(g, types, func(n int, name string) string {
		if n == 1 {
			return format.Article(name)
		}
		return number(n) + strings.TrimPrefix(format.Plural(n, name), format.Count(n))
	}), "and")
}

// Counted names pieces, each kind once with its number, officers before pawns.
func Counted(g *rules.Game, types []rules.Type, text func(n int, name string) string) []string {
	var out, pawns []string
	for len(types) > 0 {
		t, n := types[0], 1
		for n < len(types) && types[n] == t {
			n++
		}
		name := text(n, format.Words(opening.NameOf(g, t)))
		if types = types[n:]; g.IsPawn(opening.OnBoard(t)) {
			pawns = append(pawns, name)
		} else {
			out = append(out, name)
		}
	}
	return append(out, pawns...)
}

// oddsDraft has the parts of the page of matches at odds for the templates.
type oddsDraft struct{ *OddsResult }

// UnitName names the piece whose odds are the unit.
func (p oddsDraft) UnitName() string { return format.Article(format.Words(p.Unit)) }

// Provenance describes the weights that the engine played with.
func (p oddsDraft) Provenance() string { return run.Provenance(p.Game, p.Weights) }

// Saturated reports whether some score is too one-sided.
func (p oddsDraft) Saturated() bool {
	return slices.ContainsFunc(p.Lines, func(l OddsLine) bool { return l.Saturated })
}

// Figure returns the chart of the exchanges.
func (p oddsDraft) Figure(caption string) []doc.Block {
	return page.Figures(page.Figure{Name: "odds", Caption: caption, Chart: drawOdds(p.OddsResult)})
}

// sheet returns odds.csv.
func (out *OddsResult) sheet() files.File {
	const head = "game,exchange,pairs,wins,draws,losses,score,score_lo,score_hi,logit,logit_lo,logit_hi,elo,elo_lo,elo_hi," +
		"pawns,pawns_lo,pawns_hi,prior,level"
	return page.Sheet("odds.csv", head, out.Lines, func(l *OddsLine) []any {
		total := l.Results.Total()
		return []any{out.Game.Variant.Name, l.Exchange, l.Results.Number(), total.Wins, total.Draws, total.Losses,
			cells(l.Score, 4), cells(l.Logit, 4), cells(l.Elo, 1), cells(l.Pawns, 3), decimal(l.Prior, 3), decimal(out.Config.Level, 3)}
	})
}

// maxExchange is the maximum length of an exchange in a chart, in characters.
const maxExchange = 40

// drawOdds returns a chart of the exchanges, or nil if there is nothing to show.
func drawOdds(res *OddsResult) *chart.Chart {
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

package report

import (
	"fmt"
	"math"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// finders says in which games a score was found.
var finders = map[estimate.Finder]string{estimate.ByFit: "the games from which the values are", estimate.ByLeague: "the league", estimate.ByOdds: "matches at odds, the first rank shuffled"}

// TradeText says in sentences what an exchange does.
func TradeText(g *rules.Game, t *estimate.Trade) (string, error) {
	x, err := opening.ParseExchange(g, t.Exchange)
	if err != nil {
		return "", err
	}
	left, right, one := pieceList(g, x.Left), pieceList(g, x.Right), len(x.Left) == 1
	subject, against := left, " against "+right
	switch {
	case right == "":
		subject, against = left+" more", ""
	case left == "":
		subject, against, one = right+" less", "", len(x.Right) == 1
	}
	verb := "score"
	if one {
		verb = "scores"
	}
	text := fmt.Sprintf("%s %s %s%s; %s.", format.Title(subject), verb, points.Interval(t.Predicted), against, better(t))
	for _, f := range t.Found {
		text += fmt.Sprintf(" Found: %s, in %s of %s.", format.Percent.Interval(f.Score), format.Plural(f.Pairs, "pair"), finders[f.By])
	}
	if t.OneSided {
		text += " So far from 50 % nobody has compared forecasts with games."
	}
	return text, nil
}

// points writes scores in whole per cents.
var points = format.Unit{Scale: 100, Digits: 0, Name: "%"}

// better says which side of an exchange is better off, and how sure that is.
func better(t *estimate.Trade) string {
	off := math.Abs(t.Predicted.Estimate - 0.5)
	who, much := "this side", "much better"
	if t.Predicted.Estimate < 0.5 {
		who = "the other side"
	}
	switch {
	case off < 0.015 && max(0.5-t.Predicted.Lo, t.Predicted.Hi-0.5) < 0.06:
		return "that is about even"
	case off < 0.015:
		return "that is perhaps about even"
	case off < 0.06:
		much = "a little better"
	case off < 0.15:
		much = "better"
	}
	if !t.Predicted.Excludes(0.5) {
		much = "perhaps " + much
	}
	return who + " is " + much
}

// TradeTable is the table of what to give for pieces, with the columns of what was found if
// anything was.
func TradeTable(g *rules.Game, list []*estimate.Trade) (doc.Table, error) {
	t := doc.Table{
		Head: []string{"for", "give", "predicted in %", "found in %", "pairs"},
		Foot: doc.T("Scores of the side that gets the piece under ", doc.Italic("for"), ", averaged over both colours. ",
			doc.Italic("predicted"), ": from the values; the limits allow for the error of the values, the deviation of an exchange from the sum of its pieces, and differences between players."),
	}
	seen := map[estimate.Finder]bool{}
	for _, trade := range list {
		x, err := opening.ParseExchange(g, trade.Exchange)
		if err != nil {
			return t, err
		}
		found, pairs := format.None, format.None
		if len(trade.Found) > 0 {
			f := trade.Found[0]
			found, pairs = format.Percent.Bare().Interval(f.Score), format.Count(f.Pairs)+marks[f.By]
			seen[f.By] = true
		}
		t.Rows = append(t.Rows, doc.Row(sideText(g, x.Left), sideText(g, x.Right), points.Bare().Interval(trade.Predicted), found, pairs))
	}
	var where []string
	for _, by := range []estimate.Finder{estimate.ByFit, estimate.ByLeague, estimate.ByOdds} {
		if seen[by] {
			where = append(where, strings.TrimSpace(marks[by]+" in "+finders[by]))
		}
	}
	if len(where) > 0 {
		t.Foot = append(t.Foot, doc.T(" ", doc.Italic("found"), ": with sampling error alone, "+strings.Join(where, "; ")+".")...)
		return t, nil
	}
	t.Head = t.Head[:3]
	for i := range t.Rows {
		t.Rows[i] = t.Rows[i][:3]
	}
	return t, nil
}

// marks tell the games apart in which scores were found.
var marks = map[estimate.Finder]string{estimate.ByLeague: " L", estimate.ByOdds: " O"}

// sideText names the pieces of a side in a cell: "knight + 2 pawns".
func sideText(g *rules.Game, types []rules.Type) string {
	return strings.Join(counted(g, types, func(n int, name string) string {
		if n == 1 {
			return name
		}
		return format.Plural(n, name)
	}), " + ")
}

// counted names pieces, each kind once with its number, officers before pawns.
func counted(g *rules.Game, types []rules.Type, text func(n int, name string) string) []string {
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

// maxTrades is the largest number of rows of the table in a report.
const maxTrades = 10

// trades returns the table of what to give for pieces: the best exchange of each piece from
// strong to weak, then the second of each, as far as they are near to even.
func (p *draft) trades() ([]doc.Block, error) {
	m, err := p.Model()
	if m == nil || err != nil {
		return nil, err
	}
	var each [][]*estimate.Trade
	for _, v := range p.told() {
		if p.Game.IsPawn(v.Type) || len(each) == maxTrades {
			continue
		}
		list, err := m.Fair(p.Game, v.Type)
		if err != nil {
			return nil, err
		}
		each = append(each, list)
	}
	t, err := TradeTable(p.Game, useful(each))
	if err != nil || len(t.Rows) == 0 {
		return nil, err
	}
	t.Foot = append(t.Foot, doc.T(" The command bestiary trade predicts others.")...)
	return []doc.Block{doc.Heading("What can I give for …?"), t}, nil
}

// maxOff is how far from one half a score in the table of a report may be.
const maxOff = 0.1

// useful picks the first of each list, then the second of each, without exchanges that are far
// from even or that stand there the other way round.
func useful(each [][]*estimate.Trade) (out []*estimate.Trade) {
	seen := map[string]bool{}
	for k := range maxTrades {
		for _, list := range each {
			if k >= len(list) || len(out) == maxTrades || math.Abs(list[k].Predicted.Estimate-0.5) > maxOff {
				continue
			}
			left, right, _ := strings.Cut(list[k].Exchange, "=")
			if !seen[right+"="+left] {
				seen[list[k].Exchange] = true
				out = append(out, list[k])
			}
		}
	}
	return out
}

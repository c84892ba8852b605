//go:build !js

package estimate

import (
	"math"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// finders says in which games a score was found.
var finders = map[Finder]string{
	ByFit: "the games from which the values are", ByLeague: "the league", ByOdds: "matches at odds, the first rank shuffled",
}

// Text says in sentences what an exchange does.
func (t *Trade) Text(g *rules.Game) (string, error) {
	x, err := opening.ParseExchange(g, t.Exchange)
	return texts.Text("trade", tradeText{t, pieceList(g, x.Left), pieceList(g, x.Right), len(x.Left), len(x.Right)}).String(), err
}

// tradeText is a trade with the names and numbers of the pieces of both sides.
type tradeText struct {
	*Trade
	Left, Right           string
	LeftCount, RightCount int
}

// Points, Better and In are for the template.
func (t tradeText) Points() string      { return points.Interval(t.Predicted) }
func (t tradeText) Better() string      { return better(t.Trade) }
func (t tradeText) In(by Finder) string { return finders[by] }

// points writes scores in whole per cents.
var points = format.Unit{Scale: 100, Digits: 0, Name: "%"}

// better says which side of an exchange is better off, and how sure that is.
func better(t *Trade) string {
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
func TradeTable(g *rules.Game, list []*Trade) (doc.Table, error) {
	head := []string{"for", "give", "predicted in %", "found in %", "pairs"}
	var rows [][]doc.Text
	seen := map[Finder]bool{}
	for _, trade := range list {
		x, err := opening.ParseExchange(g, trade.Exchange)
		if err != nil {
			return doc.Table{}, err
		}
		found, pairs := format.None, format.None
		if len(trade.Found) > 0 {
			f := trade.Found[0]
			found, pairs = format.Percent.Bare().Interval(f.Score), format.Count(f.Pairs)+marks[f.By]
			seen[f.By] = true
		}
		rows = append(rows, doc.Row(sideText(g, x.Left), sideText(g, x.Right), points.Bare().Interval(trade.Predicted), found, pairs))
	}
	var where []string
	for _, by := range []Finder{ByFit, ByLeague, ByOdds} {
		if seen[by] {
			where = append(where, strings.TrimSpace(marks[by]+" in "+finders[by]))
		}
	}
	if len(where) == 0 {
		head = head[:3]
		for i := range rows {
			rows[i] = rows[i][:3]
		}
	}
	return doc.Table{Head: head, Rows: rows, Foot: texts.Text("trades foot", strings.Join(where, "; "))}, nil
}

// marks tell the games apart in which scores were found.
var marks = map[Finder]string{ByLeague: " L", ByOdds: " O"}

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

// tradeTable returns the table of what to give for pieces: the best exchange of each piece from
// strong to weak, then the second of each, as far as they are near to even.
func (p *draft) tradeTable() ([]doc.Block, error) {
	m, err := p.Model()
	if m == nil || err != nil {
		return nil, err
	}
	var each [][]*Trade
	for _, v := range p.Told() {
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
	t.Foot = append(t.Foot, doc.T(" The command bestiary trade predicts others.")...)
	return []doc.Block{t}, err
}

// maxOff is how far from one half a score in the table of a report may be.
const maxOff = 0.1

// useful picks the first of each list, then the second of each, without exchanges that are far
// from even or that stand there the other way round.
func useful(each [][]*Trade) (out []*Trade) {
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

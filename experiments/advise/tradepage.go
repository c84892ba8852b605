//go:build !js

package advise

import (
	"math"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// finders names the games in which a score was found.
var finders = map[estimate.Finder]string{
	estimate.ByFit: "the games from which the values are", estimate.ByLeague: "the league",
	estimate.ByOdds:  "matches at odds, the first rank shuffled",
	estimate.ByMatch: "matches of leagues and of trade --play",
}

// Text describes the effect of an exchange in sentences.
func (t *Trade) Text(g *rules.Game) (string, error) {
	x, err := opening.ParseExchange(g, t.Exchange)
	about := tradeText{t, estimate.PieceList(g, x.Left), estimate.PieceList(g, x.Right), len(x.Left), len(x.Right)}
	return texts.Text("trade", about).String(), err
}

// tradeText is a trade with the names and numbers of the pieces of both sides.
type tradeText struct {
	*Trade
	Left, Right           string
	LeftCount, RightCount int
}

// Points, Better and In are for the template.
func (t *Trade) Points() string                  { return wholePercents.Interval(t.Predicted) }
func (t tradeText) Better() string               { return better(t.Trade) }
func (t tradeText) In(by estimate.Finder) string { return finders[by] }

// wholePercents writes scores in whole per cents.
var wholePercents = format.Unit{Scale: 100, Digits: 0, Name: "%"}

// better returns which side of an exchange is better off, and how certain that is.
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

// traded is a row of the table of what to give for pieces.
type traded struct {
	*Trade
	For, Give string
}

// Best is the score that was found in most games, nil if there is none.
func (t traded) Best() *estimate.Found {
	if len(t.Found) == 0 {
		return nil
	}
	return &t.Found[0]
}

// Predicted and found scores, without signs.
func (t traded) Bare() string { return wholePercents.Bare().Interval(t.Predicted) }

// tradeRows are the rows of the table. Where names the games in which scores were found, "" if none
// were.
type tradeRows struct {
	Rows  []traded
	Where string
}

// Mark distinguishes the games in which scores were found.
func (tradeRows) Mark(by estimate.Finder) string { return marks[by] }

var marks = map[estimate.Finder]string{estimate.ByLeague: " L", estimate.ByOdds: " O", estimate.ByMatch: " M"}

// TradeTable returns the table of what to give for pieces, with columns of found scores if there
// are any.
func TradeTable(g *rules.Game, list []*Trade) (doc.Table, error) {
	var about tradeRows
	seen := map[estimate.Finder]bool{}
	for _, trade := range list {
		x, err := opening.ParseExchange(g, trade.Exchange)
		if err != nil {
			return doc.Table{}, err
		}
		row := traded{trade, sideText(g, x.Left), sideText(g, x.Right)}
		if f := row.Best(); f != nil {
			seen[f.By] = true
		}
		about.Rows = append(about.Rows, row)
	}
	var where []string
	for _, by := range []estimate.Finder{estimate.ByFit, estimate.ByLeague, estimate.ByOdds, estimate.ByMatch} {
		if seen[by] {
			where = append(where, strings.TrimSpace(marks[by]+" in "+finders[by]))
		}
	}
	about.Where = strings.Join(where, "; ")
	return texts.Table("trades", about), nil
}

// sideText names the pieces of a side in a cell: "knight + 2 pawns".
func sideText(g *rules.Game, types []rules.Type) string {
	return strings.Join(estimate.Counted(g, types, func(n int, name string) string {
		if n == 1 {
			return name
		}
		return format.Plural(n, name)
	}), " + ")
}

// maxTrades is the largest number of rows of the table in a report.
const maxTrades = 10

// TradesOf returns the table of what to give for the pieces of an estimate: the best exchange of
// each piece from strong to weak, then the second of each, as far as they are near to even.
func TradesOf(res *estimate.Result) ([]doc.Block, error) {
	m, err := res.Model()
	if m == nil || err != nil {
		return nil, err
	}
	if err := m.Learn(res.Game, nil); err != nil { // from the short league
		return nil, err
	}
	var each [][]*Trade
	for _, v := range res.Told() {
		if res.Game.IsPawn(v.Type) || len(each) == maxTrades {
			continue
		}
		list, err := Fair(m, res.Game, v.Type)
		if err != nil {
			return nil, err
		}
		each = append(each, list)
	}
	t, err := TradeTable(res.Game, useful(each))
	t.Foot = append(t.Foot, doc.T(" The command bestiary trade predicts others.")...)
	return []doc.Block{t}, err
}

// maxOff is how far from one half a score in the table of a report may be.
const maxOff = 0.1

// useful picks the first of each list, then the second of each, without exchanges that are far from
// even or that are listed the other way round.
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

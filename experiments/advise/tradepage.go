//go:build !js

package advise

import (
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// finders names the games in which a score was found.
var finders = map[estimate.Finder]string{
	estimate.ByFit: "the games from which the values were estimated", estimate.ByLeague: "the league",
	estimate.ByOdds:  "matches at odds, the first rank shuffled",
	estimate.ByMatch: "matches at the exchange",
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

// BareFound and Both are the score of the match that was played, and that by the forecast and the match together.
func (t traded) BareFound() string { return wholePercents.Bare().Interval(t.Match.Found) }
func (t traded) Both() string      { return wholePercents.Bare().Interval(t.Match.These) }

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
	rows, err := tradeRowsOf(g, list)
	about, seen := tradeRows{Rows: rows}, map[estimate.Finder]bool{}
	for _, row := range rows {
		if f := row.Best(); f != nil {
			seen[f.By] = true
		}
	}
	var where []string
	for _, by := range []estimate.Finder{estimate.ByFit, estimate.ByLeague, estimate.ByOdds, estimate.ByMatch} {
		if seen[by] {
			where = append(where, strings.TrimSpace(marks[by]+" in "+finders[by]))
		}
	}
	about.Where = strings.Join(where, "; ")
	return texts.Table("trades", about), err
}

// tradeRowsOf returns the rows of some trades.
func tradeRowsOf(g *rules.Game, list []*Trade) (rows []traded, err error) {
	for _, trade := range list {
		x, err := opening.ParseExchange(g, trade.Exchange)
		if err != nil {
			return nil, err
		}
		rows = append(rows, traded{trade, sideText(g, x.Left), sideText(g, x.Right)})
	}
	return rows, nil
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

// TradesOf returns the table of what to give for the pieces of an estimate.
func TradesOf(res *estimate.Result) ([]doc.Block, error) {
	list, err := tradesOf(res, nil)
	if err != nil || list == nil {
		return nil, err
	}
	return tradesBlock(res.Game, list)
}

// tradesBlock returns the tables of trades in a report: those that were played, and those that are predicted alone.
func tradesBlock(g *rules.Game, list []*Trade) (blocks []doc.Block, err error) {
	n := slices.IndexFunc(list, func(t *Trade) bool { return t.Match == nil })
	if n < 0 {
		n = len(list)
	}
	if n > 0 {
		rows, err := tradeRowsOf(g, list[:n])
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, texts.Table("played trades", rows))
	}
	t, err := TradeTable(g, list[n:])
	t.Foot = append(t.Foot, doc.T(" The command bestiary trade predicts other exchanges, and --play plays them.")...)
	return append(blocks, t), err
}

// reversed returns an exchange the other way round.
func reversed(exchange string) string {
	left, right, _ := strings.Cut(exchange, "=")
	return right + "=" + left
}

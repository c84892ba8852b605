package estimate

import (
	"context"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

func TestTradeText(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse")
	for _, test := range []struct {
		exchange    string
		score, half float64
		found       []Found
		want        string
	}{
		{"pawn+rook=knight+bishop", 0.46, 0.07, []Found{{By: ByFit, Pairs: 240, Score: around(0.441, 0.02)}},
			"A rook and a pawn score 46 % (39 to 53) against a knight and a bishop; the other side is perhaps a little better. Found: 44.1 % (42.1 to 46.1), in 240 pairs of the games from which the values are."},
		{"knight=bishop", 0.49, 0.07, nil, "A knight scores 49 % (42 to 56) against a bishop; that is perhaps about even."},
		{"bishop=knight", 0.51, 0.04, nil, "A bishop scores 51 % (47 to 55) against a knight; that is about even."},
		{"pawn+pawn=", 0.64, 0.07, nil, "Two pawns more score 64 % (57 to 71); this side is better."},
		{"=pawn+pawn+knight", 0.1, 0.05, nil, "A knight and two pawns less score 10 % (5 to 15); the other side is much better. So far from 50 % nobody has compared forecasts with games."},
		{"rook-in-hand+rook-in-hand=rook", 0.55, 0.04, nil, "Two rooks in hand score 55 % (51 to 59) against a rook; this side is a little better."},
	} {
		got := testkit.Must((&Trade{Exchange: test.exchange, Predicted: around(test.score, test.half), Found: test.found, OneSided: test.score < 0.15}).Text(g))(t)
		testkit.Same(t, test.exchange, test.want, got)
	}
}

func TestTradeTable(t *testing.T) {
	g := rulestest.Game(t, "chess")
	trade := func(exchange string, score float64, found ...Found) *Trade {
		return &Trade{Exchange: exchange, Predicted: around(score, 0.06), Found: found}
	}
	list := useful([][]*Trade{
		{trade("queen=rook+rook", 0.52, Found{By: ByOdds, Pairs: 1500, Score: around(0.565, 0.02)}), trade("pawn+queen=bishop+bishop", 0.75)},
		{trade("bishop=knight", 0.51, Found{By: ByFit, Pairs: 77, Score: around(0.5, 0.05)}), trade("bishop=pawn+pawn+pawn", 0.49)},
		{trade("knight=bishop", 0.49), trade("knight=pawn+pawn+pawn", 0.48, Found{By: ByLeague, Pairs: 20, Score: around(0.5, 0.1)})},
	})
	table := testkit.Must(TradeTable(g, list))(t)
	text, _, _ := strings.Cut(table.Text(79), "\n\n")
	testkit.Same(t, "table", `for     give     predicted in %           found in %    pairs
queen   2 rooks   52 (46 to 58)  56.5 (54.5 to 58.5)  1,500 O
bishop  knight    51 (45 to 57)  50.0 (45.0 to 55.0)       77
bishop  3 pawns   49 (43 to 55)                    –        –
knight  3 pawns   48 (42 to 54)  50.0 (40.0 to 60.0)     20 L`, text)
	if foot := table.Foot.String(); !strings.Contains(foot, "found: with sampling error alone, in the games from which the values are; L in the league; O in matches at odds, the first rank shuffled.") {
		t.Errorf("foot %q", foot)
	}
	table = testkit.Must(TradeTable(g, list[2:3]))(t)
	if len(table.Head) != 3 || len(table.Rows[0]) != 3 || strings.Contains(table.Foot.String(), "found") {
		t.Errorf("nothing was found: %v", table)
	}
}

// The report of a run says what to give for its pieces, from strong to weak.
func TestReportHasTrades(t *testing.T) {
	res, cfg := synthetic(t), Default()
	cfg.SetPairs(20)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes, cfg.Panel = 0, 0, 10, []string{run.Learned}
	played := testkit.Must(Run(context.Background(), res.Game, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	model := played.Measurement.Posterior.Model
	clear(model.Coefficients)
	for i, p := range pieces {
		model.Coefficients[i] = stat.Number(p.x)
	}
	res.Measurement.Posterior.Model, res.Panel = model, &tuning.Panel{Players: 2, Spread: 0.03, Weight: 0.1}
	res.Differences = []Difference{{Exchange: "knight=bishop", Pairs: 90, Score: around(0.47, 0.04)}}
	blocks := testkit.Must(testkit.Must(newDraft(res))(t).tradeTable())(t)
	rows := blocks[0].(doc.Table).Rows
	if len(blocks) != 1 || len(rows) != maxTrades || rows[0][0].String() != "queen" {
		t.Fatalf("%v", blocks)
	}
	var found []string
	for _, row := range rows {
		if row[3].String() != format.None {
			found = append(found, row[0].String()+" for "+row[1].String()+" "+row[3].String())
		}
	}
	testkit.Same(t, "found", []string{"bishop for knight 53.0 (49.0 to 57.0)"}, found)
	res.Measurement.Posterior.Model = tuning.Model{}
	if blocks := testkit.Must(testkit.Must(newDraft(res))(t).tradeTable())(t); blocks != nil {
		t.Errorf("without a model: %v", blocks)
	}
}

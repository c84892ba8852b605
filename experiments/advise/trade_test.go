package advise

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// about returns an interval with limits at a distance from the estimate.
func about(x, half float64) stat.Interval { return stat.Symmetric(x, half, 0.95) }

// scored returns the score of an exchange that games have found.
func scored(exchange string, by estimate.Finder, pairs int, score, half float64) estimate.Found {
	return estimate.Found{Exchange: exchange, By: by, Pairs: pairs, Score: about(score, half)}
}

func TestTradeText(t *testing.T) {
	g := rulestest.Game(t, "crazyhouse")
	for _, test := range []struct {
		exchange    string
		score, half float64
		found       []estimate.Found
		want        string
	}{
		{"pawn+rook=knight+bishop", 0.46, 0.07, []estimate.Found{{By: estimate.ByFit, Pairs: 240, Score: about(0.441, 0.02)}},
			"A rook and a pawn score 46 % (39 to 53) against a knight and a bishop; the other side is perhaps a little better. Found: 44.1 % (42.1 to 46.1), in 240 pairs of the games from which the values were estimated."},
		{"knight=bishop", 0.49, 0.07, nil, "A knight scores 49 % (42 to 56) against a bishop; that is perhaps about even."},
		{"bishop=knight", 0.51, 0.04, nil, "A bishop scores 51 % (47 to 55) against a knight; that is about even."},
		{"pawn+pawn=", 0.64, 0.07, nil, "A side that is two pawns ahead scores 64 % (57 to 71); this side is better."},
		{"=pawn+pawn+knight", 0.1, 0.05, nil, "A side that is a knight and two pawns behind scores 10 % (5 to 15); the other side is much better. Nobody has compared forecasts with games so far from 50 %."},
		{"rook-in-hand+rook-in-hand=rook", 0.55, 0.04, nil, "Two rooks in hand score 55 % (51 to 59) against a rook; this side is a little better."},
	} {
		got := testkit.Must((&Trade{Exchange: test.exchange, Predicted: about(test.score, test.half), Found: test.found, OneSided: test.score < 0.15}).Text(g))(t)
		testkit.Same(t, test.exchange, test.want, got)
	}
}

func TestTradeTable(t *testing.T) {
	g := rulestest.Game(t, "chess")
	trade := func(exchange string, score float64, found ...estimate.Found) *Trade {
		return &Trade{Exchange: exchange, Predicted: about(score, 0.06), Found: found}
	}
	list := useful(nil, [][]*Trade{
		{trade("queen=rook+rook", 0.52, estimate.Found{By: estimate.ByOdds, Pairs: 1500, Score: about(0.565, 0.02)}), trade("pawn+queen=bishop+bishop", 0.75)},
		{trade("bishop=knight", 0.51, estimate.Found{By: estimate.ByFit, Pairs: 77, Score: about(0.5, 0.05)}), trade("bishop=pawn+pawn+pawn", 0.49)},
		{trade("knight=bishop", 0.49), trade("knight=pawn+pawn+pawn", 0.48, estimate.Found{By: estimate.ByLeague, Pairs: 20, Score: about(0.5, 0.1)})},
	})
	table := testkit.Must(TradeTable(g, list))(t)
	text, _, _ := strings.Cut(table.Text(79), "\n\n")
	testkit.Same(t, "table", `for     give     predicted in %           found in %    pairs
queen   2 rooks   52 (46 to 58)  56.5 (54.5 to 58.5)  1,500 O
bishop  knight    51 (45 to 57)  50.0 (45.0 to 55.0)       77
bishop  3 pawns   49 (43 to 55)                    –        –
knight  3 pawns   48 (42 to 54)  50.0 (40.0 to 60.0)     20 L`, text)
	if foot := table.Foot.String(); !strings.Contains(foot, "found, with limits for sampling error alone: in the games from which the values were estimated; L in the league; O in matches at odds, the first rank shuffled.") {
		t.Errorf("foot %q", foot)
	}
	table = testkit.Must(TradeTable(g, list[2:3]))(t)
	if len(table.Head) != 3 || len(table.Rows[0]) != 3 || strings.Contains(table.Foot.String(), "found") {
		t.Errorf("nothing was found: %v", table)
	}
}

// The report of a run says what to give for its pieces, from strong to weak.
func TestReportHasTrades(t *testing.T) {
	cfg := estimate.Default()
	cfg.SetPairs(20)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes, cfg.Panel = 0, 0, 10, []string{run.Learned}
	res := testkit.Must(estimate.Run(context.Background(), rulestest.Game(t, "chess"), cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	model := &res.Measurement.Posterior.Model
	clear(model.Coefficients)
	for i, x := range []float64{0.3, 0.93, 1.02, 1.5, 2.85} {
		model.Coefficients[i] = stat.Number(x)
	}
	for i := range res.Ranking {
		res.Ranking[i].Tier = 1
	}
	slices.SortFunc(res.Ranking, func(a, b estimate.RankedValue) int { return int(b.Type) - int(a.Type) })
	res.Panel = &tuning.Panel{Players: 2, Spread: 0.03, Weight: 0.1}
	res.Differences = []estimate.Difference{{Exchange: "knight=bishop", Pairs: 90, Score: about(0.47, 0.04)}}
	blocks := testkit.Must(TradesOf(res))(t)
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
	res.Trades = blocks
	testkit.Must(res.Write(page.Run{}))(t)
	if text := testkit.Read(t, res.Folder, page.MarkdownFile); !strings.Contains(text, "| bishop | knight |") {
		t.Error("the page has no trades")
	}
	// What the short league found moves what is predicted of other exchanges.
	res.Predicted = &estimate.Predicted{Found: []estimate.Found{{Exchange: "rook=knight", By: estimate.ByLeague, Pairs: 3000, Score: about(0.95, 0.01)}}}
	predicted := func(blocks []doc.Block) (out []string) {
		for _, row := range blocks[0].(doc.Table).Rows {
			out = append(out, row[1].String()+row[2].String())
		}
		return out
	}
	if before, after := predicted(blocks), predicted(testkit.Must(TradesOf(res))(t)); slices.Equal(before, after) {
		t.Errorf("before and after a match: %q", before)
	}
	res.Measurement.Posterior.Model = tuning.Model{}
	if blocks := testkit.Must(TradesOf(res))(t); blocks != nil {
		t.Errorf("without a model: %v", blocks)
	}
}

// Trades follow from the values; scores that were found stand beside them, whichever side they
// name first; and the fair exchanges of a piece are the even and simple ones. The values of the
// model are replaced.
func TestTrades(t *testing.T) {
	g := rulestest.Game(t, "chess")
	m := testkit.Must(estimate.Bundled(g))(t).Model
	m.Spread, m.Weight, m.Exchange = 0.03, 0.1, 0.1
	clear(m.Coefficients)
	copy(m.Coefficients, []stat.Number{0.3, 0.95, 1, 1.5, 2.95})
	m.Found = []estimate.Found{
		scored("bishop+knight=rook+pawn", estimate.ByLeague, 20, 0.5375, 0.25), scored("pawn+rook=knight+bishop", estimate.ByFit, 200, 0.45, 0.03),
		scored("pawn+rook=knight+bishop traded", estimate.ByOdds, 300, 0.4, 0.02), scored("pawn= traded", estimate.ByOdds, 100, 0.6, 0.04),
		scored("rook=pawn+pawn+bishop", estimate.ByFit, 50, 0.48, 0.04),
	}
	folder := t.TempDir()
	testkit.Must(files.Write(folder, testkit.Must(files.JSON(estimate.ModelFile, m))(t)))(t)
	m = testkit.Must(estimate.ReadSource(folder, g))(t).Model
	x := testkit.Must(NewTrade(m, g, "rook+pawn=bishop+knight"))(t)
	if math.Abs(x.LogOdds+0.15) > 0.01 || x.Exchange != "pawn+rook=knight+bishop" || x.Errors.Chance != 0 || x.Errors.Exchange != 0.1 || !(x.Errors.Player > 0.05) || x.OneSided {
		t.Errorf("%+v", x)
	}
	testkit.Same(t, "found", []estimate.Found{m.Found[1], scored("pawn+rook=knight+bishop", estimate.ByLeague, 20, 0.4625, 0.25)}, x.Found)
	if pawn := testkit.Must(NewTrade(m, g, "pawn="))(t); len(pawn.Found) != 1 || math.Abs(pawn.Predicted.Estimate-logit.Sigmoid(0.3)) > 0.01 {
		t.Errorf("%+v", pawn)
	}
	if far := testkit.Must(NewTrade(m, g, "queen=pawn"))(t); !far.OneSided {
		t.Errorf("%+v", far)
	}
	for text, want := range map[string]string{
		"=": `exchange "=": both sides are the same`, "rook=rook": "rook is on both sides", "rok=": `did you mean "rook"?`, "queen+queen=rook+rook+rook": "the army of chess has the pieces of neither side",
	} {
		testkit.Fails(t, testkit.Error(NewTrade(m, g, text)), want)
	}

	for piece, want := range map[string]string{"knight": "knight=bishop", "bishop": "pawn+pawn+bishop=rook", "rook": "rook=pawn+pawn+bishop", "queen": "queen=rook+rook", "pawn": "pawn+pawn+pawn=knight"} {
		list := testkit.Must(Fair(m, g, g.TypeNamed(piece)))(t)
		var texts []string
		for _, x := range list {
			texts = append(texts, x.Exchange)
		}
		if len(list) != 5 || texts[0] != want {
			t.Errorf("for a %s: %q, want first %s", piece, texts, want)
		}
	}
	m.Coefficients[3] = 1.65 // with which one exchange is nearer to even after random moves than before
	if list := testkit.Must(Fair(m, g, g.TypeNamed("queen")))(t); !slices.IsSortedFunc(list, byFairness) {
		t.Error("the exchanges of a queen are in the order of rough scores")
	}
	m.Columns = m.Columns[1:]
	testkit.Fails(t, testkit.Error(Fair(m, g, g.TypeNamed("rook"))), "expected those of chess")
}

// Where the armies differ, pieces of one are exchanged for pieces of the other: then a score is one half and what the exchange
// changes, on the scale of other exchanges.
func TestTradeBetweenArmies(t *testing.T) {
	g := rulestest.Game(t, "spartan")
	cfg := estimate.Default()
	cfg.SetPairs(40)
	cfg.OddsPairs, cfg.Rounds, cfg.Play.Nodes, cfg.Panel = 0, 0, 10, []string{run.Learned}
	res := testkit.Must(estimate.Run(t.Context(), g, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
	m := testkit.Must(res.Model())(t)
	clear(m.Coefficients)
	for i, v := range opening.Valued(g) {
		m.Coefficients[i] = map[string]stat.Number{"rook": 1, "captain": 0.5, "hoplite": 0.2, "pawn": 0.2}[opening.NameOf(g, v)]
	}
	for exchange, want := range map[string]float64{"rook=captain": logit.Sigmoid(0.5), "hoplite=pawn": 0.5, "pawn=": logit.Sigmoid(0.2)} {
		x := testkit.Must(NewTrade(m, g, exchange))(t)
		testkit.Near(t, exchange, x.Predicted.Estimate, want, 0.02)
		army := map[string]string{"rook=captain": "Spartans", "hoplite=pawn": "Persians"}[exchange]
		if text := testkit.Must(x.Text(g))(t); x.Army != army || army != "" && !strings.Contains(text, "for "+army+", where 50 % is as before") {
			t.Errorf("%s of %q: %s", exchange, x.Army, text)
		}
	}
	army := map[string]string{}
	for c, names := range map[string]string{"White": "pawn knight bishop rook queen", "Black": "hoplite captain lieutenant general warlord"} {
		for name := range strings.FieldsSeq(names) {
			army[name] = c
		}
	}
	for _, piece := range []string{"hoplite", "knight", "captain", "queen"} {
		for _, x := range testkit.Must(Fair(m, g, g.TypeNamed(piece)))(t) {
			for side := range strings.SplitSeq(x.Exchange, "=") {
				for name := range strings.SplitSeq(side, "+") {
					if first, _, _ := strings.Cut(side, "+"); army[name] != army[first] {
						t.Errorf("%s: pieces of both armies are on a side", x.Exchange)
					}
				}
			}
		}
	}
}

package study

import (
	"math"
	"os"
	"regexp"
	"testing"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

// valued is a run with known values, in logits, and a known covariance.
func valued(t *testing.T) *RunResult {
	t.Helper()
	e := chessExperiment(t)
	g := e.Runs[0].Game
	design := tuning.Estimate{DF: math.Inf(1)}
	for i, x := range []float64{0.25, 0.75, 0.75, 1.25, 2.5} { // pawn, knight, bishop, rook, queen
		typ := g.Types()[i]
		design.Values = append(design.Values, tuning.Value{Type: typ, Piece: g.TypeName(typ), Logit: stat.Exact(x)})
		row := make([]float64, 5)
		row[i] = 0.01
		design.Covariance = append(design.Covariance, row)
	}
	design.Covariance[3][4], design.Covariance[4][3] = 0.005, 0.005
	return &RunResult{Run: e.Runs[0], Values: &estimate.Result{Game: g, Measurement: &tuning.Measurement{Design: design, Luck: design}}}
}

func sum(t *testing.T, text string) Sum {
	t.Helper()
	return testkit.Must(ParseSum(text))(t)
}

func TestWorth(t *testing.T) {
	run := valued(t)
	// In logits the variance of a difference is 0.01 + 0.01 - 2·0.005.
	e := worth(sum(t, "queen - rook"), nil, run)
	v := e.At(0.95)
	testkit.Near(t, "queen less rook", v.Estimate, 1.25, 1e-12)
	testkit.Near(t, "its upper limit", v.Hi, 1.25+1.959964*0.1, 1e-6)
	// A ratio is the one of the estimate, and so are its limits.
	e = worth(sum(t, "queen"), sum(t, "rook"), run)
	design := &run.Values.Measurement.Design
	want := design.Ratio(design.Values[4].Type, design.Values[3].Type, 0.9)
	got := e.At(0.9)
	if !want.Known() {
		t.Fatal("no ratio")
	}
	testkit.Near(t, "queen in rooks", got.Estimate, 2, 1e-12)
	testkit.Near(t, "lower limit", got.Lo, want.Lo, 1e-9)
	testkit.Near(t, "upper limit", got.Hi, want.Hi, 1e-9)
	// What exchanges differ by is in the interval, and no number of games reduces it.
	luck := &run.Values.Measurement.Luck
	luck.Covariance = [][]float64{{0.0025, 0, 0, 0, 0}, {0, 0.0025, 0, 0, 0}, {0, 0, 0.0025, 0, 0}, {0, 0, 0, 0.0025, 0.00125}, {0, 0, 0, 0.00125, 0.0025}}
	split := worth(sum(t, "queen - rook"), nil, run)
	testkit.Near(t, "upper limit with exchanges", split.At(0.95).Hi, 1.25+1.959964*0.1, 1e-6)
	testkit.Near(t, "what games do not reduce", split.Fixed(), 0.75, 0.01)
	*luck = run.Values.Measurement.Design
	// Twice a knight over a knight and a bishop, whose covariance is that of one piece.
	e = worth(sum(t, "2 knight"), sum(t, "knight + bishop"), run)
	testkit.Near(t, "two knights over knight and bishop", e.Estimate, 1, 1e-12)
	// What games say nothing about is unknown, whatever it is set against.
	design.Values[1].Logit = stat.Unbounded(0.75, 0.95)
	if e = worth(sum(t, "queen"), sum(t, "rook"), run); !math.IsInf(e.At(0.95).Hi, 1) {
		t.Errorf("unknown: %v", e.At(0.95))
	}
}

// inventedGames are pairs of which White wins the first game, and one second game in
// five; all others are drawn.
func inventedGames(pairs int) []measure.Game {
	var list []measure.Game
	for pair := range pairs {
		second := rules.Draw
		if pair%5 == 0 {
			second = rules.WhiteWins
		}
		list = append(list,
			measure.Game{Pair: pair, Index: 0, Result: rules.WhiteWins, Reason: rules.Checkmate, Plies: 100 + pair%7},
			measure.Game{Pair: pair, Index: 1, Result: second, Reason: rules.Checkmate, Plies: 120})
	}
	return list
}

// measured is a measure as a statistic.
func measured(name string) Statistic {
	m, _ := FindMeasure(name)
	return measureOf(m)
}

func evidenceOf(measure string, games []measure.Game) Evidence {
	return measured(measure).of(&RunResult{List: games})
}

func TestMeasures(t *testing.T) {
	games := inventedGames(100)
	e := evidenceOf("white-score", games)
	testkit.Near(t, "White's score", e.Estimate, 0.8, 1e-12)
	if v := e.At(0.95); !(v.Lo > 0.75 && v.Lo < 0.8 && v.Hi > 0.8 && v.Hi < 0.85) {
		t.Errorf("limits %v", v)
	}
	if wide, narrow := e.At(0.99), e.At(0.9); !(wide.Lo < narrow.Lo && narrow.Hi < wide.Hi) {
		t.Errorf("99 %% %v inside 90 %% %v", wide, narrow)
	}
	if e := evidenceOf("placement-spread", games); !math.IsInf(e.At(0.95).Hi, 1) {
		t.Errorf("placements without waiting pieces: %v", e.At(0.95))
	}
	// Runs of other lengths are compared as independent ones.
	r := &Result{Runs: []*RunResult{
		{Run: &Run{Play: match.Config{Seed: 1}}, Pairs: 100, List: games},
		{Run: &Run{Play: match.Config{Seed: 1}}, Pairs: 50, List: inventedGames(50)},
		{Run: &Run{Play: match.Config{Seed: 1}}, Pairs: 100, List: games},
	}}
	s := measured("length")
	if _, ok := s.paired(r.Runs[0], r.Runs[1]); ok {
		t.Error("runs of 100 and 50 pairs are paired")
	}
	// Runs that are the same in each game have no spread of differences; then their own
	// spread bounds the difference.
	d := r.change(&Hypothesis{Statistic: s, Other: s, Change: Difference}, 0, 2)
	if d.Estimate != 0 || !(d.At(0.95).Hi > 0) || math.IsInf(d.At(0.95).Hi, 1) {
		t.Errorf("difference of equal runs %v", d.At(0.95))
	}
	q := r.change(&Hypothesis{Statistic: s, Other: s, Change: Ratio}, 0, 1)
	testkit.Near(t, "ratio of lengths", q.Estimate, 1, 0.01)
}

// The example of the documentation is a file without faults.
func TestDocumentedExample(t *testing.T) {
	text := testkit.Must(os.ReadFile("../../docs/experiments.md"))(t)
	example := regexp.MustCompile("(?s)```toml\n(.*?)```").FindSubmatch(text)
	if example == nil {
		t.Fatal("no example")
	}
	e := testkit.Must(library().Parse("archbishop.toml", example[1]))(t)
	if len(e.Runs) != 3 || len(e.Hypotheses) != 2 || e.Hypotheses[0].Rule != (Rule{0.75, 2.25, 0.25}) {
		t.Errorf("read %d runs, %d hypotheses, %+v", len(e.Runs), len(e.Hypotheses), e.Hypotheses[0].Rule)
	}
}

// The one run that all are set against counts once, not once for each.
func TestMeanAgainstOneRun(t *testing.T) {
	r := &Result{Experiment: &Experiment{Level: 0.95}}
	for i, pairs := range []int{100, 80, 60} {
		r.Runs = append(r.Runs, &RunResult{Run: &Run{Play: match.Config{Seed: uint64(i)}}, Pairs: pairs, List: inventedGames(pairs)})
	}
	s := measured("length")
	tests, _ := r.tests(&Hypothesis{Statistic: s, Other: s, Change: Difference, Across: Mean, Runs: []int{0, 1}, Against: []int{2}})
	if len(tests) != 1 {
		t.Fatalf("%d tests", len(tests))
	}
	squares := 0.0
	for i, weight := range []float64{0.5, 0.5, 1} {
		e := s.of(r.Runs[i])
		squares += math.Pow(weight*e.At(0.95).HalfWidth(), 2)
	}
	testkit.Near(t, "half-width", tests[0].Evidence.At(0.95).HalfWidth(), math.Sqrt(squares), 1e-9)
}

// Limits of values include the choice of players.
func TestWorthIncludesPlayers(t *testing.T) {
	for _, s := range []Statistic{worthOf(sum(t, "queen - rook"), nil), worthOf(sum(t, "queen"), sum(t, "rook"))} {
		run := valued(t)
		e := s.of(run)
		alone := e.At(0.95)
		var err error
		if run.Values.Panel, err = tuning.NewPanel([]*tuning.Estimate{&run.Values.Measurement.Design}); err != nil {
			t.Fatal(err)
		}
		e = s.of(run)
		if all := e.At(0.95); !(all.Lo < alone.Lo && alone.Hi < all.Hi && all.Estimate == alone.Estimate) {
			t.Errorf("%+v with players, %+v without", all, alone)
		}
		// The two errors are independent, and each has a level of its own. They are added in squares but for the tails of
		// an error whose size is uncertain.
		arm := func(games, rest float64) float64 { return math.Pow(e.Estimate-e.Interval(games, rest).Lo, 2) }
		testkit.Near(t, "games and players", arm(0.99, 0.8), arm(0.99, 1e-3)+arm(1e-3, 0.8), 0.02*arm(0.99, 0.8))
		testkit.Near(t, "part of the players", e.Fixed(), 1-math.Pow(alone.HalfWidth()/e.At(0.95).HalfWidth(), 2), 0.025)
	}
}

// Of a hundred decided games three pass 20 moves and one passes 40: a limit of 21 moves
// loses one in a hundred.
func TestLimitOfMoves(t *testing.T) {
	var games []measure.Game
	for i := range 100 {
		g := measure.Game{Pair: i / 2, Index: i % 2, Result: rules.WhiteWins, Counter: 5, EndCounter: 1}
		switch {
		case i == 0:
			g.Counter = 40
		case i < 3:
			g.Counter = 20
		}
		games = append(games, g)
	}
	e := evidenceOf("limit-of-moves", games)
	if v := e.At(0.95); e.Estimate != 21 || v.Lo > 21 || v.Lo < 6 || !math.IsInf(v.Hi, 1) {
		t.Errorf("%v: want 21, a lower limit from 6 to 21, and no upper one from so few games", v)
	}
	for i := range games {
		games[i].Result = rules.Draw
	}
	if e := evidenceOf("limit-of-moves", games); !math.IsNaN(e.Estimate) {
		t.Errorf("nothing decided: %v", e.Estimate)
	}
}

// A pair is worth what the model says, at any level; games that do not tell it leave it
// unknown.
func TestPlaceEvidence(t *testing.T) {
	run := valued(t)
	places := func(se float64) []tuning.Place {
		return []tuning.Place{
			{Piece: "bishop", Kind: tuning.Pair, Worth: stat.Normal(0.4, se, 0.95), Support: 9},
			{Piece: "pawn", Kind: tuning.Edge, Worth: stat.Unbounded(-0.1, 0.95)},
		}
	}
	m := run.Values.Measurement
	m.Luck.Places, m.Design.Places = places(0.06), places(0.1)
	e := placeEvidence("bishop pair", run)
	v := e.At(0.9)
	testkit.Near(t, "pair", v.Estimate, 0.4, 1e-12)
	testkit.Near(t, "its upper limit", v.Hi, 0.4+1.644854*0.1, 1e-6)
	testkit.Near(t, "the part of the variance that more games leave", e.Fixed(), 0.64, 1e-3)
	run.Values.Panel = tuning.ExpectedPanel([]float64{1})
	testkit.Near(t, "its upper limit with players", placeEvidence("bishop pair", run).At(0.9).Hi,
		0.4+1.644854*math.Hypot(0.1, 0.4*run.Values.Panel.Spread), 1e-6)
	for _, place := range []string{"pawn edge", "rook pair"} {
		if e := placeEvidence(place, run); e.At(0.9).Bounded() {
			t.Errorf("%s is worth %v", place, e.At(0.9))
		}
	}
}

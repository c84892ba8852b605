package estimate

import (
	"math"
	"slices"
	"testing"

	"bestiary/engine/endgame"
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// around returns an interval with limits at a distance from the
func around(x, half float64) stat.Interval {
	return stat.Symmetric(x, half, 0.95)
}

var boundless = stat.Unbounded(2, 0.95)

// piece is a kind of piece with its value in logits.
type piece struct {
	name string
	tier int
	side int
	x    float64
}

// pieces are those of chess.
var pieces = []piece{
	{"pawn", 4, 8, 0.3}, {"knight", 3, 2, 0.93}, {"bishop", 3, 2, 1.02}, {"rook", 2, 2, 1.5}, {"queen", 1, 1, 2.85},
}

// synthetic returns a result without any games.
func synthetic(t *testing.T) *Result {
	t.Helper()
	v := testkit.Must(variant.Find("chess"))(t)
	return syntheticOf(t, testkit.Must(rules.Compile(v))(t), pieces)
}

// syntheticOf is synthetic for another game.
func syntheticOf(t *testing.T, g *rules.Game, pieces []piece) *Result {
	t.Helper()
	inventedOf := func(g *rules.Game, method string, scale, share float64) tuning.Estimate {
		return estimateWith(g, pieces, method, scale, share)
	}
	m := &tuning.Measurement{
		Scale: tuning.NewScale(g, tuning.Points), Level: 0.95, Games: 40, Pairs: 20, Positions: 180,
		Design: inventedOf(g, "design", 1, 0.2), Luck: inventedOf(g, "design", 1, 0.18), Exchange: 0.1, Exchanges: 12, Texel: inventedOf(g, "texel", 1.4, 0.1), Prior: inventedOf(g, "prior", 0, 0), Posterior: inventedOf(g, "posterior", 1, 0.15),
		Ridge:  tuning.Ridge{Factor: 4, Spread: 0.15, Chosen: true},
		Phases: []tuning.Phase{{Piece: "pawn", Worth: []stat.Interval{around(0.8, 0.1), around(1, 0.1), around(1.4, 0.3)}}},
		Stages: []float64{0.5, 0.3, 0.2},
		Calibration: []logit.Bin{
			{From: 0.2, To: 0.5, Predicted: 0.4, Observed: around(0.38, 0.1), Rows: 18},
			{From: 0.5, To: 0.8, Predicted: 0.6, Observed: around(0.63, 0.1), Rows: 22},
		},
		CalibrationError: 0.024, CalibrationFloor: 0.05,
	}
	cfg := Default()
	cfg.SetPairs(20)
	cfg.Play.Pairs, cfg.Rounds, cfg.RoundPairs = 20, 1, 5
	res := &Result{
		Game: g, Config: cfg,
		Weights: eval.Prior(g), Measurement: m, Folder: t.TempDir(),
		Games: GameCounts{
			Summary: store.Summary{Games: 40, W: 20, D: 4, L: 16},
			Endings: []Ending{{Reason: rules.Checkmate, Games: 36}, {Reason: rules.Repetition, Games: 4, Drawn: true}},
			Decided: []int{20, 31, 44}, Drawn: []int{70},
		},
		Rounds: []Round{
			{Number: 1, Games: 10, Summary: store.Summary{Games: 10, W: 5, D: 1, L: 4}, Estimate: "texel", Values: m.Texel.Values},
			{Number: 2, Last: true, Games: 40, Summary: store.Summary{Games: 40, W: 20, D: 4, L: 16}, Estimate: "design", Values: m.Design.Values},
		},
	}
	for i := len(pieces) - 1; i >= 0; i-- { // from strong to weak
		p := pieces[i]
		kind, over := opening.Named(g, p.name), m.Texel.Values[i].Worth
		res.Ranking = append(res.Ranking, RankedValue{
			Value: m.Design.Values[i], Total: m.Posterior.Values[i].Worth,
			Another: stat.Symmetric(m.Posterior.Values[i].Worth.Estimate, 1.2*m.Posterior.Values[i].Worth.HalfWidth(), 0.95), Sampling: m.Luck.Values[i].Worth, Prior: stat.Number(m.Prior.Values[i].Worth.Estimate),
			Over: &over, FromGames: 0.8, Symbol: opening.SymbolOf(g, kind), Tier: p.tier, Count: p.side, Mates: mates[p.name], Unchecked: eval.Unchecked(g, opening.OnBoard(kind)),
		})
	}
	return res
}

// ranking returns the place of a piece in the ranking.
func ranking(res *Result, piece string) *RankedValue {
	i := slices.IndexFunc(res.Ranking, func(v RankedValue) bool { return v.Piece == piece })
	return &res.Ranking[i]
}

// ghosts returns an estimate of a game with a piece that never captures, whose value the games
// do not tell, and with a rook that the games find weaker than its moves suggest.
func ghosts(t *testing.T) *Result {
	g := rulestest.Parse(t, ghostGame)
	res := syntheticOf(t, g, []piece{{"pawn", 2, 6, 0.3}, {"knight", 2, 2, 0.9}, {"bishop", 2, 1, 1}, {"rook", 1, 1, 1.5}, {"ghost", 0, 1, 4.6}})
	setWorth(res, "ghost", stat.Interval{Estimate: 15.5, Lo: 2, Hi: 29, Level: 0.95})
	ranking(res, "ghost").FromGames = 0.12
	ranking(res, "rook").AgainstPrior = true
	ranking(res, "rook").Prior = 7.4
	res.Config.Fit.Priors = map[rules.Type]tuning.Prior{g.TypeNamed("rook"): {Factor: 1.1, Spread: 0.17}, g.TypeNamed("knight"): {Factor: 0.9, Spread: 0.2}}
	return res
}

// pawnDrops returns an estimate of a game in which only captured pawns can be dropped.
func pawnDrops(t *testing.T) *Result {
	v := testkit.Must(variant.Find("crazyhouse"))(t)
	testkit.OK(t, v.Override("captures-to-hand", "pawn"))
	g := rulestest.Compile(t, v)
	res := syntheticOf(t, g, append(slices.Clone(pieces), piece{"pawn-in-hand", 4, 0, 0.4}))
	for _, p := range pieces {
		ranking(res, p.name).Mates = endgame.MatesOf(g, g.TypeNamed(p.name))
	}
	return res
}

var mates = map[string]endgame.Mates{
	"pawn": endgame.Promotes, "knight": endgame.Never, "bishop": endgame.InPairs, "rook": endgame.Alone, "queen": endgame.Alone,
}

// inventedOf returns an estimate of the values of chess on a scale, with limits at a share of
// each value.
func inventedOf(g *rules.Game, method string, scale, share float64) tuning.Estimate {
	return estimateWith(g, pieces, method, scale, share)
}

func estimateWith(g *rules.Game, pieces []piece, method string, scale, share float64) tuning.Estimate {
	e := tuning.Estimate{Method: method, White: around(0.1, 0.05), Rows: 40, Pairs: 20, LogLoss: 0.6, DesignEffect: 1.25}
	for _, p := range pieces {
		v := tuning.Value{Type: opening.Named(g, p.name), Piece: p.name, Support: 12, WeightOfData: 0.9}
		v.Logit = around(scale*p.x, share*scale*p.x)
		v.Elo = v.Logit.Elo()
		v.Pawns = around(p.x/0.3, share*p.x/0.3)
		v.Worth = around(p.x*3.4, share*p.x*3.4)
		if p.name == "pawn" {
			v.Pawns = around(1, 0)
		}
		e.Values = append(e.Values, v)
		row := make([]float64, len(pieces))
		row[len(e.Values)-1] = math.Pow(share*scale*p.x/1.96, 2)
		e.Covariance = append(e.Covariance, row)
	}
	e.DF = math.Inf(1)
	return e
}

// setWorth replaces a value of the design.
func setWorth(res *Result, piece string, x stat.Interval) {
	for i := range res.Measurement.Design.Values {
		if v := &res.Measurement.Design.Values[i]; v.Piece == piece {
			v.Worth = x
		}
	}
	for i := range res.Ranking {
		if v := &res.Ranking[i]; v.Piece == piece {
			v.Worth, v.Total, v.Another = x, x, x
			if CannotTell(x) {
				v.Tier = 0
			}
		}
	}
}

// examined returns a result with all that a page can show.
func examined(t *testing.T) *Result {
	res := synthetic(t)
	x := &tuning.Examination{
		Bending: around(-0.3, 0.2),
	}
	for _, v := range res.Measurement.Design.Values {
		x.Comparisons = append(x.Comparisons, tuning.Comparison{Piece: v.Piece, Worth: around(0.1, 0.5)})
	}
	x.Comparisons[3].Disagree = true
	m := res.Measurement
	m.Examination = x
	queen, pawn, bishop, rook := res.Game.TypeNamed("queen"), res.Game.TypeNamed("pawn"), res.Game.TypeNamed("bishop"), res.Game.TypeNamed("rook")
	m.Design.Places = []tuning.Place{
		{Type: queen, Piece: "queen", Kind: tuning.Second, Worth: around(-1.1, 0.3), All: around(8.6, 0.5), Support: 9},
		{Type: pawn, Piece: "pawn", Kind: tuning.Edge, Worth: around(-0.2, 0.1), All: around(0.8, 0.1), Support: 9},
		{Type: bishop, Piece: "bishop", Kind: tuning.Pair, Worth: around(0.4, 0.5), All: around(3.3, 0.4), Support: 7},
		{Type: rook, Piece: "rook", Kind: tuning.Pair, Worth: around(0.4, 0.5), All: stat.Unknown()}, // no game had it
	}
	m.Luck.Places = slices.Clone(m.Design.Places)
	m.Luck.Places[2].Worth = around(0.4, 0.3)
	for k, half := range []float64{1.5, 1, 0.5} {
		stage := tuning.Stage{Games: 200 << k, Pairs: 100 << k}
		for _, v := range m.Design.Values {
			stage.Worth = append(stage.Worth, around(v.Worth.Estimate, half))
		}
		m.Growth = append(m.Growth, stage)
	}
	res.Weights = eval.Default(res.Game)
	res.Weights.SetMaterial(queen, 1200, 1200)
	res.Odds = &OddsResult{Game: res.Game, Config: DefaultOdds(), Weights: eval.Default(res.Game), Lines: []OddsLine{
		{Exchange: "pawn=", Score: around(0.63, 0.02), Results: rating.Pairs{WL: 100, WW: 200}},
		{Exchange: "knight=bishop", Score: around(0.48, 0.02), Pawns: around(-5, 0.1)},
		{Exchange: "queen=", Score: around(0.9, 0.02), Pawns: around(7, 1), Saturated: true},
	}}
	res.Ladder = []Rung{{Nodes: 300, Measurement: m, Differs: make([]bool, len(pieces))},
		{Nodes: 1500, Measurement: m, Differs: []bool{false, true, false, false, false}, PawnOdds: around(0.64, 0.03)}}
	res.Slopes = []Slope{
		{Piece: "knight", PerDoubling: around(-0.03, 0.01), Moves: true, Strongest: around(3.2, 0.2), Beyond: around(3, 0.3)},
		{Piece: "rook", Over: "knight", PerDoubling: around(0.001, 0.01), Settled: true, Strongest: around(5, 0.2), Beyond: around(5.1, 0.3)},
		{Piece: "queen", PerDoubling: stat.Unknown(), Strongest: around(10, 3), Beyond: stat.Unknown()},
	}
	res.Panel = &tuning.Panel{Players: 2, Spread: 0.03}
	res.Players = []PanelPlayer{
		{Player: run.Player{Name: "learned", Says: "learned weights", Nodes: 300, Pairs: 10}, Estimate: &m.Design},
		{Player: run.Player{Name: "uci:other", Says: "its own settings", Summary: store.Summary{Reasons: map[rules.Reason]int{match.Crash: 3}}}},
	}
	other := inventedOf(res.Game, "design", 1, 0.1)
	for i := range other.Values {
		other.Values[i].Worth = other.Values[i].Worth.Scale(map[string]float64{"queen": 1.6}[other.Values[i].Piece] + 1)
	}
	res.Besides = []Beside{{Player: "other", Own: &m.Design, Theirs: &other, Differences: tuning.Compare(&other, &m.Design, 0.95)}}
	return res
}

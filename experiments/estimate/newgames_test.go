package estimate

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

// newGames returns games that are not in the catalogue.
func newGames(t *testing.T) []*rules.Game {
	t.Helper()
	files, err := filepath.Glob("testdata/games/*.toml")
	if err != nil || len(files) != 3 {
		t.Fatalf("games %q, error %v", files, err)
	}
	var out []*rules.Game
	for _, file := range files {
		text := testkit.Must(os.ReadFile(file))(t)
		v := testkit.Must(variant.Parse(file, text))(t)
		g := testkit.Must(rules.Compile(v))(t)
		out = append(out, g)
	}
	return out
}

// sane reports what is wrong with the values of a new game: every value must be bounded
// above zero and within a factor of the prior, no pawn may be worth more than an officer,
// and the strongest piece by the prior must be worth more than the weakest officer.
func sane(t *testing.T, g *rules.Game, res *Result, factor float64) {
	t.Helper()
	prior := map[string]float64{}
	for _, v := range res.Measurement.Prior.Values {
		prior[v.Piece] = v.Worth.Estimate
	}
	value := func(piece string) stat.Interval {
		i := slices.IndexFunc(res.Ranking, func(v RankedValue) bool { return v.Piece == piece })
		return res.Ranking[i].Total
	}
	most, least := "", ""
	for _, v := range res.Ranking {
		x := v.Total
		if !x.Bounded() || !(x.Lo > 0) || math.Abs(math.Log(x.Estimate/prior[v.Piece])) > math.Log(factor) {
			t.Errorf("%s: the %s is worth %v, by the prior %.2f", g.Variant.Name, v.Piece, x, prior[v.Piece])
		}
		if v.FromGames <= 0 || v.FromGames >= 1 {
			t.Errorf("%s: the games decided %.2f of the %s", g.Variant.Name, v.FromGames, v.Piece)
		}
		if g.IsPawn(v.Type) {
			continue
		}
		if pawn := value("pawn"); v.Total.Estimate < pawn.Estimate {
			t.Errorf("%s: the %s is worth %v, a pawn %v", g.Variant.Name, v.Piece, x, pawn)
		}
		if most == "" || prior[v.Piece] > prior[most] {
			most = v.Piece
		}
		if least == "" || prior[v.Piece] < prior[least] {
			least = v.Piece
		}
	}
	if a, b := value(most), value(least); !(a.Estimate > b.Estimate) {
		t.Errorf("%s: the %s is worth %v, the %s %v", g.Variant.Name, most, a, least, b)
	}
}

// Games of which the program knows only the rules get sane values: with a few games thanks
// to the prior, with the games of --quick (-long) from the games themselves.
func TestNewGamesHaveSaneValues(t *testing.T) {
	for _, g := range newGames(t) {
		cfg, factor := Quick(), 1.5
		cfg.Start = eval.Prior(g) // without the weights of another game
		if !testkit.Long() {
			cfg.Rounds, cfg.RoundPairs, cfg.Counted, cfg.Play.Nodes = 1, 5, false, 20
			cfg.SetPairs(20)
			cfg.OddsPairs = 0
		}
		res := testkit.Must(Run(context.Background(), g, cfg, t.TempDir(), match.Workers(2), match.Events{}))(t)
		sane(t, g, res, factor)
		for _, v := range res.Ranking {
			if most := 0.45; testkit.Long() && v.Total.HalfWidth() > most*v.Total.Estimate {
				t.Errorf("%s: the %s is worth %v, known to more than %.0f %%", g.Variant.Name, v.Piece, v.Total, 100*most)
			}
		}
		if !testkit.Long() {
			continue
		}
		strongest, pawn := res.Ranking[0].Type, tuning.UnitPiece(g)
		if d := res.Measurement.Design.Difference(strongest, pawn, 0.95); !(d.Lo > 0) {
			t.Errorf("%s: the strongest piece is worth %v logits more than a pawn", g.Variant.Name, d)
		}
		if slices.Equal(res.Weights.MG, run.WithMaterial(g, eval.Prior(g), res.Weights).MG) {
			t.Errorf("%s: the learning rounds of a quick run learned values alone", g.Variant.Name)
		}
	}
}

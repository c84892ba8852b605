package playing

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/datagen"
	"bestiary/selfplay/match"
)

// scored adds a position with the score and the result of the same side.
func (d *Data) scored(score int, phase, result float64, game int) {
	d.Score, d.Phase = append(d.Score, int16(score)), append(d.Phase, float32(phase))
	d.Result, d.Record = append(d.Result, float32(result)), append(d.Record, int32(game))
}

// simulate draws the results of positions, each of a game of its own, by known chances.
func simulate(c eval.Chances, n int) *Data {
	d, rng := &Data{}, rand.New(rand.NewPCG(1, 2))
	for i := range n {
		score, phase, result := rng.IntN(1200)-600, rng.Float64(), 0.0
		win, draw, _ := c.Results(score, phase)
		switch at := rng.IntN(1000); {
		case at < win:
			result = 1
		case at < win+draw:
			result = 0.5
		}
		d.scored(score, phase, result, i)
	}
	return d
}

func TestFitChances(t *testing.T) {
	for _, truth := range []eval.Chances{
		{Scale: [2]float64{300, 150}, Draw: [2]float64{0.1, 0.4}},
		{Scale: [2]float64{120, 400}, Draw: [2]float64{0.6, 0}},
	} {
		c := testkit.Must(simulate(truth, 30_000).FitChances(0, 2))(t)
		for i, side := range []string{"early", "late"} {
			testkit.Near(t, side+" scale", c.Scale[i]/truth.Scale[i], 1, 0.08)
			testkit.Near(t, side+" draw", c.Draw[i], truth.Draw[i], 0.03)
		}
		few := testkit.Must(simulate(truth, 30_000).FitChances(29_998, 1))(t)
		testkit.Near(t, "scale of two positions", few.Scale[0]/eval.UsualChances.Scale[0], 1, 0.3)
	}
	if _, err := simulate(eval.UsualChances, 9).FitChances(9, 1); !errors.Is(err, ErrNoPositions) {
		t.Errorf("error %v without positions", err)
	}
}

// selfPlay returns the positions of games that the engine plays against itself.
func selfPlay(t *testing.T, g *rules.Game, seed uint64) *Data {
	cfg, folder, crew := datagen.Default(), t.TempDir(), match.Workers(2)
	cfg.Games, cfg.Seed = 200, seed
	testkit.OK(t, datagen.Play(context.Background(), g, eval.Strongest(g), cfg, folder, crew, func(int, int) {}))
	d, e := &Data{}, eval.New(g, eval.Default(g))
	for chunk, path := range cfg.Paths(folder) {
		testkit.OK(t, datagen.Read(path, g, func(x datagen.Example) {
			d.scored(x.Score, e.Phase(x.Position), x.Result, chunk*datagen.ChunkGames+x.Game)
		}))
	}
	return d
}

// With -long, the chances of some games are those of other games than they were fitted to. With -update
// as well, the chances of all weights that come with the program are fitted again.
func TestShippedChances(t *testing.T) {
	if !testkit.Long() {
		t.Skip("plays many games")
	}
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		if w := eval.Default(g); testkit.Update() && w.Origin != nil && w.Origin.From == "" {
			w.Chances = testkit.Must(selfPlay(t, g, 20261129).FitChances(0, 2))(t)
			testkit.OK(t, w.Save(filepath.Join(testkit.Root(t), "engine", "eval", "weights", name+".toml"), g))
		}
	}
	for _, name := range []string{"chess", "xiangqi"} {
		g := rulestest.Game(t, name)
		c, played := eval.Default(g).Chances, selfPlay(t, g, 2)
		for what, least := range map[string]float32{"wins": 1, "wins and draws": 0.5} {
			d := &logit.Design{Columns: 1}
			for r, score := range played.Score {
				expected, draw, _ := c.Results(int(score), float64(played.Phase[r]))
				y := 0.0
				if least < 1 {
					expected += draw
				}
				if played.Result[r] >= least {
					y = 1
				}
				d.Add([]uint16{0}, []float64{logit.LogOdds(float64(min(max(expected, 1), 999)) / 1000)}, y, 1, played.Record[r])
			}
			bins := testkit.Must(logit.Calibration(d, []float64{1}, 10, 0.95))(t)
			observed, chance := logit.CalibrationError(bins)
			t.Logf("%s, %s: calibration error %.3f, by chance %.3f", name, what, observed, chance)
			if observed > 2*chance {
				t.Errorf("%s, %s: the bins are %+v", name, what, bins)
			}
		}
	}
}

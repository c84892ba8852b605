package tuning

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/forecast"
	"bestiary/internal/stat/logit"
)

// Model is the fitted model of the armies, from which the score of any two armies follows.
type Model struct {
	// Columns names the coefficients: the kinds of pieces, the first move, and the terms.
	Columns      []string        `json:"columns"`
	Coefficients []stat.Number   `json:"coefficients"`
	Covariance   [][]stat.Number `json:"covariance"`
}

func newModel(columns []string, inf logit.Inference) Model {
	m := Model{Columns: columns}
	for i := range columns {
		m.Coefficients = append(m.Coefficients, stat.Number(inf.Coef[i]))
		row := make([]stat.Number, len(columns))
		for j := range row {
			row[j] = stat.Number(inf.Cov.At(i, j))
		}
		m.Covariance = append(m.Covariance, row)
	}
	return m
}

// Predictor predicts the score of a match from the first positions of its games.
type Predictor struct {
	model    *Model
	armies   *armyModel
	row, sum []float64
	games    int
	score    float64
}

// Predictor returns a Predictor, or an error if the model is that of another game or of
// another version of the model.
func (m *Model) Predictor(g *rules.Game) (*Predictor, error) {
	a := newArmyModel(g, newColumns(g))
	square := !slices.ContainsFunc(m.Covariance, func(row []stat.Number) bool { return len(row) != a.count })
	if labels := a.labels(); !slices.Equal(labels, m.Columns) || len(m.Coefficients) != a.count || len(m.Covariance) != a.count || !square {
		return nil, fmt.Errorf("the model has the columns %q, expected those of %s in this version: %q", m.Columns, g.Variant.Name, labels)
	}
	return &Predictor{model: m, armies: a, row: make([]float64, a.count), sum: make([]float64, a.count)}, nil
}

// Add adds a game, in which the given side has the army whose score is predicted.
func (f *Predictor) Add(first *rules.Position, side rules.Color) {
	f.armies.row(first, f.row)
	if side == rules.Black {
		floats.Scale(-1, f.row)
	}
	eta := 0.0
	for j, x := range f.row {
		eta += x * float64(f.model.Coefficients[j])
	}
	mu := logit.Sigmoid(eta)
	f.games, f.score = f.games+1, f.score+mu
	floats.AddScaled(f.sum, mu*(1-mu), f.row)
}

// Predicted is the forecast of a match.
type Predicted struct {
	// LogOdds is that of the mean score of the games, and Sampling its standard error.
	LogOdds, Sampling float64
	// Worth is the part of LogOdds that the difference of the armies makes. Kinds is the
	// root of the sum of squares of what each kind of piece adds to it.
	Worth, Kinds float64
}

// Predicted returns the forecast of the games added.
func (f *Predictor) Predicted() Predicted {
	score := f.score / float64(f.games)
	c := slices.Clone(f.sum) // the gradient of the log-odds of the mean score
	floats.Scale(1/(float64(f.games)*score*(1-score)), c)
	out := Predicted{LogOdds: forecast.LogOdds(score)}
	variance, first := 0.0, len(f.armies.types)
	for i, x := range c {
		for j, y := range c {
			variance += x * y * float64(f.model.Covariance[i][j])
		}
		part := x * float64(f.model.Coefficients[i])
		if i != first {
			out.Worth += part
		}
		if i < first {
			out.Kinds = math.Hypot(out.Kinds, part)
		}
	}
	out.Sampling = math.Sqrt(math.Max(0, variance))
	return out
}

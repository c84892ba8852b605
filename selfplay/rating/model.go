package rating

import "fmt"

// Model is the unit in which the hypotheses of a sequential test are stated.
type Model int

const (
	// Normalized, the default: normalized Elo.
	Normalized Model = iota
	// Logistic: Elo of the expected score.
	Logistic
	// Bayesian: rating differences of RaoKupper with the drawelo of the sample.
	Bayesian
)

var modelNames = [...]string{Normalized: "normalized", Logistic: "logistic", Bayesian: "bayesian"}

// String is the name by which ParseModel finds the model.
func (m Model) String() string {
	if m < 0 || int(m) >= len(modelNames) {
		return fmt.Sprintf("Model(%d)", int(m))
	}
	return modelNames[m]
}

// ModelNames lists the models by name.
func ModelNames() []string { return append([]string(nil), modelNames[:]...) }

// ParseModel finds a model by its name.
func ParseModel(name string) (Model, error) {
	for m, have := range modelNames {
		if have == name {
			return Model(m), nil
		}
	}
	return 0, fmt.Errorf("rating: model %q, expected one of %q", name, modelNames)
}

package rating

import (
	"bestiary/internal/testkit"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// The second example comes from Wright (Biometrics 48, 1992), with probabilities adjusted
// by hand: 0.01·4, 0.02·3, 0.03·2, and 0.005·5; 0.1 stays.
func TestHolm(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct{ p, want []float64 }{
		{[]float64{0.01, 0.02, 0.03, 0.04, 0.05}, []float64{0.05, 0.08, 0.09, 0.09, 0.09}},
		{[]float64{0.1, 0.01, 0.02, 0.03, 0.005}, []float64{0.1, 0.04, 0.06, 0.06, 0.025}},
		{[]float64{0.04, 0.01, 0.03}, []float64{0.06, 0.03, 0.06}},
		{[]float64{0.01, nan, 0.02}, []float64{0.02, nan, 0.02}},
		{[]float64{0.9, nan, 0.6}, []float64{1, nan, 1}},
		{[]float64{nan}, []float64{nan}},
		{nil, nil},
	} {
		given := append([]float64(nil), test.p...)
		if diff := cmp.Diff(test.want, Holm(test.p), cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-12, 0)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.p, diff)
		}
		testkit.Same(t, "the argument was changed", given, test.p, cmpopts.EquateNaNs())
	}
}

package text

import (
	"encoding/json"
	"math"
	"testing"
)

func TestTexts(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{Plural(0, "game"), "0 games"},
		{Plural(1, "game"), "1 game"},
		{Plural(1, "random ply"), "1 random ply"},
		{Plural(2, "random ply"), "2 random plies"},
		{Article("alfil"), "an alfil"},
		{Article("rook"), "a rook"},
		{Plain("a*b_[c]|<d>"), `a\*b\_\[c\]\|\<d\>`},
		{Probability(0.00049), "<0.001"},
		{Probability(0.25), "0.250"},
		{Probability(math.NaN()), "-"},
		{Cell(2.0 / 3), "0.666667"},
		{Cell(math.Inf(1)), ""},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
	data, err := json.Marshal([]Number{2.0 / 3, Number(math.NaN()), Number(math.Inf(-1)), 12})
	if want := "[0.666667,null,null,12]"; err != nil || string(data) != want {
		t.Errorf("%s, error %v, want %s", data, err, want)
	}
}

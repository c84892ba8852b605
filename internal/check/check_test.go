package check

import (
	"math"
	"testing"
)

func TestAll(t *testing.T) {
	for _, tc := range []struct {
		err  error
		want string
	}{
		{All("run", Range("pairs", 1, 1, MaxPairs), Positive("level", 1, 1), OneOf("kind", "a", "a", "b"), That(true, "")), ""},
		{All("run", nil, Range("pairs", 0, 1, MaxPairs), Range("nodes", 0, 1, 2)), "run: pairs is 0, expected 1 to 10000000"},
		{All("run", Range("level", math.NaN(), 0.5, 1)), "run: level is NaN, expected 0.5 to 1"},
		{All("run", Range("", 5, 1, 2)), "run: 5, expected 1 to 2"},
		{All("run", Positive("share", 0, 1)), "run: share is 0, expected a number above 0, at most 1"},
		{All("run", Positive("share", math.NaN(), 1)), "run: share is NaN, expected a number above 0, at most 1"},
		{All("run", OneOf("kind", "aray", "array", "book")), `run: kind is "aray", expected array or book; did you mean "array"?`},
		{All("run", That(false, "%d games", 3)), "run: 3 games"},
	} {
		if got := ""; tc.err != nil {
			if got = tc.err.Error(); got != tc.want {
				t.Errorf("%q, want %q", got, tc.want)
			}
		} else if tc.want != "" {
			t.Errorf("no error, want %q", tc.want)
		}
	}
}

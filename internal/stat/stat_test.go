package stat

import (
	"encoding/json"
	"math"
	"testing"
)

func TestIntervals(t *testing.T) {
	v := Normal(2, 0.5, 0.95)
	for _, test := range []struct {
		name      string
		got, want bool
	}{
		{"a normal interval is bounded", v.Bounded(), true},
		{"it leaves out 3", v.Excludes(3), true},
		{"it holds 1.1", v.Excludes(1.1), false},
		{"an exact number is exact", Exact(1).Exact(), true},
		{"an estimate without limits is known", Unbounded(1, 0.95).Known(), true},
		{"but not bounded", Unbounded(1, 0.95).Bounded(), false},
		{"it leaves out nothing", Unbounded(1, 0.95).Excludes(7), false},
		{"what is unknown is not known", Unknown().Known(), false},
		{"nor exact", Unknown().Exact(), false},
		{"estimates of separated data are not known", Unbounded(1e9, 0.95).Known(), false},
		{"nor is an infinite one", Unbounded(math.Inf(1), 0.95).Known(), false},
		{"nor one without a limit", Interval{Estimate: 1, Lo: math.NaN(), Hi: 2}.Known(), false},
		{"the unknown may overlap", v.Overlaps(Unknown()), true},
		{"neighbours overlap", v.Overlaps(Normal(3, 0.5, 0.95)), true},
		{"strangers do not", v.Overlaps(Normal(5, 0.5, 0.95)), false},
	} {
		if test.got != test.want {
			t.Errorf("%s: got %v", test.name, test.got)
		}
	}
	if got := v.Scale(-2); math.Abs(got.Lo+5.96) > 0.001 || math.Abs(got.Hi+2.04) > 0.001 || got.Level != 0.95 {
		t.Errorf("times -2: %+v", got)
	}
	if got := v.HalfWidth(); math.Abs(got-0.98) > 0.0001 {
		t.Errorf("half width %v, want 0.98", got)
	}
}

// Errors are added in squares, each limit for itself.
func TestWidenedBy(t *testing.T) {
	v := Interval{Estimate: 1, Lo: -2, Hi: 5, Level: 0.95}
	whole, part := Interval{Estimate: 7, Lo: 2, Hi: 20, Level: 0.95}, Interval{Estimate: 7, Lo: 4, Hi: 12, Level: 0.95}
	if got, want := v.WidenedBy(whole, part), (Interval{Estimate: 1, Lo: -4, Hi: 1 + math.Sqrt(160), Level: 0.95}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := v.WidenedBy(part, whole); got != v {
		t.Errorf("by less than nothing: %+v", got)
	}
	if got := Unbounded(1, 0.95).WidenedBy(whole, part); got.Bounded() {
		t.Errorf("an unbounded interval became %+v", got)
	}
}

func TestJSON(t *testing.T) {
	list := []any{
		Symmetric(2.0/3, 1, 0.95), Exact(1), Unbounded(1, 0.9), Unknown(),
		Number(2.0 / 3), Number(math.NaN()), Number(math.Inf(-1)),
	}
	want := `[{"estimate":0.666667,"lo":-0.333333,"hi":1.66667,"level":0.95},{"estimate":1,"lo":1,"hi":1},` +
		`{"estimate":1,"lo":null,"hi":null,"level":0.9},{"estimate":null,"lo":null,"hi":null},0.666667,null,null]`
	if data, err := json.Marshal(list); err != nil || string(data) != want {
		t.Errorf("%s, error %v, want %s", data, err, want)
	}
}

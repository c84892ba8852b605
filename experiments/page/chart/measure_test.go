package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"bestiary/internal/stat"
)

// TestFontsAreEmbedded compares widths with the advances in Liberation Sans: 1139 of
// 2048 units for the letter "n" in regular, 1251 in bold.
func TestFontsAreEmbedded(t *testing.T) {
	near(t, "regular", textStyle{Size: 2048}.width("n"), 1139)
	near(t, "bold", textStyle{Size: 2048, Bold: true}.width("n"), 1251)
}

func TestContrastOfKnownColours(t *testing.T) {
	for _, tc := range []struct {
		hex  uint32
		want float64
	}{{0xFFFFFF, 1}, {0x000000, 21}, {0x767676, 4.54}, {0xFF0000, 4.00}} {
		if got := contrast(rgb(tc.hex), rgb(0xFFFFFF)); math.Abs(got-tc.want) > 0.005 {
			t.Errorf("contrast of %06X on white is %.3f, want %.2f", tc.hex, got, tc.want)
		}
	}
	for grey := range uint32(256) {
		ground := rgb(grey<<16 | grey<<8 | grey)
		if contrast(readable(ground), ground) < readableText {
			t.Errorf("text on grey %d cannot be read", grey)
		}
	}
}

func TestTicks(t *testing.T) {
	text := func(ticks []tick) string {
		var labels []string
		for _, tick := range ticks {
			labels = append(labels, tick.label)
		}
		return strings.Join(labels, " ")
	}
	for _, tc := range []struct{ got, want string }{
		{text(niceTicks(0, 10, 8)), "0 2 4 6 8 10"},
		{text(niceTicks(0, 1, 5)), "0.0 0.2 0.4 0.6 0.8 1.0"},
		{text(niceTicks(0, 100, 4)), "0 25 50 75 100"},
		{text(niceTicks(-3, 8.5, 6)), "−2 0 2 4 6 8"},
		{text(niceTicks(0, 1, 4)), "0.00 0.25 0.50 0.75 1.00"},
		{text(wholeTicks(0, 2.1, 5)), "0 1 2"},
		{text(wholeTicks(0, 10, 4)), "0 5 10"},
		{text(wholeTicks(0, 4200, 5)), "0 1,000 2,000 3,000 4,000"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}

func TestTicksStayInTheRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1e9, 1e9).Draw(t, "lo")
		hi := lo + math.Pow(10, rapid.Float64Range(-1, 9).Draw(t, "log10 of the range"))
		count := rapid.IntRange(1, 12).Draw(t, "count")
		ticks := niceTicks(lo, hi, count)
		if len(ticks) > count+1 || len(ticks) == 0 && count > 4 {
			t.Fatalf("%d ticks, want at most %d steps", len(ticks), count)
		}
		for i, tick := range ticks {
			if tick.value < lo-1e-6*(hi-lo) || tick.value > hi+1e-6*(hi-lo) {
				t.Errorf("tick %v outside %v to %v", tick.value, lo, hi)
			}
			if i > 0 && tick.label == ticks[i-1].label {
				t.Errorf("two ticks read %s", tick.label)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zW]{1,30}( [a-zW]{1,30}){0,12}`).Draw(t, "text")
		width := vg.Length(rapid.Float64Range(10, 300).Draw(t, "width"))
		lines := wrap(smallText, text, width)
		for _, line := range lines {
			if smallText.width(line) > width && len(line) > 1 {
				t.Errorf("line %q is wider than %v", line, width)
			}
		}
		strip := strings.NewReplacer(" ", "")
		if got := strip.Replace(strings.Join(lines, "")); got != strip.Replace(text) {
			t.Errorf("letters changed: %q became %q", text, lines)
		}
	})
}

// TestSpread checks the guarantees of spread, including that no other legal placement
// nearby fits the wishes better.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		var wish, size []vg.Length
		room := vg.Length(0)
		for range n {
			wish = append(wish, vg.Length(rapid.Float64Range(-50, 150).Draw(t, "wish")))
			size = append(size, vg.Length(rapid.Float64Range(1, 20).Draw(t, "size")))
			room += size[len(size)-1]
		}
		slices.Sort(wish)
		lo, hi := vg.Length(0), room+vg.Length(rapid.Float64Range(0, 100).Draw(t, "slack"))
		at := spread(wish, size, lo, hi)
		if !legal(at, size, lo, hi) {
			t.Fatalf("spread(%v, %v, %v, %v) = %v overlaps or leaves the range", wish, size, lo, hi, at)
		}
		cost := squares(at, wish)
		for range 30 {
			other := slices.Clone(at)
			for i := range other {
				other[i] += vg.Length(rapid.Float64Range(-1, 1).Draw(t, "shift"))
			}
			if legal(other, size, lo, hi) && squares(other, wish) < cost-1e-6 {
				t.Fatalf("%v fits %v better than %v", other, wish, at)
			}
		}
	})
	for _, tc := range []struct {
		wish, want []vg.Length
	}{
		{[]vg.Length{20, 50}, []vg.Length{20, 50}},          // free
		{[]vg.Length{50, 50}, []vg.Length{45, 55}},          // equal wishes part evenly
		{[]vg.Length{0, 2}, []vg.Length{5, 15}},             // pushed up by the edge
		{[]vg.Length{97, 99, 100}, []vg.Length{75, 85, 95}}, // pushed down
	} {
		size := make([]vg.Length, len(tc.wish))
		for i := range size {
			size[i] = 10
		}
		if got := spread(tc.wish, size, 0, 100); fmt.Sprint(got) != fmt.Sprint(tc.want) {
			t.Errorf("spread(%v) = %v, want %v", tc.wish, got, tc.want)
		}
	}
}

// legal reports whether labels keep their order, do not overlap and stay within the range.
func legal(at, size []vg.Length, lo, hi vg.Length) bool {
	const slack = 1e-9
	for i := range at {
		if at[i]-size[i]/2 < lo-slack || at[i]+size[i]/2 > hi+slack {
			return false
		}
		if i > 0 && at[i]-size[i]/2 < at[i-1]+size[i-1]/2-slack {
			return false
		}
	}
	return true
}

// squares returns the cost of a placement.
func squares(at, wish []vg.Length) (sum vg.Length) {
	for i := range at {
		sum += (at[i] - wish[i]) * (at[i] - wish[i])
	}
	return sum
}

func TestValueRange(t *testing.T) {
	inf := math.Inf(1)
	for _, tc := range []struct {
		values []stat.Interval
		lo, hi float64
	}{
		{[]stat.Interval{iv(10, 9, 11)}, 0, 11.33},                 // zero, the interval, a little room
		{[]stat.Interval{iv(10, 9, 30)}, 0, 16},                    // cut at 60 % beyond the estimates
		{[]stat.Interval{iv(10, -inf, 11)}, -6, 11.51},             // one end cut
		{[]stat.Interval{iv(10, -inf, inf), iv(2, 1, 3)}, 0, 3.09}, // the games do not tell the first
		{[]stat.Interval{iv(-2, -2.5, -1), iv(8, 8, 8)}, -2.815, 8.315},
		{[]stat.Interval{iv(0, 0, 0)}, 0, 0.103}, // nothing to see, still an axis
	} {
		lo, hi := valueRange(tc.values)
		if math.Abs(lo-tc.lo) > 1e-9 || math.Abs(hi-tc.hi) > 1e-9 {
			t.Errorf("valueRange(%v) = %v to %v, want %v to %v", tc.values, lo, hi, tc.lo, tc.hi)
		}
	}
}

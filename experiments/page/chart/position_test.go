package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// near compares positions and sizes in points.
func near(t *testing.T, what string, got, want vg.Length) {
	t.Helper()
	if math.Abs(float64(got-want)) > 0.05 {
		t.Errorf("%s: %.2f, want %.2f", what, got, want)
	}
}

// ruler derives a scale from two tick labels, as a reader would.
func ruler(from, to vg.Length, low, high float64) func(float64) vg.Length {
	return func(v float64) vg.Length {
		return from + (to-from)*vg.Length((v-low)/(high-low))
	}
}

// xOf and yOf return the centre of a text.
func xOf(p probedText) vg.Length { return middle(p.box).X }
func yOf(p probedText) vg.Length { return middle(p.box).Y }

// centreOf returns the centre of a shape.
func centreOf(s probedShape) vg.Point { return middle(s.bounds()) }

func TestPyramidWidensAndKeepsTiersApart(t *testing.T) {
	for _, f := range fixtures() {
		if !strings.HasPrefix(f.name, "pyramid") {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			courses := coursesOf(look(f.make(), Wide))
			for i := 1; i < len(courses); i++ {
				above, below := courses[i-1], courses[i]
				if below.Max.X-below.Min.X <= above.Max.X-above.Min.X {
					t.Errorf("course %d is %v wide, the one above %v", i, below.Max.X-below.Min.X, above.Max.X-above.Min.X)
				}
				near(t, fmt.Sprintf("axis of course %d", i), middle(below).X, middle(above).X)
			}
		})
	}
	p := look(fixtures()[0].make(), Wide)
	courses := coursesOf(p)
	if len(courses) != 4 {
		t.Fatalf("chess has %d courses, want 4", len(courses))
	}
	for i, symbol := range []string{"Q", "R", "B", "P"} {
		if y := yOf(p.find(t, symbol)); y > courses[i].Max.Y || y < courses[i].Min.Y {
			t.Errorf("%s stands at %v, outside its course %v", symbol, y, courses[i])
		}
		if i > 0 {
			near(t, "gap above "+symbol, courses[i-1].Min.Y-courses[i].Max.Y, tierHead)
		}
	}
	if xOf(p.find(t, "B")) >= xOf(p.find(t, "N")) {
		t.Error("the bishop, worth more, should stand left of the knight")
	}
}

// coursesOf returns the layers of blocks from top to bottom: all fills except the
// background.
func coursesOf(p *probe) []vg.Rectangle {
	var courses []vg.Rectangle
	for _, s := range p.shapes[1:] {
		if !s.filled {
			continue
		}
		b, last := s.bounds(), len(courses)-1
		if last >= 0 && courses[last].Min.Y == b.Min.Y {
			courses[last] = rect(min(courses[last].Min.X, b.Min.X), b.Min.Y, max(courses[last].Max.X, b.Max.X), b.Max.Y)
		} else {
			courses = append(courses, b)
		}
	}
	return courses
}

func TestPyramidColoursRunFromDarkToLight(t *testing.T) {
	for n := 2; n <= 12; n++ {
		for i := 1; i < n; i++ {
			dark, light := ramp(pyramidRamp, float64(i-1)/float64(n-1)), ramp(pyramidRamp, float64(i)/float64(n-1))
			if luminance(dark.Light) >= luminance(light.Light) || luminance(dark.Dark) >= luminance(light.Dark) {
				t.Errorf("%d tiers: tier %d is no lighter than the one above", n, i+1)
			}
		}
	}
}

func TestValuesStandAtTheirPlaceOnTheAxis(t *testing.T) {
	c := Values(chessValues())
	p := look(c, Wide)
	at := ruler(xOf(p.find(t, "0")), xOf(p.find(t, "8")), 0, 8)
	marks := p.fills(seriesColors[0])[1:] // the first mark belongs to the key
	for i, want := range []float64{9.52, 4.81, 1} {
		near(t, fmt.Sprint("mark of ", want), centreOf(marks[i]).X, at(want))
	}
	var whiskers []vg.Rectangle
	for _, s := range p.shapes {
		if b := s.bounds(); !s.filled && s.color == seriesColors[0] && b.Max.X-b.Min.X > 1 {
			whiskers = append(whiskers, b)
		}
	}
	for i, want := range [][2]float64{{9.11, 9.94}, {4.62, 5.01}} {
		near(t, "low end", whiskers[i+1].Min.X, at(want[0]))
		near(t, "high end", whiskers[i+1].Max.X, at(want[1]))
	}
	if len(whiskers) != 3 { // key, queen, rook: the pawn has no interval
		t.Errorf("%d whiskers, want 3", len(whiskers))
	}
	if q, r := yOf(p.find(t, "queen")), yOf(p.find(t, "rook")); q <= r {
		t.Errorf("queen at %v, rook at %v; want the queen above", q, r)
	}
}

// lengthsOf plans the bins of a wide picture.
func lengthsOf(in LengthsInput) lengthsPlan {
	all := slices.Concat(in.Decided, in.Drawn)
	slices.Sort(all)
	return planLengths(in, all, 36)
}

func TestLengthsCountGames(t *testing.T) {
	plan := lengthsOf(fewLengths())
	if got, want := fmt.Sprint(plan.decided, plan.drawn), "[0 0 0 0 0 0 0 0 0 1 0 0 1] [0 0 0 1 1 1 0 2 0 0 0 0 0]"; got != want {
		t.Errorf("bins %s, want %s", got, want)
	}
	for moves, want := range map[int]int{0: 7, 2: 7, 3: 6, 6: 4, 7: 2, 11: 1, 12: 0, 99: 0} {
		if got := plan.going(moves); got != want {
			t.Errorf("%d games still going after %d moves, want %d", got, moves, want)
		}
	}
	many := lengthsOf(manyLengths())
	inBins := 0
	for i := range many.decided {
		inBins += many.decided[i] + many.drawn[i]
	}
	if total := len(many.sorted); inBins+many.going(many.end-1) != total || many.end > 1000 {
		t.Errorf("%d games in bins up to %d and %d beyond, of %d", inBins, many.end, many.going(many.end-1), total)
	}
	if note := strings.Join(many.notes(), ""); !strings.Contains(note, "the longest has 99,000 moves") {
		t.Errorf("note %q does not tell of the longest game", note)
	}
}

func TestCalibrationPointsAndError(t *testing.T) {
	in := chessCalibration()
	samples, ece := in.error()
	// (300·0.030 + 1000·0.020 + 700·0.030) / 2000
	if samples != 2000 || math.Abs(ece-0.025) > 1e-12 {
		t.Errorf("%d samples, error %v; want 2000 and 0.025", samples, ece)
	}
	c := Calibration(in)
	if !strings.Contains(c.subtitle, "2,000 games") || !strings.Contains(c.subtitle, "ECE 0.0250") {
		t.Errorf("subtitle %q lacks samples or error", c.subtitle)
	}
	p := look(c, Wide)
	var ticks []probedText
	for _, text := range p.texts {
		if text.text == "20" || text.text == "80" {
			ticks = append(ticks, text)
		}
	}
	y := ruler(yOf(ticks[0]), yOf(ticks[1]), 0.2, 0.8)
	x := ruler(xOf(ticks[2]), xOf(ticks[3]), 0.2, 0.8)
	marks := p.fills(decidedColor)[1:]
	if len(marks) != 3 {
		t.Fatalf("%d marks, want 3: an empty bin has none", len(marks))
	}
	for i, want := range [][2]float64{{0.125, 0.155}, {0.4, 0.42}, {0.9, 0.87}} {
		near(t, "predicted", centreOf(marks[i]).X, x(want[0]))
		near(t, "observed", centreOf(marks[i]).Y, y(want[1])+ticksDrop)
	}
	for _, count := range []string{"500", "1,000"} {
		p.find(t, count)
	}
}

// ticksDrop is the distance from the middle of a tick label's box down to the middle of
// its figures, which mark the value.
const ticksDrop = 11.5 * (0.688/2 - (0.73-0.21)/2)

func TestCutIntervalsEndInArrowsAndAreNoted(t *testing.T) {
	values := func(lo, hi float64) *Chart {
		c := Values(ValuesInput{About: chess, Estimators: []Estimator{{"design", []Estimate{{"rook", iv(5, lo, hi)}, {"queen", iv(10, 9, 11)}}}}})
		return c
	}
	trace := func(lo, hi float64) *Chart {
		c := Trace(CurvesInput{About: chess, Names: []string{"1", "2"}, Curves: []Curve{{Name: "rook", Points: []CurvePoint{{0, iv(5, lo, hi)}, {1, iv(10, 9, 11)}}}}})
		return c
	}
	inf := math.Inf(1)
	for _, draw := range []func(lo, hi float64) *Chart{values, trace} {
		for _, tc := range []struct {
			lo, hi float64
			arrows int
			note   bool
		}{{4, 6, 0, false}, {5, 5, 0, false}, {1, 15.9, 0, false}, {4, 17, 1, true}, {4, inf, 1, true}, {-7, 6, 1, true}, {-inf, inf, 0, false}, {-100, 100, 0, false}} {
			p := look(draw(tc.lo, tc.hi), Wide)
			arrows, note := 0, false
			for _, s := range p.fills(seriesColors[0]) {
				if len(s.points) == 4 { // a closed triangle; the marks are circles
					arrows++
				}
			}
			for _, text := range p.texts {
				note = note || strings.Contains(text.text, "beyond the axis")
			}
			if arrows != tc.arrows || note != tc.note {
				t.Errorf("interval %v to %v: %d arrows, note %v; want %d, %v", tc.lo, tc.hi, arrows, note, tc.arrows, tc.note)
			}
		}
	}
}

func TestUnknownValuesHaveNoMark(t *testing.T) {
	unknown := stat.Unbounded(800, 0.95)
	p := look(Values(ValuesInput{About: chess, Estimators: []Estimator{{"design", []Estimate{{"rook", unknown}, {"queen", iv(10, 9, 11)}}}}}), Wide)
	if marks := p.fills(seriesColors[0]); len(marks) != 2 { // in the key and for the queen
		t.Errorf("%d marks, want 2", len(marks))
	}
	if r, q := yOf(p.find(t, "rook")), yOf(p.find(t, "queen")); r >= q {
		t.Error("a piece without a value stands above one that has it")
	}
	p.find(t, "?")
	c := Pyramid(PyramidInput{About: chess, Values: []Value{{"rook", "R", unknown, 1, 2}}})
	look(c, Narrow).find(t, "The games cannot tell the value of: rook.")
	if !strings.HasSuffix(c.Alt(), "The games cannot tell the value of: rook.") {
		t.Errorf("the text for readers says %q", c.Alt())
	}
}

func TestNarrowPictureHasNamesAboveThePanel(t *testing.T) {
	p := look(Values(chessValues()), Narrow)
	name, number := p.find(t, "queen").box, p.find(t, "9.52 (9.11 to 9.94)").box
	if name.Min.Y < number.Max.Y {
		t.Errorf("name %v, number %v", name, number)
	}
}

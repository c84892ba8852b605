package chart

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"bestiary/internal/stat"
)

// drawInterval draws a value with an interval of any width, usually an ordinary one.
func drawInterval(t *rapid.T) stat.Interval {
	value := rapid.OneOf(rapid.Float64Range(0, 12), rapid.Float64Range(-1e9, 1e9), rapid.Just(0.0)).Draw(t, "value")
	width := rapid.OneOf(rapid.Float64Range(0, 1), rapid.Float64Range(0, 1e12), rapid.Just(0.0), rapid.Just(math.Inf(1)))
	return iv(value, value-width.Draw(t, "below"), value+width.Draw(t, "above"))
}

// drawName draws the ith name, of any legal length.
func drawName(t *rapid.T, i int) string {
	return fmt.Sprintf("%d%s", i, rapid.StringMatching(`[a-zA-Z -]{0,38}`).Draw(t, "name"))
}

// drawAbout draws a heading that may need several lines.
func drawAbout(t *rapid.T) About {
	return About{
		Title: rapid.StringMatching(`([A-Z][a-z]{2,20} ?){0,12}`).Draw(t, "title"),
		Game:  rapid.StringMatching(`[a-z]{1,200}`).Draw(t, "game"),
		Games: rapid.IntRange(0, 1<<40).Draw(t, "games"),
	}
}

// checkLayout fails on the first flaw of a picture.
func checkLayout(t *rapid.T, c *Chart) {
	t.Helper()
	for _, w := range widths {
		for _, flaw := range look(c, w).flaws() {
			t.Fatal(w, " ", flaw)
		}
	}
}

func TestRandomPyramids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := PyramidInput{About: drawAbout(t)}
		for i := range rapid.IntRange(1, 30).Draw(t, "pieces") {
			s := drawInterval(t)
			in.Values = append(in.Values, Value{
				Piece: drawName(t, i), Symbol: rapid.StringMatching(`[A-Z+]{0,4}`).Draw(t, "symbol"),
				Value: s,
				Tier:  rapid.IntRange(1, 8).Draw(t, "tier"), Count: rapid.IntRange(0, 1000).Draw(t, "count"),
			})
		}
		checkLayout(t, Pyramid(in))
	})
}

func TestRandomValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := ValuesInput{About: drawAbout(t)}
		pieces := rapid.IntRange(1, 20).Draw(t, "pieces")
		for k := range rapid.IntRange(1, 6).Draw(t, "estimators") {
			e := Estimator{Name: drawName(t, k)}
			for i := range pieces {
				s := drawInterval(t)
				e.Values = append(e.Values, Estimate{fmt.Sprint("piece ", i), s})
			}
			in.Estimators = append(in.Estimators, e)
		}
		checkLayout(t, Values(in))
	})
}

// A name of many lines makes courses tall, but their sides stay on the page.
func TestTallCoursesStayOnThePage(t *testing.T) {
	in := PyramidInput{About: About{Game: "x", Games: 3}}
	for i := range 30 {
		in.Values = append(in.Values, Value{Piece: fmt.Sprint("Lion Tiger Falcon Dragon Gryphon Manticore Sorcerer Cardinal Amazon ", i), Symbol: "QA", Count: 375, Value: iv(1, 0, 99999), Tier: 1})
	}
	for _, w := range widths {
		if flaws := look(Pyramid(in), w).flaws(); len(flaws) > 0 {
			t.Errorf("%v: %s", w, flaws)
		}
	}
}

// Fewer labels on an axis may be longer ones, "−0.75" where more are "−1" and "0", and are left out at its end.
func TestLongLabelsStayOnThePage(t *testing.T) {
	in := ValuesInput{About: About{Game: "x", Games: 3}, Estimators: []Estimator{{Name: "a", Values: []Estimate{{"piece", iv(-0.46875, -1.46875, 1000000.03125)}}}}}
	for _, w := range widths {
		if flaws := look(Values(in), w).flaws(); len(flaws) > 0 {
			t.Errorf("%v: %s", w, flaws)
		}
	}
}

func TestRandomOutcomes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := OutcomesInput{About: drawAbout(t)}
		games := rapid.OneOf(rapid.IntRange(0, 5), rapid.IntRange(0, 1<<40))
		for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
			r := OutcomeRow{drawName(t, i), games.Draw(t, "white"), games.Draw(t, "draws"), games.Draw(t, "black")}
			if r.WhiteWins+r.Draws+r.BlackWins == 0 {
				r.Draws = 1
			}
			in.Rows = append(in.Rows, r)
		}
		checkLayout(t, Outcomes(in))
	})
}

func TestRandomEndings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := EndingsInput{About: drawAbout(t)}
		for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
			games := rapid.OneOf(rapid.IntRange(1, 5), rapid.IntRange(1, 1<<40)).Draw(t, "games")
			in.Endings = append(in.Endings, Ending{drawName(t, i), games, i%2 == 0})
		}
		checkLayout(t, Endings(in))
	})
}

func TestRandomLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 300), rapid.IntRange(0, 100_000))
		c := Lengths(LengthsInput{
			About:   drawAbout(t),
			Decided: rapid.SliceOfN(length, 1, 200).Draw(t, "decided"),
			Drawn:   rapid.SliceOfN(length, 0, 200).Draw(t, "drawn"),
		})
		checkLayout(t, c)
	})
}

func TestRandomCalibrations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := CalibrationInput{About: drawAbout(t)}
		n := rapid.IntRange(1, 50).Draw(t, "bins")
		share := rapid.Float64Range(0, 1)
		for i := range n {
			from, to := float64(i)/float64(n), float64(i+1)/float64(n)
			observed := share.Draw(t, "observed")
			in.Bins = append(in.Bins, Bin{
				from, to, from + (to-from)*share.Draw(t, "predicted"),
				iv(observed, observed*share.Draw(t, "lo"), observed+(1-observed)*share.Draw(t, "hi")),
				rapid.OneOf(rapid.IntRange(1, 20), rapid.IntRange(1, 1<<40)).Draw(t, "samples"),
			})
		}
		checkLayout(t, Calibration(in))
	})
}

func TestRandomTraces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := CurvesInput{About: drawAbout(t), X: "round"}
		step := rapid.IntRange(1, 4000).Draw(t, "step")
		for i := range rapid.IntRange(1, 15).Draw(t, "steps") {
			in.Names = append(in.Names, fmt.Sprint(i*step))
		}
		for i := range rapid.IntRange(1, 20).Draw(t, "pieces") {
			c := Curve{Name: drawName(t, i)}
			for r := range in.Names {
				c.Points = append(c.Points, CurvePoint{float64(r), drawInterval(t)})
			}
			in.Curves = append(in.Curves, c)
		}
		checkLayout(t, Trace(in))
	})
}

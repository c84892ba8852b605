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

// checkLayout fails if a picture has flaws.
func checkLayout(t rapid.TB, c *Chart) {
	t.Helper()
	for _, w := range widths {
		if flaws := look(c, w).flaws(); len(flaws) > 0 {
			t.Fatal(w, " ", flaws)
		}
	}
}

// TestRandomCharts draws the charts whose layout depends most on their numbers and names.
func TestRandomCharts(t *testing.T) {
	games := func(t *rapid.T, least int) int {
		return rapid.OneOf(rapid.IntRange(least, 5), rapid.IntRange(least, 1<<40)).Draw(t, "games")
	}
	for name, draw := range map[string]func(t *rapid.T) *Chart{
		"pyramid": func(t *rapid.T) *Chart {
			in := PyramidInput{About: drawAbout(t)}
			for i := range rapid.IntRange(1, 30).Draw(t, "pieces") {
				in.Values = append(in.Values, Value{
					Piece: drawName(t, i), Symbol: rapid.StringMatching(`[A-Z+]{0,4}`).Draw(t, "symbol"), Value: drawInterval(t),
					Tier: rapid.IntRange(1, 8).Draw(t, "tier"), Count: rapid.IntRange(0, 1000).Draw(t, "count"),
				})
			}
			return Pyramid(in)
		},
		"values": func(t *rapid.T) *Chart {
			in := ValuesInput{About: drawAbout(t)}
			pieces := rapid.IntRange(1, 20).Draw(t, "pieces")
			for k := range rapid.IntRange(1, 6).Draw(t, "estimators") {
				e := Estimator{Name: drawName(t, k)}
				for i := range pieces {
					e.Values = append(e.Values, Estimate{fmt.Sprint("piece ", i), drawInterval(t)})
				}
				in.Estimators = append(in.Estimators, e)
			}
			return Values(in)
		},
		"outcomes": func(t *rapid.T) *Chart {
			in := OutcomesInput{About: drawAbout(t)}
			for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
				r := OutcomeRow{drawName(t, i), games(t, 0), games(t, 0), games(t, 0)}
				if r.WhiteWins+r.BlackWins == 0 {
					r.Draws++
				}
				in.Rows = append(in.Rows, r)
			}
			return Outcomes(in)
		},
		"endings": func(t *rapid.T) *Chart {
			in := EndingsInput{About: drawAbout(t)}
			for i := range rapid.IntRange(1, 20).Draw(t, "rows") {
				in.Endings = append(in.Endings, Ending{drawName(t, i), games(t, 1), i%2 == 0})
			}
			return Endings(in)
		},
		"lengths": func(t *rapid.T) *Chart {
			length := rapid.OneOf(rapid.IntRange(0, 20), rapid.IntRange(0, 300), rapid.IntRange(0, 100_000))
			return Lengths(LengthsInput{
				About:   drawAbout(t),
				Decided: rapid.SliceOfN(length, 1, 200).Draw(t, "decided"),
				Drawn:   rapid.SliceOfN(length, 0, 200).Draw(t, "drawn"),
			})
		},
		"calibration": func(t *rapid.T) *Chart {
			in := CalibrationInput{About: drawAbout(t)}
			n := rapid.IntRange(1, 50).Draw(t, "bins")
			share := rapid.Float64Range(0, 1)
			for i := range n {
				from, to := float64(i)/float64(n), float64(i+1)/float64(n)
				y := share.Draw(t, "observed")
				observed := iv(y, y*share.Draw(t, "lo"), y+(1-y)*share.Draw(t, "hi"))
				in.Bins = append(in.Bins, Bin{from, to, from + (to-from)*share.Draw(t, "predicted"), observed, games(t, 1)})
			}
			return Calibration(in)
		},
		"trace": func(t *rapid.T) *Chart {
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
			return Trace(in)
		},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkLayout(t, draw(t)) })
		})
	}
}

// A name of many lines makes courses tall, but their sides stay on the page.
func TestTallCoursesStayOnThePage(t *testing.T) {
	in := PyramidInput{About: About{Game: "x", Games: 3}}
	for i := range 30 {
		in.Values = append(in.Values, Value{Piece: fmt.Sprint("Lion Tiger Falcon Dragon Gryphon Manticore Sorcerer Cardinal Amazon ", i), Symbol: "QA", Count: 375, Value: iv(1, 0, 99999), Tier: 1})
	}
	checkLayout(t, Pyramid(in))
}

// Fewer labels on an axis may be longer ones, "−0.75" where more are "−1" and "0", and are left out
// at its end.
func TestLongLabelsStayOnThePage(t *testing.T) {
	in := ValuesInput{About: About{Game: "x", Games: 3}, Estimators: []Estimator{{Name: "a", Values: []Estimate{{"piece", iv(-0.46875, -1.46875, 1000000.03125)}}}}}
	checkLayout(t, Values(in))
}

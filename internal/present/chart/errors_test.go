package chart

import (
	"math"
	"strings"
	"testing"
)

func TestErrorsNameTheField(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	pyramid := func(change func(*PyramidInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessPyramid(); change(&in); return Pyramid(in) }
	}
	values := func(change func(*ValuesInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessValues(); change(&in); return Values(in) }
	}
	outcomes := func(change func(*OutcomesInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessOutcomes(); change(&in); return Outcomes(in) }
	}
	endings := func(change func(*EndingsInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessEndings(); change(&in); return Endings(in) }
	}
	lengths := func(change func(*LengthsInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := fewLengths(); change(&in); return Lengths(in) }
	}
	calibration := func(change func(*CalibrationInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessCalibration(); change(&in); return Calibration(in) }
	}
	trace := func(change func(*TraceInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := chessTrace(); change(&in); return Trace(in) }
	}
	curves := func(change func(*CurvesInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := twoCurves(); change(&in); return Curves(in) }
	}
	effects := func(change func(*EffectsInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := twoEffects(); change(&in); return Effects(in) }
	}
	shares := func(change func(*SharesInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := twoShares(); change(&in); return Shares(in) }
	}
	verdicts := func(change func(*VerdictsInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := someVerdicts(); change(&in); return Verdicts(in) }
	}
	grid := func(change func(*GridInput)) func() (*Chart, error) {
		return func() (*Chart, error) { in := someGrid(3); change(&in); return Grid(in) }
	}
	for _, tc := range []struct {
		make func() (*Chart, error)
		want string
	}{
		{verdicts(func(in *VerdictsInput) { in.Rows = nil }), "chart: verdicts: Rows is empty"},
		{verdicts(func(in *VerdictsInput) { in.Rows = make([]VerdictRow, 101) }), "Rows has 101 entries; want at most 100"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Says = "" }), "Rows[1].Says is empty"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Ends[0] = strings.Repeat("x", 25) }), "Rows[1].Ends has 25 characters; want at most 24"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Figure = "a\nb" }), `Rows[1].Figure is "a\nb"; want a single line`},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Value = nan }), "Rows[1]: Value is NaN"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Hi = nan }), "Rows[1]: the interval is"},
		{verdicts(func(in *VerdictsInput) { in.Rows[0].To = 0.5 }), "Rows[0]: the range is 0.85 to 0.5; want a range with at least one end"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].From = -inf }), "Rows[1]: the range is -Inf to +Inf"},
		{verdicts(func(in *VerdictsInput) { in.Rows[1].Verdict = "right" }), `Rows[1]: Verdict is "right"; want supported, contradicted or undecided`},
		{verdicts(func(in *VerdictsInput) { in.Level = 1 }), "Level is 1"},
		{grid(func(in *GridInput) { in.X = "" }), "chart: grid: X is empty"},
		{grid(func(in *GridInput) { in.Rows = nil }), "Rows has 0 entries; want 1 to 26"},
		{grid(func(in *GridInput) { in.Columns[1] = strings.Repeat("x", 13) }), "Columns[1] has 13 characters; want at most 12"},
		{grid(func(in *GridInput) { in.Cells = in.Cells[1:] }), "Cells has another number of rows than Rows"},
		{grid(func(in *GridInput) { in.Cells[1] = nil }), "Cells[1] has 0 entries; want one for each of Columns"},
		{grid(func(in *GridInput) { in.Cells[0][1].Value = inf }), "Cells[0][1]: Value is +Inf"},
		{grid(func(in *GridInput) { in.Cells[0][1].Label = "1234567.9" }), "Cells[0][1].Label has 9 characters; want at most 8"},
		{pyramid(func(in *PyramidInput) { in.Values = nil }), "chart: pyramid: Values is empty"},
		{pyramid(func(in *PyramidInput) { in.Values = army(61, 3) }), "Values has 61 pieces; want at most 60"},
		{pyramid(func(in *PyramidInput) { in.Game = " " }), "Game is empty"},
		{pyramid(func(in *PyramidInput) { in.Games = -1 }), "Games is -1; want 0 or more"},
		{pyramid(func(in *PyramidInput) { in.Title = "a\nb" }), `Title is "a\nb"; want a single line`},
		{pyramid(func(in *PyramidInput) { in.Note = "\xff" }), "want valid UTF-8"},
		{pyramid(func(in *PyramidInput) { in.Level = 95 }), "Level is 95; want a number between 0 and 1"},
		{pyramid(func(in *PyramidInput) { in.Level = nan }), "Level is NaN"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Piece = "" }), "Values[1].Piece is empty"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Piece = strings.Repeat("x", 41) }), "Values[1].Piece has 41 characters; want at most 40"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Piece = "pawn" }), `Values[1].Piece is "pawn" a second time`},
		{pyramid(func(in *PyramidInput) { in.Values[1].Symbol = "Knave" }), "Values[1] (knight): Symbol has 5 characters; want at most 4"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Tier = 0 }), "Values[1] (knight): Tier is 0; want 1 (the strongest) or more"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Count = -2 }), "Values[1] (knight): Count is -2"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Estimate = nan }), "Values[1] (knight): Estimate is NaN; want a finite number"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Estimate = inf }), "Estimate is +Inf; want a finite number"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Estimate = 2e9 }), "Estimate is 2e+09; want at most 1e+09"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Lo = nan }), "Values[1] (knight): the interval is NaN to 3.26"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Hi = nan }), "the interval is 2.99 to NaN"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Lo = 3.2 }), "Estimate is 3.12, outside its interval 3.2 to 3.26"},
		{pyramid(func(in *PyramidInput) { in.Values[1].Hi = -inf }), "outside its interval"},

		{values(func(in *ValuesInput) { in.Estimators = nil }), "chart: values: Estimators has 0 entries; want 1 to 6"},
		{values(func(in *ValuesInput) { in.Estimators = make([]Estimator, 7) }), "Estimators has 7 entries"},
		{values(func(in *ValuesInput) { in.Published = make([]Published, 7) }), "Published has 7 sources; want at most 6"},
		{values(func(in *ValuesInput) { in.Estimators[1].Name = "design" }), `Estimators[1].Name is "design" a second time`},
		{values(func(in *ValuesInput) { in.Published[0].Source = "prior" }), `Published[0].Source is "prior" a second time`},
		{values(func(in *ValuesInput) { in.Estimators[1].Values = nil }), "estimator prior has no values"},
		{values(func(in *ValuesInput) { in.Estimators[1].Values[1].Piece = "queen" }), `estimator prior: Values[1].Piece is "queen" a second time`},
		{values(func(in *ValuesInput) { in.Estimators[1].Values[1].Value = nan }), "estimator prior: rook: Value is NaN"},
		{values(func(in *ValuesInput) { in.Published[0].Values[1].Value = inf }), "source Kaufman: rook: Value is +Inf"},
		{values(func(in *ValuesInput) { in.Published[0].Values[1].Piece = "queen" }), `source Kaufman: Values[1].Piece is "queen" a second time`},
		{values(func(in *ValuesInput) {
			for _, v := range army(60, 1) {
				in.Published[0].Values = append(in.Published[0].Values, PublishedValue{v.Piece, 1})
			}
		}), "there are 63 pieces; want at most 60"},

		{outcomes(func(in *OutcomesInput) { in.Rows = nil }), "chart: outcomes: Rows is empty"},
		{outcomes(func(in *OutcomesInput) { in.Rows = make([]OutcomeRow, 61) }), "Rows has 61 entries"},
		{outcomes(func(in *OutcomesInput) { in.Rows[1].Name = "all games" }), `Rows[1].Name is "all games" a second time`},
		{outcomes(func(in *OutcomesInput) { in.Rows[1].Draws = -1 }), "Rows[1] (round 1): Draws is -1"},
		{outcomes(func(in *OutcomesInput) { in.Rows[1] = OutcomeRow{Name: "x"} }), "Rows[1] (x): no games"},

		{endings(func(in *EndingsInput) { in.Endings = nil }), "chart: endings: Endings has 0 entries"},
		{endings(func(in *EndingsInput) { in.Endings[2].Reason = "stalemate" }), `Endings[2].Reason is "stalemate" a second time`},
		{endings(func(in *EndingsInput) { in.Endings[2].Games = -1 }), "Endings[2] (50 moves without progress): Games is -1"},
		{endings(func(in *EndingsInput) { in.Endings = []Ending{{"x", 0, true}} }), "Endings has no games"},

		{lengths(func(in *LengthsInput) { in.Decided, in.Drawn = nil, nil }), "chart: lengths: Decided and Drawn are both empty"},
		{lengths(func(in *LengthsInput) { in.Decided[1] = -1 }), "Decided[1] is -1; want 0 to 100000 moves"},
		{lengths(func(in *LengthsInput) { in.Drawn[4] = 1e6 }), "Drawn[4] is 1000000; want"},

		{calibration(func(in *CalibrationInput) { in.Bins = nil }), "chart: calibration: Bins has 0 entries"},
		{calibration(func(in *CalibrationInput) { in.Bins = make([]Bin, 51) }), "Bins has 51 entries; want 1 to 50"},
		{calibration(func(in *CalibrationInput) { in.Bins = in.Bins[2:3] }), "Bins has no samples"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].From = 0.2 }), "Bins[1]: the range is 0.2 to 0.5; want it ascending within 0.25 to 1"},
		{calibration(func(in *CalibrationInput) { in.Bins[3].To = 1.1 }), "Bins[3]: the range is 0.75 to 1.1"},
		{calibration(func(in *CalibrationInput) { in.Bins[3].To = nan }), "Bins[3]: the range is 0.75 to NaN"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].Samples = -1 }), "Bins[1]: Samples is -1"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].Predicted = 0.6 }), "Bins[1]: Predicted is 0.6; want it within the bin, 0.25 to 0.5"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].Observed = nan }), "Bins[1]: Observed is NaN; want 0 to 1"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].Observed = 1.5 }), "Bins[1]: Observed is 1.5; want 0 to 1"},
		{calibration(func(in *CalibrationInput) { in.Bins[1].Hi = 0.41 }), "Bins[1]: Observed is 0.42, outside its interval"},

		{trace(func(in *TraceInput) { in.Series = nil }), "chart: trace: Series has 0 pieces; want 1 to 40"},
		{trace(func(in *TraceInput) { in.Series[1].Piece = "knight" }), `Series[1].Piece is "knight" a second time`},
		{trace(func(in *TraceInput) { in.Series[1].Points = nil }), "Series[1] (queen): Points is empty"},
		{trace(func(in *TraceInput) { in.Series[1].Points[0].Round = -1 }), "Series[1] (queen): Points[0]: Round is -1; want 0 to 10000"},
		{trace(func(in *TraceInput) { in.Steps = []string{"a", "b"} }), "round 2 has no name; Steps has 2"},
		{trace(func(in *TraceInput) { in.Steps = []string{"a", "b", ""} }), "Steps[2] is empty"},
		{trace(func(in *TraceInput) { in.Series[1].Points[2].Round = 1 }), "Points[2]: Round is 1 after 1; want rounds ascending"},
		{trace(func(in *TraceInput) { in.Series[1].Points[2].Value = nan }), "Points[2] (round 2): Value is NaN"},

		{curves(func(in *CurvesInput) { in.Curves = nil }), "chart: curves: Curves has 0 entries; want 1 to 6"},
		{curves(func(in *CurvesInput) { in.X = "" }), "X is empty"},
		{curves(func(in *CurvesInput) { in.Left = "" }), "Left is empty"},
		{curves(func(in *CurvesInput) { in.Level = 2 }), "Level is 2"},
		{curves(func(in *CurvesInput) { in.Curves[1].Name = "n-move=50" }), `Curves[1].Name is "n-move=50" a second time`},
		{curves(func(in *CurvesInput) { in.Curves[1].Points = nil }), "Curves[1] (n-move=75): Points is empty"},
		{curves(func(in *CurvesInput) { in.Curves[1].Points[1].X = 0 }), "Points[1]: X is 0 after 0; want X ascending"},
		{curves(func(in *CurvesInput) { in.Curves[1].Points[1].X = nan }), "Points[1]: X is NaN; want 0 to"},
		{curves(func(in *CurvesInput) { in.Curves[1].Points[1].Y = nan }), "Points[1]: Y is NaN"},
		{curves(func(in *CurvesInput) { in.Curves[1].Points[1] = CurvePoint{60, 2, 2, 2} }), "Points[1]: Y is 2; want a share from 0 to 1"},
		{curves(func(in *CurvesInput) { in.Share = false; in.Curves[1].Points[1] = CurvePoint{60, -2, -2, -2} }), "Points[1]: Y is -2; want at least 0"},
		{curves(func(in *CurvesInput) { in.Curves[1].Lasting[1] = nan }), "Lasting[1] is NaN"},

		{effects(func(in *EffectsInput) { in.Rows = nil }), "chart: effects: Rows is empty"},
		{effects(func(in *EffectsInput) { in.Rows = make([]Effect, 61) }), "Rows has 61 entries; want at most 60"},
		{effects(func(in *EffectsInput) { in.Second = "" }), "Second is empty"},
		{effects(func(in *EffectsInput) { in.Level = -1 }), "Level is -1"},
		{effects(func(in *EffectsInput) { in.Rows[1].Name = "draws" }), `Rows[1].Name is "draws" a second time`},
		{effects(func(in *EffectsInput) { in.Rows[1].First = strings.Repeat("x", 41) }), "Rows[1] (length): a figure has 41 characters"},
		{effects(func(in *EffectsInput) { in.Rows[1].Size = nan }), "Rows[1] (length): Size is NaN"},

		{shares(func(in *SharesInput) { in.Sets = nil }), "chart: shares: Sets has 0 entries; want 1 to 6"},
		{shares(func(in *SharesInput) { in.Sets[1] = "n-move=50" }), `Sets[1] is "n-move=50" a second time`},
		{shares(func(in *SharesInput) { in.Rows = nil }), "Rows is empty"},
		{shares(func(in *SharesInput) { in.Rows = make([]ShareRow, 61) }), "Rows has 61 entries"},
		{shares(func(in *SharesInput) { in.Level = 1 }), "Level is 1"},
		{shares(func(in *SharesInput) { in.Rows[1].Name = "checkmate" }), `Rows[1].Name is "checkmate" a second time`},
		{shares(func(in *SharesInput) { in.Rows[1].Shares = nil }), "Rows[1] (n-move rule): 0 shares; want 2, one for each set"},
		{shares(func(in *SharesInput) { in.Rows[1].Shares[0].Games = -1 }), "Rows[1] (n-move rule): Shares[0]: Games is -1"},
		{shares(func(in *SharesInput) { in.Rows[1].Shares[0].Estimate = nan }), "Shares[0]: Estimate is NaN; want a share"},
		{shares(func(in *SharesInput) { in.Rows[1].Shares[0].Lo = 0.5 }), "Estimate is 0.09, outside its interval"},
	} {
		c, err := tc.make()
		switch {
		case err == nil || c != nil:
			t.Errorf("no error; want one that says %q", tc.want)
		case !strings.HasPrefix(err.Error(), "chart: ") || !strings.Contains(err.Error(), tc.want):
			t.Errorf("error %q; want one that says %q", err, tc.want)
		}
	}
}

// TestRoundedEndsAreForgiven covers intervals whose end misses the estimate by
// the last digits, as Wilson's does at a score of 1.
func TestRoundedEndsAreForgiven(t *testing.T) {
	in := chessCalibration()
	in.Bins[3].Observed, in.Bins[3].Hi = 1, math.Nextafter(1, 0)
	if _, err := Calibration(in); err != nil {
		t.Error(err)
	}
}

// TestInputIsLeftAlone checks that sorting happens on copies.
func TestInputIsLeftAlone(t *testing.T) {
	pyramid, values, trace, lengths := chessPyramid(), chessValues(), chessTrace(), fewLengths()
	for _, err := range []error{
		second(Pyramid(pyramid)), second(Values(values)), second(Trace(trace)), second(Lengths(lengths)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if pyramid.Values[0].Piece != "pawn" || values.Estimators[0].Values[0].Piece != "rook" ||
		trace.Series[0].Piece != "knight" || lengths.Decided[0] != 9 {
		t.Error("an input was reordered")
	}
}

// second drops the chart.
func second(_ *Chart, err error) error { return err }

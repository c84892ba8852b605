package report

import (
	"fmt"
	"strings"
	"unicode"

	"bestiary/experiments"
	"bestiary/internal/present/chart"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// picture is a finished chart with what stands below it.
type picture struct {
	name, caption string
	svg, png      []byte
}

// drawAll makes the pictures in the order of the report.
func drawAll(res *experiments.EstimateResult) ([]picture, error) {
	var out []picture
	for _, d := range []struct {
		name, caption string
		draw          func(*experiments.EstimateResult) (*chart.Chart, error)
	}{
		{"pyramid", "The pieces in tiers. Within a tier the best piece is worth at most one and a half times the weakest; neighbours are grouped as long as that holds.", drawPyramid},
		{"values", "The values by three estimates, each with its interval, and open marks for values that others have published, where there are any.", drawValues},
		{"outcomes", "Results of the games. The armies differ on purpose, so few games are balanced.", drawOutcomes},
		{"endings", "How the games ended.", drawEndings},
		{"lengths", "How long the games were.", drawLengths},
		{"calibration", "Scores that the design model predicts from the armies, against the scores that were made.", drawCalibration},
		{"trace", "The values round by round. Round 0 is the mobility prior. The learning rounds show the values that the engine learns from, by quiet positions of their games; the last round shows the values that are reported, by the armies at the start of its games.", drawTrace},
		{"growth", "The values and their intervals as the games of the last round came in, twice as many from step to step.", drawGrowth},
		{"phases", "Values by how many of the officers are on the board, in units of the mean value of the unit over all positions.", drawPhases},
		{"ladder", "Values by design at several numbers of nodes a move.", drawLadder},
	} {
		c, err := d.draw(res)
		if err != nil {
			return nil, fmt.Errorf("chart %s: %w", d.name, err)
		}
		if c == nil { // the run is too short for it
			continue
		}
		p := picture{name: d.name, caption: d.caption}
		if p.svg, err = c.SVG(chart.Wide); err != nil {
			return nil, fmt.Errorf("chart %s: %w", d.name, err)
		}
		if p.png, err = c.PNG(chart.Wide); err != nil {
			return nil, fmt.Errorf("chart %s: %w", d.name, err)
		}
		out = append(out, p)
	}
	return out, nil
}

func about(res *experiments.EstimateResult) chart.About {
	return chart.About{
		Game:  title(res),
		Games: res.Games.Games,
		Note:  fmt.Sprintf("%d nodes a move", res.Config.Play.Nodes),
	}
}

// title is the name of the game for people.
func title(res *experiments.EstimateResult) string {
	if t := oneLine(res.Game.Variant.Title); t != "" {
		return t
	}
	return res.Game.Variant.Name
}

// longestLine is the greatest length of a text from a game file in a report, in
// characters.
const longestLine = 100

// oneLine makes a text from a game file fit for a heading.
func oneLine(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(text); len(r) > longestLine {
		text = string(r[:longestLine-1]) + "…"
	}
	return text
}

func drawPyramid(res *experiments.EstimateResult) (*chart.Chart, error) {
	in := chart.PyramidInput{About: about(res), Level: res.Measurement.Level}
	for _, v := range res.Ranking {
		if v.Tier == 0 { // the games cannot tell
			continue
		}
		in.Values = append(in.Values, chart.Value{
			Piece: v.Piece, Symbol: v.Symbol, Value: v.Pawns,
			Tier: v.Tier, Count: v.Count,
		})
	}
	return chart.Pyramid(in), nil
}

// methodName is an estimate's name for people.
func methodName(e *tuning.Estimate) string {
	switch e.Method {
	case "design":
		return "design: armies at the start"
	case "texel":
		return "Texel: quiet positions"
	}
	return "prior: mobility alone"
}

// estimates lists those that the measurement has.
func estimates(m *tuning.Measurement) []*tuning.Estimate {
	out := []*tuning.Estimate{&m.Design}
	if len(m.Texel.Values) > 0 {
		out = append(out, &m.Texel)
	}
	return append(out, &m.Prior)
}

func drawValues(res *experiments.EstimateResult) (*chart.Chart, error) {
	m := res.Measurement
	in := chart.ValuesInput{About: about(res), Level: m.Level}
	published, err := experiments.PublishedValues(res.Game)
	if err != nil {
		return nil, err
	}
	for _, p := range published {
		mark := chart.Estimator{Name: p.Source}
		for _, v := range p.Values {
			mark.Values = append(mark.Values, chart.Estimate{Piece: v.Piece, Value: stat.Exact(v.Pawns)})
		}
		in.Published = append(in.Published, mark)
	}
	for _, e := range estimates(m) {
		est := chart.Estimator{Name: methodName(e)}
		for _, v := range e.Values {
			if v.Piece != m.Unit && v.Pawns.Known() {
				est.Values = append(est.Values, chart.Estimate{Piece: v.Piece, Value: v.Pawns})
			}
		}
		if len(est.Values) > 0 {
			in.Estimators = append(in.Estimators, est)
		}
	}
	return chart.Values(in), nil
}

func drawOutcomes(res *experiments.EstimateResult) (*chart.Chart, error) {
	in := chart.OutcomesInput{About: about(res)}
	for _, r := range res.Rounds {
		name := fmt.Sprintf("round %d, learning", r.Number)
		if r.Last {
			name = fmt.Sprintf("round %d, reported", r.Number)
		}
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: name, WhiteWins: r.Summary.W, Draws: r.Summary.D, BlackWins: r.Summary.L})
	}
	in.Games = 0
	for _, r := range res.Rounds {
		in.Games += r.Summary.Games
	}
	return chart.Outcomes(in), nil
}

func drawEndings(res *experiments.EstimateResult) (*chart.Chart, error) {
	in := chart.EndingsInput{About: about(res)}
	for _, e := range res.Games.Endings {
		in.Endings = append(in.Endings, chart.Ending{Reason: string(e.Reason), Games: e.Games, Drawn: e.Drawn})
	}
	return chart.Endings(in), nil
}

func drawLengths(res *experiments.EstimateResult) (*chart.Chart, error) {
	return chart.Lengths(chart.LengthsInput{About: about(res), Decided: res.Games.Decided, Drawn: res.Games.Drawn}), nil
}

func drawCalibration(res *experiments.EstimateResult) (*chart.Chart, error) {
	in := chart.CalibrationInput{About: about(res), Unit: "games", Level: res.Measurement.Level}
	for _, b := range res.Measurement.Calibration {
		in.Bins = append(in.Bins, chart.Bin{
			From: b.From, To: b.To, Predicted: b.Predicted,
			Observed: b.Observed, Samples: b.Rows,
		})
	}
	return chart.Calibration(in), nil
}

func drawTrace(res *experiments.EstimateResult) (*chart.Chart, error) {
	in := chart.TraceInput{About: about(res), Level: res.Measurement.Level}
	in.Title = "Values over the rounds"
	for _, v := range res.Measurement.Prior.Values {
		if v.Piece == res.Measurement.Unit {
			continue
		}
		s := chart.TraceSeries{Piece: v.Piece, Points: []chart.TracePoint{{Round: 0, Value: v.Pawns}}}
		for _, r := range res.Rounds {
			for _, x := range r.Values {
				if x.Type == v.Type && x.Pawns.Known() {
					s.Points = append(s.Points, chart.TracePoint{Round: r.Number, Value: x.Pawns})
				}
			}
		}
		in.Series = append(in.Series, s)
	}
	in.Games = 0
	for _, r := range res.Rounds {
		in.Games += r.Summary.Games
	}
	return chart.Trace(in), nil
}

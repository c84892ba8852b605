package report

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/chart"
	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
)

// picture is a chart of a report. It draws nil if the run is too short for it.
type picture struct {
	name, caption string
	draw          func(*page) *chart.Chart
}

var (
	pyramidPicture     = picture{"pyramid", "The pieces in tiers, the strongest at the top, by the armies at the start of the games.", (*page).drawPyramid}
	valuesPicture      = picture{"values", "The values by each estimate with its interval, and open marks for values that others have published. The values reported are those by armies.", (*page).drawValues}
	outcomesPicture    = picture{"outcomes", "Results of the games. The armies differ on purpose, so few games are balanced.", (*page).drawOutcomes}
	endingsPicture     = picture{"endings", "How the games ended.", (*page).drawEndings}
	lengthsPicture     = picture{"lengths", "How long the games were.", (*page).drawLengths}
	calibrationPicture = picture{"calibration", "Scores that the model predicts from the armies, against the scores of the games.", (*page).drawCalibration}
	tracePicture       = picture{"trace", "What the engine learned from, round by round: the estimate by quiet positions, not the reported one by armies. Round 0 is the mobility prior.", (*page).drawTrace}
	growthPicture      = picture{"growth", "The values reported and their intervals as the games came in, twice as many from step to step. Later values should lie within earlier intervals.", (*page).drawGrowth}
	phasesPicture      = picture{"phases", "Values by how full the board is, in units of the mean value of the unit over all positions.", (*page).drawPhases}
	ladderPicture      = picture{"ladder", "Values by armies at several numbers of nodes a move.", (*page).drawLadder}
)

// addFigures adds the charts that the run is long enough for.
func (p *page) addFigures(blocks *[]doc.Block, pictures ...picture) error {
	for _, pic := range pictures {
		c := pic.draw(p)
		if c == nil {
			continue
		}
		f, err := doc.Chart(pic.name, pic.caption, c)
		if err != nil {
			return err
		}
		*blocks = append(*blocks, f)
	}
	return nil
}

// about says what a chart rests on.
func (p *page) about() chart.About {
	return chart.About{
		Game: gameTitle(p.Game), Games: p.Games.Games,
		Note: format.Plural(p.Config.Play.Nodes, "node") + " a move",
	}
}

// aboutRounds is about for a chart of all rounds.
func (p *page) aboutRounds() chart.About {
	a := p.about()
	a.Games = 0
	for _, r := range p.Rounds {
		a.Games += r.Summary.Games
	}
	return a
}

// drawPyramid leaves out what the games cannot tell.
func (p *page) drawPyramid() *chart.Chart {
	if len(p.told()) == 0 {
		return nil
	}
	in := chart.PyramidInput{About: p.about(), Level: p.Measurement.Level}
	for _, v := range p.ranked {
		if v.Tier > 0 {
			in.Values = append(in.Values, chart.Value{Piece: v.Piece, Symbol: v.Symbol, Value: v.Pawns, Tier: v.Tier, Count: v.Count})
		}
	}
	return chart.Pyramid(in)
}

// estimateWords replaces the names of the estimates by those of a report.
var estimateWords = strings.NewReplacer("design", "armies", "Texel", "positions", "texel", "positions")

func (p *page) drawValues() *chart.Chart {
	m := p.Measurement
	in := chart.ValuesInput{About: p.about(), Level: m.Level}
	for _, e := range estimates(m) {
		est := chart.Estimator{Name: estimateWords.Replace(e.Method)}
		for _, v := range e.Values {
			if v.Piece != m.Unit && !experiments.CannotTell(v.Pawns) {
				est.Values = append(est.Values, chart.Estimate{Piece: v.Piece, Value: v.Pawns})
			}
		}
		if len(est.Values) > 0 {
			in.Estimators = append(in.Estimators, est)
		}
	}
	for _, source := range p.published {
		mark := chart.Estimator{Name: source.Source}
		for _, v := range source.Values {
			mark.Values = append(mark.Values, chart.Estimate{Piece: v.Piece, Value: stat.Exact(v.Pawns)})
		}
		in.Published = append(in.Published, mark)
	}
	return chart.Values(in)
}

// estimates lists those that the measurement has.
func estimates(m *tuning.Measurement) []*tuning.Estimate {
	out := []*tuning.Estimate{&m.Design}
	if len(m.Texel.Values) > 0 {
		out = append(out, &m.Texel)
	}
	return append(out, &m.Prior)
}

func (p *page) drawOutcomes() *chart.Chart {
	in := chart.OutcomesInput{About: p.aboutRounds()}
	for _, r := range p.Rounds {
		name := fmt.Sprintf("round %d, learning", r.Number)
		if r.Last {
			name = fmt.Sprintf("round %d, reported", r.Number)
		}
		in.Rows = append(in.Rows, chart.OutcomeRow{Name: name, WhiteWins: r.Summary.W, Draws: r.Summary.D, BlackWins: r.Summary.L})
	}
	return chart.Outcomes(in)
}

func (p *page) drawEndings() *chart.Chart {
	in := chart.EndingsInput{About: p.about()}
	for _, e := range p.Games.Endings {
		in.Endings = append(in.Endings, chart.Ending{Reason: string(e.Reason), Games: e.Games, Drawn: e.Drawn})
	}
	return chart.Endings(in)
}

func (p *page) drawLengths() *chart.Chart {
	return chart.Lengths(chart.LengthsInput{About: p.about(), Decided: p.Games.Decided, Drawn: p.Games.Drawn})
}

func (p *page) drawCalibration() *chart.Chart {
	in := chart.CalibrationInput{About: p.about(), Unit: "games", Level: p.Measurement.Level}
	for _, b := range p.Measurement.Calibration {
		in.Bins = append(in.Bins, chart.Bin{From: b.From, To: b.To, Predicted: b.Predicted, Observed: b.Observed, Samples: b.Rows})
	}
	return chart.Calibration(in)
}

func (p *page) drawTrace() *chart.Chart {
	in := chart.TraceInput{About: p.aboutRounds(), Level: p.Measurement.Level, Axis: "round"}
	in.Title = "Values by positions, round by round"
	for i, v := range p.Measurement.Prior.Values {
		values := []stat.Interval{v.Pawns}
		for _, r := range p.Rounds {
			values = append(values, r.Values[i].Pawns)
		}
		p.addSeries(&in, v.Piece, values)
	}
	return traceOf(in)
}

// drawGrowth is the trace of the values over the games, nil for a short run. Stages
// whose games bound no value are left out.
func (p *page) drawGrowth() *chart.Chart {
	m := p.Measurement
	in := chart.TraceInput{About: p.about(), Level: m.Level, Axis: "games"}
	in.Title = "Values as games came in"
	values := make([][]stat.Interval, len(m.Design.Values))
	for _, stage := range m.Growth {
		bounded := false
		for i, v := range m.Design.Values {
			bounded = bounded || v.Piece != m.Unit && stage.Pawns[i].Bounded()
		}
		if !bounded {
			continue
		}
		in.Steps = append(in.Steps, format.Count(stage.Games))
		for i := range values {
			values[i] = append(values[i], stage.Pawns[i])
		}
	}
	for i, v := range m.Design.Values {
		p.addSeries(&in, v.Piece, values[i])
	}
	return traceOf(in)
}

func (p *page) drawPhases() *chart.Chart {
	in := chart.TraceInput{About: p.about(), Level: p.Measurement.Level, Axis: "pieces on the board", Steps: []string{"all", "half", "none"}}
	in.Title = "Values as the board empties"
	for _, ph := range p.Measurement.Phases {
		addSeries(&in, ph.Piece, ph.Pawns)
	}
	return traceOf(in)
}

func (p *page) drawLadder() *chart.Chart {
	m := p.Measurement
	in := chart.TraceInput{About: p.about(), Level: m.Level, Axis: "nodes a move"}
	in.Title, in.Note, in.Games = "Values at other strengths of play", "", 0
	for _, r := range p.Ladder {
		in.Steps = append(in.Steps, strconv.Itoa(r.Nodes))
		in.Games += r.Measurement.Games
	}
	for i, v := range m.Design.Values {
		var values []stat.Interval
		for _, r := range p.Ladder {
			values = append(values, r.Measurement.Design.Values[i].Pawns)
		}
		p.addSeries(&in, v.Piece, values)
	}
	return traceOf(in)
}

// addSeries adds the values of a piece that are bounded, unless it is the unit.
func (p *page) addSeries(in *chart.TraceInput, piece string, values []stat.Interval) {
	if piece != p.Measurement.Unit {
		addSeries(in, piece, values)
	}
}

func addSeries(in *chart.TraceInput, piece string, values []stat.Interval) {
	s := chart.TraceSeries{Piece: piece}
	for k, x := range values {
		if x.Bounded() {
			s.Points = append(s.Points, chart.TracePoint{Round: k, Value: x})
		}
	}
	if len(s.Points) > 0 {
		in.Series = append(in.Series, s)
	}
}

// traceOf draws a trace if there is anything in it.
func traceOf(in chart.TraceInput) *chart.Chart {
	if len(in.Series) == 0 {
		return nil
	}
	return chart.Trace(in)
}

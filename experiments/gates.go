package experiments

import (
	"bestiary/internal/present/format"
	"bestiary/internal/stat"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

//go:embed gates.tsv
var gatesFile string

// GateStatus is how a check came out.
type GateStatus string

// The ways a check comes out.
const (
	Passed        GateStatus = "passed"
	NotPassed     GateStatus = "not passed"
	NotApplicable GateStatus = "not applicable"
)

// Gate is a check that a measurement has to pass before its values are believed.
type Gate struct {
	Name   string
	Status GateStatus
	// Figure is what was found, Wanted what was expected, and Note where the figure
	// or the expectation comes from, or why the check does not apply.
	Figure, Wanted, Note string
}

// Limits of the gates.
const (
	evenWithin           = 2 // standard errors
	mostCalibrationError = 0.02
	mostErrorGap         = 0.15
)

// Gates checks a measurement. Values are judged by their estimates, whose intervals
// are shown beside them.
func (res *EstimateResult) Gates() ([]Gate, error) {
	out, err := res.knownGates()
	if err != nil {
		return nil, err
	}
	out = append(out, res.evenGate())
	if gate, ok := res.sameArmyGate(); ok {
		out = append(out, gate)
	}
	out = append(out, res.calibrationGate(), res.bootstrapGate())
	if gate, ok := res.ladderGate(); ok {
		out = append(out, gate)
	}
	return out, nil
}

// scoreAtOdds stands in the data for a piece over which another has no value but a score.
const scoreAtOdds = "odds"

// knownGates compares ratios of values, and the score at odds of a pawn, with those that
// are known for the game.
func (res *EstimateResult) knownGates() ([]Gate, error) {
	rows, err := dataRows(gatesFile, 6, res.Game)
	if err != nil {
		return nil, err
	}
	var out []Gate
	pawn := res.pawnGate()
	for _, row := range rows {
		lo, err := dataNumber(row[3], math.Inf(-1))
		if err != nil {
			return nil, err
		}
		hi, err := dataNumber(row[4], math.Inf(1))
		if err != nil {
			return nil, err
		}
		if row[2] == scoreAtOdds {
			pawn.judge(lo, hi)
			continue
		}
		out = append(out, res.valueGate(row[1], row[2], lo, hi, row[5]))
	}
	if len(out) == 0 {
		out = []Gate{{Name: "known values", Status: NotApplicable, Note: "none are known well enough for this game"}}
	}
	return append(out, pawn.Gate), nil
}

func (res *EstimateResult) valueGate(piece, over string, lo, hi float64, source string) Gate {
	m := res.Measurement
	gate := Gate{Name: fmt.Sprintf("%s in units of the %s", piece, over), Note: source, Wanted: wanted(lo, hi), Status: NotPassed}
	ratio := m.Design.Ratio(res.Game.TypeNamed(piece), res.Game.TypeNamed(over), m.Level)
	if !ratio.Bounded() {
		gate.Figure = format.Unknown
		gate.Note = "the games are too few to bound it; " + source
		return gate
	}
	gate.Figure = format.Value.Interval(ratio)
	switch {
	case lo <= ratio.Estimate && ratio.Estimate <= hi:
		gate.Status = Passed
	case ratio.Overlaps(stat.Interval{Lo: lo, Hi: hi}):
		gate.Note = "the interval reaches into the range; " + source
	}
	return gate
}

func wanted(lo, hi float64) string {
	switch {
	case math.IsInf(hi, 1):
		return fmt.Sprintf("at least %g", lo)
	case math.IsInf(lo, -1):
		return fmt.Sprintf("at most %g", hi)
	}
	return fmt.Sprintf("%g to %g", lo, hi)
}

// bootstrapGate checks the closed-form standard errors by those of resampled pairs.
func (res *EstimateResult) bootstrapGate() Gate {
	gate := Gate{
		Name: "standard errors, bootstrap over closed form", Status: NotPassed,
		Wanted: fmt.Sprintf("%g to %g", 1-mostErrorGap, 1+mostErrorGap),
	}
	var ratios []float64
	if res.Examination != nil {
		ratios = slices.DeleteFunc(slices.Clone(res.Examination.Resampled.Ratios), math.IsNaN)
		gate.Note = fmt.Sprintf("over all pieces; %d resamples of the pairs", res.Examination.Resampled.Resamples)
	}
	if len(ratios) == 0 {
		gate.Status, gate.Note = NotApplicable, "the pairs are too few"
		return gate
	}
	lo, hi := slices.Min(ratios), slices.Max(ratios)
	gate.Figure = fmt.Sprintf("%.2f to %.2f", lo, hi)
	if lo >= 1-mostErrorGap && hi <= 1+mostErrorGap {
		gate.Status = Passed
	}
	return gate
}

// calibrationGate checks the distance of predicted from observed scores.
func (res *EstimateResult) calibrationGate() Gate {
	m := res.Measurement
	gate := Gate{
		Name: "reliability error", Status: NotPassed,
		Figure: fmt.Sprintf("%.3f", m.CalibrationError), Wanted: fmt.Sprintf("below %g", mostCalibrationError),
		Note: fmt.Sprintf("chance alone would give %.3f", m.CalibrationFloor),
	}
	switch {
	case m.CalibrationError < mostCalibrationError:
		gate.Status = Passed
	case m.CalibrationFloor >= mostCalibrationError:
		gate.Status = NotApplicable
		gate.Note += ": the games are too few"
	}
	return gate
}

// ladderGate checks that values do not depend on the strength of play. It reports false
// without a ladder.
func (res *EstimateResult) ladderGate() (Gate, bool) {
	if len(res.Ladder) < 2 {
		return Gate{}, false
	}
	gate := Gate{Name: "values at other nodes", Status: Passed, Wanted: "no difference beyond chance"}
	var compared, differ, vague []string
	for _, r := range res.Ladder {
		bounded := false
		for i, v := range r.Measurement.Design.Values {
			bounded = bounded || v.Piece != r.Measurement.Unit && v.Pawns.Bounded()
			if r.Differs[i] {
				differ = append(differ, fmt.Sprintf("%s at %d", v.Piece, r.Nodes))
			}
		}
		if nodes := strconv.Itoa(r.Nodes); bounded {
			compared = append(compared, nodes)
		} else {
			vague = append(vague, nodes)
		}
	}
	if len(vague) > 0 {
		gate.Note = "the games bound no value at " + strings.Join(vague, ", ") + " nodes"
	}
	switch {
	case len(differ) > 0:
		gate.Status, gate.Figure = NotPassed, strings.Join(differ, ", ")
	case len(compared) < 2:
		gate.Status = NotApplicable
	default:
		gate.Figure = "none at " + strings.Join(compared, ", ") + " nodes"
	}
	return gate, true
}

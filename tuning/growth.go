package tuning

import (
	"bestiary/tuning/logit"

	"bestiary/internal/stat"
)

// Stage is the design estimate after the first pairs of a run.
type Stage struct {
	Games, Pairs int
	// Pawns are the values in pawns in the order of Measurement.Design.
	Pawns []stat.Interval
}

const (
	// stages is how many there are at most, each with twice the pairs of the one before.
	stages = 6
	// leastStage is the number of pairs below which a stage would say nothing.
	leastStage = 100
)

// growth fits the first halves, quarters, … of the pairs, fewest first, and ends with
// all of them. It is nil for runs too short to be divided.
func (s *samples) growth(unit int) ([]Stage, error) {
	if s.pairs < 2*leastStage {
		return nil, nil
	}
	var out []Stage
	for shift := stages - 1; shift >= 0; shift-- {
		pairs := s.pairs >> shift
		if pairs < leastStage {
			continue
		}
		f, err := logit.Fit(s.firstPairs(pairs), logit.Prior{}, logit.Settings{})
		if err != nil {
			return nil, err
		}
		stage := Stage{Games: f.Rows, Pairs: pairs}
		for _, v := range s.values(f, f.Sampling(), unit, s.settings.Level) {
			stage.Pawns = append(stage.Pawns, v.Pawns)
		}
		out = append(out, stage)
	}
	return out, nil
}

// firstPairs is the part of the rows at the start that belongs to the first pairs.
func (s *samples) firstPairs(pairs int) *logit.Design {
	d := *s.start
	rows := 0
	for rows < len(d.Cluster) && int(d.Cluster[rows]) < pairs {
		rows++
	}
	entries := d.Off[rows]
	d.Off, d.Idx, d.Val = d.Off[:rows+1], d.Idx[:entries], d.Val[:entries]
	d.Y, d.Weight, d.Cluster = d.Y[:rows], d.Weight[:rows], d.Cluster[:rows]
	return &d
}

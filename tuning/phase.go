package tuning

import (
	"gonum.org/v1/gonum/floats"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Phase describes how the value of a piece changes as the board empties.
//
// With φ the share of officers still on the board, the value is v(φ) = Σ_k h_k(φ)·β_k,
// where the h_k are the hat functions of the fillings 1, ½ and 0: v is piecewise linear
// and has the values β_k there.
type Phase struct {
	Piece string
	// Logits holds the values at these fillings. Worth holds the same in the unit fixed by
	// the mean values of all positions, with Fieller intervals.
	Logits, Worth []stat.Interval
	// Mean is the value over the game: the mean over the quiet positions, with the mix of stages
	// in Measurement.Stages, in the same unit.
	Mean stat.Interval
}

// knots is the number of fillings at which a value is free.
const knots = 3

var knotNames = [knots]string{"full", "half", "empty"}

// knotShares returns the values of the hat functions at a filling from 0 to 1.
func knotShares(filling float64) [knots]float64 {
	if filling >= 0.5 {
		return [knots]float64{2*filling - 1, 2 - 2*filling, 0}
	}
	return [knots]float64{0, 2 * filling, 1 - 2*filling}
}

// phases fits the values by filling.
func (s *samples) phases(prior logit.Prior, unit Scale) ([]Phase, error) {
	f, err := logit.Fit(s.phase, prior, weighed())
	if err != nil {
		return nil, err
	}
	inf := f.Posterior()
	means, total := make([]float64, len(s.types)), floats.Sum(s.shares[:])
	for i := range means {
		for k, share := range s.shares {
			means[i] += share / total * f.Coef[knots*i+k]
		}
	}
	var one []float64
	for _, x := range unit.over(means) {
		for _, share := range s.shares {
			one = append(one, x*share/total)
		}
	}
	mean := make([]float64, knots*len(s.types))
	var out []Phase
	for i, t := range s.types {
		p := Phase{Piece: opening.NameOf(s.g, t)}
		clear(mean)
		for k, share := range s.shares {
			mean[knots*i+k] = share / total
			p.Logits = append(p.Logits, inf.Coefficient(knots*i+k, s.settings.Level))
			p.Worth = append(p.Worth, unit.against(inf, logit.Column(knots*i+k), one, s.settings.Level))
		}
		if p.Mean = unit.against(inf, mean, one, s.settings.Level); p.Piece == unit.Piece {
			p.Mean = stat.Exact(unit.worth)
		}
		out = append(out, p)
	}
	return out, nil
}

// Stage is the design estimate after the first pairs of a run.
type Stage struct {
	Games, Pairs int
	// Worth holds the values in the order of Measurement.Design.
	Worth []stat.Interval
}

const (
	// stages is the maximum number of stages, each with twice the pairs of the one
	// before.
	stages = 6
	// minStage is the number of pairs below which a stage would be uninformative.
	minStage = 100
)

// growth fits the first half, quarter, … of the pairs, fewest first, and ends with
// all of them. It returns nil for runs too short to be divided.
func (s *samples) growth(unit Scale) ([]Stage, error) {
	if s.pairs < 2*minStage {
		return nil, nil
	}
	var out []Stage
	for shift := stages - 1; shift >= 0; shift-- {
		pairs := s.pairs >> shift
		if pairs < minStage {
			continue
		}
		f, err := s.fitArmies(s.firstPairs(pairs))
		if err != nil {
			return nil, err
		}
		stage := Stage{Games: f.Rows, Pairs: pairs}
		for _, v := range s.values(f.Result, f.Posterior(), unit, s.settings.Level) {
			stage.Worth = append(stage.Worth, v.Worth)
		}
		out = append(out, stage)
	}
	return out, nil
}

// firstPairs returns the leading rows that belong to the first pairs.
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

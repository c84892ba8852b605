package tuning

import (
	"errors"
	"iter"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// Measurement holds all estimates of the values from a set of games.
type Measurement struct {
	// Scale is the unit of the values.
	Scale Scale
	Level float64
	// Games and Pairs are the sample size; Positions is how many quiet
	// positions the Texel fit uses.
	Games, Pairs, Positions int

	// Luck is Design with the errors that more games of the same exchanges reduce. Exchange is the
	// standard deviation of the worth of an exchange, in logits, from the model's prediction; it is
	// part of the errors of Design and Posterior.
	Luck     Estimate
	Exchange float64
	// Exchanges is the number of exchanges whose worth was fitted; 0 for armies drawn at
	// random, where Exchange is a guess and not part of the errors.
	Exchanges int
	// Posterior combines Design and Prior and is the estimate to report.
	Design, Texel, Prior, Posterior Estimate
	// Assumed holds what Posterior assumes of the values before the games: the prior in
	// logits, with the interval of its spread.
	Assumed []stat.Interval
	// Decided holds the share of each value that the games would decide if every piece had the mobility
	// prior.
	Decided []float64
	// Ridge is the weight of the prior in the Texel fit.
	Ridge Ridge
	// Phases describes how values change as the board empties, and Stages gives the shares of a
	// full board, half of its officers and none in the quiet positions.
	Phases []Phase
	Stages []float64
	// Examination is nil if there are too few games.
	Examination *Examination
	// Growth holds the design estimate after growing parts of the games; nil for a short
	// run.
	Growth []Stage

	// Calibration compares the design model's predictions with results; CalibrationError
	// is their mean distance. CalibrationFloor is the distance that perfect predictions
	// would show on the same number of games.
	Calibration                        []logit.Bin
	CalibrationError, CalibrationFloor float64
}

// calibrationBins is the number of bins of the reliability table.
const calibrationBins = 10

// ErrNoGames means that there are no games to fit.
var ErrNoGames = errors.New("no games to fit values to")

// Measure fits all models to games. The two games of a pair must be adjacent.
func Measure(g *rules.Game, records iter.Seq2[store.Record, error], set Settings) (*Measurement, error) {
	s, err := Read(g, records, set)
	if err != nil {
		return nil, err
	}
	return s.Measure()
}

// Read samples games. The two games of a pair must be adjacent.
func Read(g *rules.Game, records iter.Seq2[store.Record, error], set Settings) (*Sample, error) {
	s, err := NewSample(g, set)
	if err != nil {
		return nil, err
	}
	err = EachGame(records, &s.games, &s.pairs, func(rec store.Record) error {
		s.rounds = append(s.rounds, rec.Round)
		return s.add(rec, int32(s.pairs-1))
	})
	if err == nil && s.games == 0 {
		err = ErrNoGames
	}
	return s, err
}

// Measure fits all models to the games.
func (s *Sample) Measure() (*Measurement, error) {
	prior := opening.PriorValues(s.g)
	m := &Measurement{Scale: s.unitScale(), Level: s.settings.Level, Games: s.games, Pairs: s.pairs, Positions: s.quiet.Rows()}
	m.Prior = s.priorEstimate(prior, m.Scale)
	armies, err := s.fitDesign(m)
	if err != nil {
		return nil, err
	}
	if err := s.fitPosterior(m); err != nil {
		return nil, err
	}
	var quiet *logit.Result
	if m.Positions > 0 {
		if quiet, err = s.fitTexel(m, prior); err != nil {
			return nil, err
		}
	}
	m.Examination, err = s.examine(armies, quiet)
	return m, err
}

// Armies returns only the design estimate, from the games of some rounds, with sampling errors: the
// error of its model's prior is the same for all players whose games are compared.
func (s *Sample) Armies(rounds ...int) (*Estimate, error) {
	d := &logit.Design{Columns: s.start.Columns, Names: s.start.Names}
	cluster, last := int32(-1), int32(-1)
	for i, round := range s.rounds {
		if !slices.Contains(rounds, round) {
			continue
		}
		if now := s.start.Cluster[i]; now != last {
			cluster, last = cluster+1, now
		}
		from, to := s.start.Off[i], s.start.Off[i+1]
		d.Add(s.start.Idx[from:to], s.start.Val[from:to], s.start.Y[i], s.start.Weight[i], cluster)
	}
	if d.Rows() == 0 {
		return nil, ErrNoGames
	}
	f, err := s.fitArmies(d)
	if err != nil {
		return nil, err
	}
	e := s.designEstimate(f.Result, f.Sampling(), s.unitScale())
	return &e, nil
}

// priorEstimate returns the mobility prior as an estimate.
func (s *Sample) priorEstimate(prior []float64, unit Scale) Estimate {
	e := Estimate{Method: "prior", White: stat.Unknown()}
	coef := make([]float64, len(s.types))
	for i, t := range s.types {
		coef[i] = prior[t]
	}
	one := logit.Inference{Coef: coef}.Combination(unit.over(coef))
	for i, t := range s.types {
		v := Value{Type: t, Piece: opening.NameOf(s.g, t), Logit: stat.Unknown(), Elo: stat.Unknown(), Worth: stat.Unknown()}
		v.Pawns = stat.Exact(coef[i] / coef[s.unit()])
		if one > 0 {
			v.Worth = stat.Exact(coef[i] / one)
		}
		e.Values = append(e.Values, v)
	}
	return e
}

// fitDesign adds the estimate from the armies and what follows from it.
func (s *Sample) fitDesign(m *Measurement) (*armyFit, error) {
	f, err := s.fitArmies(s.start)
	if err != nil {
		return nil, err
	}
	m.Design, m.Luck, m.Exchange = s.designEstimate(f.Result, f.Posterior(), m.Scale), s.designEstimate(f.Result,
		f.Sampling(), m.Scale), f.exchange
	m.Exchanges = f.design.Columns - s.start.Columns
	m.Calibration, err = logit.Calibration(s.start, f.Coef[:s.start.Columns], calibrationBins, s.settings.Level)
	if err != nil {
		return nil, err
	}
	m.CalibrationError, m.CalibrationFloor = logit.CalibrationError(m.Calibration)
	m.Growth, err = s.growth(m.Scale)
	return f, err
}

// fitArmies fits rows of the armies' model.
func (s *Sample) fitArmies(d *logit.Design) (*armyFit, error) {
	scale, err := s.armies.armyScale(d)
	if err != nil {
		return nil, err
	}
	return s.armies.fitHeld(d, s.armies.prior(scale))
}

// designEstimate converts a fit of the armies' model to an estimate.
func (s *Sample) designEstimate(f *logit.Result, inf logit.Inference, unit Scale) Estimate {
	e := s.estimate("design", f, inf, unit)
	s.armies.addPlaces(&e, f, inf, unit, s.settings.Level)
	return e
}

// fitTexel adds the estimate from quiet positions, drawn towards the prior, and what follows
// from it.
func (s *Sample) fitTexel(m *Measurement, prior []float64) (*logit.Result, error) {
	scale, err := s.logitsPerPawn(prior)
	if err != nil {
		return nil, err
	}
	if m.Ridge, err = s.chooseRidge(prior, scale); err != nil {
		return nil, err
	}
	f, err := logit.Fit(s.quiet, s.prior(prior, scale, 1, m.Ridge), weighed())
	if err != nil {
		return nil, err
	}
	m.Texel = s.estimate("texel", f, f.Posterior(), m.Scale)
	for _, share := range s.shares {
		m.Stages = append(m.Stages, share/floats.Sum(s.shares[:]))
	}
	m.Phases, err = s.phases(s.prior(prior, scale, knots, m.Ridge), m.Scale)
	return f, err
}

// minScale keeps the ridge finite if the games carry no information about material.
const minScale = 0.01

// prior returns the mobility prior as a normal distribution for each coefficient, with the
// strength of a ridge. Each piece has the given number of columns; White's advantage and
// the move, which follow, are free.
func (s *Sample) prior(values []float64, scale float64, per int, ridge Ridge) logit.Prior {
	n := len(s.types)*per + 2
	p := logit.Prior{Mean: make([]float64, n), Precision: make([]float64, n)}
	scale = max(scale, minScale)
	for i, t := range s.types {
		mean := scale * values[t] / eval.PawnValue
		sd := s.settings.PriorSpread * mean
		for k := range per {
			p.Mean[i*per+k] = mean
			p.Precision[i*per+k] = 1 / (sd * sd)
		}
	}
	return p.Scaled(ridge.Factor)
}

func (s *Sample) estimate(method string, f *logit.Result, inf logit.Inference, unit Scale) Estimate {
	e := Estimate{
		Method: method, Values: s.values(f, inf, unit, s.settings.Level), White: inf.Coefficient(len(s.types), s.settings.Level),
		Rows: f.Rows, Pairs: f.Clusters, LogLoss: f.LogLoss, DesignEffect: f.DesignEffect, DF: inf.DF, Warnings: f.Warnings,
	}
	for i := range s.types {
		e.Covariance = append(e.Covariance, mat.Row(nil, i, inf.Cov)[:len(s.types)])
	}
	return e
}

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
func (s *Sample) phases(prior logit.Prior, unit Scale) ([]Phase, error) {
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
func (s *Sample) growth(unit Scale) ([]Stage, error) {
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
func (s *Sample) firstPairs(pairs int) *logit.Design {
	d, rows := *s.start, 0
	for rows < len(d.Cluster) && int(d.Cluster[rows]) < pairs {
		rows++
	}
	entries := d.Off[rows]
	d.Off, d.Idx, d.Val = d.Off[:rows+1], d.Idx[:entries], d.Val[:entries]
	d.Y, d.Weight, d.Cluster = d.Y[:rows], d.Weight[:rows], d.Cluster[:rows]
	return &d
}

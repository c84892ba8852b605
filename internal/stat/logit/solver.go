package logit

import (
	"runtime"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// task is a validated fit with the data that all its minimisations share. It is not
// changed after newTask.
type task struct {
	d        *Design
	prior    Prior
	settings Settings
	groups   *clusters
	scale    []float64 // mean square of the non-zero entries, per column
	even     *mat.SymDense
	rank     rank
	ridge    []float64 // weak ridge for what data and prior leave undetermined
	random   int       // first random column, which no warning mentions
}

func newTask(d *Design, p Prior, s Settings) (*task, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if err := p.validate(d); err != nil {
		return nil, err
	}
	if s.Workers < 1 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	t := &task{d: d, prior: p.filled(d.Columns), settings: s, groups: groupRows(d), scale: scales(d), random: d.Columns}
	at := newEvaluator(d, t.settings.Workers)
	at.at(make([]float64, d.Columns))
	t.even = mat.NewSymDense(d.Columns, at.total.second)
	return t, t.identify()
}

// identify finds the coefficients that the data and the prior determine and sets the weak ridge for
// the rest.
func (t *task) identify() (err error) {
	t.ridge = make([]float64, t.d.Columns)
	if t.rank, err = findRank(scaledPlus(1, t.even, t.prior.Precision)); err != nil {
		return err
	}
	t.addRidge(t.ridge, t.rank.zero)
	t.addRidge(t.ridge, t.rank.collinear)
	return nil
}

func (t *task) addRidge(ridge []float64, columns []int) {
	for _, j := range columns {
		ridge[j] = weakRidge * t.scale[j]
	}
}

// withPrior returns the task with another prior.
func (t *task) withPrior(p Prior) (*task, error) {
	other := *t
	other.prior = p.filled(t.d.Columns)
	return &other, other.identify()
}

// solver minimises the loss of a task under one set of row weights and one
// dispersion. It is not safe for concurrent use.
type solver struct {
	*task
	dispersion float64
	min        *minimiser
	reference  *mat.SymDense // second derivative at an even score
}

func (t *task) newSolver(dispersion float64, workers int) *solver {
	data := newEvaluator(t.d, workers)
	s := &solver{task: t, min: newMinimiser(data, t.prior.Mean)}
	if t.settings.Exact {
		s.min.tolerance *= exactTolerance / tolerance
	}
	s.setDispersion(dispersion)
	return s
}

func (s *solver) setDispersion(dispersion float64) {
	s.dispersion = dispersion
	s.min.inverse = 1 / dispersion
	s.reference = scaledPlus(s.min.inverse, s.even, s.prior.Precision, s.ridge)
	for j := range s.min.reference {
		s.min.reference[j] = s.reference.At(j, j)
	}
}

// estimate is the result of a minimisation.
type estimate struct {
	coef      []float64
	ridge     []float64 // weak ridge in force, per column
	separated []int     // columns given a weak ridge because they diverged
	steps     int
	converged bool
}

// solve minimises from start, or from 0 if start is nil, until no further column diverges: columns
// whose coefficients diverge get the weak ridge. The minimiser is left at the result.
func (s *solver) solve(start []float64) estimate {
	e := estimate{coef: slices.Clone(start), ridge: slices.Clone(s.ridge)}
	if start == nil {
		e.coef = make([]float64, s.d.Columns)
	}
	for {
		for j := range e.ridge {
			s.min.penalty[j] = s.prior.Precision[j] + e.ridge[j]
		}
		steps, converged := s.min.minimise(e.coef)
		e.steps += steps
		e.converged = converged
		fresh := false
		for _, j := range vanished(s.min.second, s.reference) {
			if !slices.Contains(e.separated, j) {
				e.separated = append(e.separated, j)
				fresh = true
			}
		}
		if !fresh {
			return e
		}
		s.addRidge(e.ridge, e.separated)
	}
}

package rating

import (
	"cmp"
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of two hypotheses about the strength of a
// player: H0, that it is Elo0, and H1, that it is Elo1. If the strength is at most Elo0,
// the test wrongly accepts H1 with a probability of about Alpha; if it is at least Elo1,
// the test wrongly accepts H0 with a probability of about Beta.
type SPRT struct {
	// Elo0 and Elo1 are in the unit of Model; Elo0 < Elo1, each from -1000 to 1000.
	Elo0, Elo1 float64
	// Alpha and Beta are probabilities; 0 means 0.05, and their sum must be below 1.
	Alpha, Beta float64
	// Model is the unit of Elo0 and Elo1.
	Model Model
}

// DefaultError is the default of Alpha and Beta.
const DefaultError = 0.05

// MaxElo is the largest Elo of a hypothesis or of an estimate after a test.
const MaxElo = 1000

// Validate reports settings outside their range.
func (t SPRT) Validate() error {
	switch alpha, beta := t.errors(); {
	case !(math.Abs(t.Elo0) <= MaxElo && math.Abs(t.Elo1) <= MaxElo):
		return fmt.Errorf("rating: SPRT from Elo %v to %v, expected numbers from %d to %d", t.Elo0, t.Elo1, -MaxElo, MaxElo)
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("rating: SPRT from Elo %v to %v, expected the second above the first", t.Elo0, t.Elo1)
	case !(alpha > 0 && beta > 0 && alpha+beta < 1):
		return fmt.Errorf("rating: SPRT with alpha %v and beta %v, expected both above 0 and their sum below 1", alpha, beta)
	case t.Model < 0 || int(t.Model) >= len(modelNames):
		return fmt.Errorf("rating: SPRT with model %d, expected one from 0 to %d", t.Model, len(modelNames)-1)
	}
	return nil
}

// errors returns Alpha and Beta, or their defaults.
func (t SPRT) errors() (alpha, beta float64) {
	return cmp.Or(t.Alpha, DefaultError), cmp.Or(t.Beta, DefaultError)
}

// Bounds returns Wald's limits of the log-likelihood ratio: H0 is accepted at or below the
// lower limit, H1 at or above the upper limit.
func (t SPRT) Bounds() (lower, upper float64) {
	alpha, beta := t.errors()
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Decision says whether and how a sequential test has ended.
type Decision int

// The decisions of a test.
const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

// String returns "continue", "accept H0" or "accept H1".
func (d Decision) String() string {
	switch d {
	case Continue:
		return "continue"
	case AcceptH0:
		return "accept H0"
	case AcceptH1:
		return "accept H1"
	}
	return fmt.Sprintf("Decision(%d)", int(d))
}

// MarshalText returns the text of String.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// State is the state of a sequential test.
type State struct {
	LLR      float64  `json:"llr"`         // log-likelihood ratio of H1 over H0
	Lower    float64  `json:"lower-bound"` // of the LLR, below which H0 is accepted
	Upper    float64  `json:"upper-bound"` // of the LLR, above which H1 is accepted
	Decision Decision `json:"decision"`
}

// Evaluate computes the generalized log-likelihood ratio of counts and compares
// it with the bounds. Without games the ratio is 0.
func (t SPRT) Evaluate(c Counts) (State, error) {
	if err := t.Validate(); err != nil {
		return State{}, err
	}
	if err := c.Validate(); err != nil {
		return State{}, err
	}
	return t.state(c), nil
}

func (t SPRT) state(c Counts) State {
	lower, upper := t.Bounds()
	out := State{Lower: lower, Upper: upper}
	if c.Games() > 0 {
		out.LLR = t.Model.llr(c.sample(), c.Total(), t.Elo0, t.Elo1)
	}
	switch {
	case out.LLR <= lower:
		out.Decision = AcceptH0
	case out.LLR >= upper:
		out.Decision = AcceptH1
	}
	return out
}

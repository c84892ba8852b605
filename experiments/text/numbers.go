package text

import (
	"encoding/json"
	"math"
	"strconv"
)

// Probability writes a probability of a test; "-" stands for no test.
func Probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p < 0.001:
		return "<0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Cell is a number of a table for programs, with six significant digits; nothing for
// one that does not exist or is infinite.
func Cell(x float64) string {
	if !finite(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// Number is written in JSON with six significant digits, null if it does not exist or
// is infinite.
type Number float64

// MarshalJSON writes the number.
func (x Number) MarshalJSON() ([]byte, error) {
	if !finite(float64(x)) {
		return []byte("null"), nil
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(float64(x), 'g', 6, 64), 64)
	if err != nil {
		return nil, err
	}
	return json.Marshal(short)
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

package advise

import "bestiary/internal/stat"

// Verdict is the answer to a check, or whether an edit reaches its target.
type Verdict string

// The verdicts: of checks, the most urgent first, then of edits.
const (
	Failed     Verdict = "fails"
	CannotTell Verdict = "cannot tell"
	Passed     Verdict = "passes"

	Reaches Verdict = "reaches the target"
	Misses  Verdict = "misses the target"
)

// judge compares an interval with a range: it lies inside, outside, or across an edge.
func judge(v stat.Interval, lo, hi float64, inside, outside Verdict) Verdict {
	switch {
	case v.Hi < lo || v.Lo > hi:
		return outside
	case v.Lo >= lo && v.Hi <= hi:
		return inside
	}
	return CannotTell
}

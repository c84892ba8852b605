package rating

import "bestiary/internal/stat"

// ScoreInterval is the interval of the expected score whose limits are so many
// standard errors away, such as stat.Quantile of its level; for short matches, take
// stat.StudentQuantile. If that interval leaves (0, 1), or has no width because all
// scores are the same, there are too few scores for it: wilson is true, and the
// interval is Wilson's. It takes the scores for tosses of a coin and errs on the wide
// side, as no scores from 0 to 1 with the same mean vary more. Without games all is
// NaN.
func ScoreInterval(c Counts, critical, level float64) (v stat.Interval, wilson bool) {
	return c.sample().scoreInterval(critical, level)
}

func (s sample) scoreInterval(critical, level float64) (stat.Interval, bool) {
	v := stat.Symmetric(s.mean(), critical*s.standardError(), level)
	if v.Lo > 0 && v.Hi < 1 && v.Lo < v.Hi {
		return v, false
	}
	return stat.Wilson(v.Estimate, s.size(), critical, level), true
}

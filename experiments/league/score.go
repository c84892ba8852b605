package league

import (
	"math"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Scores say how good the forecasts of some matches are.
type Scores struct {
	Of      string `json:"of"` // the class, game or players
	Matches int    `json:"matches"`
	// Off is the root mean square of the residuals beyond chance, in points of score.
	Off stat.Interval `json:"off"`
	// Expected is how far off the forecasts allow themselves to be.
	Expected Expected `json:"expected"`
	// Slope is what predicted log-odds are multiplied by to give those found.
	Slope stat.Interval `json:"slope"`
	// Inside is the share of the matches inside of the predictive limits.
	Inside stat.Interval `json:"inside"`
	// Skill is the share by which the forecasts are better than those of mobility.
	Skill stat.Interval `json:"skill"`
}

// Expected holds root mean squares of what forecasts may be wrong by, in points of score.
type Expected struct {
	Sampling float64 `json:"sampling"` // sampling error of the fit
	Exchange float64 `json:"exchange"` // an exchange is not the sum of its pieces
	Player   float64 `json:"player"`   // players differ from those fitted
}

// All returns the root mean square of all together.
func (e Expected) All() float64 { return math.Hypot(math.Hypot(e.Sampling, e.Exchange), e.Player) }

// expected returns what forecasts may be wrong by.
func expected(list []Played) (e Expected) {
	for i := range list {
		p, share := &list[i], 1/float64(len(list))
		// A score changes by this much with its log-odds.
		slope := points * p.Predicted.Estimate * (1 - p.Predicted.Estimate)
		for _, part := range []struct {
			to *float64
			sd float64
		}{{&e.Sampling, p.Errors.Sampling}, {&e.Exchange, p.Errors.Exchange}, {&e.Player, p.Errors.Player}} {
			*part.to += share * slope * slope * part.sd * part.sd
		}
	}
	return Expected{math.Sqrt(e.Sampling), math.Sqrt(e.Exchange), math.Sqrt(e.Player)}
}

// Beside compares the forecasts with those of another table of values.
type Beside struct {
	Table   string `json:"table"`
	Matches int    `json:"matches"` // with the pieces of the table
	// Off is how far our forecasts of these matches are off, Their the same for the table.
	Off   stat.Interval `json:"off"`
	Their stat.Interval `json:"their"`
	Skill stat.Interval `json:"skill"`
}

const (
	points = 100 // of a score of 1
	fewest = 3   // matches that tell how far forecasts are off
)

// rivals returns the scores that a table predicts, NaN where it lacks a piece. In each game
// its differences get the factor that fits the matches best.
func (r *Result) rivals(list []Played, t *Table) []float64 {
	out := make([]float64, len(list))
	for _, g := range r.Settings.games {
		var differences, found, errors []float64
		var at []int
		for i := range list {
			p := &list[i]
			if p.Game != g.Variant.Name {
				continue
			}
			x, ok := t.of(g, p.Exchange)
			if out[i] = math.NaN(); !ok {
				continue
			}
			eta, se := p.found()
			differences, found, errors, at = append(differences, x), append(found, eta), append(errors, se), append(at, i)
		}
		factor := logit.Factor(differences, found, errors)
		for k, i := range at {
			out[i] = logit.Sigmoid(factor * differences[k])
		}
	}
	return out
}

// groups numbers the games of matches, whose forecasts share the errors of values; matches of
// fewer than three games are groups of their own.
func groups(list []Played) []int {
	numbers, out := map[string]int{}, make([]int, len(list))
	for i, p := range list {
		if _, ok := numbers[p.Game]; !ok {
			numbers[p.Game] = len(numbers)
		}
		out[i] = numbers[p.Game]
	}
	for i := range out {
		if len(numbers) < 3 {
			out[i] = i
		}
	}
	return out
}

// compare compares the forecasts of matches with others.
func compare(list []Played, theirs []float64, table string) Beside {
	var ours, others, errors []float64
	var some []Played
	for i, p := range list {
		if math.IsNaN(theirs[i]) {
			continue
		}
		some = append(some, p)
		ours, others = append(ours, p.residual(p.Predicted.Estimate)), append(others, p.residual(theirs[i]))
		errors = append(errors, p.Error)
	}
	off := func(residuals []float64) stat.Interval {
		if len(some) < fewest {
			return stat.Unknown()
		}
		return logit.BeyondChance(residuals, errors, level).Scale(points)
	}
	return Beside{table, len(some), off(ours), off(others), logit.Skill(ours, others, errors, groups(some), level)}
}

// scores scores the forecasts of matches; mobility predicts theirs.
func scores(of string, list []Played, theirs []float64) Scores {
	beside := compare(list, theirs, Mobility)
	s := Scores{Of: of, Matches: len(list), Off: beside.Off, Expected: expected(list), Skill: beside.Skill, Inside: stat.Unknown(), Slope: stat.Unknown()}
	if len(list) == 0 {
		return s
	}
	var x, y, xErrors, yErrors []float64
	inside := 0.0
	for i := range list {
		p := &list[i]
		eta, _ := p.found()
		x, y = append(x, p.LogOdds), append(y, eta)
		xErrors, yErrors = append(xErrors, p.Errors.Sampling), append(yErrors, p.Errors.Own())
		if p.Inside {
			inside++
		}
	}
	n := float64(len(list))
	s.Inside = stat.Wilson(inside/n, n, stat.Quantile(level), level)
	s.Slope = logit.Slope(x, y, xErrors, yErrors, groups(list), level)
	return s
}

// Standing holds the scores of all matches that may be shown, and of parts of them.
type Standing struct {
	All     Scores   `json:"all"`
	Classes []Scores `json:"classes"`
	Games   []Scores `json:"games"`
	Players []Scores `json:"players"` // those with whose games values were fitted, and others
	// Locked compares the matches that were locked with the others, once they are opened.
	Locked []Scores `json:"locked"`
	Beside []Beside `json:"beside"`
}

// Standing scores the matches beside some tables, of which the first is that of mobility.
func (r *Result) Standing(tables []*Table) Standing {
	list := r.Matches()
	theirs := r.rivals(list, tables[0])
	part := func(of string, in func(*Played) bool) Scores {
		var some []Played
		var others []float64
		for i := range list {
			if in(&list[i]) {
				some, others = append(some, list[i]), append(others, theirs[i])
			}
		}
		return scores(of, some, others)
	}
	st := Standing{All: part("all", func(*Played) bool { return true })}
	add := func(to *[]Scores, s Scores) {
		if s.Matches > 0 {
			*to = append(*to, s)
		}
	}
	for _, c := range Classes {
		add(&st.Classes, part(string(c), func(p *Played) bool { return p.Class == c }))
	}
	for _, g := range r.Settings.games {
		add(&st.Games, part(g.Variant.Name, func(p *Played) bool { return p.Game == g.Variant.Name }))
	}
	for _, unseen := range []bool{false, true} {
		add(&st.Players, part(map[bool]string{false: "fitted players", true: "unseen players"}[unseen], func(p *Played) bool { return p.Unseen == unseen }))
		if r.Opened {
			add(&st.Locked, part(map[bool]string{false: "open from the start", true: "locked"}[unseen], func(p *Played) bool { return p.Locked == unseen }))
		}
	}
	for _, t := range tables {
		if b := compare(list, r.rivals(list, t), t.Name); b.Matches > 1 {
			st.Beside = append(st.Beside, b)
		}
	}
	return st
}

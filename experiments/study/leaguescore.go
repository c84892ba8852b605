package study

import (
	"fmt"
	"math"
	"slices"

	"bestiary/experiments/estimate"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
)

// PlayedMatch is a match with its result.
type PlayedMatch struct {
	LeagueMatch
	// Score is the mean score of the side with the left of the exchange.
	Score  stat.Interval `json:"score"`
	Inside bool          `json:"inside"` // of the predictive limits
	// Error is the standard error of the score.
	Error float64 `json:"error"`
	// Rest judges the forecast that knows the first pairs of the match; nil without one.
	Rest *Rest `json:"rest,omitempty"`
	rating.WDL
}

// Rest is what follows the first pairs of a match: the forecast after these, and the score found.
type Rest struct {
	Predicted stat.Interval `json:"predicted"`
	Score     stat.Interval `json:"score"`
	Error     float64       `json:"error"`
}

// rest predicts the rest of a match from the forecast and its first pairs. The forecast's own errors stay the same for
// the whole match.
func (p *PlayedMatch) rest(first, rest rating.Pairs) error {
	begun, err := rating.Summarize(first, usualLevel)
	if err != nil {
		return err
	}
	ended, err := rating.Summarize(rest, usualLevel)
	if err != nil {
		return err
	}
	found, chance := logit.Found(begun.Score.Estimate, errorOf(begun.Score), first.Number())
	own := p.Errors
	own.Chance = 0
	var known logit.Parts
	logOdds, sd := logit.Combine(p.LogOdds, own.Total(), found, chance)
	known.Sampling, known.Chance = sd, p.Errors.Chance*math.Sqrt(float64(p.Pairs)/float64(rest.Number()))
	p.Rest = &Rest{known.Score(logOdds, usualLevel), ended.Score, errorOf(ended.Score)}
	return nil
}

// errorOf returns the standard error of an interval.
func errorOf(v stat.Interval) float64 { return v.HalfWidth() / stat.Quantile(usualLevel) }

func newPlayed(m *LeagueMatch, line *estimate.OddsLine) (PlayedMatch, error) {
	s, err := rating.Summarize(line.Results, usualLevel)
	p := PlayedMatch{LeagueMatch: *m, Score: s.Score, WDL: line.Results.Total(), Error: errorOf(s.Score)}
	p.Inside = !m.Predicted.Excludes(p.Score.Estimate)
	return p, err
}

// found returns the log-odds of the score and their standard error.
func (p *PlayedMatch) found() (logOdds, se float64) {
	return logit.Found(p.Score.Estimate, p.Error, p.Pairs)
}

// Scored holds the matches of a league with their results.
type Scored struct {
	*Forecasts
	files.Lock
	played []PlayedMatch
}

// Shown returns the matches that may be shown: all, or those that are not locked.
func (r *Scored) Shown() (out []PlayedMatch) {
	for _, p := range r.played {
		if r.Opened || !p.Locked {
			out = append(out, p)
		}
	}
	return out
}

// Open opens the locked matches, all of which have been played. It is an error if they were
// opened before.
func (r *Scored) Open() error {
	if err := r.Lock.Open(r.played, ""); err != nil {
		return fmt.Errorf("league: %w", err)
	}
	return nil
}

// LeagueScores measure the quality of the forecasts of some matches.
type LeagueScores struct {
	Of      string `json:"of"` // the class, game or players
	Matches int    `json:"matches"`
	// Off is the root mean square of the residuals beyond chance, in points of score.
	Off stat.Interval `json:"off"`
	// Expected is how far off the forecasts allow themselves to be.
	Expected Expected `json:"expected"`
	// Slope is the factor from predicted log-odds to the log-odds found.
	Slope stat.Interval `json:"slope"`
	// Inside is the share of the matches inside of the predictive limits.
	Inside stat.Interval `json:"inside"`
	// Skill is the share by which the forecasts are better than forecasts from mobility.
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
func expected(list []PlayedMatch) (e Expected) {
	mean := func(sd func(logit.Parts) float64) float64 {
		sum, share := 0.0, 1/float64(len(list))
		for _, p := range list {
			// A score changes by this much with its log-odds.
			slope := perPoint * p.Predicted.Estimate * (1 - p.Predicted.Estimate)
			sum += share * slope * slope * sd(p.Errors) * sd(p.Errors)
		}
		return math.Sqrt(sum)
	}
	e.Sampling = mean(func(p logit.Parts) float64 { return p.Sampling })
	e.Exchange = mean(func(p logit.Parts) float64 { return p.Exchange })
	e.Player = mean(func(p logit.Parts) float64 { return p.Player })
	return e
}

// Beside compares the forecasts with another table's.
type Beside struct {
	Table   string `json:"table"`
	Matches int    `json:"matches"` // with the pieces of the table
	// Off is how far our forecasts of these matches are off, Rival the same for the table.
	Off   stat.Interval `json:"off"`
	Rival stat.Interval `json:"their"`
	Skill stat.Interval `json:"skill"`
}

const (
	perPoint = 100 // of a score of 1
	fewest   = 3   // numbers of which a mean is stated
)

// rivals returns the scores that a table predicts, NaN where it lacks a piece. In each game
// its differences get the factor that fits the matches best.
func (r *Scored) rivals(list []PlayedMatch, t *ValueTable) []float64 {
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
func dependent(list []PlayedMatch) []int {
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

// off returns how far forecasts are off, in points of score.
func off(residuals, errors []float64) stat.Interval {
	return logit.BeyondChance(residuals, errors, usualLevel).Scale(perPoint)
}

// beside compares the forecasts of matches with a table's.
func beside(list []PlayedMatch, rivals []float64, table string) Beside {
	var ours, others, errors []float64
	var some []PlayedMatch
	for i, p := range list {
		if rival := rivals[i]; !math.IsNaN(rival) {
			some, errors = append(some, p), append(errors, p.Error)
			ours, others = append(ours, p.Score.Estimate-p.Predicted.Estimate), append(others, p.Score.Estimate-rival)
		}
	}
	out := Beside{Table: table, Matches: len(some), Off: stat.Unknown(), Rival: stat.Unknown()}
	if len(some) >= fewest {
		out.Off, out.Rival = off(ours, errors), off(others, errors)
	}
	out.Skill = logit.Skill(ours, others, errors, dependent(some), usualLevel)
	return out
}

// scores scores the forecasts of matches and those from mobility.
func scores(of string, list []PlayedMatch, mobility []float64) LeagueScores {
	b := beside(list, mobility, Mobility)
	s := LeagueScores{Of: of, Matches: len(list), Off: b.Off, Expected: expected(list), Skill: b.Skill}
	s.Inside, s.Slope = stat.Unknown(), stat.Unknown()
	if len(list) == 0 {
		return s
	}
	var x, y, xErrors, yErrors []float64
	inside, n := 0.0, float64(len(list))
	for i := range list {
		p := &list[i]
		eta, _ := p.found()
		x, y = append(x, p.LogOdds), append(y, eta)
		xErrors, yErrors = append(xErrors, p.Errors.Sampling), append(yErrors, p.Errors.Own())
		if p.Inside {
			inside++
		}
	}
	s.Inside = stat.Wilson(inside/n, n, stat.Quantile(usualLevel), usualLevel)
	s.Slope = logit.Slope(x, y, xErrors, yErrors, dependent(list), usualLevel)
	return s
}

// Standing holds the scores of all matches that may be shown, and of parts of them.
type Standing struct {
	All     LeagueScores   `json:"all"`
	Classes []LeagueScores `json:"classes"`
	Games   []LeagueScores `json:"games"`
	Players []LeagueScores `json:"players"` // players whose games values were fitted to, and others
	// Locked compares the matches that were locked with the others, once they are opened.
	Locked []LeagueScores `json:"locked"`
	Beside []Beside       `json:"beside"`
	// Rest scores the forecasts that know the first pairs of each match.
	Rest []RestScores `json:"rest,omitempty"`
}

// RestScores measure the quality of forecasts that know the first pairs of some matches.
type RestScores struct {
	Of      string        `json:"of"`
	Matches int           `json:"matches"`
	Off     stat.Interval `json:"off"` // as in LeagueScores
	Inside  stat.Interval `json:"inside"`
}

// restScores scores matches with such a forecast.
func restScores(of string, list []PlayedMatch) []RestScores {
	var residuals, errors []float64
	inside := 0.0
	for _, p := range list {
		if p.Rest == nil {
			continue
		}
		residuals, errors = append(residuals, p.Rest.Score.Estimate-p.Rest.Predicted.Estimate), append(errors, p.Rest.Error)
		if !p.Rest.Predicted.Excludes(p.Rest.Score.Estimate) {
			inside++
		}
	}
	n := float64(len(residuals))
	if n == 0 {
		return nil
	}
	return []RestScores{{of, len(residuals), off(residuals, errors), stat.Wilson(inside/n, n, stat.Quantile(usualLevel), usualLevel)}}
}

// Standing scores the matches with some tables; the first is the table of mobility.
func (r *Scored) Standing(tables []*ValueTable) (st Standing) {
	list := r.Shown()
	mobility := r.rivals(list, tables[0])
	st.All = scores("all", list, mobility)
	add := func(to *[]LeagueScores, of string, in func(*PlayedMatch) bool) {
		var some []PlayedMatch
		var rivals []float64
		for i := range list {
			if in(&list[i]) {
				some, rivals = append(some, list[i]), append(rivals, mobility[i])
			}
		}
		if len(some) > 0 {
			*to = append(*to, scores(of, some, rivals))
		}
	}
	st.Rest = restScores("all", list)
	for _, c := range MatchClasses {
		add(&st.Classes, string(c), func(p *PlayedMatch) bool { return p.Class == c })
		others := slices.DeleteFunc(slices.Clone(list), func(p PlayedMatch) bool { return p.Class != c })
		st.Rest = append(st.Rest, restScores(string(c), others)...)
	}
	for _, g := range r.Settings.games {
		add(&st.Games, g.Variant.Name, func(p *PlayedMatch) bool { return p.Game == g.Variant.Name })
	}
	add(&st.Players, "fitted players", func(p *PlayedMatch) bool { return !p.Unseen })
	add(&st.Players, "unseen players", func(p *PlayedMatch) bool { return p.Unseen })
	if r.Opened {
		add(&st.Locked, "open from the start", func(p *PlayedMatch) bool { return !p.Locked })
		add(&st.Locked, "locked", func(p *PlayedMatch) bool { return p.Locked })
	}
	for _, t := range tables {
		if b := beside(list, r.rivals(list, t), t.Name); b.Matches > 1 {
			st.Beside = append(st.Beside, b)
		}
	}
	return st
}

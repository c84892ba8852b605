package rating

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Result is how a game ended for the player whose strength is measured.
type Result int

// The results of a game.
const (
	Loss Result = iota
	Draw
	Win
)

// Counts holds the results of a match: WDL if its games are independent, Pairs if each
// opening was played twice with colours swapped.
type Counts interface {
	// Games returns the number of games.
	Games() int
	// Total counts the games by result, ignoring pairs.
	Total() WDL
	// Validate reports counts that are negative or too large.
	Validate() error
	// sample returns the independent scores, of games or of pairs.
	sample() sample
}

// WDL counts the games of a match that a player won, drew and lost (trinomial).
type WDL struct {
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

// Games returns the number of games.
func (c WDL) Games() int { return c.Wins + c.Draws + c.Losses }

// Total returns c.
func (c WDL) Total() WDL { return c }

// Validate reports counts that are negative or above MaxCount.
func (c WDL) Validate() error {
	return validateCounts([]string{"wins", "draws", "losses"}, []int{c.Wins, c.Draws, c.Losses})
}

func (c WDL) sample() sample {
	return newSample(1, c.Losses, c.Draws, c.Wins)
}

// Pairs counts the pairs of a match by the player's two results, in either order
// (pentanomial). WL and DD are both a score of one half; only Total distinguishes them.
type Pairs struct{ LL, LD, WL, DD, WD, WW int }

// Number returns the number of pairs.
func (c Pairs) Number() int { return c.LL + c.LD + c.WL + c.DD + c.WD + c.WW }

// Games returns the number of games, two for each pair.
func (c Pairs) Games() int { return 2 * c.Number() }

// Total counts the games by their results.
func (c Pairs) Total() WDL {
	return WDL{
		Wins:   c.WL + c.WD + 2*c.WW,
		Draws:  c.LD + 2*c.DD + c.WD,
		Losses: 2*c.LL + c.LD + c.WL,
	}
}

// Validate reports counts that are negative or above MaxCount.
func (c Pairs) Validate() error {
	return validateCounts([]string{"LL", "LD", "WL", "DD", "WD", "WW"}, c.List())
}

func (c Pairs) sample() sample {
	return newSample(2, c.LL, c.LD, c.WL+c.DD, c.WD, c.WW)
}

// Add counts one more pair.
func (c *Pairs) Add(first, second Result) error {
	if first < Loss || first > Win || second < Loss || second > Win {
		return fmt.Errorf("rating: results %d and %d of a pair, expected each from %d (loss) to %d (win)", first, second, Loss, Win)
	}
	counts := [3][3]*int{
		Loss: {Loss: &c.LL, Draw: &c.LD, Win: &c.WL},
		Draw: {Draw: &c.DD, Win: &c.WD},
		Win:  {Win: &c.WW},
	}
	*counts[min(first, second)][max(first, second)]++
	return nil
}

// MaxCount is the largest count that is accepted. Sums of such counts, and twice these
// sums, are exact as integers and as floating-point numbers.
const MaxCount = 1_000_000_000_000

func validateCounts(names []string, counts []int) error {
	for i, n := range counts {
		if n < 0 || n > MaxCount {
			return fmt.Errorf("rating: %d %s, expected a number from 0 to %d", n, names[i], MaxCount)
		}
	}
	return nil
}

// played returns an error if the counts are invalid or contain no game.
func played(c Counts) error {
	if err := c.Validate(); err != nil {
		return err
	}
	if c.Games() == 0 {
		return ErrNoGames
	}
	return nil
}

// String formats the results: "+136 =111 −96".
func (c WDL) String() string { return format.Results(c.Wins, c.Draws, c.Losses) }

// List returns the counts in the order LL, LD, WL, DD, WD, WW.
func (c Pairs) List() []int { return []int{c.LL, c.LD, c.WL, c.DD, c.WD, c.WW} }

// String returns the list with commas.
func (c Pairs) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c.List()), " ", ","), "[]")
}

// ErrNoGames is returned for counts without a game.
var ErrNoGames = errors.New("rating: no games, expected at least one")

// Level95 is the usual confidence level.
const Level95 = 0.95

// Summary holds the statistics of a match between two players, from the first player's
// point of view.
type Summary struct {
	WDL
	Games int `json:"games"`
	Pairs int `json:"pairs,omitempty"` // 0 if the games are not paired
	// Score is the mean score of a game, 0 to 1.
	Score stat.Interval `json:"score"`
	// Elo is the Score in logistic Elo. The limits are not symmetric, because they come
	// from the limits of the Score. Elo is infinite if all games are won or lost.
	Elo stat.Interval `json:"elo"`
	// Wilson is set if the limits of Score and Elo come from Wilson's formula; see
	// ScoreInterval.
	Wilson bool `json:"wilson"`
	// NormalizedElo is the excess of Score over one half in standard deviations per game,
	// times 800/ln 10, with symmetric limits. It is infinite if all scores are the
	// same and not one half, and NaN if all are one half. The limits ignore the error of
	// the deviation: beyond about 100 Elo they are a little too narrow.
	NormalizedElo stat.Interval `json:"normalized-elo"`
	// LOS is the likelihood of superiority, 0 to 1.
	LOS float64 `json:"los"`
	// DrawRate is the share of drawn games, 0 to 1.
	DrawRate float64 `json:"draw-rate"`
	// PairRatio is pairs won over pairs lost: +∞ if none is lost, NaN if there are
	// neither.
	PairRatio stat.Number `json:"pair-ratio"`
}

// Summarize computes all statistics of a match, with intervals of a confidence
// level in (0, 1). It fails on invalid counts and on counts without a game.
func Summarize(c Counts, level float64) (*Summary, error) {
	if err := played(c); err != nil {
		return nil, err
	}
	if !(level > 0 && level < 1) {
		return nil, fmt.Errorf("rating: confidence level %v, expected one between 0 and 1", level)
	}
	s, total := c.sample(), c.Total()
	out := &Summary{
		Games: c.Games(), WDL: total, NormalizedElo: s.normalizedElo(level), LOS: s.superiority(),
		DrawRate: float64(total.Draws) / float64(c.Games()), PairRatio: stat.Number(math.NaN()),
	}
	out.Score, out.Wilson = s.scoreInterval(stat.Quantile(level), level)
	out.Elo = out.Score.Map(Elo)
	if p, ok := c.(Pairs); ok {
		out.Pairs = p.Number()
		out.PairRatio = stat.Number(float64(p.WD+p.WW) / float64(p.LL+p.LD))
	}
	return out, nil
}

// normalizedElo returns the normalized Elo with limits of a confidence level.
func (s sample) normalizedElo(level float64) stat.Interval {
	edge, sigma := s.mean()-0.5, s.deviation()
	if sigma == 0 {
		v := stat.Unknown()
		v.Estimate = NormalizedUnit * edge / sigma
		return v
	}
	return stat.Normal(NormalizedUnit*edge/sigma, NormalizedUnit*s.standardError()/sigma, level)
}

// superiority returns the probability, given the scores and a flat prior, that the
// expected score is above one half. If all scores are the same, the variance about one
// half replaces the variance about the mean, so that a single win does not count as proof.
func (s sample) superiority() float64 {
	if s.variance() > 0 {
		return distuv.UnitNormal.CDF((s.mean() - 0.5) / s.standardError())
	}
	if s.mean() == 0.5 {
		return 0.5
	}
	return s.superiorityOfDecisive()
}

// superiorityOfDecisive returns the likelihood of superiority with the variance that the
// scores would have if the players were equal. Scores of one half have no effect: for
// games it is Φ((W-L)/√(W+L)).
func (s sample) superiorityOfDecisive() float64 {
	sum, squares := 0.0, 0.0
	for i, a := range s.points {
		sum += s.counts[i] * (a - 0.5)
		squares += s.counts[i] * (a - 0.5) * (a - 0.5)
	}
	return distuv.UnitNormal.CDF(sum / math.Sqrt(squares))
}

// Notes returns sentences about numbers that do not exist or are unusual.
func (s *Summary) Notes() []string {
	notes := []string{}
	switch {
	case math.IsInf(s.Elo.Estimate, 0):
		notes = append(notes, "The Elo of a match in which one side scored nothing is infinite; it has one limit, by Wilson's formula.")
	case s.Wilson:
		notes = append(notes, "The results are too few or too uniform for a normal interval of the score; its limits are Wilson's.")
	}
	if !known(s.NormalizedElo.Estimate) {
		notes = append(notes, "Normalized Elo needs scores that vary; here all are the same.")
	}
	if s.Pairs > 0 && !known(float64(s.PairRatio)) {
		notes = append(notes, "No pair was lost, so there is no ratio of pairs.")
	}
	return notes
}

func known(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

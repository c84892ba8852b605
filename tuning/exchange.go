package tuning

import (
	"math"
	"slices"
	"strconv"

	"bestiary/internal/stat/logit"
)

// Before a run the standard deviation of exchanges beyond the sum of their pieces is assumed to be
// ExchangeGuess in logits, which counts as much as exchangeWeight exchanges: in the games of four
// variants it was 0.08 to 0.15.
const (
	ExchangeGuess  = 0.11
	exchangeWeight = 5
)

const (
	// minExchange is the smallest number of games of an exchange that has a coefficient of its
	// own, and meanExchange the smallest mean number.
	minExchange  = 20
	meanExchange = 10
	// minHosted replaces minExchange for guests, whose runs have more exchanges: otherwise a player
	// with fewer games would have columns for fewer of them than others.
	minHosted = 8
)

// armyFit is a fit of the armies' model.
type armyFit struct {
	*logit.Result
	design *logit.Design // the rows with a column for each exchange
	held   logit.Prior   // for the columns of design
	// exchange is the standard deviation of the worth of an exchange, in logits, from the model's
	// prediction.
	exchange float64
}

// fitHeld fits rows of the armies' model with a prior and a random coefficient for each
// exchange.
func (m *armyModel) fitHeld(d *logit.Design, p logit.Prior) (*armyFit, error) {
	least := minExchange
	if slices.Contains(m.first, 1) {
		least = minHosted
	}
	f := &armyFit{design: m.withExchanges(d, least)}
	var err error
	f.Result, f.exchange, err = logit.FitRandom(f.design, p, weighed(), logit.Random{First: d.Columns,
		Guess: ExchangeGuess, Weight: exchangeWeight})
	f.held = logit.Prior{Mean: slices.Clone(p.Mean), Precision: slices.Clone(p.Precision)}
	for range f.design.Columns - d.Columns {
		f.held.Mean, f.held.Precision = append(f.held.Mean, 0), append(f.held.Precision, 1/(f.exchange*f.exchange))
	}
	return f, err
}

// weighed weighs games against a prior as the independent observations that they are worth.
func weighed() logit.Settings { return logit.Settings{EstimateDispersion: true} }

// withExchanges returns the rows with one more column for each exchange: 1 or -1 in its games,
// depending on the side that is ahead. Games are of one exchange if their armies differ by the same
// pieces; an exchange with fewer than least games gets no column. If armies are drawn at random,
// without exchanges, it returns the rows unchanged.
func (m *armyModel) withExchanges(d *logit.Design, least int) *logit.Design {
	exchanges := make([]string, d.Rows())
	sides, games := make([]float64, d.Rows()), map[string]int{}
	for i := range exchanges {
		exchanges[i], sides[i] = m.exchangeOf(d, i)
		games[exchanges[i]]++
	}
	columns, of, covered := map[string]int{}, d.Columns, 0
	for _, x := range exchanges {
		if n := games[x]; n >= least && x != "" {
			if covered++; columns[x] == 0 {
				columns[x] = of
				of++
			}
		}
	}
	if meanExchange*(of-d.Columns) > covered || 2*covered < d.Rows() {
		return d
	}
	out := &logit.Design{Columns: of, Names: slices.Clone(d.Names)}
	for range of - d.Columns {
		out.Names = append(out.Names, "an exchange")
	}
	recast(out, d, func(i int, add func(int, float64)) {
		for j, x := range entries(d, i) {
			add(j, x)
		}
		if j := columns[exchanges[i]]; j > 0 {
			add(j, sides[i])
		}
	})
	return out
}

// exchangeOf returns a string for the difference of a row's armies, the same whichever side is
// ahead, and which side that is; "" if they are equal. The squares of the pieces do not matter.
func (m *armyModel) exchangeOf(d *logit.Design, row int) (text string, side float64) {
	var key []byte
	for j, x := range entries(d, row) {
		if j == len(m.types) || j >= m.place {
			continue
		}
		if side == 0 {
			side = math.Copysign(1, x)
		}
		key = strconv.AppendInt(append(key, ' '), int64(j), 10)
		key = strconv.AppendFloat(append(key, ':'), side*x, 'g', 6, 64)
	}
	return string(key), side
}

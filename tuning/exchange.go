package tuning

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"bestiary/engine/rules"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
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

// ErrOneSided means that one army of a game is so much stronger that no exchange leaves the
// other a chance.
var ErrOneSided = errors.New("values cannot be measured at this array")

// OneSided returns the error for a game in which White's army is worth more than Black's
// or, with a negative advantage, less.
func OneSided(g *rules.Game, advantage float64) error {
	stronger, weaker := rules.White, rules.Black
	if advantage < 0 {
		stronger, weaker = weaker, stronger
	}
	return fmt.Errorf("%s is so much stronger than %s that no exchange of pieces leaves the weaker side a chance: %w; give the armies more equal strength", g.ArmyName(stronger), g.ArmyName(weaker), ErrOneSided)
}

// minShareOfArmy is the least worth of an army, as a share of the other by the prior, with which
// games are worth playing. The prior misjudges armies of unusual pieces by up to a third.
const minShareOfArmy = 0.5

// CheckArmies returns ErrOneSided if one army of a game is worth less than half of the other
// by the prior, and an error if the game has no pieces of which to measure the value.
func CheckArmies(g *rules.Game) error {
	start, prior, worth := g.NewPosition(), opening.PriorValues(g), [2]float64{}
	valued := opening.Valued(g)
	if len(valued) == 0 {
		return errors.New("the game has no pieces but royal ones, so there are no values to measure")
	}
	for _, t := range valued {
		for c := range worth {
			worth[c] += owned(start, t, rules.Color(c)) * prior[t]
		}
	}
	if white, black := worth[rules.White], worth[rules.Black]; min(white, black) < minShareOfArmy*max(white, black) {
		return OneSided(g, white-black)
	}
	return nil
}

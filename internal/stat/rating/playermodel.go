package rating

import (
	"math"

	"bestiary/internal/stat"
)

// DrawModel says how the probabilities of win, draw and loss follow from the
// rating difference r. Ratings of different models are not the same numbers: 136
// wins, 111 draws and 96 losses are 40.7 Elo with half points, 45.6 by Rao and
// Kupper and 60.5 by Davidson.
type DrawModel int

const (
	// HalfPoints, the default: a draw is half a win and half a loss, and only the
	// expected score is modelled. These are the ratings of Ordo.
	HalfPoints DrawModel = iota
	// RaoKupper is the model of BayesElo: P(win) = Score(r-d), P(loss) = Score(-r-d),
	// with the parameter d, "drawelo".
	RaoKupper
	// Davidson: P(draw)² = ν² P(win) P(loss), with the parameter ν. It fits the
	// draws of engines better than RaoKupper.
	Davidson
)

// String names the model in words.
func (m DrawModel) String() string {
	switch m {
	case HalfPoints:
		return "half points"
	case RaoKupper:
		return "Rao-Kupper (BayesElo)"
	case Davidson:
		return "Davidson"
	}
	return "unknown model"
}

// TwoPlayers is a match as seen by a model of draws.
type TwoPlayers struct {
	// Elo is the rating difference in the model, not scaled. Its estimate is infinite or
	// NaN without wins or without losses, and its limits are NaN then.
	Elo stat.Interval
	// Draws is the parameter of the model: drawelo in Elo for RaoKupper, ν for
	// Davidson. It may be infinite or NaN like Elo.
	Draws float64
}

// twoPlayers fits a model of draws to a match without an advantage of the first
// move. As the model has as many parameters as there are free frequencies, it
// reproduces these; the limits follow by the delta method.
func (c WDL) twoPlayers(m DrawModel, level float64) TwoPlayers {
	w, d, l := float64(c.Wins), float64(c.Draws), float64(c.Losses)
	var out TwoPlayers
	var elo, variance float64 // of the difference in logits
	switch m {
	case RaoKupper:
		elo = math.Log(w*(w+d)/(l*(l+d))) / 2
		out.Draws = DrawElo(w, d, l)
		byWin, byDraw, byLoss := 1/w+1/(w+d), 1/(w+d)-1/(l+d), 1/l+1/(l+d)
		variance = (w*byWin*byWin + d*byDraw*byDraw + l*byLoss*byLoss) / 4
	case Davidson:
		elo = math.Log(w / l)
		out.Draws = d / math.Sqrt(w*l)
		variance = 1/w + 1/l
	}
	out.Elo = stat.Unknown()
	out.Elo.Estimate = stat.EloPerLogit * elo
	if w > 0 && l > 0 {
		out.Elo = stat.Normal(elo, math.Sqrt(variance), level).Elo()
	}
	return out
}

// DrawElo is the parameter of RaoKupper that fits the numbers of wins, draws and
// losses of two players, in Elo. It is +∞ or NaN without wins or losses.
func DrawElo(wins, draws, losses float64) float64 {
	return stat.EloPerLogit / 2 * math.Log((wins+draws)*(losses+draws)/(wins*losses))
}

// BayesScale is the factor by which the program BayesElo multiplies the ratings
// of RaoKupper for printing; it makes small differences logistic Elo.
func BayesScale(drawElo float64) float64 {
	x := math.Pow(10, -drawElo/400)
	return 4 * x / ((1 + x) * (1 + x))
}

// raoKupper returns the probabilities of win, draw and loss.
func raoKupper(elo, drawElo float64) (win, draw, loss float64) {
	win, loss = Score(elo-drawElo), Score(-elo-drawElo)
	return win, 1 - win - loss, loss
}

// BayesToLogistic converts a rating difference of RaoKupper to the logistic Elo of
// the score that it predicts.
func BayesToLogistic(elo, drawElo float64) float64 {
	win, draw, _ := raoKupper(elo, drawElo)
	return Elo(win + draw/2)
}

// outcome is the log-likelihood of an encounter with its derivatives by the
// rating difference r and the parameter d of the draw model, both in logits.
type outcome struct{ value, r, d, rr, rd, dd float64 }

// outcome evaluates the model for games with the expected difference r. All
// models are concave in r and d together. Constants that depend on the counts
// alone are left out.
func (m DrawModel) outcome(g encounter, r, d float64) outcome {
	switch m {
	case RaoKupper:
		return raoKupperOutcome(g, r, d)
	case Davidson:
		return davidsonOutcome(g, r, d)
	}
	win, loss := g.win+g.draw/2, g.loss+g.draw/2
	p, q := logistic(r), logistic(-r)
	return outcome{
		value: win*math.Log(p) + loss*math.Log(q),
		r:     win*q - loss*p,
		rr:    -(win + loss) * p * q,
	}
}

// raoKupperOutcome uses that P(draw) = (e^2d - 1) P(win) P(loss).
func raoKupperOutcome(g encounter, r, d float64) outcome {
	notLost, notWon := g.win+g.draw, g.loss+g.draw
	p, q := logistic(r-d), logistic(-r-d)
	up, down := notLost*(1-p), notWon*(1-q)
	bendUp, bendDown := up*p, down*q
	out := outcome{
		value: notLost*math.Log(p) + notWon*math.Log(q),
		r:     up - down,
		d:     -up - down,
		rr:    -bendUp - bendDown,
		rd:    bendUp - bendDown,
		dd:    -bendUp - bendDown,
	}
	if g.draw > 0 {
		x := math.Expm1(2 * d)
		out.value += g.draw * math.Log(x)
		out.d += g.draw * 2 * (x + 1) / x
		out.dd -= g.draw * 4 * (x + 1) / (x * x)
	}
	return out
}

// davidsonOutcome has the weights e^(r/2), e^d and e^(-r/2) for win, draw and
// loss, so that ν = e^d.
func davidsonOutcome(g encounter, r, d float64) outcome {
	n := g.win + g.draw + g.loss
	top := max(math.Abs(r)/2, d)
	win, draw, loss := math.Exp(r/2-top), math.Exp(d-top), math.Exp(-r/2-top)
	sum := win + draw + loss
	win, draw, loss = win/sum, draw/sum, loss/sum
	edge := (win - loss) / 2
	return outcome{
		value: r/2*(g.win-g.loss) + d*g.draw - n*(top+math.Log(sum)),
		r:     (g.win-g.loss)/2 - n*edge,
		d:     g.draw - n*draw,
		rr:    -n * ((win+loss)/4 - edge*edge),
		rd:    n * edge * draw,
		dd:    -n * draw * (1 - draw),
	}
}

// start is a value of the draw parameter that fits the share of draws when the
// players are equal.
func (m DrawModel) start(draws float64) float64 {
	switch m {
	case RaoKupper:
		return math.Log((1 + draws) / (1 - draws))
	case Davidson:
		return math.Log(2 * draws / (1 - draws))
	}
	return 0
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

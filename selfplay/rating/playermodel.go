package rating

import "math"

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

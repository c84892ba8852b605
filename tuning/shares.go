package tuning

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
)

// own returns the information that all games of an exchange have of it at most, as a share of
// the pairs.
func (ch *choice) own() float64 { return ch.effect / (ch.pairs * ExchangeGuess * ExchangeGuess) }

// limit sets the limits of the shares of all exchanges.
func (ch *choice) limit(about []opening.Exchange, values []float64) {
	var officers []rules.Type
	for i, t := range ch.model.types {
		if ch.model.officer(i) {
			officers = append(officers, t)
		}
	}
	slices.SortStableFunc(officers, func(a, b rules.Type) int { return cmp.Compare(values[b], values[a]) })
	for i := range ch.list {
		c := &ch.list[i]
		c.most = max(maxShare, 2/float64(len(ch.list)))
		for k, t := range officers[:max(0, len(officers)-1)] {
			if !c.Traded && slices.Equal(c.Left, []rules.Type{t}) && slices.Equal(c.Right, []rules.Type{officers[k+1]}) {
				c.least = min(directShare, 0.5/float64(len(officers)))
			}
		}
		for _, x := range about {
			same := slices.Equal(c.Left, x.Left) && slices.Equal(c.Right, x.Right) || slices.Equal(c.Left, x.Right) && slices.Equal(c.Right, x.Left)
			if same && !c.Traded {
				c.least, c.most = min(aboutShare, 0.5/float64(len(about))), max(c.most, maxAboutShare)
			}
		}
	}
}

// free returns the largest gain and the mean gain of the exchanges whose shares are not at a
// limit.
func (ch *choice) free(gains []float64) (most, mean float64) {
	sum, full := 0.0, ch.traded() > 0.9*tradedShare
	for i, c := range ch.list {
		if w := ch.shares[i]; !(full && c.Traded) && w > c.least*(1+1e-6) && w < c.most*(1-1e-6) {
			most, mean, sum = max(most, gains[i]), mean+w*gains[i], sum+w
		}
	}
	return most, mean / sum
}

// traded returns the share of all traded exchanges.
func (ch *choice) traded() float64 {
	sum := 0.0
	for i, c := range ch.list {
		if c.Traded {
			sum += ch.shares[i]
		}
	}
	return sum
}

// confine scales the shares to a sum of 1 and brings them within their limits.
func (ch *choice) confine() {
	for range 20 {
		floats.Scale(1/floats.Sum(ch.shares), ch.shares)
		if x := ch.traded(); x > tradedShare && x < 1 {
			for i, c := range ch.list {
				if c.Traded {
					ch.shares[i] *= tradedShare / x
				} else {
					ch.shares[i] *= (1 - tradedShare) / (1 - x)
				}
			}
		}
		ch.confineTwice()
		for i, c := range ch.list {
			ch.shares[i] = min(max(ch.shares[i], c.least), c.most)
		}
	}
	floats.Scale(1/floats.Sum(ch.shares), ch.shares)
}

// confineTwice scales the shares of exchanges with two guests of a kind, so that those with one keep
// theirs.
func (ch *choice) confineTwice() {
	var once, twice [opening.Kinds]float64
	for i, c := range ch.list {
		if c.twice {
			twice[c.guest] += ch.shares[i]
		} else {
			once[c.guest] += ch.shares[i]
		}
	}
	for i, c := range ch.list {
		if most := twiceShare / (1 - twiceShare) * once[c.guest]; c.twice && twice[c.guest] > most {
			ch.shares[i] *= most / twice[c.guest]
		}
	}
}

// drop removes the exchanges whose share is below a limit.
func (ch *choice) drop(minimum float64) {
	var list []candidate
	var shares []float64
	for i, share := range ch.shares {
		if share >= minimum || ch.list[i].least > 0 {
			list, shares = append(list, ch.list[i]), append(shares, share)
		}
	}
	ch.list, ch.shares = list, shares
	ch.confine()
}

// rounded returns the shares in thousandths, largest first. It drops the exchanges with
// the smallest shares, one by one, as long as the rest determine all values.
func (ch *choice) rounded() (*Chosen, error) {
	for {
		least := math.Inf(1) // of those that may be dropped
		for i, share := range ch.shares {
			if ch.list[i].least == 0 {
				least = min(least, share)
			}
		}
		if least*1000 >= minShare {
			break
		}
		list, shares := ch.list, slices.Clone(ch.shares)
		ch.drop(math.Nextafter(least, 1))
		if _, err := ch.information(); err != nil {
			ch.list, ch.shares = list, shares
			break
		}
	}
	order := make([]int, len(ch.list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(1e9*ch.shares[b]) - int(1e9*ch.shares[a]) })
	out := &Chosen{}
	for _, i := range order {
		weight := max(math.Round(1000*ch.shares[i]), 1)
		share := ch.list[i].Share
		share.Weight = weight
		out.Mix = append(out.Mix, share)
		out.Scores = append(out.Scores, ch.list[i].score)
	}
	out.Text = out.Mix.Text(ch.model.g)
	return out, nil
}

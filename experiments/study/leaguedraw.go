package study

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

const (
	// Predicted scores of matches are between 1-maxScore and maxScore.
	maxScore = 0.85
	// By the sum of their pieces, exchanges beyond maxSum are not looked at any closer.
	maxSum = 0.92
	// maxDraws bounds the search for the matches of a class.
	maxDraws = 200_000
	// maxPawns is the largest number of pawns that are added to a side.
	maxPawns = 3
	// One match in lockedShare is locked.
	lockedShare = 3
)

// errTooFew means that a game has fewer exchanges than matches are to be drawn.
var errTooFew = errors.New("expected fewer in the league")

// drawer draws the matches of a game.
type drawer struct {
	*League
	g        *rules.Game
	model    *estimate.Model
	officers []rules.Type
	pawns    []rules.Type
	worth    map[rules.Type]float64 // in log-odds
	taken    map[string]bool        // by the canonical text, either way round
	dealt    []string               // players of this round who have no match yet
}

func newDrawer(g *rules.Game, m *estimate.Model, s *League) *drawer {
	d := &drawer{League: s, g: g, model: m, worth: map[rules.Type]float64{}, taken: map[string]bool{}}
	for i, t := range opening.Valued(g) { // the first columns of a model
		d.worth[t] = float64(m.Coefficients[i])
		switch {
		case opening.IsInHand(t) || estimate.NumberOf(g, t) == 0:
		case g.IsPawn(t):
			d.pawns = append(d.pawns, t)
		default:
			d.officers = append(d.officers, t)
		}
	}
	played := slices.Clone(m.Exchanges)
	for _, p := range m.Matches {
		played = append(played, p.Exchange)
	}
	for _, text := range played {
		if mix, err := opening.ParseMix(g, text+" 1"); err == nil {
			d.take(mix[0].Exchange)
		}
	}
	return d
}

// take marks an exchange as drawn, and returns false if it already was.
func (d *drawer) take(x opening.Exchange) bool {
	text := x.Text(d.g)
	if d.taken[text] {
		return false
	}
	d.taken[text], d.taken[opening.Exchange{Left: x.Right, Right: x.Left}.Text(d.g)] = true, true
	return true
}

// stream returns the random numbers of the game for a purpose.
func (d *drawer) stream(purpose string) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s", d.g.Variant.Name, purpose)
	return rand.New(rand.NewPCG(uint64(d.Seed), h.Sum64()))
}

// all draws the matches of the game, with their forecasts.
func (d *drawer) all() (out []LeagueMatch, err error) {
	deal := d.stream("players")
	for _, class := range MatchClasses {
		rng, n, first := d.stream(string(class)), d.number(class), len(out)
		for try := 0; len(out) < first+n; try++ {
			if try == maxDraws || len(d.officers) == 0 {
				return nil, fmt.Errorf("%s: found %d of %d matches of the class %q whose predicted score is from %.0f to %.0f %%: %w",
					d.g.Variant.Name, len(out)-first, n, class, 100-100*maxScore, 100*maxScore, errTooFew)
			}
			x, ok := d.exchange(rng, class)
			if !ok || !d.take(x) {
				continue
			}
			m := LeagueMatch{Game: d.g.Variant.Name, Number: len(out) + 1, Class: class, Exchange: x.Text(d.g), Pairs: d.Pairs}
			f, err := d.model.Predict(d.g, m.play(d.model, d.League))
			if score := logit.Sigmoid(f.LogOdds); err != nil || score < 1-maxScore || score > maxScore {
				continue // the armies cannot differ in this way, or the match is nearly decided
			}
			m.Player = d.deal(deal)
			m.predict(d.model, f)
			out = append(out, m)
		}
		for _, i := range rng.Perm(n)[:(n+lockedShare/2)/lockedShare] {
			out[first+i].Locked = true
		}
	}
	return out, nil
}

// deal returns the next player. In each round every player has two matches, but Deep, whose
// games take longer, one.
func (d *drawer) deal(rng *rand.Rand) string {
	if len(d.dealt) == 0 {
		for _, name := range slices.Concat(d.Players, d.Unseen) {
			if d.dealt = append(d.dealt, name); name != run.Deep {
				d.dealt = append(d.dealt, name)
			}
		}
		rng.Shuffle(len(d.dealt), func(i, j int) { d.dealt[i], d.dealt[j] = d.dealt[j], d.dealt[i] })
	}
	name := d.dealt[0]
	d.dealt = d.dealt[1:]
	return name
}

// exchange draws an exchange of a class. It returns false if the sides have a kind in common,
// if the array lacks the pieces, or if the sum of the pieces is far too one-sided.
func (d *drawer) exchange(rng *rand.Rand, class MatchClass) (x opening.Exchange, ok bool) {
	sides := [2]int{1 + rng.IntN(2), rng.IntN(3)}
	switch class {
	case LargeRemoval:
		sides = [2]int{3 + rng.IntN(3), 2 + rng.IntN(4)}
	case Replacement:
		sides[1] = 1 + rng.IntN(2)
	}
	rng.Shuffle(2, func(i, j int) { sides[i], sides[j] = sides[j], sides[i] })
	var lists [2][]rules.Type
	for k, n := range sides {
		for range n { // each kind as often as any other
			lists[k] = append(lists[k], d.officers[rng.IntN(len(d.officers))])
		}
	}
	if k, n := rng.IntN(2), rng.IntN(maxPawns+1); len(d.pawns) > 0 {
		lists[k] = append(lists[k], slices.Repeat([]rules.Type{d.pawns[rng.IntN(len(d.pawns))]}, n)...)
	}
	sum, counts := 0.0, map[rules.Type]int{}
	for k, list := range lists {
		slices.Sort(list)
		for _, t := range list {
			counts[t]++
			sum += float64(1-2*k) * d.worth[t]
		}
	}
	for t, n := range counts {
		// A replacement may add to the array's pieces, but no more of a kind than the array has.
		if n > estimate.NumberOf(d.g, t) || slices.Contains(lists[0], t) && slices.Contains(lists[1], t) {
			return x, false
		}
	}
	score := logit.Sigmoid(sum)
	return opening.Exchange{Left: lists[0], Right: lists[1]}, score >= 1-maxSum && score <= maxSum
}

// play returns the settings of the games of a match.
func (m *LeagueMatch) play(model *estimate.Model, d *League) match.Config {
	return model.At(m.Exchange, m.Class != Replacement, uint64(d.Seed), m.Pairs)
}

package opening

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"bestiary/engine/rules"
)

// maxDraws bounds the search for an opening that satisfies the configuration. A handful of
// draws is enough for the games of the catalogue.
const maxDraws = 1000

// armies draws first positions of two armies: the array's, armies that differ at random, or by an
// exchange. It is read-only.
type armies struct {
	*roster
	cfg  Config
	seed uint64
	// mix has the exchanges by which the armies differ: one with Odds.
	mix   Mix
	sums  []float64 // cumulative shares of the exchanges
	start float64   // of the sequence that deals the exchanges
	// Errors name the armies (with) and the problem (why).
	with string
	why  error
}

var (
	errDrawn     = errors.New("the armies were equal or differed too much")
	errNoSquares = errors.New("the pieces find no squares") // for an exchange
)

// newArmies returns an error if neither side's array has the pieces of an exchange.
func newArmies(g *rules.Game, cfg Config, seed uint64) (*armies, error) {
	o := &armies{roster: newRoster(g), cfg: cfg, seed: seed, why: errNoSquares}
	switch cfg.Kind {
	case Odds:
		x, err := ParseExchange(g, cfg.Exchange)
		if err != nil {
			return nil, err
		}
		text := x.Text(g)
		o.mix, o.with = Mix{{Exchange: x, Weight: 1}}, "the exchange "+text
		h := fnv.New64a()
		h.Write([]byte(text))
		o.seed = Seed(seed, int(h.Sum64())) // exchanges with the same seed get unrelated placements
	case Exchanges:
		list, err := ParseMix(g, cfg.Exchanges)
		if err != nil {
			return nil, err
		}
		o.mix, o.with = list, "the exchanges "+cfg.Exchanges
		o.start = float64(Seed(seed, mixStream)>>11) / (1 << 53)
	default:
		o.with, o.why = fmt.Sprintf("units %d and max-imbalance %v", cfg.Units, cfg.MaxImbalance), errDrawn
	}
	total := 0.0
	for _, s := range o.mix {
		if err := o.possible(s.Exchange, cfg.Kind == Odds); err != nil {
			return nil, err
		}
		total += s.Weight
		o.sums = append(o.sums, total)
	}
	for i := range o.sums {
		o.sums[i] /= total
	}
	return o, nil
}

// dealt returns the index of a pair's exchange. Multiples of the golden ratio, modulo 1,
// deal any number of pairs almost exactly in proportion to the shares.
func (o *armies) dealt(pair int) int {
	_, u := math.Modf(o.start + float64(pair)*(math.Sqrt(5)-1)/2)
	i, _ := slices.BinarySearch(o.sums, u)
	return min(i, len(o.sums)-1)
}

// pair returns the first positions of both games of a pair, before any random plies.
func (o *armies) pair(round, pair int) ([2]*rules.Position, error) {
	rng := newRand(o.seed, round, pair, openingStream)
	last := o.why
	for range maxDraws {
		games, err := o.games(rng, func(index int) (a, b army, ok bool) {
			switch o.cfg.Kind {
			case Armies:
				return o.drawn(rng, &o.cfg)
			case Odds:
				return o.exchanged(rng, o.mix[0].Exchange, index)
			case Exchanges:
				return o.shared(rng, o.mix[o.dealt(pair)], index)
			}
			return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone(), true
		})
		if err == nil {
			return games, nil
		}
		if err != o.why {
			last = err
		}
	}
	return [2]*rules.Position{}, fmt.Errorf("%s: opening of pair %d: none of %d draws will do with %s: %w",
		o.g.Variant.Name, pair, maxDraws, o.with, last)
}

// games sets up the armies that choose draws for the first game of a pair. If the arrays are equal,
// it exchanges these armies in the second. Otherwise each side keeps to its own, and choose draws
// those of the second game, too. It reports whether it could.
func (o *armies) games(rng *rand.Rand, choose func(index int) (a, b army, ok bool)) (games [2]*rules.Position, err error) {
	for i := range games {
		a, b, ok := choose(i)
		if !ok {
			return games, o.why
		}
		order := o.drawShuffle(rng)
		if err := o.placeWaiting(rng, &a, &b, order); err != nil {
			return games, err
		}
		if games[i], err = o.setUp(&a, &b, order); err != nil {
			return games, err
		}
		if !o.differ {
			games[1], err = o.setUp(&b, &a, order)
			break
		}
	}
	return games, err
}

// setUp sets up two armies. It returns an error if a king is attacked or the side to move
// cannot move.
func (o *armies) setUp(white, black *army, order shuffle) (*rules.Position, error) {
	p, err := o.arrange(white, black, order) // returns an error if the king of the side not to move is attacked
	if err != nil {
		return nil, err
	}
	if p.InCheck() {
		return nil, fmt.Errorf("in %s %s is in check", p.FEN(), p.Turn())
	}
	if result, reason := p.Outcome(); result != rules.Ongoing {
		return nil, fmt.Errorf("%s is the end of a game: %s", p.FEN(), reason)
	}
	return p, nil
}

// exchanged makes two armies for a game of a pair, of which A is ahead by the exchange. Where
// the armies differ, A is White's; Black is ahead in the second game. If one side cannot be ahead, that game begins from the
// arrays.
func (o *armies) exchanged(rng *rand.Rand, x Exchange, index int) (a, b army, ok bool) {
	a, b = o.bases(rng)
	o.permuteBoth(rng, &a, &b)
	if o.differ {
		if side := []rules.Color{rules.White, rules.Black}[index]; !slices.Contains(o.ahead(x), side) {
			return a, b, true
		}
		if index == 1 {
			x = x.reversed()
		}
	}
	give := o.differ && has(&a, x.Right) && has(&b, x.Left)
	if o.cfg.GiveUp && !o.differ {
		ownA, newA := split(&a, x.Right)
		ownB, newB := split(&b, x.Left)
		give = len(ownA)+len(ownB) > 0 && lacks(&a, newA) && lacks(&b, newB)
	}
	if give {
		return o.giveUp(rng, a, b, x)
	}
	return o.trade(rng, a, b, x)
}

// shared makes two armies that differ by an exchange of a mix. Each side gives up what only the
// other keeps, so that every piece is on its square of the array. If the exchange is traded or the
// array lacks the pieces, one side trades some for others, as in a match at odds; guests replace
// officers. Either army may come first. Where the armies differ, the exchange is made as with Odds.
func (o *armies) shared(rng *rand.Rand, s Share, index int) (a, b army, ok bool) {
	if o.differ {
		return o.exchanged(rng, s.Exchange, index)
	}
	if a, b = o.bases(rng); o.hosts(s.Exchange) {
		o.permuteBoth(rng, &a, &b)
		a, b, ok = o.host(rng, a, b, s.Exchange)
	} else if !s.Traded && has(&a, s.Left) && has(&a, s.Right) {
		o.permuteBoth(rng, &a, &b)
		a, b, ok = o.giveUp(rng, a, b, s.Exchange)
	} else {
		a, b, ok = o.exchanged(rng, s.Exchange, index)
	}
	if rng.IntN(2) == 0 {
		a, b = b, a
	}
	return a, b, ok
}

// bases returns the arrays of both sides or, if an army may have either colour, one of
// them twice.
func (o *armies) bases(rng *rand.Rand) (a, b army) {
	if o.differ {
		return o.arrays[rules.White].clone(), o.arrays[rules.Black].clone()
	}
	array := o.arrays[rng.IntN(len(o.arrays))]
	return array.clone(), array.clone()
}

// permuteBoth shuffles the armies that bases returned, equal ones in the same way.
func (o *armies) permuteBoth(rng *rand.Rand, a, b *army) {
	if o.cfg.NoPermute {
		return
	}
	if o.permute(rng, a); o.differ {
		o.permute(rng, b)
	} else {
		*b = a.clone()
	}
}

// trade lets A trade Right for Left or B trade Left for Right, whichever puts fewer pieces
// on empty squares; if they are equal, the choice is random, so that both are measured.
func (o *armies) trade(rng *rand.Rand, a, b army, x Exchange) (army, army, bool) {
	gains, moreA, okA := o.apply(rng, a.clone(), x)
	loses, moreB, okB := o.apply(rng, b.clone(), x.reversed())
	first := rng.IntN(2) == 0
	if okA && (!okB || moreA < moreB || moreA == moreB && first) {
		return gains, b, true
	}
	return a, loses, okB
}

// giveUp lets A give up Right, and B Left. Pieces that an army lacks take the places of those that
// the other gives up.
func (o *armies) giveUp(rng *rand.Rand, a, b army, x Exchange) (army, army, bool) {
	ownA, newA := split(&a, x.Right)
	ownB, newB := split(&b, x.Left)
	a, _, okA := o.apply(rng, a, Exchange{Left: newB, Right: ownA})
	b, _, okB := o.apply(rng, b, Exchange{Left: newA, Right: ownB})
	return a, b, okA && okB
}

// host makes two armies that differ by an exchange with guests: A's guests replace some pieces, and
// each side gives up the pawns that only the other keeps. Two guests of a kind that never leaves
// its colour of squares are on both colours.
func (o *armies) host(rng *rand.Rand, a, b army, x Exchange) (army, army, bool) {
	ahead := o.hasGuest(x.Left)
	if !ahead {
		x = x.reversed()
	}
	guests, otherLacks := o.parted(x.Left)
	places, lacks := o.parted(x.Right)
	a, _, okA := o.apply(rng, a, Exchange{Left: guests, Right: places})
	a, _, _ = o.apply(rng, a, Exchange{Right: lacks})
	b, _, okB := o.apply(rng, b, Exchange{Right: otherLacks})
	if isDouble(guests) && o.bound[guests[0]] && o.onBothColours(&a)>>guests[0]&1 == 0 {
		okA = false
	}
	if !ahead {
		a, b = b, a
	}
	return a, b, okA && okB
}

// apply replaces the pieces Right of an exchange with the pieces Left. It returns how many
// of them went to places that were empty before, and false if the army lacks a piece or a
// square.
func (o *armies) apply(rng *rand.Rand, a army, x Exchange) (_ army, more int, ok bool) {
	if !has(&a, x.Right) {
		return a, 0, false
	}
	var left places
	for _, t := range x.Right {
		u := choose(rng, a.unitsOf(t))
		a.take(u)
		switch {
		case u.inHand >= 0:
			left.hand++
		case o.g.IsPawn(t):
			left.pawns = append(left.pawns, u.sq)
		default:
			left.officers = append(left.officers, u.sq)
		}
	}
	// Pawns choose first: an officer may take a pawn's square, but not the reverse.
	order := slices.Clone(x.Left)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	slices.SortStableFunc(order, func(s, t rules.Type) int { return o.rankOf(s) - o.rankOf(t) })
	for _, t := range order {
		moved, ok := o.settle(rng, &a, t, &left)
		if !ok || !o.mayHave(a.side, t) {
			return a, 0, false
		}
		if moved {
			more++
		}
	}
	return a, more, true
}

// places holds the places that the pieces given up have left: squares of pawns and of
// officers, and places in hand.
type places struct {
	pawns, officers []rules.Square
	hand            int
}

// rankOf orders pieces by the order in which they choose a square: those with the most restricted
// choice first.
func (o *armies) rankOf(t rules.Type) int {
	switch {
	case IsInHand(t):
		return 2
	case o.g.IsPawn(t):
		return 0
	case slices.Contains(o.waiting, t):
		return 1
	}
	return 2
}

// settle puts a piece in the place of a piece given up, otherwise on an empty square, which it
// reports as moved: for an officer on the first rank; for a pawn, or if that rank is full, in front
// of the pawns. It returns false if there is no such square.
func (o *armies) settle(rng *rand.Rand, a *army, t rules.Type, left *places) (moved, ok bool) {
	pawn := !IsInHand(t) && o.g.IsPawn(t)
	switch {
	case IsInHand(t):
		a.hand = append(a.hand, t)
	case left.hand > 0 && slices.Contains(o.waiting, t):
		left.hand--
		a.hand = append(a.hand, t)
	case !pawn && len(left.officers) > 0:
		a.board[take(rng, &left.officers)] = t
	case len(left.pawns) > 0:
		a.board[take(rng, &left.pawns)] = t
	default:
		var free []rules.Square
		if !pawn {
			free = o.free(a, 0)
		}
		if len(free) == 0 && o.front > 0 {
			free = o.free(a, o.front)
		}
		if len(free) == 0 {
			return false, false
		}
		a.board[choose(rng, free)] = t
		return true, true
	}
	return false, true
}

// take removes a random square from a list.
func take(rng *rand.Rand, list *[]rules.Square) rules.Square {
	i := rng.IntN(len(*list))
	sq := (*list)[i]
	*list = slices.Delete(*list, i, i+1)
	return sq
}

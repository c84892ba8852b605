package opening

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
)

// Mix is a set of exchanges, each with a share of the pairs of a run.
type Mix []Share

// Share is an exchange and its weight in a Mix.
type Share struct {
	Exchange
	// Traded makes one army trade pieces, as with Odds, where usually both give some up.
	Traded bool
	Weight float64 // above 0; the weights need not add up to 1
}

// traded follows the exchange in the text of a share that is traded.
const traded = " traded"

// Text returns the exchange as it stands in a mix.
func (s Share) Text(g *rules.Game) string {
	if s.Traded {
		return s.Exchange.Text(g) + traded
	}
	return s.Exchange.Text(g)
}

// ParseMix parses a mix: exchanges in the form read by ParseExchange, each with its
// weight, as in "pawn= 125, rook=knight+pawn 250, queen=rook+rook traded 30".
func ParseMix(g *rules.Game, text string) (Mix, error) {
	var m Mix
	for item := range strings.SplitSeq(text, ",") {
		at := strings.LastIndexByte(strings.TrimSpace(item), ' ')
		if at < 0 {
			return nil, fmt.Errorf("exchanges: %q: expected an exchange and its weight, as in %q", item, "rook=knight+pawn 250")
		}
		item = strings.TrimSpace(item)
		text, trade := strings.CutSuffix(item[:at], traded)
		x, err := ParseExchange(g, text)
		if err != nil {
			return nil, err
		}
		w, err := strconv.ParseFloat(item[at+1:], 64)
		if err != nil || !(w > 0) || math.IsInf(w, 0) {
			return nil, fmt.Errorf("exchanges: %q: the weight is %q, expected a number above 0", item, item[at+1:])
		}
		m = append(m, Share{x, trade, w})
	}
	return m, nil
}

// Text returns the mix in the form read by ParseMix.
func (m Mix) Text(g *rules.Game) string {
	list := make([]string, len(m))
	for i, s := range m {
		list[i] = s.Text(g) + " " + strconv.FormatFloat(s.Weight, 'g', -1, 64)
	}
	return strings.Join(list, ", ")
}

// mixed draws armies that differ by the exchanges of a mix. It is read-only.
type mixed struct {
	*armies
	odds  []*odds
	list  Mix
	sums  []float64 // cumulative shares of the exchanges
	start float64   // of the sequence that deals the exchanges
}

func newMixed(g *rules.Game, cfg Config, seed uint64) (*mixed, error) {
	list, err := ParseMix(g, cfg.Exchanges)
	if err != nil {
		return nil, err
	}
	m := &mixed{armies: newArmies(g, cfg, seed), list: list, start: float64(Seed(seed, mixStream)>>11) / (1 << 53)}
	total := 0.0
	for _, s := range list {
		if err := m.possible(s.Exchange); err != nil {
			return nil, err
		}
		m.odds = append(m.odds, &odds{m.armies, s.Exchange})
		total += s.Weight
		m.sums = append(m.sums, total)
	}
	for i := range m.sums {
		m.sums[i] /= total
	}
	m.choose = func(rng *rand.Rand, pair, index int) (a, b army, ok bool) { return m.draw(rng, m.dealt(pair), index) }
	m.with, m.why = "the exchanges "+cfg.Exchanges, errNoSquares
	return m, nil
}

// dealt returns the index of a pair's exchange. Multiples of the golden ratio, modulo 1,
// deal any number of pairs almost exactly in proportion to the shares.
func (m *mixed) dealt(pair int) int {
	_, u := math.Modf(m.start + float64(pair)*(math.Sqrt(5)-1)/2)
	i, _ := slices.BinarySearch(m.sums, u)
	return min(i, len(m.sums)-1)
}

// draw makes two armies that differ by exchange i. Each side gives up what only the other
// keeps, so that every piece stands on its square of the array. If the exchange is traded or the
// array lacks the pieces, one side trades some for others, as in a match at odds; guests take the places of
// officers. Either army may come
// first. Where the armies differ, the exchange is made as with Odds.
func (m *mixed) draw(rng *rand.Rand, i, index int) (a, b army, ok bool) {
	o := m.odds[i]
	if m.differ {
		return o.draw(rng, index)
	}
	if a, b = m.bases(rng); m.hosts(o.exchange) {
		m.permuteBoth(rng, &a, &b)
		a, b, ok = o.host(rng, a, b)
	} else if !m.list[i].Traded && has(&a, o.exchange.Left) && has(&a, o.exchange.Right) {
		m.permuteBoth(rng, &a, &b)
		a, b, ok = o.giveUp(rng, a, b, o.exchange)
	} else {
		a, b, ok = o.draw(rng, index)
	}
	if rng.IntN(2) == 0 {
		a, b = b, a
	}
	return a, b, ok
}

// Exchange returns the index, in the mix, of a pair's exchange.
func (s *Source) Exchange(pair int) int { return s.mixed.dealt(pair) }

// hostTries is how many placements of guests are drawn before one counts as impossible: some give
// check, or put two colour-bound guests on one colour.
const hostTries = 20

// Draw returns the first positions of both games of a pair with exchange i of a mix, for
// inspection; different draws have different placements.
func (s *Source) Draw(i, draw int) (games [2]*rules.Position, err error) {
	rng, tries := newRand(s.seed, i, draw, drawStream), 1
	if s.mixed.hosts(s.mixed.list[i].Exchange) {
		tries = hostTries
	}
	for range tries {
		games, err = s.mixed.games(rng, func(index int) (a, b army, ok bool) { return s.mixed.draw(rng, i, index) })
		if err == nil {
			return games, nil
		}
	}
	return games, fmt.Errorf("exchange %d of the mix: %w", i+1, err)
}

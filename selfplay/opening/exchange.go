package opening

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// Exchange is a fixed difference between two armies: army A has the pieces Left where army
// B has the pieces Right. Either may be empty. Both are in the order of the game's pieces,
// and no type occurs in both. Types marked InHand denote pieces in hand.
type Exchange struct{ Left, Right []rules.Type }

// ParseExchange parses an exchange: names of pieces joined by "+" on either side of "=",
// as in "rook=knight+pawn" or "pawn=".
func ParseExchange(g *rules.Game, text string) (Exchange, error) {
	x, err := parseExchange(g, text)
	if err != nil {
		return Exchange{}, fmt.Errorf("exchange %q: %w", text, err)
	}
	return x, nil
}

func parseExchange(g *rules.Game, text string) (x Exchange, err error) {
	left, right, ok := strings.Cut(text, "=")
	if !ok || strings.Contains(right, "=") {
		return x, errors.New(`expected pieces on two sides of one "=", as in rook=knight+pawn or pawn=`)
	}
	if x.Left, err = parseSide(g, left); err != nil {
		return x, err
	}
	if x.Right, err = parseSide(g, right); err != nil {
		return x, err
	}
	for _, t := range x.Left {
		if slices.Contains(x.Right, t) {
			return x, fmt.Errorf("%s is on both sides, expected it on one", NameOf(g, t))
		}
	}
	return x, nil
}

func parseSide(g *rules.Game, text string) ([]rules.Type, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var list []rules.Type
	for name := range strings.SplitSeq(text, "+") {
		name = strings.TrimSpace(name)
		t := Named(g, name)
		switch {
		case t == rules.NoType:
			return nil, unknownPiece(g, name)
		case t == g.Royal():
			return nil, fmt.Errorf("%s is the royal piece, which each army has once", name)
		}
		list = append(list, t)
	}
	slices.Sort(list)
	return list, nil
}

func unknownPiece(g *rules.Game, name string) error {
	if t := g.TypeNamed(strings.TrimSuffix(name, handSuffix)); t != rules.NoType && t != g.Royal() && g.Drops() {
		why := "is never in hand"
		if g.CanHold(t) {
			why = "can never be dropped"
		}
		return fmt.Errorf("%s %s in %s, so it has no value in hand", format.Article(g.TypeName(t)), why, g.Variant.Name)
	}
	var names []string
	for _, t := range Valued(g) {
		names = append(names, NameOf(g, t))
	}
	hint := cmp.Or(toml.Hint(name, names), ", expected one of "+strings.Join(names, ", "))
	return fmt.Errorf("%s has no piece %q%s", g.Variant.Name, name, hint)
}

// Text returns the canonical text of the exchange.
func (x Exchange) Text(g *rules.Game) string {
	names := func(types []rules.Type) string {
		list := make([]string, len(types))
		for i, t := range types {
			list[i] = NameOf(g, t)
		}
		return strings.Join(list, "+")
	}
	return names(x.Left) + "=" + names(x.Right)
}

// reversed returns the exchange with A and B swapped.
func (x Exchange) reversed() Exchange { return Exchange{Left: x.Right, Right: x.Left} }

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

// Text returns the exchange as written in a mix.
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

// Ahead lists the sides that can be ahead by an exchange.
func Ahead(g *rules.Game, x Exchange) []rules.Color { return newRoster(g).ahead(x) }

func (r *roster) ahead(x Exchange) (sides []rules.Color) {
	for _, side := range []rules.Color{rules.White, rules.Black} {
		own, other := &r.arrays[side], &r.arrays[side.Other()]
		if has(own, x.Right) && (r.mayHaveAll(side, x.Left) || has(other, x.Left)) || has(other, x.Left) && r.mayHaveAll(side.Other(), x.Right) {
			sides = append(sides, side)
		}
	}
	return sides
}

// possible returns an error if an army lacks the pieces to be ahead by an exchange. Where the armies differ and the match is
// of one exchange alone, it is enough that one army can be ahead.
func (r *roster) possible(x Exchange, alone bool) error {
	switch sides := r.ahead(x); {
	case len(sides) == 2 || len(sides) == 1 && r.differ && alone:
		return nil
	case r.differ && len(sides) == 1:
		return fmt.Errorf("exchange %q: %s cannot be ahead by it, since neither army of %s has the pieces to give up for it; expected an exchange that both sides can be ahead by",
			x.Text(r.g), [...]string{"White", "Black"}[sides[0].Other()], r.g.Variant.Name)
	case r.differ:
		return fmt.Errorf("exchange %q: no side can be ahead by it, since neither army of %s has the pieces to give up for it", x.Text(r.g), r.g.Variant.Name)
	}
	return fmt.Errorf("exchange %q: the army of %s has the pieces of neither side, expected those of one", x.Text(r.g), r.g.Variant.Name)
}

// has reports whether an army has a list of pieces.
func has(a *army, list []rules.Type) bool {
	_, other := split(a, list)
	return len(other) == 0
}

// split divides a list of pieces into those that an army has and the others.
func split(a *army, list []rules.Type) (own, other []rules.Type) {
	n := a.counts()
	for _, t := range list {
		if n[t]--; n[t] >= 0 {
			own = append(own, t)
		} else {
			other = append(other, t)
		}
	}
	return own, other
}

// lacks reports whether an army has no piece of these kinds.
func lacks(a *army, list []rules.Type) bool {
	return !slices.ContainsFunc(list, func(t rules.Type) bool { return a.counts()[t] > 0 })
}

// Guest reports whether only an exchange brings a piece to the board: it is in no array, is never
// in hand, and no piece promotes to it. The game that it was added to, to be measured, is its host.
func Guest(g *rules.Game, t rules.Type) bool {
	start := g.NewPosition()
	return !IsInHand(t) && !g.IsPawn(t) && start.Owned(t, rules.White)+start.Owned(t, rules.Black) == 0 &&
		!g.CanHold(t) && !slices.ContainsFunc(g.Variant.Rules.Promotions, func(p variant.Promotion) bool {
		return slices.Contains(p.Choices, g.TypeName(t)) || p.Captured && len(p.Choices) == 0
	})
}

// isGuest reports whether a type is a guest.
func (r *roster) isGuest(t rules.Type) bool { return slices.Contains(r.guests, t) }

func (r *roster) hasGuest(list []rules.Type) bool { return slices.ContainsFunc(list, r.isGuest) }

// hosts reports whether guests on one side of an exchange can take the places of officers of the
// array on the other: there are as many or more of these, and no other guest. Pawns may be on
// either side.
func (r *roster) hosts(x Exchange) bool {
	if !r.hasGuest(x.Left) {
		x = x.reversed()
	}
	guests, ownPawns := r.parted(x.Left)
	places, otherPawns := r.parted(x.Right)
	return !r.differ && len(guests) > 0 && !slices.ContainsFunc(guests, func(t rules.Type) bool { return !r.isGuest(t) }) &&
		!r.hasGuest(x.Right) && len(guests) <= len(places) && r.bothHave(places) &&
		r.bothHave(ownPawns) && r.bothHave(otherPawns)
}

// parted divides a list into officers and pawns.
func (r *roster) parted(list []rules.Type) (officers, pawns []rules.Type) {
	for _, t := range list {
		if slices.Contains(r.pawns, t) {
			pawns = append(pawns, t)
		} else {
			officers = append(officers, t)
		}
	}
	return officers, pawns
}

// Limits of candidates.
const (
	maxPawns       = 3
	maxTripleKinds = 8 // with more kinds of officers, no sets of three
)

// Candidates lists the exchanges with which a game can measure its values: up to one officer
// against up to three, or two of a kind against up to two, with up to three pawns to even out the
// difference. values gives the worth of each type in any unit; exchanges that are uneven by more
// than limit are omitted. A piece in hand counts as an officer. Each side is in the order of the
// game's pieces, and the first side is worth at least as much as the second. Exchanges of officers
// for officers are listed in both forms, unless the armies of the game differ: traded, one army has
// more of a kind than the array. One or two guests of a kind take the places of as many officers of
// the array, or more.
func Candidates(g *rules.Game, values []float64, limit float64) Mix {
	r := newRoster(g)
	var out []Exchange
	groups := r.groups()
	for i, left := range groups {
		for _, right := range groups[:i] {
			if len(right) > 1 && !isDouble(right) && !isDouble(left) && len(left) > 1 || overlap(left, right) || len(left)+len(right) > 4 {
				continue
			}
			x := Exchange{Left: left, Right: right}
			if (r.hasGuest(left) || r.hasGuest(right)) && !r.hosts(x) {
				continue
			}
			out = append(out, r.withPawns(x, values, limit)...)
		}
	}
	for _, pawn := range r.pawns { // one or two for nothing
		for n := 1; n <= 2 && float64(n)*values[pawn] <= limit; n++ {
			if x := (Exchange{Left: slices.Repeat([]rules.Type{pawn}, n)}); r.possible(x, false) == nil {
				out = append(out, x)
			}
		}
	}
	var mix Mix
	for _, x := range out {
		mix = append(mix, Share{Exchange: x, Weight: 1})
		if !r.differ && r.hasOfficer(x.Left) && r.hasOfficer(x.Right) && !r.hosts(x) {
			mix = append(mix, Share{Exchange: x, Traded: true, Weight: 1})
		}
	}
	return mix
}

// hasOfficer reports whether a list has an officer on the board.
func (r *roster) hasOfficer(list []rules.Type) bool {
	return slices.ContainsFunc(list, func(t rules.Type) bool { return slices.Contains(r.officers, t) })
}

// groups returns the sets of officers that a side may have, of none to three.
func (r *roster) groups() [][]rules.Type {
	out := [][]rules.Type{nil}
	kinds := slices.Concat(r.officers, r.inHand)
	for i, s := range kinds {
		out = append(out, []rules.Type{s})
		for j, t := range kinds[i:] {
			out = append(out, []rules.Type{s, t})
			if len(kinds) <= maxTripleKinds {
				for _, u := range kinds[i+j:] {
					out = append(out, []rules.Type{s, t, u})
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(list []rules.Type) bool {
		return len(list) > 1 && !r.bothHave(list) && !r.differ && !(isDouble(list) && r.isGuest(list[0]))
	})
}

// bothHave reports whether both arrays have the pieces.
func (r *roster) bothHave(list []rules.Type) bool {
	return has(&r.arrays[0], list) && has(&r.arrays[1], list)
}

func isDouble(list []rules.Type) bool { return len(list) == 2 && list[0] == list[1] }

func overlap(a, b []rules.Type) bool {
	return slices.ContainsFunc(a, func(t rules.Type) bool { return slices.Contains(b, t) })
}

// withPawns returns an exchange without pawns and with the number of pawns that makes it
// most even, each only if the difference is within limit.
func (r *roster) withPawns(x Exchange, values []float64, limit float64) []Exchange {
	diff := worthOf(x.Left, values) - worthOf(x.Right, values)
	if diff < 0 {
		x, diff = x.reversed(), -diff
	}
	var out []Exchange
	if diff <= limit && r.possible(x, false) == nil {
		out = append(out, x)
	}
	for _, pawn := range r.pawns {
		n := min(int(diff/values[pawn]+0.5), maxPawns)
		if n < 1 || diff-float64(n)*values[pawn] > limit {
			continue
		}
		with := Exchange{Left: x.Left, Right: slices.Clone(x.Right)}
		for range n {
			with.Right = append(with.Right, pawn)
		}
		// A piece in hand needs no place in the array.
		held := slices.ContainsFunc(with.Left, IsInHand)
		slices.Sort(with.Right)
		if r.hosts(with) || r.differ && r.possible(with, false) == nil || (held || r.bothHave(with.Left)) && r.bothHave(with.Right) {
			out = append(out, with)
		}
	}
	return out
}

func worthOf(list []rules.Type, values []float64) float64 {
	sum := 0.0
	for _, t := range list {
		sum += values[t]
	}
	return sum
}

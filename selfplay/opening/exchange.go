package opening

import (
	"bestiary/internal/toml"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/format"
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

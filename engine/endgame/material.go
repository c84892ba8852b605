package endgame

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
)

// Material holds the pieces of both sides besides their royal pieces, each side sorted by
// type.
type Material struct {
	White, Black []rules.Type
}

// MaxMen is the largest number of pieces of an ending, royal pieces included.
const MaxMen = 5

// ParseMaterial reads an ending such as "manticore", "elephant+elephant" or
// "rook/knight": the pieces of the side that tries to win, then the pieces of the
// other side.
func ParseMaterial(g *rules.Game, text string) (Material, error) {
	var m Material
	white, black, _ := strings.Cut(text, "/")
	for side, list := range map[*[]rules.Type]string{&m.White: white, &m.Black: black} {
		for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == '+' }) {
			t, err := typeNamed(g, strings.TrimSpace(name))
			if err != nil {
				return Material{}, fmt.Errorf("ending %q: %w", text, err)
			}
			*side = append(*side, t)
		}
		slices.Sort(*side)
	}
	if n := m.men(); n < 3 || n > MaxMen {
		return Material{}, fmt.Errorf("ending %q has %d pieces with both kings, expected 3 to %d", text, n, MaxMen)
	}
	return m, nil
}

func typeNamed(g *rules.Game, name string) (rules.Type, error) {
	var names []string
	for _, t := range g.Types() {
		if t == g.Royal() {
			continue
		}
		if name == g.TypeName(t) || name == g.Symbol(t) {
			return t, nil
		}
		names = append(names, g.TypeName(t))
	}
	return 0, fmt.Errorf("%q is no piece of %s besides the royal one, expected one of %s%s", name, g.Variant.Name, strings.Join(names, ", "), toml.Hint(name, names))
}

// Text writes the ending in the form that ParseMaterial reads.
func (m Material) Text(g *rules.Game) string {
	names := func(list []rules.Type) string {
		var out []string
		for _, t := range list {
			out = append(out, g.TypeName(t))
		}
		return strings.Join(out, "+")
	}
	if len(m.Black) == 0 {
		return names(m.White)
	}
	return names(m.White) + "/" + names(m.Black)
}

// materialOf returns the material on the board.
func materialOf(p *rules.Position) Material {
	var m Material
	for _, t := range p.Game().Types() {
		for c, list := range []*[]rules.Type{&m.White, &m.Black} {
			set := p.Pieces(rules.CodeOf(t, rules.Color(c)))
			for range set.Count() {
				if t != p.Game().Royal() {
					*list = append(*list, t)
				}
			}
		}
	}
	return m
}

func (m Material) men() int { return 2 + len(m.White) + len(m.Black) }

// key returns a text that is different for every material.
func (m Material) key() string { return fmt.Sprint(m.White, m.Black) }

// codes lists the men of an ending: White's royal piece first, then White's pieces,
// Black's royal piece and Black's pieces.
func (m Material) codes(g *rules.Game) []rules.Code {
	out := []rules.Code{rules.CodeOf(g.Royal(), rules.White)}
	for _, t := range m.White {
		out = append(out, rules.CodeOf(t, rules.White))
	}
	out = append(out, rules.CodeOf(g.Royal(), rules.Black))
	for _, t := range m.Black {
		out = append(out, rules.CodeOf(t, rules.Black))
	}
	return out
}

// check refuses endings whose positions depend on more than the squares of the men.
func (m Material) check(g *rules.Game) error {
	pawns := func(list []rules.Type) bool { return slices.ContainsFunc(list, g.IsPawn) }
	switch {
	case !g.Variant.OnlyMates():
		return fmt.Errorf("ending %s: in %s more matters than the mate of one royal piece, such as a goal, a special capture or a pass, which is not solved", m.Text(g), g.Variant.Name)
	case pawns(m.White) && pawns(m.Black):
		return fmt.Errorf("ending %s: pawns on both sides could capture en passant, which is not solved", m.Text(g))
	case g.Drops():
		return fmt.Errorf("ending %s: in %s pieces in hand can be dropped, which is not solved", m.Text(g), g.Variant.Name)
	case g.Pooled() && slices.ContainsFunc(append(slices.Clone(m.White), m.Black...), g.Promotes):
		return fmt.Errorf("ending %s: in %s promotion depends on what was captured before, which is not solved", m.Text(g), g.Variant.Name)
	}
	return nil
}

package bench

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
)

//go:embed middle.txt
var middleText string

// middleGames are the games that have positions of the middle game.
var middleGames = []string{"chess", "capablanca", "grand", "falcon-chess", "al-ces", "herculean"}

// MiddleGames lists the games that have positions of the middle game.
func MiddleGames() []string { return slices.Clone(middleGames) }

// Middle returns the positions of the middle game that are measured.
func Middle(g *rules.Game) ([]*rules.Position, error) {
	var out []*rules.Position
	for line := range strings.Lines(middleText) {
		name, fen, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name != g.Variant.Name {
			continue
		}
		p, err := g.ParseFEN(fen)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	if out == nil {
		return nil, fmt.Errorf("bench: no positions of the middle game of %s, expected one of %s", g.Variant.Name, strings.Join(middleGames, ", "))
	}
	return out, nil
}

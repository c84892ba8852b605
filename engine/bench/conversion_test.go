package bench

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/variant"
)

var (
	long   = flag.Bool("long", false, "play 100 games with every piece of every game, which takes many minutes")
	update = flag.Bool("update", false, "with -long, write the table of results")
)

// The engine wins with every piece that wins alone.
func TestConversion(t *testing.T) {
	if *long {
		t.Skip("TestEveryConversion plays them all")
	}
	for _, test := range []struct {
		game, piece string
		games       int
	}{
		{"chess", "queen", 10}, {"chess", "rook", 10}, {"shatranj", "rook", 10}, {"falcon-chess", "falcon", 10}, {"capablanca", "archbishop", 10},
		{"chess", "knight", 0},
	} {
		g := compile(t, test.game)
		c, ok := Convert(g, g.TypeNamed(test.piece), eval.Default(g), conversionNodes, 10)
		if !ok || c.Games != test.games || c.Won < test.games {
			t.Errorf("%s: %s wins %d of %d games, want %d", test.game, test.piece, c.Won, c.Games, test.games)
		}
	}
}

// conversionNodes is the limit of a move.
const conversionNodes = 300

func TestEveryConversion(t *testing.T) {
	if !*long {
		t.Skip("takes many minutes")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `# Bare kings

Games from 100 random positions that are won with a king and one piece against a bare king,
the engine on both sides with %d nodes a move, by the rules of the game.
There are no games for pieces that win less than half of the positions. Made by
`+"`go test ./engine/bench -run TestEveryConversion -long -update -timeout 0`"+`.

| game | piece | positions that are won | longest win | games won |
|---|---|---|---|---|
`, conversionNodes)
	for _, name := range variant.Catalogue() {
		g := compile(t, name)
		for _, piece := range g.Types() {
			c, ok := Convert(g, piece, eval.Default(g), conversionNodes, 100)
			if !ok || c.Share == 0 {
				continue
			}
			won := "–"
			if c.Games > 0 {
				won = fmt.Sprintf("%d of %d", c.Won, c.Games)
			}
			fmt.Fprintf(&out, "| %s | %s | %.1f %% | %d | %s |\n", name, g.TypeName(piece), 100*c.Share, c.Longest, won)
			t.Logf("%s: %s %d of %d", name, g.TypeName(piece), c.Won, c.Games)
			if 100*c.Won < 95*c.Games {
				t.Errorf("%s: %s wins %d of %d games, want 95 %%", name, g.TypeName(piece), c.Won, c.Games)
			}
		}
	}
	if *update {
		if err := os.WriteFile("../../results/engine/bare-kings.md", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

package match

import (
	"context"
	"fmt"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

func BenchmarkGame(b *testing.B) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		for _, nodes := range []int{300, 1500} {
			b.Run(fmt.Sprintf("%s/%d", name, nodes), func(b *testing.B) {
				g := rulestest.Game(b, name)
				cfg := selfPlay(func(c *Config) { c.Nodes, c.Pairs = nodes, (b.N+1)/2 })
				s := create(b, g, cfg)
				b.ResetTimer()
				sum := testkit.Must(Play(context.Background(), g, cfg, eval.Prior(g), 0, Workers(1), s, Events{}))(b)
				b.ReportMetric(float64(sum.Plies)/float64(sum.Games), "plies/game")
			})
		}
	}
}

package match

import (
	"bestiary/engine/rules/rulestest"
	"testing"
	"time"
)

// BenchmarkMatch measures games a second, store included, with two workers.
func BenchmarkMatch(b *testing.B) {
	for _, players := range [][]string{{"random", "random:name=B"}, {"engine", "engine:name=B"}} {
		b.Run(players[0], func(b *testing.B) {
			g := rulestest.Game(b, "chess")
			cfg := with(func(c *Config) { c.Pairs, c.RandomPlies = max(b.N, 1), 6 })
			r := prepare(b, g, cfg, players...)
			s := open(b, r)
			began := time.Now()
			b.ResetTimer()
			t := play(b, r, s, 2, Events{})
			b.ReportMetric(float64(t.Games())/time.Since(began).Seconds(), "games/s")
			b.ReportMetric(float64(t.Plies)/float64(t.Games()), "plies/game")
		})
	}
}

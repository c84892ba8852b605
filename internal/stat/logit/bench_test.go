package logit

import "testing"

func BenchmarkFit(b *testing.B) {
	for _, bench := range []struct {
		name                   string
		rows, columns, entries int
	}{
		{"10k×12", 10_000, 12, 12},
		{"300k×24sparse", 300_000, 24, 6},
	} {
		d := randomDesign(seeded(1), bench.rows, bench.columns, bench.entries)
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustFit(b, d, Prior{}, Settings{Workers: 1})
			}
		})
	}
}

func BenchmarkEvaluate(b *testing.B) {
	d := randomDesign(seeded(1), 300_000, 24, 6)
	e := newEvaluator(d, 1)
	at := make([]float64, 24)
	b.ReportAllocs()
	for b.Loop() {
		e.at(at)
	}
	b.ReportMetric(float64(d.Rows())*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mrows/s")
}

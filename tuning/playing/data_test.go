package playing

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/internal/testkit"
)

func TestCollectedRowsAreTracesOfQuietPositions(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		g, games := played(t, name, 3)
		d := testkit.Must(NewData(g))(t)
		testkit.OK(t, d.Collect(games, Sampling{PositionsPerGame: 1000, PawnShare: -1}))
		e, trace := eval.New(g, eval.Prior(g)), make([]float64, len(d.Terms))
		next, record := 0, int32(-1)
		for rec, err := range games {
			record++
			testkit.OK(t, err)
			p := testkit.Must(rec.Start(g))(t)
			for ply, err := range rec.Replay(p) {
				testkit.OK(t, err)
				e.Trace(p, trace)
				if next < d.Rows() && d.Record[next] == record && rowIs(d.row(next), trace) && d.Score[next] == int16(ply.Score) {
					if got, want := float64(d.Result[next]), rec.Result.Score(); got != want {
						t.Fatalf("%s: result %v, want %v", rec.FEN, got, want)
					}
					if got, want := float64(d.Phase[next]), e.Phase(p); math.Abs(got-want) > 1e-6 {
						t.Fatalf("%s: phase %v, want %v", rec.FEN, got, want)
					}
					if p.InCheck() {
						t.Fatalf("%s: a check was sampled", p.FEN())
					}
					next++
				}
			}
		}
		if next != d.Rows() || next < 50 {
			t.Errorf("%s: %d of %d rows found again in the games, want all and at least 50", name, next, d.Rows())
		}
		if d.Pairs != 3 || d.Games != 6 || d.Pair[d.Rows()-1] != 2 {
			t.Errorf("%s: %d pairs, %d games", name, d.Pairs, d.Games)
		}
	}
}

func rowIs(r row, trace []float64) bool {
	dense := make([]float64, len(trace))
	for i, t := range r.term {
		dense[t] = float64(r.n[i])
	}
	return slices.EqualFunc(dense, trace, func(a, b float64) bool { return math.Abs(a-b) < 1e-6 })
}

func TestSamplesAreSpreadAndLimited(t *testing.T) {
	g, games := played(t, "chess", 3)
	d := testkit.Must(NewData(g))(t)
	testkit.OK(t, d.Collect(games, Sampling{PositionsPerGame: 5, PawnShare: 0.125}))
	if d.Rows() == 0 || d.Rows() > 30 {
		t.Errorf("%d positions of 6 games, want at most 5 of each", d.Rows())
	}
	if err := d.Collect(games, Sampling{PositionsPerGame: -1}); err == nil {
		t.Error("-1 positions per game are accepted")
	}
	if err := d.Collect(games, Sampling{PositionsPerGame: 12, PawnShare: 2}); err == nil {
		t.Error("a share of pawns of 2 is accepted")
	}
}

func TestSampleFileReadsBack(t *testing.T) {
	d := collected(t, "hannibal-manticore", 3, DefaultSampling())
	path := filepath.Join(t.TempDir(), "samples")
	testkit.OK(t, d.Save(path))
	r := testkit.Must(Open(path))(t)
	if r.Game.Variant.Hash() != d.Game.Variant.Hash() || r.Pairs != d.Pairs || r.Games != d.Games || r.Rows() != d.Rows() || r.Rows() == 0 {
		t.Fatalf("%d positions of %d games read, %d of %d written", r.Rows(), r.Games, d.Rows(), d.Games)
	}
	if !slices.Equal(r.Off, d.Off) || !slices.Equal(r.Term, d.Term) || !slices.Equal(r.N, d.N) || !slices.Equal(r.Phase, d.Phase) ||
		!slices.Equal(r.Result, d.Result) || !slices.Equal(r.Score, d.Score) || !slices.Equal(r.Pair, d.Pair) || !slices.Equal(r.Record, d.Record) {
		t.Error("positions changed on the way through the file")
	}
	again := filepath.Join(t.TempDir(), "again")
	testkit.OK(t, r.Save(again))
	a, _ := os.ReadFile(path)
	b, _ := os.ReadFile(again)
	if !bytes.Equal(a, b) {
		t.Error("the same positions make different files")
	}
}

func TestDamagedSampleFiles(t *testing.T) {
	d := synthetic(t, 500, 8, 150, smallWeights(t, 1))
	path := filepath.Join(t.TempDir(), "samples")
	testkit.OK(t, d.Save(path))
	whole, err := os.ReadFile(path)
	testkit.OK(t, err)
	const places = 20
	for i := 0; i < len(whole); i += 1 + len(whole)/places {
		flipped := slices.Clone(whole)
		flipped[i] ^= 0x10
		if _, err := read(bytes.NewReader(flipped)); err == nil && i > 9 { // the gzip header has free bytes
			t.Fatalf("byte %d of %d changed: no error", i, len(whole))
		}
		if _, err := read(bytes.NewReader(whole[:i])); err == nil {
			t.Fatalf("cut after %d of %d bytes: no error", i, len(whole))
		}
	}
	testkit.OK(t, os.WriteFile(path, whole[:len(whole)/2], 0o666))
	_, err = Open(path)
	if err == nil || !strings.HasPrefix(err.Error(), "sample file "+path+": damaged: the file is cut short") {
		t.Errorf("half a file: error %v", err)
	}
	if _, err := read(strings.NewReader("variant = 1\n")); err == nil || !strings.HasPrefix(err.Error(), "not a sample file") {
		t.Errorf("a text: error %v", err)
	}
}

func TestSampleFileOfOtherTerms(t *testing.T) {
	d := synthetic(t, 10, 8, 150, smallWeights(t, 1))
	d.Terms = append(slices.Clone(d.Terms[:len(d.Terms)-1]), "dragons")
	var b bytes.Buffer
	testkit.OK(t, d.write(&b))
	testkit.Fails(t, testkit.Error(read(&b)), "another evaluation")
}

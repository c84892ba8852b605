package network

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// usual returns values for the types of a game, all different.
func usual(g *rules.Game) []float64 {
	values := make([]float64, len(g.Types())+1)
	for t := range values {
		values[t] = float64(100 * t)
	}
	return values
}

// scribbledShared returns a network for all games with random weights.
func scribbledShared(attacks bool) *Shared {
	r := rand.New(rand.NewPCG(2, 2))
	p := Parameters{Weights: make([]int16, FeatureCount*Hidden), OutputBias: 1000, Scale: 300, Attacks: attacks}
	for i := range p.Weights {
		p.Weights[i] = int16(r.IntN(201) - 100)
	}
	for i := range p.Output {
		p.Output[i] = int16(r.IntN(2*MaxOutput+1) - MaxOutput)
	}
	return &Shared{p}
}

// Every input has features, each once. In games whose sides mirror each other, so do the features of a piece
// and of the same piece of the other side.
func TestFeatures(t *testing.T) {
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		in := NewInputs(g, true)
		list := in.Features(usual(g))
		for row, features := range list {
			seen := map[Change]bool{}
			for _, x := range features {
				seen[x&0xFFFF] = x&0xFFFF < FeatureCount
			}
			if len(features) == 0 || len(seen) != len(features) || slices.Contains(slices.Collect(maps.Values(seen)), false) {
				t.Fatalf("%s: input %d has the features %v", name, row, features)
			}
		}
		if !g.Mirrors() {
			continue
		}
		mirrored := in.Through(View(rules.Black))
		for row := range 2 * in.kinds * in.squares {
			white, black := list[row], list[mirrored[row]]
			sides := func(x, y Change) int { return int(x&0xFFFF)%atPlace - int(y&0xFFFF)%atPlace | int(x>>16) - int(y>>16) }
			if slices.CompareFunc(white, black, sides) != 0 {
				t.Fatalf("%s: input %d has the features %v, its mirror image %v", name, row, white, black)
			}
		}
	}
}

// A rook and a knight of chess in a corner and on d4, as their moves are counted by hand.
func TestFeatureCounts(t *testing.T) {
	g := rulestest.Game(t, "chess")
	f := features{Inputs: NewInputs(g, false)}
	f.full = allSquares(g)
	for _, c := range []struct {
		piece  string
		square rules.Square
		want   map[[3]int]uint8 // by way, distance and course
	}{
		{"rook", g.SquareAt(0, 0), map[[3]int]uint8{
			{0, 1, 0}: 1, {0, 1, 1}: 1,
			{1, 1, 0}: 1, {1, 2, 0}: 1, {1, 3, 0}: 1, {1, 4, 0}: 4, {1, 1, 1}: 1, {1, 2, 1}: 1, {1, 3, 1}: 1, {1, 4, 1}: 4,
			{2, 1, 0}: 1, {2, 2, 0}: 1, {2, 3, 0}: 1, {2, 4, 0}: 4, {2, 1, 1}: 1, {2, 2, 1}: 1, {2, 3, 1}: 1, {2, 4, 1}: 4,
		}},
		{"knight", g.SquareAt(3, 3), map[[3]int]uint8{
			{0, 2, 0}: 4, {0, 2, 2}: 4, {1, 2, 0}: 4, {1, 2, 2}: 4, {2, 2, 0}: 4, {2, 2, 2}: 4,
		}},
		{"pawn", g.SquareAt(4, 1), map[[3]int]uint8{{0, 1, 0}: 2, {1, 1, 0}: 2, {2, 1, 0}: 1, {2, 2, 0}: 1}},
	} {
		got := map[[3]int]uint8{}
		for i, n := range f.targets(rules.CodeOf(g.TypeNamed(c.piece), rules.White), c.square) {
			if n > 0 {
				got[[3]int{i / courses / ranges, i/courses%ranges + 1, i % courses}] = n
			}
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", c.piece, got, c.want)
		}
	}
}

// What is known of a bishop on b3, beside its moves: its class, a step from the edge, two from the middle (both in
// squares), two ranks from its own side and five from the other, in the second of eight parts, its worth
// of 325 in the fifth interval, in the first third of the ranks, 13 quarters of a pawn.
func TestPlaceFeatures(t *testing.T) {
	g := rulestest.Game(t, "chess")
	bishop := g.TypeNamed("bishop")
	values := make([]float64, len(g.Types())+1)
	values[bishop] = 325
	in := NewInputs(g, false)
	list := in.Features(values)[in.row(rules.CodeOf(bishop, rules.White), int(g.SquareAt(1, 2)))]
	const rider = 2
	spot := counts + rider*spots
	worth := counts + classes*spots
	for _, want := range []Change{
		change(spot, 1), change(spot+1+2, 1), change(spot+1+fromEnd+5, 1), change(spot+1+2*fromEnd+1, 1),
		change(spot+1+2*fromEnd+wings+1, 1), change(spot+1+2*fromEnd+wings+inward+2, 1),
		change(worth+4*thirds, 1), change(worth+worths*thirds, 13),
	} {
		if !slices.Contains(list, want) {
			t.Errorf("feature %d, %d times, is not in %v", want&0xFFFF, want>>16, list)
		}
	}
}

// What a piece of 310 centipawns attacks: one of 910, for 24 quarters of a pawn more.
func TestAttackFeatures(t *testing.T) {
	g := rulestest.Game(t, "chess")
	knight, queen := g.TypeNamed("knight"), g.TypeNamed("queen")
	values := make([]float64, len(g.Types())+1)
	values[knight], values[queen] = 310, 910
	in := NewInputs(g, true)
	row := func(a, b rules.Code) int { return in.places + int(a-2)*in.attacks.stride + int(b-2) }
	list := in.Features(values)
	first := firstAttack + inAttack // own pieces that attack others
	worth := first + classes*classes
	difference := worth + worths*worths
	for _, c := range []struct {
		from, to rules.Type
		want     []Change
	}{
		{knight, queen, []Change{change(first+3*classes+2, 1), change(worth+4*worths+9, 1), change(difference, 36), change(difference+1, 24)}},
		{queen, knight, []Change{change(first+2*classes+3, 1), change(worth+9*worths+4, 1), change(difference, 12), change(difference+2, 24)}},
	} {
		got := list[row(rules.CodeOf(c.from, rules.White), rules.CodeOf(c.to, rules.Black))]
		if !slices.Equal(got, c.want) {
			t.Errorf("%s attacks %s: %v, want %v", g.TypeName(c.from), g.TypeName(c.to), got, c.want)
		}
	}
}

// Sums of rows are rounded to the nearest integer and kept in range.
func TestSharedRounds(t *testing.T) {
	g := rulestest.Game(t, "chess")
	s := &Shared{Parameters{Weights: make([]int16, FeatureCount*Hidden), Scale: 300}}
	in := NewInputs(g, false)
	class := counts // pawns on any square
	for j, w := range []int16{15, 16, 47, 48, -33, 32767} {
		s.Weights[class*Hidden+j] = w
	}
	n := testkit.Must(s.For(in, usual(g), ""))(t)
	row := in.row(rules.CodeOf(g.TypeNamed("pawn"), rules.White), int(g.SquareAt(3, 3)))
	if got, want := n.Weights[row*Hidden:][:6], []int16{0, 1, 1, 2, -1, MaxWeight}; !slices.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
}

// Scores depend on how pieces move, not on their names or their order.
func TestSharedScoresByMoves(t *testing.T) {
	for _, attacks := range []bool{false, true} {
		s := scribbledShared(attacks)
		v := testkit.Must(variant.Find("capablanca"))(t)
		g := testkit.Must(rules.Compile(v))(t)
		names := map[string]string{}
		for i, p := range v.Pieces {
			names[p.Name] = "kind-" + string(rune('a'+i))
		}
		v.Rename(names)
		slices.Reverse(v.Pieces)
		other := testkit.Must(rules.Compile(v))(t)
		values, others := usual(g), make([]float64, len(g.Types())+1)
		for i := range v.Pieces {
			others[len(v.Pieces)-i] = values[i+1]
		}
		a := testkit.Must(s.For(NewInputs(g, attacks), values, ""))(t)
		b := testkit.Must(s.For(NewInputs(other, attacks), others, ""))(t)
		p, q := g.NewPosition(), other.NewPosition()
		scores := map[int]bool{}
		for ply := range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			text := g.MoveText(moves[ply*7%len(moves)])
			p.Make(testkit.Must(p.ParseMove(text))(t))
			q.Make(testkit.Must(q.ParseMove(text))(t))
			if a.Score(p) != b.Score(q) {
				t.Fatalf("attacks %v, ply %d: %d and %d", attacks, ply, a.Score(p), b.Score(q))
			}
			scores[a.Score(p)] = true
		}
		if len(scores) < 10 {
			t.Errorf("%d different scores", len(scores))
		}
	}
}

func TestSharedFiles(t *testing.T) {
	s := scribbledShared(true)
	data := s.Encode()
	again, err := ParseShared(data)
	if err != nil || !reflect.DeepEqual(s, again) {
		t.Errorf("read otherwise than written: %v", err)
	}
	for _, c := range []struct {
		what string
		data []byte
		want string
	}{
		{"empty", nil, "first line"},
		{"a network of a game", saved(t, scribbled(t, rulestest.Game(t, "chess"), 1)), "made for chess"},
		{"other features", resigned(bytes.Replace(data, []byte(sharedRules), []byte("features 0"), 1)), `"features 0", expected "features 1"`},
		{"no scale", resigned(bytes.Replace(data, []byte(`"scale":300`), []byte(`"scale":0`), 1)), "scale is 0"},
		{"cut short", data[:len(data)-1], "bytes after the second line"},
	} {
		if _, err := ParseShared(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
		}
	}
}

func FuzzParseShared(f *testing.F) {
	data := scribbledShared(true).Encode()
	f.Add(data)
	f.Add(data[:300])
	g := rulestest.Game(f, "chess")
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 40 {
			data = resigned(data)
		}
		s, err := ParseShared(data)
		if err != nil {
			return
		}
		if n, err := s.For(NewInputs(g, s.Attacks), usual(g), ""); err == nil {
			n.Score(g.NewPosition())
		}
	})
}

// Gross Chess has the most squares of the catalogue.
func BenchmarkShared(b *testing.B) {
	s := scribbledShared(true)
	g := rulestest.Game(b, "gross")
	for b.Loop() {
		if _, err := s.For(NewInputs(g, true), usual(g), ""); err != nil {
			b.Fatal(err)
		}
	}
}

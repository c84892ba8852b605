package betza_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// drawString draws a move string, usually a valid one.
func drawString(t *rapid.T) string {
	groups := rapid.SliceOfN(rapid.Custom(drawGroup), 1, 3).Draw(t, "groups")
	return strings.Join(groups, "")
}

func drawGroup(t *rapid.T) string {
	if rapid.IntRange(0, 4).Draw(t, "form") == 0 {
		sign := rapid.SampledFrom([]string{"-", "?"}).Draw(t, "sign")
		return "[" + drawSimple(t, absoluteDirections) + sign + drawSimple(t, relativeDirections) + "]"
	}
	group := drawModifiers(t, absoluteDirections)
	for range rapid.IntRange(0, 2).Draw(t, "further legs") {
		group += "a" + drawModifiers(t, relativeDirections)
	}
	return group + drawAtom(t)
}

var (
	absoluteDirections = []string{"", "", "f", "b", "l", "r", "s", "v", "fs", "fl", "rb", "lv", "ffs", "fh", "lh", "hr"}
	relativeDirections = []string{"", "", "f", "b", "l", "r", "s", "fs", "bs", "fl", "rf", "fh", "fz", "q", "z"}
)

func drawSimple(t *rapid.T, directions []string) string {
	return drawModifiers(t, directions) + drawAtom(t)
}

func drawModifiers(t *rapid.T, directions []string) string {
	mode := rapid.SampledFrom([]string{"", "", "", "m", "c", "mc", "d", "mp", "p", "g", "y", "n", "j"}).Draw(t, "mode")
	return mode + rapid.SampledFrom(directions).Draw(t, "directions")
}

func drawAtom(t *rapid.T) string {
	atoms := strings.Fields("W F D N A H C Z G K R B Q NN WW DD R3 B2 K2 N2")
	return rapid.SampledFrom(atoms).Draw(t, "atom")
}

// mirrorImage exchanges left and right in a move string.
func mirrorImage(s string) string {
	return strings.NewReplacer("l", "r", "r", "l").Replace(s)
}

// moved returns a board with every offset mapped by to.
func (b board) moved(to func(betza.Vec) betza.Vec) board {
	image := board{reach: b.reach, pieces: map[betza.Vec]betza.Occupancy{}}
	for v, o := range b.pieces {
		image.pieces[to(v)] = o
	}
	return image
}

func movedVecs(list []betza.Vec, to func(betza.Vec) betza.Vec) []betza.Vec {
	image := []betza.Vec{}
	for _, v := range list {
		image = append(image, to(v))
	}
	sortVecs(image)
	return image
}

// checkImage compares the destinations of e with those of its image on the
// image of the board.
func checkImage(t *rapid.T, e, image betza.Expression, b board, to func(betza.Vec) betza.Vec) {
	quiet, captures := e.Destinations(b.at)
	imageQuiet, imageCaptures := image.Destinations(b.moved(to).at)
	diff := gocmp.Diff(movedVecs(quiet, to), imageQuiet) + gocmp.Diff(movedVecs(captures, to), imageCaptures)
	if diff != "" {
		t.Fatalf("%s on %v and its image %s differ:\n%s", e.Source, b.pieces, image.Source, diff)
	}
}

// TestMirrorImage checks that exchanging left and right in a string mirrors the
// piece. A string without l and r is its own image, so its piece is symmetric.
func TestMirrorImage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawString(t)
		e, err := betza.Parse(s)
		image, imageErr := betza.Parse(mirrorImage(s))
		if (err == nil) != (imageErr == nil) {
			t.Fatalf("%s: error %v, its image %s: error %v", s, err, mirrorImage(s), imageErr)
		}
		if err != nil {
			t.Skip(err)
		}
		checkImage(t, e, image, randomBoard(t), func(v betza.Vec) betza.Vec { return betza.Vec{DX: -v.DX, DY: v.DY} })
	})
}

// TestQuarterTurn checks that a piece whose first legs have no directions moves
// alike in all four.
func TestQuarterTurn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := drawModifiers(t, []string{""})
		for range rapid.IntRange(0, 2).Draw(t, "further legs") {
			group += "a" + drawModifiers(t, []string{"", "f", "b", "l", "s", "fs", "br", "fh"})
		}
		e, err := betza.Parse(group + drawAtom(t))
		if err != nil {
			t.Skip(err)
		}
		checkImage(t, e, e, randomBoard(t), func(v betza.Vec) betza.Vec { return betza.Vec{DX: v.DY, DY: -v.DX} })
	})
}

// TestModesAdd checks that a single leg without modes is the union of its quiet
// moves and its captures.
func TestModesAdd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		leg := rapid.SampledFrom([]string{"", "p", "g", "n", "j", "jj"}).Draw(t, "manner") +
			rapid.SampledFrom(absoluteDirections).Draw(t, "directions") + drawAtom(t)
		both, err := betza.Parse(leg)
		if err != nil {
			t.Skip(err)
		}
		parts := testkit.Must(betza.Parse("m" + leg + "c" + leg))(t)
		checkImage(t, both, parts, randomBoard(t), func(v betza.Vec) betza.Vec { return v })
	})
}

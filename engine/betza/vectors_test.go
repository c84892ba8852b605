package betza_test

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// vectorReach is the number of squares on each side of the piece on the test boards.
const vectorReach = 6

// TestVectors compares the destinations of many pieces on empty and crowded boards with
// the results of hand-written generators.
func TestVectors(t *testing.T) {
	file := testkit.Must(os.Open("testdata/vectors.tsv"))(t)
	defer file.Close()
	rows := 0
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		rows++
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 {
			t.Fatalf("line %d has %d fields, want 5", number, len(fields))
		}
		t.Run(fmt.Sprintf("%d %s", number, fields[0]), func(t *testing.T) {
			e := mustParse(t, fields[0])
			got := union(e.Destinations(crowdedBoard(t, fields[3], vectorReach)))
			want := readVecs(t, strings.Fields(fields[4]))
			if diff := gocmp.Diff(want, got); diff != "" {
				t.Errorf("%s (%s), occupancy %s: destinations (-want +got):\n%s", fields[0], fields[1], fields[3], diff)
			}
		})
	}
	testkit.OK(t, lines.Err())
	if rows < 200 {
		t.Errorf("read %d rows, want the whole file", rows)
	}
}

func mustParse(t testing.TB, s string) betza.Expression {
	t.Helper()
	return testkit.Must(betza.Parse(s))(t)
}

// union merges quiet moves and captures.
func union(quiet, captures []betza.Vec) []betza.Vec {
	all := append(slices.Clone(quiet), captures...)
	sortVecs(all)
	return slices.Compact(all)
}

func sortVecs(list []betza.Vec) {
	slices.SortFunc(list, func(a, b betza.Vec) int {
		return cmp.Or(cmp.Compare(a.DX, b.DX), cmp.Compare(a.DY, b.DY))
	})
}

// board holds the contents of the squares up to reach away from a piece.
type board struct {
	reach  int
	pieces map[betza.Vec]betza.Occupancy
}

func (b board) at(dx, dy int) (betza.Occupancy, bool) {
	if dx < -b.reach || dx > b.reach || dy < -b.reach || dy > b.reach {
		return 0, false
	}
	if dx == 0 && dy == 0 {
		return betza.Friend, true
	}
	if o, ok := b.pieces[betza.Vec{DX: dx, DY: dy}]; ok {
		return o, true
	}
	return betza.Empty, true
}

// crowdedBoard reads an occupancy such as "1,2=e;0,-3=f"; "-" is the empty board.
func crowdedBoard(t testing.TB, s string, reach int) func(dx, dy int) (betza.Occupancy, bool) {
	t.Helper()
	b := board{reach: reach, pieces: map[betza.Vec]betza.Occupancy{}}
	if s == "-" {
		return b.at
	}
	for _, item := range strings.Split(s, ";") {
		place, side, _ := strings.Cut(item, "=")
		v := readVecs(t, []string{place})[0]
		switch side {
		case "e":
			b.pieces[v] = betza.Enemy
		case "f":
			b.pieces[v] = betza.Friend
		default:
			t.Fatalf("occupancy %q: found side %q, want e or f", item, side)
		}
	}
	return b.at
}

// readVecs reads offsets such as "-1,2".
func readVecs(t testing.TB, items []string) []betza.Vec {
	t.Helper()
	list := []betza.Vec{}
	for _, item := range items {
		x, y, _ := strings.Cut(item, ",")
		dx, errX := strconv.Atoi(x)
		dy, errY := strconv.Atoi(y)
		if errX != nil || errY != nil {
			t.Fatalf("offset %q is not a pair of numbers", item)
		}
		list = append(list, betza.Vec{DX: dx, DY: dy})
	}
	return list
}

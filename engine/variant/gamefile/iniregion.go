package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// region is a set of squares by rank and file, both from 0.
type region [][]bool

// maxRegion limits the text of a region, in bytes.
const maxRegion = 4096

// squares parses a list of squares in which * means all files or ranks. Like the program,
// it ignores squares beyond the board.
func (r *iniReader) squares(s setting) region {
	covered := make(region, r.ranks)
	for i := range covered {
		covered[i] = make([]bool, r.files)
	}
	if len(s.value) > maxRegion {
		r.Fault(s.line, s.key, "too many squares", "a list of squares", "")
		return covered
	}
	for _, entry := range strings.Fields(s.value) {
		if entry == "-" {
			break
		}
		if !covered.add(entry) {
			r.Fault(s.line, s.key, toml.Quote(entry), "squares or whole ranks, as in e4 or *8", "")
			return covered
		}
	}
	return covered
}

// add marks the squares of an entry such as a3, *3, a* or **.
func (r region) add(entry string) bool {
	if len(entry) < 2 {
		return false
	}
	file, rank := -1, -1
	if entry[0] != '*' {
		if file = int(entry[0]|0x20) - 'a'; file < 0 || file >= variant.MaxSide {
			return false
		}
	}
	if entry[1:] != "*" {
		n, err := strconv.ParseUint(entry[1:], 10, 8)
		if rank = int(n) - 1; err != nil || rank < 0 || rank >= variant.MaxSide {
			return false
		}
	}
	for y := range r {
		for x := range r[y] {
			if (file < 0 || file == x) && (rank < 0 || rank == y) {
				r[y][x] = true
			}
		}
	}
	return true
}

// region returns the value of a key that is a region.
func (r *iniReader) region(name string) region { return r.squares(r.get(name)) }

// regions returns White's region, and Black's from Black's view. For limits of moves the
// view is rotated if that makes a difference.
func (r *iniReader) regions(white, black string) (own, other region) {
	own, other = r.region(white), r.region(black)
	other.turn()
	return own, other
}

// turn rotates a region by 180 degrees.
func (r region) turn() {
	slices.Reverse(r)
	for _, row := range r {
		slices.Reverse(row)
	}
}

func (r region) equal(o region) bool {
	return slices.EqualFunc(r, o, func(a, b []bool) bool { return slices.Equal(a, b) })
}

func (r region) empty() bool {
	return !slices.ContainsFunc(r, func(row []bool) bool { return slices.Contains(row, true) })
}

func (r region) full() bool {
	return !slices.ContainsFunc(r, func(row []bool) bool { return slices.Contains(row, false) })
}

// has reports whether a square of the board is in the region.
func (r region) has(file, rank int) bool {
	return rank >= 0 && rank < len(r) && file >= 0 && file < len(r[rank]) && r[rank][file]
}

// run is a run of squares on a rank, from first to last file, all counted from 0.
type run struct{ rank, first, last int }

// runs splits the region into runs.
func (r region) runs() []run {
	var list []run
	for y, row := range r {
		for x := 0; x < len(row); x++ {
			if !row[x] {
				continue
			}
			first := x
			for x+1 < len(row) && row[x+1] {
				x++
			}
			list = append(list, run{y, first, x})
		}
	}
	return list
}

// lastRanks returns n if the region consists of the n ranks at the far end. Otherwise ok
// is false.
func (r region) lastRanks() (n int, ok bool) {
	whole := func(row []bool) bool { return !slices.Contains(row, false) }
	for n < len(r) && whole(r[len(r)-1-n]) {
		n++
	}
	rest := r[:len(r)-n]
	return n, rest.empty()
}

// rectangles returns the region as rectangles, none if it is empty. Adjacent ranks with
// the same squares share rectangles.
func (r region) rectangles() []string {
	var list []string
	for y := 0; y < len(r); {
		same := y + 1
		for same < len(r) && slices.Equal(r[y], r[same]) {
			same++
		}
		for _, run := range (region{r[y]}).runs() {
			list = append(list, rectangle(run.first, y, run.last, same-1))
		}
		y = same
	}
	return list
}

// dropArea returns the region as the drop area of a piece.
func (r region) dropArea() []string {
	if r.empty() {
		return []string{"none"}
	}
	return r.rectangles()
}

// limit removes the squares in another region or, with inside, the squares outside of it.
func (r region) limit(o region, inside bool) {
	for y := range r {
		for x := range r[y] {
			r[y][x] = r[y][x] && o[y][x] == inside
		}
	}
}

// rectangle formats a rectangle given its corners, with files and ranks from 0.
func rectangle(firstFile, firstRank, lastFile, lastRank int) string {
	return fmt.Sprintf("%s-%s", variant.Square{File: firstFile, Rank: firstRank}, variant.Square{File: lastFile, Rank: lastRank})
}

// String lists the region square by square, with whole ranks as single entries, or "-" if
// it is empty.
func (r region) String() string {
	var entries []string
	for y, row := range r {
		if !slices.Contains(row, false) {
			entries = append(entries, "*"+strconv.Itoa(y+1))
			continue
		}
		for x, on := range row {
			if on {
				entries = append(entries, variant.Square{File: x, Rank: y}.String())
			}
		}
	}
	if len(entries) == 0 {
		return "-"
	}
	return strings.Join(entries, " ")
}

// each lists the region square by square, or "-" if it is empty.
func (r region) each() string {
	var entries []string
	for _, run := range r.runs() {
		for x := run.first; x <= run.last; x++ {
			entries = append(entries, variant.Square{File: x, Rank: run.rank}.String())
		}
	}
	return cmp.Or(strings.Join(entries, " "), "-")
}

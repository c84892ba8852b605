package fsfini

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// value returns the value of a key and its line; a default if it is not set.
func (r *reader) value(key, standard string) (string, int) {
	if s, ok := r.settings[key]; ok {
		return s.value, s.line
	}
	return standard, 0
}

// number reads a number between two limits.
func (r *reader) number(key string, standard, low, high int) int {
	text, line := r.value(key, strconv.Itoa(standard))
	return r.Number(line, key, text, standard, low, high)
}

func (r *reader) flag(key string, standard bool) bool {
	return r.choice(key, strconv.FormatBool(standard), "true", "false") == "true"
}

func (r *reader) choice(key, standard string, words ...string) string {
	text, line := r.value(key, standard)
	return r.Choice(line, key, text, standard, words...)
}

// file reads the letter or number of a file and returns it from 0.
func (r *reader) file(key, standard string) int {
	text, line := r.value(key, standard)
	file := -1
	if len(text) == 1 && text[0] >= 'a' && text[0] <= 'z' {
		file = int(text[0] - 'a')
	} else if n, err := strconv.ParseUint(text, 10, 8); err == nil {
		file = int(n) - 1
	}
	if file < 0 || file >= r.files {
		r.Fault(line, key, variant.Quote(text), fmt.Sprintf("a file from a to %c", 'a'+r.files-1), "")
		return 0
	}
	return file
}

// region reads a list of squares in which * stands for all files or ranks, and
// returns the ranks, from 1 from the owner's side in rising order. ok is false
// if they are not whole ranks.
func (r *reader) region(key, standard string, black bool) (ranks []int, ok bool) {
	text, line := r.value(key, standard)
	if text == "-" || text == "" {
		return nil, true
	}
	if len(text) > 4096 {
		r.Fault(line, key, "too many squares", "a list of squares", "")
		return nil, true
	}
	covered := make([][variant.MaxSide]bool, r.ranks)
	for _, entry := range strings.Fields(text) {
		if !r.cover(covered, entry) {
			r.Fault(line, key, variant.Quote(entry), "squares or whole ranks of the board, as in *8", "")
			return nil, true
		}
	}
	ok = true
	for i := range r.ranks {
		row := covered[i]
		if black {
			row = covered[r.ranks-1-i]
		}
		squares := 0
		for _, is := range row[:r.files] {
			if is {
				squares++
			}
		}
		ok = ok && (squares == 0 || squares == r.files)
		if squares > 0 {
			ranks = append(ranks, i+1)
		}
	}
	return ranks, ok
}

// cover marks the squares of an entry such as a3, *3, a* or **.
func (r *reader) cover(covered [][variant.MaxSide]bool, entry string) bool {
	if len(entry) < 2 {
		return false
	}
	firstFile, lastFile := 0, r.files-1
	if entry[0] != '*' {
		firstFile = int(entry[0]) - 'a'
		lastFile = firstFile
	}
	firstRank, lastRank := 0, r.ranks-1
	if entry[1:] != "*" {
		n, err := strconv.ParseUint(entry[1:], 10, 8)
		if err != nil {
			return false
		}
		firstRank, lastRank = int(n)-1, int(n)-1
	}
	if firstFile < 0 || lastFile >= r.files || firstRank < 0 || lastRank >= r.ranks {
		return false
	}
	for rank := firstRank; rank <= lastRank; rank++ {
		for file := firstFile; file <= lastFile; file++ {
			covered[rank][file] = true
		}
	}
	return true
}

// bothRegions reads a region of each side and returns what they have in common
// as seen from their owners. A difference or a part of a rank is a warning.
func (r *reader) bothRegions(white, whiteStandard, black, blackStandard string) []int {
	ranks, ok := r.region(white, whiteStandard, false)
	if !ok {
		_, line := r.value(white, "")
		r.Warn("region", line, white, "is not made of whole ranks; taken as all squares of its ranks")
	}
	others, ok := r.region(black, blackStandard, true)
	if !ok || !slices.Equal(ranks, others) {
		_, line := r.value(black, "")
		r.Warn("region", line, black, "is not the same for Black as for White; White's was taken for both")
	}
	return ranks
}

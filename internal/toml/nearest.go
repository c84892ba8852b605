package toml

import (
	"fmt"
	"strings"
)

// Nearest returns the candidate most like name, or "". A candidate is like name if the two
// differ by corrections of at most a third of the letters, or of one letter. The beginning
// of a candidate, up to a hyphen, is compared as well, so that "hanibal" finds
// "hannibal-gryphon". The first of equally good candidates wins.
func Nearest[T ~string](name string, candidates []T) string {
	const maxName = 64 // bytes; longer names are not typing errors, and comparing takes quadratic time
	if len(name) > maxName {
		return ""
	}
	best, distance := "", max(len(name)/3, 1)+1
	for _, candidate := range candidates {
		if d := EditDistance(strings.ToLower(name), strings.ToLower(string(candidate)), distance); d < distance {
			best, distance = string(candidate), d
		}
	}
	if best == "" && len(name) >= minBeginning {
		best = nearestBeginning(strings.ToLower(name), candidates)
	}
	return best
}

// Hint returns "; did you mean NEAREST?", or "" if no candidate is like name.
func Hint[T ~string](name string, candidates []T) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// minBeginning is the smallest number of letters by which a candidate's beginning is
// recognised.
const minBeginning = 4

// nearestBeginning is like Nearest, for the beginnings of candidates.
func nearestBeginning[T ~string](name string, candidates []T) string {
	best, distance := "", len(name)/3+1
	for _, candidate := range candidates {
		for i, c := range string(candidate) {
			if c != '-' {
				continue
			}
			if d := EditDistance(name, string(candidate[:i]), distance); d < distance {
				best, distance = string(candidate), d
			}
		}
	}
	return best
}

// EditDistance counts the insertions, deletions, replacements and swaps of neighbouring
// bytes that turn a into b (optimal string alignment). If the distance is limit or more,
// it may return limit.
func EditDistance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := last[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			row[j] = min(last[j]+1, row[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}

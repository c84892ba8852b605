package gamefile

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// groupsOf splits a valid move string into its groups.
func groupsOf(move string) []string {
	var groups []string
	for start := 0; start < len(move); {
		end := start
		for end < len(move) && move[end] >= 'a' && move[end] <= 'z' {
			end++
		}
		if end < len(move) && move[end] == '[' {
			end += max(strings.IndexByte(move[end:], ']'), 0) + 1
		} else {
			end = endOfAtom(move, end)
		}
		groups = append(groups, move[start:min(end, len(move))])
		start = end
	}
	return groups
}

// endOfAtom returns the index after the atom at i: its letter, a second letter or suffix,
// and its range.
func endOfAtom(move string, i int) int {
	i++
	if i < len(move) && (move[i] == move[i-1] || move[i] == 'X' || move[i] == 'Y') {
		i++
	}
	for i < len(move) && move[i] >= '0' && move[i] <= '9' {
		i++
	}
	return i
}

// modifiersOf returns the letters before the atom or bracket of a group.
func modifiersOf(group string) string {
	return group[:strings.IndexFunc(group+"[", func(r rune) bool { return r < 'a' || r > 'z' })]
}

// limitFirstMoves converts a valid move string into move sets: groups with the modifier i
// become sets limited to the ranks where the piece starts, counted from 1 from its owner.
// Exact reports whether this allows the same moves, which requires that every piece starts
// on one rank and cannot return to it. Groups with the atom O are left out.
func limitFirstMoves(move string, starts []int) (sets []variant.MoveSet, exact bool) {
	var everywhere string
	exact = true
	for _, group := range groupsOf(move) {
		modifiers := modifiersOf(group)
		atom := group[len(modifiers):]
		switch {
		case strings.HasPrefix(atom, "O"):
		case strings.Contains(modifiers, "i"):
			plain := strings.ReplaceAll(modifiers, "i", "") + atom
			parsed, err := betza.Parse(group)
			leaves := err == nil && slices.ContainsFunc(parsed.Paths, func(p betza.Path) bool { return p.LeavesEnPassant })
			for _, run := range runsOf(starts) {
				sets = append(sets, variant.MoveSet{Betza: plain, FirstRank: run[0], LastRank: run[1], LeavesEnPassant: leaves})
			}
			exact = exact && len(starts) == 1
		default:
			everywhere += group
		}
	}
	exact = exact && (len(sets) == 0 || onlyForward(move))
	if everywhere != "" {
		sets = append([]variant.MoveSet{{Betza: everywhere}}, sets...)
	}
	return sets, exact
}

// onlyForward reports whether every leg of a valid move leads to a higher rank.
func onlyForward(move string) bool {
	parsed, err := betza.Parse(move)
	return err == nil && !slices.ContainsFunc(parsed.Paths, func(p betza.Path) bool {
		return slices.ContainsFunc(p.Legs, func(l betza.Leg) bool { return l.Step.DY <= 0 })
	})
}

// runsOf joins ascending numbers into ranges of consecutive numbers, each given by its first
// and last number.
func runsOf(numbers []int) [][2]int {
	var runs [][2]int
	for _, n := range numbers {
		if last := len(runs) - 1; last >= 0 && runs[last][1] == n-1 {
			runs[last][1] = n
		} else {
			runs = append(runs, [2]int{n, n})
		}
	}
	return runs
}

// nameFrom converts a text to the form of names in games: lower-case words joined by hyphens,
// at most variant.MaxName characters. It returns "" if no letters are left.
func nameFrom(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case r == '\'' || r == '’':
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == variant.MaxName {
			break
		}
	}
	return strings.TrimRight(b.String(), "-")
}

// gameName derives the name of a game from the name of its file or section.
func gameName(text string) string {
	base := filepath.Base(text)
	if name := nameFrom(strings.TrimSuffix(base, filepath.Ext(base))); name != "" {
		return name
	}
	return "game"
}

// uniqueName returns name, with a number after it if it is taken.
func uniqueName(name string, taken []string) string {
	unique := name
	for n := 2; slices.Contains(taken, unique); n++ {
		suffix := "-" + strconv.Itoa(n)
		unique = strings.TrimRight(name[:min(len(name), variant.MaxName-len(suffix))], "-") + suffix
	}
	return unique
}

// symbolFor chooses a letter for a piece: the first unused letter of the name, or else of the
// alphabet, or "" if all are used.
func symbolFor(name string, taken []string) string {
	for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		if r >= 'A' && r <= 'Z' && !slices.Contains(taken, string(r)) {
			return string(r)
		}
	}
	return ""
}

// tableRows parses a table with one row per line and tabs between cells. Lines that begin with
// # are comments.
func tableRows(text string) [][]string {
	var rows [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

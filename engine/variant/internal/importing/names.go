package importing

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// Name turns a text into the form of names in games: lower-case words joined by
// hyphens, at most variant.MaxName characters. It is "" when no letters are left.
func Name(text string) string {
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

// GameName makes the name of a game from the name of its file or section.
func GameName(text string) string {
	base := filepath.Base(text)
	if name := Name(strings.TrimSuffix(base, filepath.Ext(base))); name != "" {
		return name
	}
	return "game"
}

// Unique returns name, with a number after it if it is taken.
func Unique(name string, taken []string) string {
	unique := name
	for n := 2; slices.Contains(taken, unique); n++ {
		suffix := "-" + strconv.Itoa(n)
		unique = strings.TrimRight(name[:min(len(name), variant.MaxName-len(suffix))], "-") + suffix
	}
	return unique
}

// Symbol chooses a letter for a piece: the first letter of the name that is
// free, otherwise the first free letter of the alphabet, "" if there is none.
func Symbol(name string, taken []string) string {
	for _, r := range strings.ToUpper(name) + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
		if r >= 'A' && r <= 'Z' && !slices.Contains(taken, string(r)) {
			return string(r)
		}
	}
	return ""
}

// Table reads a table with a line for each row and tabs between cells. Lines that
// begin with # are comments.
func Table(text string) [][]string {
	var rows [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}

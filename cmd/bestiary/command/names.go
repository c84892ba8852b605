package command

import (
	"fmt"
	"math"
	"strings"

	"bestiary/internal/toml"
)

// UnknownName is an error about a name that does not exist, with the valid name
// that is most like it.
func UnknownName(what, name string, valid []string) error {
	return fmt.Errorf("%s; did you mean %q?", what, Nearest(name, valid))
}

// Nearest returns the candidate most like name: one that it begins or that
// takes the fewest letters to correct. The first of equals wins.
func Nearest(name string, candidates []string) string {
	const longest = 64 // bytes; nobody mistypes more
	name = strings.ToLower(name[:min(len(name), longest)])
	best, least := "", 0
	for _, candidate := range candidates {
		bare := strings.TrimLeft(candidate, "-")
		d := 2 * toml.EditDistance(name, bare, math.MaxInt)
		if len(name) > 1 && strings.HasPrefix(bare, name) {
			d = 1 // an abbreviation is nearly as good as one wrong letter
		}
		if best == "" || d < least {
			best, least = candidate, d
		}
	}
	return best
}

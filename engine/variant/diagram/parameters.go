package diagram

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// The known parameters, by their effect.
var (
	ruleParameters = []string{"files", "ranks", "promoZone", "maxPromote", "promoChoice",
		"symmetry", "royal", "autoGate", "firstRank"}
	// appearanceParameters have no effect on the game.
	appearanceParameters = []string{"graphicsDir", "graphicsType", "squareSize", "whitePrefix", "blackPrefix",
		"lightShade", "darkShade", "startShade", "holeShade", "rimColor", "coordColor", "borders", "newClick", "useMarkers", "enableAI"}
	// unsupportedParameters change the game in ways that a game file cannot say.
	unsupportedParameters = []string{"promoOffset", "holdingsType", "shuffle", "succession", "satellite"}
)

func isKnownParameter(name string) bool {
	return slices.Contains(ruleParameters, name) || slices.Contains(appearanceParameters, name) ||
		slices.Contains(unsupportedParameters, name)
}

// parameter is a value with its place.
type parameter struct {
	line  int
	value string
}

// setParameter notes a parameter or says why it is left out.
func (r *reader) setParameter(line int, name, value string) {
	value = strings.TrimSpace(value)
	switch {
	case slices.Contains(ruleParameters, name):
		if earlier, ok := r.parameters[name]; ok {
			r.Fault(line, name, fmt.Sprintf("given before, on line %d", earlier.line), "each parameter once", "")
			return
		}
		r.parameters[name] = parameter{line, value}
	case slices.Contains(appearanceParameters, name):
	case slices.Contains(unsupportedParameters, name):
		if value != "" && value != "0" {
			r.Warn("unsupported-parameter", line, name, "%s has no counterpart in a game file; left out", variant.Quote(name+"="+value))
		}
	default:
		near := variant.Nearest(name, ruleParameters)
		if near != "" {
			near = fmt.Sprintf("; did you mean %q?", near)
		}
		r.Warn("unknown-parameter", line, name, "%s is not known; left out%s", variant.Quote(name+"="+value), near)
	}
}

// number returns the value of a parameter between two limits, and a default if
// it is absent or wrong.
func (r *reader) number(name string, standard, low, high int) int {
	p, ok := r.parameters[name]
	if !ok {
		return standard
	}
	return r.Number(p.line, name, p.value, standard, low, high)
}

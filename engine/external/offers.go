package external

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/toml"
)

// offer is an option that the engine has declared.
type offer struct {
	name     string
	kind     string // check, spin, combo, button, string, …
	min, max string // of a spin
	choices  []string
}

type offers []offer

// readOffer reads the fields after the word option: "name Hash type spin default
// 16 min 1 max 512". Names and choices may have several words.
func readOffer(fields []string) offer {
	parts := map[string][]string{}
	key := ""
	var choices []string
	for _, f := range fields {
		switch f {
		case "name", "type", "default", "min", "max":
			key = f
		case "var":
			key = f
			choices = append(choices, "")
		default:
			if key == "var" {
				last := &choices[len(choices)-1]
				*last = strings.TrimSpace(*last + " " + f)
			} else {
				parts[key] = append(parts[key], f)
			}
		}
	}
	text := func(key string) string { return strings.Join(parts[key], " ") }
	return offer{text("name"), text("type"), text("min"), text("max"), choices}
}

func (list offers) find(name string) (offer, bool) {
	i := slices.IndexFunc(list, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return offer{}, false
	}
	return list[i], true
}

// accept finds the offer for a setting; why says what is wrong with the setting,
// or is "".
func (list offers) accept(o Option) (found offer, why string) {
	found, ok := list.find(o.Name)
	if !ok {
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].name
		}
		hint := cmp.Or(toml.Hint(o.Name, names), fmt.Sprintf("; it has %q", names))
		return offer{}, fmt.Sprintf("has no option %q%s", o.Name, hint)
	}
	return found, found.refuses(o.Value)
}

// refuses says what is wrong with a value, or returns "".
func (o offer) refuses(value string) string {
	switch o.kind {
	case "check":
		if !slices.Contains([]string{"true", "false", "1", "0"}, value) {
			return fmt.Sprintf("option %s is %q, expected true or false", o.name, value)
		}
	case "combo":
		if len(o.choices) > 0 && !slices.Contains(o.choices, value) {
			hint := fmt.Sprintf("one of %q", o.choices)
			if near := toml.Nearest(value, o.choices); near != "" {
				hint = fmt.Sprintf("for example %q", near)
			}
			return fmt.Sprintf("does not offer %s = %q; expected %s", o.name, value, hint)
		}
	case "spin":
		n, err := strconv.Atoi(value)
		low, errLow := strconv.Atoi(o.min)
		high, errHigh := strconv.Atoi(o.max)
		if err != nil || errLow == nil && n < low || errHigh == nil && n > high {
			return fmt.Sprintf("option %s is %q, expected a number from %s to %s", o.name, value, o.min, o.max)
		}
	}
	return ""
}

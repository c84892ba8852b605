package external

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/format"
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

// optionTypes are the types of options in UCI. An engine may add others.
var optionTypes = []string{"check", "spin", "combo", "button", "string"}

// readOffer reads the fields after the word option: "name Hash type spin default
// 16 min 1 max 512". Names and choices may have several words, and the name any of the words of
// the line: it goes to the first word type
// that a type of UCI follows.
func readOffer(fields []string) offer {
	at := len(fields)
	for i, f := range fields {
		if f != "type" || i == 1 {
			continue
		}
		if i+1 < len(fields) && slices.Contains(optionTypes, fields[i+1]) {
			at = i
			break
		}
		at = min(at, i)
	}
	o := offer{name: strings.TrimPrefix(strings.TrimPrefix(strings.Join(fields[:at], " "), "name"), " ")}
	if at+1 >= len(fields) {
		return o
	}
	o.kind = fields[at+1]
	key := ""
	for _, f := range fields[at+2:] {
		switch {
		case o.kind == "string":
		case f == "var":
			key, o.choices = f, append(o.choices, "")
		case key == "var":
			last := &o.choices[len(o.choices)-1]
			*last = strings.TrimSpace(*last + " " + f)
		case key == "min":
			o.min, key = f, ""
		case key == "max":
			o.max, key = f, ""
		default:
			key = f
		}
	}
	return o
}

func (list offers) find(name string) (offer, bool) {
	i := slices.IndexFunc(list, func(o offer) bool { return strings.EqualFold(o.name, name) })
	if i < 0 {
		return offer{}, false
	}
	return list[i], true
}

// accept finds the offer for a setting; why is the fault of the setting, or "".
func (list offers) accept(o Option) (found offer, why string) {
	found, ok := list.find(o.Name)
	if !ok {
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].name
		}
		hint := cmp.Or(toml.Hint(o.Name, names), "; it has "+format.List(names, "and"))
		return offer{}, fmt.Sprintf("has no option %q%s", o.Name, hint)
	}
	return found, found.refuses(o.Value)
}

// refuses returns the fault of a value, or "".
func (o offer) refuses(value string) string {
	switch o.kind {
	case "check":
		if !slices.Contains([]string{"true", "false", "1", "0"}, value) {
			return fmt.Sprintf("option %s is %q, expected true or false", o.name, value)
		}
	case "combo":
		if len(o.choices) > 0 && !slices.Contains(o.choices, value) {
			hint := format.List(o.choices, "or")
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

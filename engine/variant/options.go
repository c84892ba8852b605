package variant

import (
	"fmt"
	"strings"
)

// Option describes a rule that can be chosen by name.
type Option struct {
	// Name is a lower-case word or words joined by hyphens.
	Name string
	// Doc says what the option settles, in one sentence.
	Doc string
	// Values says which values it takes.
	Values string
}

// Setting is an option with the value it has in a game.
type Setting struct {
	Name, Value string
}

// Options lists all options, in the order of Settings. Not every option has a
// meaning in every game.
func Options() []Option {
	list := make([]Option, len(optionTable))
	for i, o := range optionTable {
		list[i] = o.Option
	}
	return list
}

// Option returns the value that the named option has in this game, in the form
// that Override takes. An option that has no meaning in the game is an error.
func (v *Variant) Option(name string) (value string, err error) {
	o, err := findOption(name)
	if err != nil {
		return "", err
	}
	if reason := o.senseless(v); reason != "" {
		return "", fmt.Errorf("option %s has no meaning in %s: %s", name, v.Name, reason)
	}
	return o.get(&v.canonical().Rules), nil
}

// Settings lists the options that have a meaning in this game with their
// values, in the order of Options.
func (v *Variant) Settings() []Setting {
	var settings []Setting
	rules := &v.canonical().Rules
	for _, o := range optionTable {
		if o.senseless(v) == "" {
			settings = append(settings, Setting{o.Name, o.get(rules)})
		}
	}
	return settings
}

// Override gives the named option another value. On an error the game is as it
// was: the name is unknown, the value is not one the option takes, the option
// has no meaning in this game, or the game would not be valid.
//
// Choosing another kind of castling sets the other castling options to the
// defaults of that kind.
func (v *Variant) Override(name, value string) error {
	o, err := findOption(name)
	if err != nil {
		return err
	}
	if reason := o.senseless(v); reason != "" {
		return fmt.Errorf("option %s has no meaning in %s: %s", name, v.Name, reason)
	}
	changed := v.canonical()
	if err := o.set(&changed.Rules, strings.TrimSpace(value)); err != nil {
		return fmt.Errorf("option %s: %w; it takes %s", name, err, o.Values)
	}
	if err := changed.Validate(); err != nil {
		return fmt.Errorf("option %s = %s: %w", name, value, err)
	}
	*v = *changed
	return nil
}

// findOption looks an option up by name.
func findOption(name string) (*option, error) {
	names := make([]string, len(optionTable))
	for i := range optionTable {
		if names[i] = optionTable[i].Name; names[i] == name {
			return &optionTable[i], nil
		}
	}
	if near := nearest(name, names); near != "" {
		return nil, fmt.Errorf("unknown option %s; did you mean %q?", quote(name), near)
	}
	return nil, fmt.Errorf("unknown option %s; expected %s", quote(name), oneOf(names))
}

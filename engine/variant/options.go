package variant

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/toml"
)

// Option describes a rule that can be chosen by name.
type Option struct {
	// Name is one or more lower-case words joined by hyphens.
	Name string `json:"name"`
	// Doc describes what the option decides.
	Doc string `json:"doc"`
	// Values describes the values that the option takes.
	Values string `json:"values"`
}

// Setting is an option with its value in a game.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Field is the path of the field in a game file, such as "rules.n-move". It
	// is "" for the game's own options, which can change several fields.
	Field string `json:"-"`
}

// Options lists all options, in the order of Settings: general options first, then the
// catalogue games' own options. Not every option has a meaning in every game.
func Options() []Option {
	var list []Option
	for _, f := range ruleFields() {
		if f.option != "" {
			list = append(list, Option{f.option, f.doc, f.valuesTaken()})
		}
	}
	for _, own := range catalogueOptions() {
		o := own.describe()
		o.Doc = fmt.Sprintf("%s Only in %s.", o.Doc, allOf(own.games))
		list = append(list, o)
	}
	return list
}

// catalogueOption is an own option of one or more games of the catalogue.
type catalogueOption struct {
	OwnOption
	games []string
}

// catalogueOptions lists the own options of the games in the catalogue, by game.
func catalogueOptions() []catalogueOption {
	var list []catalogueOption
	for _, game := range Catalogue() {
		v, err := Find(game)
		if err != nil {
			continue
		}
		for _, own := range v.OwnOptions {
			i := slices.IndexFunc(list, func(o catalogueOption) bool { return o.describe() == own.describe() })
			if i < 0 {
				i, list = len(list), append(list, catalogueOption{OwnOption: own})
			}
			list[i].games = append(list[i].games, game)
		}
	}
	return list
}

// Option returns the value of an option in this game, in the form that Override takes, or
// CustomValue. It is an error if the option has no meaning in the game.
func (v *Variant) Option(name string) (value string, err error) {
	if own := v.ownOption(name); own != nil {
		return own.valueIn(v.Canonical()), nil
	}
	f, err := v.findOption(name)
	if err != nil {
		return "", err
	}
	return f.get(v.Canonical()), nil
}

// Settings returns the options that have a meaning in this game, with their values, in the
// order of Options. The game's own options come last.
func (v *Variant) Settings() []Setting {
	var settings []Setting
	v = v.Canonical()
	for _, f := range ruleFields() {
		if f.option != "" && f.senseless(v) == "" {
			settings = append(settings, Setting{f.option, f.get(v), f.path()})
		}
	}
	for _, own := range v.OwnOptions {
		settings = append(settings, Setting{Name: own.Name, Value: own.valueIn(v)})
	}
	return settings
}

// OptionValues returns the values of the settings by name.
func (v *Variant) OptionValues() map[string]string {
	values := map[string]string{}
	for _, s := range v.Settings() {
		values[s.Name] = s.Value
	}
	return values
}

// Override gives the named option another value. On an error the game is as it
// was: the name is unknown, the value is not one the option takes, the option
// has no meaning in this game, or the game would not be valid.
//
// Choosing another kind of castling sets the other castling options to the
// defaults of that kind.
func (v *Variant) Override(name, value string) error {
	changed, err := v.overridden(name, strings.TrimSpace(value))
	if err != nil {
		return err
	}
	if err := changed.Validate(); err != nil {
		return fmt.Errorf("option %s = %s: %w", name, value, err)
	}
	*v = *changed
	return nil
}

// overridden returns a copy of the game with another value of an option. The
// copy may be invalid.
func (v *Variant) overridden(name, value string) (*Variant, error) {
	if own := v.ownOption(name); own != nil {
		changed, err := v.withOwn(own, value)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", name, err)
		}
		return changed, nil
	}
	f, err := v.findOption(name)
	if err != nil {
		return nil, err
	}
	changed := v.Canonical()
	if err := f.set(changed, value); err != nil {
		return nil, fmt.Errorf("option %s: %w; it takes %s", name, err, f.valuesTaken())
	}
	return changed.Canonical(), nil
}

// findOption looks up a general option.
func (v *Variant) findOption(name string) (*ruleField, error) {
	var names []string
	for _, f := range ruleFields() {
		switch {
		case f.option == "":
		case f.option != name:
			names = append(names, f.option)
		case f.senseless(v) != "":
			return nil, fmt.Errorf("option %s has no meaning in %s: %s", name, v.Name, f.senseless(v))
		default:
			return f, nil
		}
	}
	for _, own := range catalogueOptions() {
		if own.Name == name {
			return nil, fmt.Errorf("option %s has no meaning in %s: only %s has it", name, v.Name, allOf(own.games))
		}
	}
	for _, own := range v.OwnOptions {
		names = append(names, own.Name)
	}
	if near := toml.Nearest(name, names); near != "" {
		return nil, fmt.Errorf("unknown option %s; did you mean %q?", toml.Quote(name), near)
	}
	return nil, fmt.Errorf("unknown option %s; expected %s", toml.Quote(name), oneOf(names))
}

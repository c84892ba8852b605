package variant

import (
	"cmp"
	"fmt"
	"reflect"
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

// OwnOption is an option defined by a game itself, as data: two or more values, each of
// which replaces the same parts of the game. The current value is not stored: it is the
// value whose content matches the game.
type OwnOption struct {
	// Name follows the rules for names of Options and must differ from all of them.
	Name string
	// Doc describes in one sentence what the option decides.
	Doc string
	// Values lists the alternatives: 2 to 16, sorted by name.
	Values []OwnValue
}

// OwnValue is a value of an OwnOption with the parts that it replaces. All
// values of an option change the same parts, and no two options change the same
// part.
type OwnValue struct {
	// Name consists of lower-case words or digits joined by hyphens, and is not
	// CustomValue.
	Name string
	// Array replaces Variant.Array; "" leaves it unchanged.
	Array string
	// Pieces names the kinds of pieces in the game; the others move to Reserve. Empty
	// leaves the pieces unchanged.
	Pieces []string
	// Moves replaces all moves of some pieces.
	Moves []PieceMoves
	// Promotions replace the promotions with the same Pieces.
	Promotions []Promotion
}

// PieceMoves holds the moves of the piece with the given name.
type PieceMoves struct {
	Piece string
	Moves []MoveSet
}

// CustomValue is the value of an OwnOption in a game that matches none of its values. It
// cannot be chosen.
const CustomValue = "custom"

// valueNames lists the values of the option.
func (o *OwnOption) valueNames() []string {
	names := make([]string, len(o.Values))
	for i := range o.Values {
		names[i] = o.Values[i].Name
	}
	return names
}

// describe returns the option in the form listed by Options.
func (o *OwnOption) describe() Option {
	return Option{o.Name, o.Doc, oneOf(o.valueNames())}
}

// valueIn returns the name of the value that matches a game in canonical form, or
// CustomValue.
func (o *OwnOption) valueIn(v *Variant) string {
	for i := range o.Values {
		if reflect.DeepEqual(v, o.Values[i].applied(v)) {
			return o.Values[i].Name
		}
	}
	return CustomValue
}

// applied returns the game with the parts of the value in place.
func (value *OwnValue) applied(v *Variant) *Variant {
	c := v.Clone()
	c.Array = cmp.Or(value.Array, v.Array)
	if len(value.Pieces) > 0 {
		c.take(value.Pieces)
	}
	own := *value
	unshare(reflect.ValueOf(&own).Elem())
	for _, m := range own.Moves {
		if p := c.Piece(m.Piece); p != nil {
			p.Moves = m.Moves
		}
	}
	for _, p := range own.Promotions {
		if i := c.promotionOf(p.Pieces); i >= 0 {
			c.Rules.Promotions[i] = p
		}
	}
	return c
}

// take puts the named pieces into the game and all others into the reserve.
func (v *Variant) take(names []string) {
	all := slices.Concat(v.Pieces, v.Reserve)
	v.Pieces, v.Reserve = nil, nil
	for _, p := range all {
		if !slices.Contains(names, p.Name) {
			v.Reserve = append(v.Reserve, p)
		}
	}
	for _, name := range names {
		if p := named(all, name); p != nil {
			v.Pieces = append(v.Pieces, *p)
		}
	}
	slices.SortStableFunc(v.Reserve, func(a, b Piece) int { return cmp.Compare(a.Name, b.Name) })
}

// promotionOf returns the index of the promotion of exactly the named pieces,
// or -1.
func (v *Variant) promotionOf(pieces []string) int {
	return slices.IndexFunc(v.Rules.Promotions, func(p Promotion) bool { return slices.Equal(p.Pieces, pieces) })
}

// changes returns the parts of the game that the value changes, sorted.
func (value *OwnValue) changes() []string {
	var parts []string
	if value.Array != "" {
		parts = append(parts, "the array")
	}
	if len(value.Pieces) > 0 {
		parts = append(parts, "the pieces")
	}
	for _, m := range value.Moves {
		parts = append(parts, "the moves of "+m.Piece)
	}
	for _, p := range value.Promotions {
		parts = append(parts, "the promotion of "+strings.Join(p.Pieces, ", "))
	}
	slices.Sort(parts)
	return parts
}

// ownOption returns the game's own option with a name, or nil.
func (v *Variant) ownOption(name string) *OwnOption {
	for i := range v.OwnOptions {
		if v.OwnOptions[i].Name == name {
			return &v.OwnOptions[i]
		}
	}
	return nil
}

// withOwn returns a copy of the game with an option set to the named value.
func (v *Variant) withOwn(o *OwnOption, name string) (*Variant, error) {
	c := v.Canonical()
	if name == CustomValue && o.valueIn(c) == CustomValue {
		return c, nil
	}
	names := o.valueNames()
	if i := slices.Index(names, name); i >= 0 {
		return o.Values[i].applied(c), nil
	}
	return nil, fmt.Errorf("%s; it takes %s", unknownValue(name, names), oneOf(names))
}

// decodeOwnOption reads one of the game's own options, and the value stated as its
// default.
func decodeOwnOption(t *toml.Section, v *Variant) (o OwnOption, defaultValue string) {
	t.Text("name", &o.Name)
	t.Text("doc", &o.Doc)
	t.Text("default", &defaultValue)
	if !t.Has("default") {
		t.Report("default", "missing", "the value that the fields of the game have", "")
	}
	if values := t.Section("values"); values != nil {
		for _, name := range values.Keys() {
			if value := values.Section(name); value != nil {
				o.Values = append(o.Values, decodeOwnValue(name, value, v))
			}
		}
	}
	t.Close()
	return o, defaultValue
}

func decodeOwnValue(name string, t *toml.Section, v *Variant) OwnValue {
	value := OwnValue{Name: name}
	t.Text("array", &value.Array)
	t.Texts("pieces", &value.Pieces)
	for _, piece := range t.Sections("piece", MaxPieces) {
		var m PieceMoves
		piece.Text("name", &m.Piece)
		m.Moves = decodeMoves(piece)
		piece.Close()
		value.Moves = append(value.Moves, m)
	}
	value.Promotions = decodePromotions(t, v)
	t.Close()
	return value
}

// checkDefaults checks the defaults stated in an otherwise valid file: the default of an
// option must be the value that the fields have.
func (v *Variant) checkDefaults(defaults []string) toml.Errors {
	var errs toml.Errors
	for i, o := range v.OwnOptions {
		if value := o.valueIn(v); value != defaults[i] {
			errs = append(errs, &toml.FieldError{Field: toml.Item("option", i+1) + ".default", Found: toml.Quote(defaults[i]),
				Expected: toml.Quote(value) + ", the value that the fields of the game have",
			})
		}
	}
	return errs
}

func (e *encoder) ownOption(v *Variant, o *OwnOption) {
	e.Header("[[option]]")
	value := o.valueIn(v)
	e.Fields([]toml.Field{toml.Required("name", &o.Name), toml.Required("doc", &o.Doc), toml.Required("default", &value)})
	for _, value := range o.Values {
		path := "option.values." + value.Name
		e.Header("[" + path + "]")
		e.Optional("array", &value.Array)
		e.Optional("pieces", &value.Pieces)
		for _, m := range value.Moves {
			e.Header("[[" + path + ".piece]]")
			e.Value("name", &m.Piece)
			e.moves(m.Moves)
		}
		e.promotions("[["+path+".promotion]]", v, value.Promotions)
	}
}

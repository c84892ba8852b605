package variant

import (
	"bestiary/internal/toml"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// ownOptions checks the game's own options after everything else. If the game is otherwise
// valid, it must be valid for each of their values.
func (c *checker) ownOptions() {
	v := c.v
	if len(v.OwnOptions) > maxOwnOptions {
		c.report("option", fmt.Sprintf("%d options", len(v.OwnOptions)), fmt.Sprintf("at most %d", maxOwnOptions))
		return
	}
	faultless := len(c.errs) == 0
	changed := map[string]string{} // parts changed, with the option that changes each
	for i := range v.OwnOptions {
		o, path := &v.OwnOptions[i], toml.Item("option", i+1)
		c.ownName(path, o, v.OwnOptions[:i])
		if !c.ownValues(path+".values", o, faultless) {
			continue
		}
		for _, part := range o.Values[0].changes() {
			if other, ok := changed[part]; ok {
				c.report(path+".values", "change "+part+", and so does "+other, "each part of the game in one option")
			}
			changed[part] = path
		}
	}
}

// ownName checks the description of an option and its name, which must be unique.
func (c *checker) ownName(path string, o *OwnOption, earlier []OwnOption) {
	c.name(path+".name", o.Name)
	c.utf8(path+".doc", o.Doc)
	if o.Doc == "" {
		c.report(path+".doc", "missing", "a sentence that says what the option settles")
	}
	if slices.ContainsFunc(ruleFields(), func(f *ruleField) bool { return f.option == o.Name && o.Name != "" }) {
		c.report(path+".name", toml.Quote(o.Name)+" is an option of all games", "another name")
	}
	names := make([]string, len(earlier))
	for i := range earlier {
		names[i] = earlier[i].Name
	}
	if at := slices.Index(names, o.Name); at >= 0 && o.Name != "" {
		c.report(path+".name", toml.Quote(o.Name)+" is also the name of "+toml.Item("option", at+1), "each name once")
	}
}

// ownValues checks the values of an option. It reports whether the option can be compared
// with others.
func (c *checker) ownValues(path string, o *OwnOption, faultless bool) bool {
	if n := len(o.Values); n < 2 || n > maxOwnValues {
		c.report(path, fmt.Sprintf("%d values", n), fmt.Sprintf("2 to %d", maxOwnValues))
		return false
	}
	before := len(c.errs)
	var first *OwnValue // the first valid one
	for i := range o.Values {
		value := &o.Values[i]
		at := toml.Path(path, toml.Key(value.Name))
		if !valuePattern.MatchString(value.Name) || value.Name == CustomValue || len(value.Name) > 40 {
			c.report(at, toml.Quote(value.Name), `lower-case words or numbers joined by hyphens, at most 40 characters, not "custom"`)
		}
		if slices.Contains(o.valueNames()[:i], value.Name) {
			c.report(at, toml.Quote(value.Name)+" is there twice", "each name once")
		}
		if c.ownParts(at, value, first) && first == nil {
			first = value
		}
	}
	if len(c.errs) > before {
		return false
	}
	if faultless {
		c.ownResults(path, o)
	}
	return len(c.errs) == before
}

// ownResults checks the game under each value of an option.
func (c *checker) ownResults(path string, o *OwnOption) {
	bare := c.v.Clone()
	bare.OwnOptions = nil
	results := make([]*Variant, len(o.Values))
	for i := range o.Values {
		at := toml.Path(path, toml.Key(o.Values[i].Name))
		results[i] = o.Values[i].applied(bare).Canonical()
		for _, err := range results[i].checkFields(c.reader) {
			c.report(at, "with this value "+err.Error(), "")
		}
		for n, other := range results[:i] {
			if reflect.DeepEqual(other, results[i]) {
				c.report(at, "does the same as "+o.Values[n].Name, "values that differ")
			}
		}
	}
}

// ownParts checks the parts that a value changes: they must exist, may be changed only
// once, and must match the parts changed by the first valid value, if there is one yet.
func (c *checker) ownParts(at string, value, first *OwnValue) bool {
	before := len(c.errs)
	for n, name := range value.Pieces {
		if !slices.ContainsFunc(c.v.Reserve, func(p Piece) bool { return p.Name == name }) {
			c.pieceNamed(toml.Item(at+".pieces", n+1), name)
		}
	}
	for n, m := range value.Moves {
		c.pieceNamed(toml.Item(at+".piece", n+1)+".name", m.Piece)
	}
	for n, p := range value.Promotions {
		if c.v.promotionOf(p.Pieces) < 0 {
			c.report(toml.Item(at+".promotion", n+1)+".pieces", "the game has no promotion of "+toml.Quote(strings.Join(p.Pieces, ", ")),
				"the pieces of a [[rules.promotion]]")
		}
	}
	if len(c.errs) > before {
		return false
	}
	parts := value.changes()
	mine := strings.Join(parts, " and ")
	switch {
	case len(parts) == 0:
		c.report(at, "changes nothing", "an array, pieces, a piece or a promotion")
	case len(slices.Compact(slices.Clone(parts))) < len(parts):
		c.report(at, "changes "+mine, "each part of the game once")
	case first != nil && !slices.Equal(parts, first.changes()):
		c.report(at, "changes "+mine, "what "+first.Name+" changes, "+strings.Join(first.changes(), " and "))
	}
	return len(c.errs) == before
}

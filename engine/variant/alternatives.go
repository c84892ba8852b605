package variant

import (
	"slices"
	"strconv"
)

// Alternatives lists other values of an option in this game, in the form that Override takes:
// all others of a choice, half and twice a number, or its default if it is off. Not every one
// gives a valid game. An option that has no meaning in the game, is a list, or differs between
// promotions, has none.
func (v *Variant) Alternatives(name string) []string {
	now, err := v.Option(name)
	if err != nil {
		return nil
	}
	var list []string
	if own := v.ownOption(name); own != nil {
		list = own.valueNames()
	} else if f, err := v.findOption(name); err == nil {
		list = f.alternatives(now)
	}
	return slices.DeleteFunc(list, func(value string) bool { return value == now })
}

func (f *ruleField) alternatives(now string) []string {
	switch f.at(scope{Rules: &Rules{}, Promotion: &Promotion{}}).(type) {
	case *bool:
		if now == "true" || now == "false" {
			return []string{"false", "true"}
		}
	case *string:
		return slices.Clone(f.names)
	case *int:
		n, err := strconv.Atoi(now)
		if standard, ok := f.standard.(int); ok && n == 0 {
			return []string{strconv.Itoa(standard)}
		}
		if err == nil && n > 0 {
			return []string{strconv.Itoa(n / 2), strconv.Itoa(2 * n)}
		}
	}
	return nil
}

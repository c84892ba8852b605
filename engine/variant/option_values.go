package variant

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// setNumber reads a whole number; the word zero, if not "", stands for 0.
func setNumber(into *int, s, zero string) error {
	if zero != "" && s == zero {
		*into = 0
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return fmt.Errorf("%s is not a whole number", Quote(s))
	}
	*into = int(n)
	return nil
}

func setFlag(into *bool, s string) error {
	if s != "true" && s != "false" {
		return fmt.Errorf("%s is neither true nor false", Quote(s))
	}
	*into = s == "true"
	return nil
}

func setName[T ~string](into *T, s string, valid []T) error {
	if !slices.Contains(valid, T(s)) {
		if near := Nearest(s, valid); near != "" {
			return fmt.Errorf("unknown value %s, did you mean %q", Quote(s), near)
		}
		return fmt.Errorf("unknown value %s", Quote(s))
	}
	*into = T(s)
	return nil
}

func setCastlingKind(r *Rules, s string) error {
	before := r.Castling.Kind
	if err := setName(&r.Castling.Kind, s, castlingKinds); err != nil {
		return err
	}
	if r.Castling.Kind != before {
		r.Castling.setDefaults()
	}
	if r.Castling.Kind.hasPartner() && r.Castling.Partner == "" {
		return errors.New("the game names no piece that castles with the king")
	}
	return nil
}

func setChoices(p *Promotion, s string) error {
	p.Choices = strings.Split(s, ",")
	for i, name := range p.Choices {
		p.Choices[i] = strings.TrimSpace(name)
	}
	return nil
}

// promotionGetter returns the one value that all promotions have, or the values
// of all of them.
func promotionGetter(get func(*Promotion) string) func(*Rules) string {
	return func(r *Rules) string {
		values := make([]string, len(r.Promotions))
		for i := range r.Promotions {
			values[i] = get(&r.Promotions[i])
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			return values[0]
		}
		return strings.Join(values, ";")
	}
}

// promotionSetter gives one value to all promotions, or each its own.
func promotionSetter(set func(*Promotion, string) error) func(*Rules, string) error {
	return func(r *Rules, s string) error {
		values := strings.Split(s, ";")
		if len(values) != 1 && len(values) != len(r.Promotions) {
			return fmt.Errorf("%d values, but the number of promotions is %d", len(values), len(r.Promotions))
		}
		for i := range r.Promotions {
			value := values[0]
			if len(values) > 1 {
				value = values[i]
			}
			if err := set(&r.Promotions[i], strings.TrimSpace(value)); err != nil {
				return err
			}
		}
		return nil
	}
}

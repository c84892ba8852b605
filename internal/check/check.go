package check

import (
	"cmp"
	"fmt"
	"slices"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// Limits of runs.
const (
	MaxPairs       = 10_000_000 // of games in a round
	MaxNodes       = 1_000_000_000
	MaxPlies       = 10_000 // of a game
	MaxRandomPlies = 100
)

// Range returns an error if value is not between lo and hi. Name is "" where the caller names the value.
func Range[T cmp.Ordered](name string, value, lo, hi T) error {
	if value >= lo && value <= hi {
		return nil
	}
	if name != "" {
		name += " is "
	}
	return fmt.Errorf("%s%v, expected %v to %v", name, value, lo, hi)
}

// Positive returns an error if value is not above 0 and at most hi.
func Positive(name string, value, hi float64) error {
	if value > 0 && value <= hi {
		return nil
	}
	return fmt.Errorf("%s is %v, expected a number above 0, at most %v", name, value, hi)
}

// OneOf returns an error if value is not one of the choices, and suggests the nearest
// choice.
func OneOf[T ~string](name string, value T, choices ...T) error {
	if slices.Contains(choices, value) {
		return nil
	}
	return fmt.Errorf("%s is %q, expected %s%s", name, value, format.List(choices, "or"), toml.Hint(string(value), choices))
}

// That returns an error with the given text unless the condition holds.
func That(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// First returns the first error that is not nil.
func First(errs ...error) error { return cmp.Or(errs...) }

// All is like First, and puts the name of the checked value in front of the error.
func All(what string, errs ...error) error {
	if err := First(errs...); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

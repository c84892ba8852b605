package command

import (
	"fmt"

	"bestiary/internal/toml"
)

// UnknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func UnknownName(what, name string, valid []string) error {
	near := toml.Nearest(name, valid)
	if near == "" {
		return fmt.Errorf("%s", what)
	}
	return fmt.Errorf("%s; did you mean %q?", what, near)
}

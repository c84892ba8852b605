package command

import (
	"fmt"

	"bestiary/internal/toml"
)

// UnknownName returns an error about a name that does not exist, with the valid name that
// is most like it, if any is.
func UnknownName(what, name string, valid []string) error {
	near := toml.Nearest(name, valid)
	if near == "" {
		return fmt.Errorf("%s", what)
	}
	return fmt.Errorf("%s; did you mean %q?", what, near)
}

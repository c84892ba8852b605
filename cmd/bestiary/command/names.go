package command

import (
	"fmt"

	"bestiary/internal/toml"
)

// UnknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func UnknownName(what, name string, valid []string) error {
	return fmt.Errorf("%s%s", what, toml.Hint(name, valid))
}

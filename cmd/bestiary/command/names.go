package command

import (
	"bestiary/internal/toml"
)

// UnknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func UnknownName(what, name string, valid []string) error {
	return Misused("%s%s", what, toml.Hint(name, valid))
}

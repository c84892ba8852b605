package command

import (
	"errors"
	"fmt"

	"bestiary/internal/toml"
)

// misuse is an error of the command line itself, not of the files that it names.
type misuse struct{ error }

func (m misuse) Unwrap() error { return m.error }

// Misuse marks an error as one of the command line itself. A nil error stays nil.
func Misuse(err error) error {
	if err == nil {
		return nil
	}
	return misuse{err}
}

// Misused returns an error of the command line itself.
func Misused(format string, args ...any) error { return misuse{fmt.Errorf(format, args...)} }

// IsMisuse reports whether an error is one of the command line itself.
func IsMisuse(err error) bool { return errors.As(err, &misuse{}) }

// UnknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func UnknownName(what, name string, valid []string) error {
	return Misused("%s%s", what, toml.Hint(name, valid))
}

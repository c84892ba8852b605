package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/internal/toml"
)

// misuseError is an error of the command line itself, not of the files that it names.
type misuseError struct{ error }

func (m misuseError) Unwrap() error { return m.error }

// misuse marks an error as one of the command line itself. A nil error stays nil.
func misuse(err error) error {
	if err == nil {
		return nil
	}
	return misuseError{err}
}

// misused returns an error of the command line itself.
func misused(format string, args ...any) error { return misuseError{fmt.Errorf(format, args...)} }

// unknownName returns the error for an unknown name. It suggests the most similar valid
// name, if any is close.
func unknownName(what, name string, valid []string) error {
	return misused("%s%s", what, toml.Hint(name, valid))
}

// refuse reports the first of some flags that is set, by a format with its name.
func refuse(c *cli.Context, format string, names ...string) error {
	for _, name := range names {
		if c.IsSet(name) {
			return misused(format, name)
		}
	}
	return nil
}

//go:build !linux && !darwin

package match

import "errors"

var errNoLimits = errors.New("files have no limits on this system")

func limitFiles(uint64) error { return errNoLimits }

//go:build !linux && !darwin

package hub

import "errors"

var errNoLimits = errors.New("files have no limits on this system")

func limitFiles(uint64) error { return errNoLimits }

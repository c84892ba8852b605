//go:build !linux && !darwin

package testkit

// LimitFiles returns ErrNoLimits.
func LimitFiles(uint64) error { return ErrNoLimits }

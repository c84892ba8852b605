//go:build linux || darwin

package match

import (
	"errors"
	"os/signal"
	"syscall"
)

var errNoLimits = errors.New("files have no limits on this system")

// limitFiles makes writing fail beyond a size of the file.
func limitFiles(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

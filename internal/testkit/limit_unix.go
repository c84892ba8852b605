//go:build linux || darwin

package testkit

import (
	"os/signal"
	"syscall"
)

// LimitFiles makes writing fail beyond a size of the file.
func LimitFiles(bytes uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

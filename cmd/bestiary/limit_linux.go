package main

import (
	"fmt"
	"syscall"
)

// leastSpace is the address space that the program needs, in bytes. The runtime reserves about one
// gigabyte at its start, and some for each thread.
const leastSpace = 4 << 30

// checkSpace returns an error if the address space is limited so much that an allocation could
// fail, because a program whose allocation fails ends at once, with a trace instead of a message.
func checkSpace() error {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) == nil && limit.Cur < leastSpace {
		return fmt.Errorf("the address space is limited to %d MB (ulimit -v), expected at least %d; "+
			"limit memory by GOMEMLIMIT or a control group instead", limit.Cur>>20, leastSpace>>20)
	}
	return nil
}

package rules

import "fmt"

// effort counts the work of compiling the step programs of a game. A few move
// strings can have thousands of paths from each of 256 squares, and compiling them
// could take hours and all memory. So the work is limited, to several times what the
// largest games need.
type effort struct {
	walked   int // squares that paths were followed over
	compared int // conditions of paths that were compared with each other
}

const (
	maxWalked   = 1 << 20
	maxCompared = 1 << 27
)

// check returns an error when a limit has been exceeded.
func (e *effort) check() error {
	switch {
	case e.walked > maxWalked:
		return fmt.Errorf("the moves up to here pass over more than %d squares, counted for every path from every square of the board; expected fewer or shorter paths", maxWalked)
	case e.compared > maxCompared:
		return fmt.Errorf("the moves up to here have too many paths to the same squares (more than %d comparisons); expected fewer", maxCompared)
	}
	return nil
}

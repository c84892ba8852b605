package match

import (
	"fmt"
	"io"
	"sync"
)

// sharedLog lets several players write to one log.
type sharedLog struct {
	mu  sync.Mutex
	out io.Writer
}

// Write writes a line whole.
func (l *sharedLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(line)
}

// namedLog puts a name before each line.
type namedLog struct {
	out  io.Writer
	name string
}

func (l *namedLog) Write(line []byte) (int, error) {
	if _, err := fmt.Fprintf(l.out, "%s %s", l.name, line); err != nil {
		return 0, err
	}
	return len(line), nil
}

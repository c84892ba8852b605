package session

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// Output writes lines, each at once and whole. It may be used by several
// goroutines.
type Output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// NewOutput writes to w, and flushes it after each line if it has a method for
// that.
func NewOutput(w io.Writer) *Output { return &Output{w: w} }

// Print writes a line. Line breaks within it become "; ".
func (o *Output) Print(format string, args ...any) {
	text := strings.TrimRight(fmt.Sprintf(format, args...), "\r\n")
	text = strings.NewReplacer("\r\n", "; ", "\n", "; ", "\r", " ").Replace(text)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err != nil {
		return
	}
	_, o.err = io.WriteString(o.w, text+"\n")
	if f, ok := o.w.(interface{ Flush() error }); ok && o.err == nil {
		o.err = f.Flush()
	}
}

// Err is the first error of writing.
func (o *Output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

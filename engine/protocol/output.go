package protocol

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// output writes each line at once and whole, and flushes w if it has a method
// Flush. Several goroutines may use it.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error
}

// Print writes a line. Line breaks within it become "; ".
func (o *output) Print(format string, args ...any) {
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

// Err returns the first error of writing.
func (o *output) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

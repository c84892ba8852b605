package protocol

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"sync"
)

// maxLine is the length of the longest line that is read, in bytes: enough for a
// game of 200,000 moves.
const maxLine = 1 << 20

// line is a line of input. Control characters have become spaces.
type line struct {
	text   string // "" if the line is longer than maxLine
	length int    // in bytes
}

// command returns the first word.
func (l line) command() string {
	word, _ := cutWord(l.text)
	return word
}

// cutWord divides a line into its first word and the rest. Words are separated by blanks or tabs.
func cutWord(text string) (word, rest string) {
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, " \t"); i >= 0 {
		return text[:i], strings.TrimSpace(text[i:])
	}
	return text, ""
}

// readLines reads lines, and closes the channel when the input ends or fails. Once
// quit is closed, it stops at the next line.
func readLines(r io.Reader, quit <-chan struct{}) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, 64<<10)
		for {
			l, err := readLine(in)
			if err != nil && l.length == 0 {
				return
			}
			select {
			case lines <- l:
			case <-quit:
				return
			}
		}
	}()
	return lines
}

func readLine(in *bufio.Reader) (line, error) {
	var text []byte
	length := 0
	for {
		part, err := in.ReadSlice('\n')
		length += len(part)
		if length <= maxLine {
			text = append(text, part...)
		} else {
			text = nil
		}
		if err != bufio.ErrBufferFull {
			return line{clean(text), length}, err
		}
	}
}

func clean(text []byte) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, string(text)))
}

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

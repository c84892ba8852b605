package external

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"
)

const (
	maxLine   = 64 << 10 // how many bytes of a line are kept
	tailLines = 8        // how many lines a Fault shows
	tailWidth = 200      // how many bytes of each
)

// line is a line of output and the time at which it came.
type line struct {
	text string
	at   time.Time
}

// readLines passes on the lines of r until it ends. It cuts lines that are too
// long; the last line needs no line break.
func readLines(r io.Reader, t *tail, mark string, emit func(line)) {
	buf := make([]byte, 4096)
	var unfinished []byte
	for {
		n, err := r.Read(buf)
		for rest := buf[:n]; ; {
			i := bytes.IndexByte(rest, '\n')
			if i < 0 {
				unfinished = appendBounded(unfinished, rest)
				break
			}
			text := string(bytes.TrimRight(appendBounded(unfinished, rest[:i]), "\r"))
			unfinished, rest = unfinished[:0], rest[i+1:]
			t.add(mark + text)
			emit(line{text, time.Now()})
		}
		t.setUnfinished(mark, unfinished)
		if err != nil {
			if len(unfinished) > 0 {
				t.setUnfinished(mark, nil)
				t.add(mark + string(unfinished))
				emit(line{string(unfinished), time.Now()})
			}
			return
		}
	}
}

func appendBounded(b, more []byte) []byte {
	return append(b, more[:min(len(more), maxLine-len(b))]...)
}

// tail keeps the last lines of an engine's output.
type tail struct {
	mu         sync.Mutex
	lines      []string
	unfinished map[string]string
}

func (t *tail) add(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		t.lines = t.lines[1:]
	}
	t.lines = append(t.lines, cut(text))
}

// setUnfinished notes the beginning of a line that has not ended yet.
func (t *tail) setUnfinished(mark string, text []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.unfinished == nil {
		t.unfinished = map[string]string{}
	}
	t.unfinished[mark] = string(text[:min(len(text), tailWidth+1)])
}

// partial returns the line of standard output that has not ended yet, or "".
func (t *tail) partial() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.unfinished[""]
}

// last lists the lines, with unfinished ones at the end.
func (t *tail) last() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := append([]string(nil), t.lines...)
	for _, mark := range []string{stderrMark, ""} {
		if text := t.unfinished[mark]; text != "" {
			out = append(out, mark+cut(text))
		}
	}
	return out
}

func cut(text string) string {
	if len(text) <= tailWidth {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	return strings.ToValidUTF8(text[:tailWidth], "\uFFFD") + "…"
}

package format

import "io"

// SafeWriter passes on text for a terminal. Text from foreign files may contain control
// characters that move the cursor or change the window's title; all but newline and tab
// become question marks.
type SafeWriter struct {
	to io.Writer
	// held reports whether the last byte written was leadC1, so that its character is not
	// yet known.
	held bool
}

// The control characters from U+0080 to U+009F are encoded as leadC1 and a byte up to
// lastC1.
const leadC1, lastC1 = 0xC2, 0x9F

// Safe returns a SafeWriter that writes to another writer.
func Safe(to io.Writer) *SafeWriter { return &SafeWriter{to: to} }

// Unwrap returns the underlying writer.
func (s *SafeWriter) Unwrap() io.Writer { return s.to }

// Write passes on text. A character may be split between two calls.
func (s *SafeWriter) Write(text []byte) (int, error) {
	safe := make([]byte, 0, len(text)+1)
	for _, b := range text {
		held := s.held
		s.held = b == leadC1
		switch {
		case held && b >= 0x80 && b <= lastC1:
			b = '?'
		case held:
			safe = append(safe, leadC1)
		}
		switch {
		case s.held:
		case b < ' ' && b != '\n' && b != '\t', b == 0x7F:
			safe = append(safe, '?')
		default:
			safe = append(safe, b)
		}
	}
	if _, err := s.to.Write(safe); err != nil {
		return 0, err
	}
	return len(text), nil
}

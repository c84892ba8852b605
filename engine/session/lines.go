package session

import (
	"bufio"
	"io"
	"strings"
)

// MaxLine is the length of the longest line that is read, in bytes. It is enough
// for a game of 200,000 moves.
const MaxLine = 1 << 20

// Line is a line of input. Control characters have become spaces.
type Line struct {
	Text string
	// Length is the length in bytes. Of a line longer than MaxLine there is no
	// Text.
	Length int
}

// Lines reads lines until the input ends, when the channel is closed. Closing
// quit makes it end at the next line. Errors count as the end.
func Lines(r io.Reader, quit <-chan struct{}) <-chan Line {
	lines := make(chan Line)
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, 64<<10)
		for {
			l, err := readLine(in)
			if err != nil && l.Length == 0 {
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

func readLine(in *bufio.Reader) (Line, error) {
	var text []byte
	length := 0
	for {
		part, err := in.ReadSlice('\n')
		length += len(part)
		if length <= MaxLine {
			text = append(text, part...)
		} else {
			text = nil
		}
		if err != bufio.ErrBufferFull {
			return Line{clean(text), length}, err
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

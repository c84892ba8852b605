package protocol

import (
	"bufio"
	"io"
	"strings"
	"testing"
	"time"
)

// patience is how long an answer may take on a busy machine.
const patience = 30 * time.Second

// peer is the other end of an engine.
type peer struct {
	t    testing.TB
	in   *io.PipeWriter
	out  <-chan string
	done <-chan error
}

// startPeer runs an engine. It is told to quit, and has to, when the test ends.
func startPeer(t testing.TB, protocol Protocol, c Config) *peer {
	t.Helper()
	inReader, in := io.Pipe()
	outReader, outWriter := io.Pipe()
	done, out := make(chan error, 1), make(chan string, 10_000)
	go func() {
		err := protocol.Run(inReader, outWriter, c)
		outWriter.Close()
		inReader.Close()
		done <- err
	}()
	go func() {
		defer close(out)
		lines := bufio.NewScanner(outReader)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			out <- lines.Text()
		}
	}()
	p := &peer{t, in, out, done}
	t.Cleanup(func() {
		io.WriteString(in, "quit\n")
		p.End()
	})
	return p
}

// Send writes lines.
func (p *peer) Send(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.in, line+"\n"); err != nil {
			p.t.Fatalf("sending %.60q: %v", line, err)
		}
	}
}

// Until reads up to the first line with a prefix, and returns all lines.
func (p *peer) Until(prefix string) []string {
	p.t.Helper()
	var lines []string
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.out:
			if !ok {
				p.t.Fatalf("the engine ended; expected %q after\n%s", prefix, strings.Join(lines, "\n"))
			}
			lines = append(lines, line)
			if strings.HasPrefix(line, prefix) {
				return lines
			}
		case <-timeout:
			p.t.Fatalf("no %q within %v; got\n%s", prefix, patience, strings.Join(lines, "\n"))
		}
	}
}

// Last is the last line of Until.
func (p *peer) Last(prefix string) string {
	p.t.Helper()
	lines := p.Until(prefix)
	return lines[len(lines)-1]
}

// End closes the input, waits for the end of the engine and returns the rest of
// what it wrote.
func (p *peer) End() []string {
	p.t.Helper()
	p.in.Close()
	var rest []string
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.out:
			if ok {
				rest = append(rest, line)
				continue
			}
			p.out = nil
		case err := <-p.done:
			if err != nil {
				p.t.Errorf("the engine ended with %v", err)
			}
			if p.out != nil {
				for line := range p.out {
					rest = append(rest, line)
				}
			}
			done := make(chan error, 1)
			done <- nil
			p.done, p.out = done, nil
			return rest
		case <-timeout:
			p.t.Fatal("the engine does not end")
		}
	}
}

// count is the number of lines with a prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}

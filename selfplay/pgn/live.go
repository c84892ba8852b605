package pgn

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"time"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Live is a file to which the games of a run are added as they end.
type Live struct {
	file    *os.File
	game    *rules.Game
	players []store.Player
	date    string
	text    bytes.Buffer
}

// OpenLive opens or creates a file for the games of a run. It adds the games of the run
// that the file lacks, in the order of rounds, pairs and games, and removes an incomplete
// game at the end of the file. Other text, such as games of another run, stays as it is if others is
// set; otherwise it is an error.
func OpenLive(path string, s *store.Store, others bool) (*Live, error) {
	g, err := rules.Compile(s.Variant())
	if err != nil {
		return nil, err
	}
	players, err := s.Players()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	l := &Live{file: f, game: g, players: players, date: time.Now().Format("2006.01.02")}
	if err := l.complete(s, others); err != nil {
		return nil, fmt.Errorf("%s: %w", path, errors.Join(err, f.Close()))
	}
	return l, nil
}

// complete adds the games of a run that the file lacks.
func (l *Live) complete(s *store.Store, others bool) error {
	have, rest, err := chunks(l.file)
	if err != nil {
		return err
	}
	var missing []store.Record
	cut := false
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if err := l.render(r); err != nil {
			return err
		}
		if id := identity(l.text.Bytes()); !have[id] {
			missing = append(missing, r)
		} else {
			delete(have, id)
		}
		cut = cut || begins(undated(l.text.Bytes()), rest)
	}
	if !others && (len(have) > 0 || len(bytes.TrimSpace(rest)) > 0 && !cut) {
		return errors.New("the file has games of another run, or other text; expected a new file or one of this run (--pgn-append adds to it)")
	}
	end, err := l.file.Seek(0, io.SeekEnd)
	switch {
	case err != nil:
		return err
	case cut:
		end -= int64(len(rest))
		if err := l.file.Truncate(end); err != nil {
			return err
		}
		if _, err := l.file.Seek(end, io.SeekStart); err != nil {
			return err
		}
	case len(rest) > 0:
		if _, err := l.file.WriteString("\n\n"); err != nil {
			return err
		}
	}
	for _, r := range missing {
		if err := l.Add(r); err != nil {
			return err
		}
	}
	return nil
}

// Add adds a game that has ended.
func (l *Live) Add(r store.Record) error {
	if err := l.render(r); err != nil {
		return err
	}
	_, err := l.file.Write(l.text.Bytes())
	return err
}

func (l *Live) render(r store.Record) error {
	l.text.Reset()
	return write(&l.text, l.game, r, l.players, l.date, nil)
}

// Close closes the file.
func (l *Live) Close() error { return l.file.Close() }

var (
	dateTag = regexp.MustCompile(`(?m)^\[Date ".*\n`)
	notes   = regexp.MustCompile(`\{[^}]*\}`)
)

// identity returns the hash of a game without its date, comments and line breaks, which other
// versions of the program write otherwise.
func identity(text []byte) [sha256.Size]byte {
	plain := notes.ReplaceAll(undated(text), nil)
	return sha256.Sum256(bytes.Join(bytes.Fields(plain), []byte(" ")))
}

// undated returns the text of a game without its date.
func undated(text []byte) []byte { return dateTag.ReplaceAll(text, nil) }

// begins reports whether a game begins with a non-empty text, which may end within a line.
// Dates are ignored.
func begins(game, text []byte) bool {
	lines := text[:bytes.LastIndexByte(text, '\n')+1]
	if len(lines) == 0 {
		return len(text) > 0 && bytes.HasPrefix(game, text)
	}
	return bytes.HasPrefix(game, undated(lines))
}

// chunks reads a file of games. It returns the identities of the games,
// and the text after the last complete game.
func chunks(in io.Reader) (have map[[sha256.Size]byte]bool, rest []byte, err error) {
	const longest = 1 << 20 // bytes of a game; Write writes no longer ones
	have = map[[sha256.Size]byte]bool{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadSlice('\n')
		if bytes.HasPrefix(line, []byte("[Event ")) {
			rest = rest[:0]
		}
		if len(rest) < longest {
			rest = append(rest, line...)
		}
		switch {
		case bytes.IndexByte(line, 0) >= 0:
			return nil, nil, errors.New("the file is not text; expected games in PGN or a new file")
		case err == io.EOF:
			return have, rest, nil
		case err != nil && err != bufio.ErrBufferFull:
			return nil, nil, err
		}
		if bytes.HasSuffix(rest, []byte("\n\n")) && bytes.Count(rest, []byte("\n\n")) == 2 {
			have[identity(rest)] = true
			rest = rest[:0]
		}
	}
}

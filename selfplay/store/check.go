package store

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
)

// sizeChecked is the size in bytes up to which a database is read whole when it
// is opened, to see whether it is damaged. That takes about two seconds a GB.
const sizeChecked = 64 << 20

// state describes the files of a store before they are opened.
type state struct {
	size   int64
	pages  int64 // that the header counts, in bytes
	unsure bool  // the last use did not end with Close
}

// look reads the state of a database.
func look(path string) (state, error) {
	var st state
	info, err := os.Stat(path)
	if os.IsNotExist(err) {
		return st, nil // a new store
	}
	if err != nil {
		return st, fmt.Errorf("game store: %w", err)
	}
	st.size = info.Size()
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		st.unsure = true
	}
	st.pages = headerSize(path)
	return st, nil
}

// headerSize returns the size of the database according to its header, or 0 without
// a readable header; SQLite then says what is wrong.
func headerSize(path string) int64 {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	var h [32]byte
	if _, err := io.ReadFull(f, h[:]); err != nil {
		return 0
	}
	page := int64(binary.BigEndian.Uint16(h[16:]))
	if page == 1 {
		page = 65536
	}
	return page * int64(binary.BigEndian.Uint32(h[28:]))
}

// inspect looks for damage. It reads a small database, or one whose last use did not
// end with Close, completely. Otherwise it makes sure that the file has its full
// length, and damage shows when the games are read.
func (s *Store) inspect(st state) error {
	if st.size <= sizeChecked || st.unsure {
		return s.Check()
	}
	if st.size < st.pages {
		return s.fail("is damaged or cut short: it has %d bytes of %d; restore it from a copy or start a new run", st.size, st.pages)
	}
	return nil
}

// Check reads the whole database and reports damage.
func (s *Store) Check() error {
	var found string
	if err := s.db.QueryRow(`PRAGMA quick_check(1)`).Scan(&found); err != nil {
		return s.fault(err)
	}
	if found != "ok" {
		return s.fail("is damaged (%s); restore it from a copy or start a new run", found)
	}
	return nil
}

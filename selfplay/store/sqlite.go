//go:build !js

package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// isStatementError reports whether the error means that a statement does not fit the
// database.
func isStatementError(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_ERROR
}

// maxValue is the largest length of a text or blob in bytes.
const maxValue = 64 << 20

// limit bounds the length of values, since a database may be damaged or come from someone else. It
// applies to the only connection.
func limit(db *sql.DB) error {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	_, err = sqlite.Limit(conn, sqlite3.SQLITE_LIMIT_LENGTH, maxValue)
	return errors.Join(err, conn.Close())
}

// fault explains a database error to the user.
func (s *Store) fault(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) {
		// SQLite does not report why it could not open a file.
		if f, opened := os.Open(os.DevNull); errors.Is(opened, syscall.EMFILE) || errors.Is(opened, syscall.ENFILE) {
			return s.fail("cannot be opened: too many files are open; close other programs or raise the limit (ulimit -n), and give the same command again (%w)", err)
		} else if opened == nil {
			f.Close()
		}
		if e.Code() == sqlite3.SQLITE_IOERR_LOCK {
			return s.fail("cannot be locked for writing; make the file writable (%w)", err)
		}
		switch e.Code() & 0xff {
		case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
			return s.fail("is in use: another process is using this run")
		case sqlite3.SQLITE_NOTADB:
			return s.fail("is not a database, or is damaged; restore it from a copy or choose another folder")
		case sqlite3.SQLITE_CORRUPT:
			return s.fail("is damaged or cut short; "+repairHint+" (%w)", err)
		case sqlite3.SQLITE_TOOBIG:
			return s.fail("has a value of more than %d MiB; "+repairHint, maxValue>>20)
		case sqlite3.SQLITE_FULL:
			return s.fail("cannot grow because the disk is full; free some space and give the same command again; the games stored so far are kept (%w)", err)
		case sqlite3.SQLITE_IOERR:
			return s.fail("cannot be read or written; give the same command again when the disk works; the games stored so far are kept (%w)", err)
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
			return s.fail("cannot be written; make the file and its folder writable (%w)", err)
		}
	}
	return s.fail("failed: %w", err)
}

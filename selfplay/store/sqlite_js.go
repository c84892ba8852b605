package store

import "database/sql"

// A browser has no SQLite: no store can be opened, but the rest of the package works.

func limit(*sql.DB) error { return nil }

func isStatementError(error) bool { return false }

func (s *Store) fault(err error) error { return s.fail("failed: %w", err) }

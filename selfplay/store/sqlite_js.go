package store

// SQLite is not there in a browser: no store can be opened, and the rest of the package
// is used without one.

func isStatementError(error) bool { return false }

func (s *Store) fault(err error) error { return s.fail("failed: %w", err) }

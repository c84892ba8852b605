package store

import (
	"database/sql"
	"regexp"
	"strings"
)

var comment = regexp.MustCompile(`--[^\n]*`)

// plain returns a statement without comments and repeated blanks.
func plain(statement string) string {
	return strings.Join(strings.Fields(comment.ReplaceAllString(statement, "")), " ")
}

// shape holds the statements that make the tables and indexes of a run, by name.
var shape = func() map[string]string {
	out := map[string]string{}
	for statement := range strings.SplitSeq(comment.ReplaceAllString(schema+";"+authorsTable, ""), ";") {
		text := strings.Replace(plain(statement), "IF NOT EXISTS ", "", 1) // as SQLite keeps it
		if words := strings.Fields(text); len(words) > 2 {
			out[words[2]] = text
		}
	}
	return out
}()

// checkShape refuses a database with anything but the tables and indexes of a run. A run folder may
// come from someone else, whose triggers, views or columns could change results or compute forever.
func (s *Store) checkShape() error {
	type object struct{ kind, name, statement string }
	list, err := query(s, func(rows *sql.Rows) (o object, err error) {
		return o, rows.Scan(&o.kind, &o.name, &o.statement)
	}, `SELECT type, name, coalesce(sql, '') FROM sqlite_schema`)
	if err != nil {
		return err
	}
	var foreign *object // which may have an empty name
	run := false
	for i, o := range list {
		run = run || o.name == "meta" && plain(o.statement) == shape["meta"]
		ofKey := o.kind == "index" && o.statement == "" // SQLite's own
		if !ofKey && plain(o.statement) != shape[o.name] {
			foreign = &list[i]
		}
	}
	switch {
	case foreign == nil:
		return nil
	case !run:
		return s.fail("is an SQLite database but holds no self-play run; choose another folder")
	}
	if err := s.checkVersion(); err != nil {
		return err
	}
	return s.fail("has the %s %q, which is no part of a run; the file has been changed, so use the original", foreign.kind, foreign.name)
}

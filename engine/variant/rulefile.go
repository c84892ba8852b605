package variant

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"

	"bestiary/internal/toml"
)

// check reports an invalid name or number. It returns whether the value is valid.
func (f *ruleField) check(c *checker, path string, s scope) bool {
	if f.unmet(s) != nil {
		return true
	}
	switch value := f.at(s).(type) {
	case *string:
		if *value != "" && f.names != nil && !slices.Contains(f.names, *value) {
			c.errs = append(c.errs, &toml.FieldError{Field: toml.Path(path, f.key), Found: toml.Quote(*value),
				Expected: oneOf(f.names), Nearest: toml.Nearest(*value, f.names)})
			return false
		}
	case *int:
		low, high := f.limits(s)
		if *value == 0 && (f.sparse || f.off != "") || low <= *value && *value <= high {
			return true
		}
		expected := fmt.Sprintf("%d to %d", low, high)
		if f.off != "" && low > 0 {
			expected = "0 (off) or " + expected
		}
		c.report(toml.Path(path, f.key), fmt.Sprint(*value), expected)
		return false
	case *[]string:
		if f.squares {
			c.region(toml.Path(path, f.key), *value)
		} else if f.kinds && len(*value) > 0 {
			c.pieceList(toml.Path(path, f.key), *value)
		}
	}
	return true
}

// decodeRuleTable reads the fields of a table; t is nil if the file lacks it. Fields
// follow the fields they need.
func decodeRuleTable(t *toml.Section, table string, s scope) {
	for _, f := range fieldsOf(table) {
		f.reset(s)
		if t == nil {
			continue
		}
		if f.required && !t.Has(f.key) {
			t.Report(f.key, "missing", oneOf(f.names), "")
		}
		if need := f.unmet(s); need != nil && t.Has(f.key) {
			if without := cmp.Or(need.without, withKind(t, table)); without != "" {
				t.Report(f.key, "has no meaning "+without, "", "")
			}
		}
		t.Read(f.key, f.at(s))
	}
	if t != nil && table != "" {
		t.Close()
	}
}

// DefaultRules returns the rules of a file without any.
func DefaultRules() Rules {
	var r Rules
	s := scope{Rules: &r, v: &Variant{}}
	for _, table := range append([]string{boardTable}, tables...) {
		if table != promotionTable {
			decodeRuleTable(nil, table, s)
		}
	}
	return r
}

// withKind returns the kind of a table as stated in a file, or "" if it is invalid.
func withKind(t *toml.Section, table string) string {
	kind := t.Peek("kind")
	if !slices.Contains(fieldsOf(table)[0].names, kind) {
		return ""
	}
	return fmt.Sprintf("with kind = %q", kind)
}

// ruleTable writes the fields of a table in canonical form. It omits a table that would
// only state the absence of the rule.
func (e *encoder) ruleTable(header, table string, s scope) {
	var body encoder
	body.ruleFields(table, s)
	if text := body.String(); text != "" && text != "kind = \"none\"\n" {
		e.Header(header)
		e.WriteString(text)
	}
}

func (e *encoder) ruleFields(table string, s scope) {
	for _, f := range fieldsOf(table) {
		if f.unmet(s) != nil {
			continue
		}
		if text, ok := f.at(s).(*string); ok && f.sparse && *text == f.standard {
			continue
		} else if f.sparse {
			e.Optional(f.key, f.at(s))
		} else {
			e.Value(f.key, f.at(s))
		}
	}
}

// The tables inside [rules], and the table of the board.
const (
	boardTable      = "board"
	castlingTable   = "castling"
	promotionTable  = "promotion"
	gatingTable     = "gating"
	handTable       = "hand"
	explosionTable  = "explosion"
	blastTable      = "blast"
	captureTable    = "capture"
	extinctionTable = "extinction"
	goalTable       = "goal"
	lineTable       = "line"
)

// tables are the tables of the rules in the order of files, [rules] itself first. Of the
// board, only the fields in rules.toml are rules.
var tables = []string{"", castlingTable, promotionTable, gatingTable, handTable, blastTable, captureTable, explosionTable,
	extinctionTable, goalTable, lineTable}

// Limits on the numbers of the rules.
const (
	MaxNMove = 1000
	// MinKingSteps and MaxKingSteps bound how far the king moves in orthodox
	// castling.
	MinKingSteps = 1
	MaxKingSteps = 6
	// MaxChecks is the maximum of Rules.Checks.
	MaxChecks = 15
	// MaxPieceCount is the maximum for numbers of pieces in the rules.
	MaxPieceCount = MaxSide * MaxSide
)

func castles(kind CastlingKind) *condition {
	return &condition{func(s scope) bool { return s.Castling.Kind == kind }, "", fmt.Sprintf("its castling is not %s", kind)}
}

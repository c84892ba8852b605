package variant

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// The tables inside [rules], and that of the board.
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

// ruleField is an entry of rules.toml, which says what its fields mean.
type ruleField struct {
	// table is the table of the field inside [rules], such as castling, "" for [rules]
	// itself, or boardTable. key is the field's key in the table.
	table, key       string
	index            []int // of the field in Rules, or in Promotion
	standard         any   // nil for the zero value
	names            []string
	low, high        string // limits of a number
	squares, kinds   bool
	required, sparse bool
	needs            []*condition
	offered          *condition

	option, doc, values, off, topic string
	sentences                       []toml.Pair // by value
}

//go:embed rules.toml
var rulesText []byte

// ruleFields returns the fields of the rules in the order of files and of Settings. It
// panics for a fault of rules.toml, which a test would show.
var ruleFields = sync.OnceValue(func() []*ruleField {
	file, err := toml.Open("rules.toml", rulesText)
	if err != nil {
		panic(err)
	}
	var fields []*ruleField
	for _, t := range file.Root().Sections("rule", 1000) {
		fields = append(fields, decodeRuleField(t))
	}
	if err := file.Err(); err != nil {
		panic(err)
	}
	return fields
})

func decodeRuleField(t *toml.Section) *ruleField {
	f := &ruleField{}
	var path, standard, limits, offered string
	var needs []string
	t.ReadFields([]toml.Field{toml.Required("field", &path), toml.Optional("default", &standard), toml.Optional("names", &f.names),
		toml.Optional("limits", &limits), toml.Optional("squares", &f.squares), toml.Optional("kinds", &f.kinds), toml.Optional("needs", &needs),
		toml.Optional("required", &f.required), toml.Optional("sparse", &f.sparse), toml.Optional("option", &f.option),
		toml.Optional("offered", &offered), toml.Optional("doc", &f.doc), toml.Optional("values", &f.values),
		toml.Optional("off", &f.off), toml.Optional("topic", &f.topic), toml.Optional("sentences", &f.sentences)})
	t.Close()
	f.low, f.high, _ = strings.Cut(limits, " to ")
	f.offered = conditions[offered]
	for _, name := range needs {
		f.needs = append(f.needs, conditions[name])
	}
	at := strings.LastIndexByte(path, '.')
	f.table, f.key = strings.TrimPrefix(strings.TrimPrefix(path[:at], "rules"), "."), path[at+1:]
	in := reflect.TypeFor[Rules]()
	if f.table == promotionTable {
		in = reflect.TypeFor[Promotion]()
	} else if f.table != "" && f.table != boardTable {
		table, _ := in.FieldByName(fieldName(f.table))
		in, f.index = table.Type, table.Index
	}
	field, ok := in.FieldByName(fieldName(f.key))
	if !ok {
		t.Report("field", "no such field", "a field of the rules", "")
		return f
	}
	f.index = append(f.index, field.Index...)
	if standard != "" {
		zero := scope{Rules: &Rules{}, Promotion: &Promotion{}}
		if err := f.parse(zero, standard); err != nil {
			t.Report("default", err.Error(), "a value of the field", "")
		}
		f.standard = reflect.ValueOf(f.at(zero)).Elem().Interface()
	}
	return f
}

// fieldName returns the name in Go of a key of a file: NMove for n-move.
func fieldName(key string) string {
	var name string
	for _, word := range strings.Split(key, "-") {
		name += format.Title(word)
	}
	return name
}

// at returns the field: a *int, *bool, *string, *[]string or *toml.Names.
func (f *ruleField) at(s scope) any {
	in := reflect.ValueOf(s.Rules)
	if f.table == promotionTable {
		in = reflect.ValueOf(s.Promotion)
	}
	field := in.Elem().FieldByIndex(f.index).Addr()
	if field.Elem().Kind() == reflect.String {
		field = field.Convert(reflect.TypeFor[*string]())
	}
	return field.Interface()
}

// limits returns the range of a number.
func (f *ruleField) limits(s scope) (low, high int) {
	low, _ = strconv.Atoi(f.low)
	switch f.high {
	case "ranks":
		return low, sideOrMax(s.v.Ranks)
	case "zone":
		return low, s.Zone
	}
	high, _ = strconv.Atoi(f.high)
	return low, high
}

// scope is the place of a field: the rules of a game and, for fields of the promotion
// table, a promotion.
type scope struct {
	*Rules
	*Promotion
	v *Variant
}

// fieldsOf lists the fields of a table.
func fieldsOf(table string) []*ruleField { return byTable()[table] }

var byTable = sync.OnceValue(func() map[string][]*ruleField {
	fields := map[string][]*ruleField{}
	for _, f := range ruleFields() {
		fields[f.table] = append(fields[f.table], f)
	}
	return fields
})

// unmet returns the first condition that does not hold, or nil.
func (f *ruleField) unmet(s scope) *condition {
	for _, need := range f.needs {
		if !need.holds(s) {
			return need
		}
	}
	return nil
}

// path returns the path of the field in a file, without the number of a promotion.
func (f *ruleField) path() string {
	return toml.Path(tablePath(f.table), f.key)
}

// tablePath returns the path of a table of the rules in a file.
func tablePath(table string) string {
	switch table {
	case "":
		return "rules"
	case boardTable:
		return boardTable
	}
	return "rules." + table
}

// scopes returns the places where the game has the field: the game itself, or each
// promotion.
func (f *ruleField) scopes(v *Variant) []scope {
	if f.table != promotionTable {
		return []scope{{Rules: &v.Rules, v: v}}
	}
	return promotionScopes(v, v.Rules.Promotions)
}

func promotionScopes(v *Variant, list []Promotion) []scope {
	scopes := make([]scope, len(list))
	for i := range list {
		scopes[i] = scope{Promotion: &list[i], v: v}
	}
	return scopes
}

// senseless explains why the option has no meaning in the game, or returns "" if it has
// one.
func (f *ruleField) senseless(v *Variant) string {
	reason := "nothing promotes in it"
	for _, s := range f.scopes(v) {
		need := f.unmet(s)
		if need == nil && f.offered != nil && !f.offered.holds(s) {
			need = f.offered
		}
		if need == nil {
			return ""
		}
		reason = need.reason
	}
	return reason
}

// reset sets the field to its default, or to zero if it has no meaning.
func (f *ruleField) reset(s scope) {
	value := reflect.ValueOf(f.at(s)).Elem()
	value.SetZero()
	if f.standard != nil && f.unmet(s) == nil {
		value.Set(reflect.ValueOf(f.standard))
	}
}

// canonical sets a field without a meaning to zero and replaces an empty name by the first
// one.
func (f *ruleField) canonical(s scope) {
	if f.unmet(s) != nil || f.names != nil && *f.at(s).(*string) == "" {
		f.reset(s)
	}
}

// valuesTaken describes the values that the option takes.
func (f *ruleField) valuesTaken() string {
	values := f.values
	switch f.at(scope{Rules: &Rules{}, Promotion: &Promotion{}}).(type) {
	case *bool:
		values = "true or false"
	case *string:
		values = oneOf(f.names)
	case *toml.Names:
		values = "true, false or names of pieces, separated by commas"
	}
	if f.table == promotionTable {
		values += "; one value for all promotions or one for each, separated by semicolons"
	}
	return values
}

// get returns the value of the option: a single value if all promotions share it,
// otherwise the values of all of them.
func (f *ruleField) get(v *Variant) string {
	var values []string
	for _, s := range f.scopes(v) {
		values = append(values, f.format(s))
	}
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return values[0]
	}
	return strings.Join(values, ";")
}

func (f *ruleField) format(s scope) string {
	if text := textOf(f.at(s)); text != "" || f.standard == nil {
		return text
	}
	return fmt.Sprint(f.standard)
}

// set changes the option, given one value for all promotions or one for each. The error
// explains what is wrong with the value.
func (f *ruleField) set(v *Variant, text string) error {
	scopes := f.scopes(v)
	values := slices.Repeat([]string{text}, len(scopes))
	if f.table == promotionTable && strings.Contains(text, ";") {
		if values = strings.Split(text, ";"); len(values) != len(scopes) {
			return fmt.Errorf("%d values, but the number of promotions is %d", len(values), len(scopes))
		}
	}
	for i, s := range scopes {
		before := f.format(s)
		if err := f.parse(s, strings.TrimSpace(values[i])); err != nil {
			return err
		}
		if f.key != "kind" || f.format(s) == before {
			continue
		}
		for _, other := range fieldsOf(f.table) { // a new kind starts with its defaults
			if other.needs != nil {
				other.reset(s)
			}
		}
	}
	return nil
}

func (f *ruleField) parse(s scope, text string) error {
	switch into := f.at(s).(type) {
	case *int:
		if text == f.off && f.off != "" {
			text = "0"
		}
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil {
			return fmt.Errorf("%s is not a whole number", toml.Quote(text))
		}
		*into = int(n)
	case *bool:
		if text != "true" && text != "false" {
			return fmt.Errorf("%s is neither true nor false", toml.Quote(text))
		}
		*into = text == "true"
	case *string:
		if !slices.Contains(f.names, text) {
			return errors.New(unknownValue(text, f.names))
		}
		*into = text
	case *[]string:
		*into = listOf(text)
	case *toml.Names:
		if *into = (toml.Names{All: text == "true"}); text != "true" && text != "false" {
			into.List = listOf(text)
		}
	}
	return nil
}

// listOf splits a text at commas.
func listOf(text string) []string {
	list := strings.Split(text, ",")
	for i, name := range list {
		list[i] = strings.TrimSpace(name)
	}
	return list
}

// fieldAt returns the field with a path such as "rules.n-move"; promotions are not
// supported. It panics for an unknown path.
func fieldAt(path string) *ruleField {
	for _, f := range ruleFields() {
		if f.path() == path && f.table != promotionTable {
			return f
		}
	}
	panic("no field " + path)
}

// RuleValue returns the value of the field with a path, in the form that Override takes.
// It reports false if the field has no meaning in the game, which must be canonical.
func (v *Variant) RuleValue(path string) (value string, ok bool) {
	f, s := fieldAt(path), scope{Rules: &v.Rules, v: v}
	return f.format(s), f.unmet(s) == nil
}

// SetRule changes the field with a path. Unlike Override, it checks neither the game nor
// whether the field has a meaning.
func (v *Variant) SetRule(path, value string) error {
	f, s := fieldAt(path), scope{Rules: &v.Rules, v: v}
	if value == "" {
		reflect.ValueOf(f.at(s)).Elem().SetZero()
		return nil
	}
	return f.parse(s, value)
}

func unknownValue(value string, valid []string) string {
	text := "unknown value " + toml.Quote(value)
	if near := toml.Nearest(value, valid); near != "" {
		text += fmt.Sprintf(", did you mean %q", near)
	}
	return text
}

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

// DefaultRules returns the rules of a file that says nothing about them.
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

// condition is a requirement for a field of the rules to have a meaning.
type condition struct {
	holds func(scope) bool
	// without is the reason in terms of a file, such as "without optional = true"; "" if
	// the reason is the kind that the table states.
	without string
	// reason is the reason in terms of a game, such as "nothing promotes in it".
	reason string
}

// conditions has the conditions by the names that rules.toml gives them.
var conditions = map[string]*condition{
	"castles orthodox": castles(OrthodoxCastling),
	"castles fast":     castles(FastCastling),
	"castles by swap":  castles(SwapCastling),
	"castles with a kind": {func(s scope) bool { return s.Castling.Kind.hasPartner() && s.Castling.Kind != Chess960Castling },
		"", "no kind of piece castles with the king in it"},
	"castles":       {func(s scope) bool { return s.Castling.Kind.castles() }, "", "there is no castling in it"},
	"n-move rule":   {func(s scope) bool { return s.NMove > 0 }, "with n-move = 0", "it has no n-move rule"},
	"optional":      {func(s scope) bool { return s.Optional }, "without optional = true", "no promotion is optional in it"},
	"captured":      {func(s scope) bool { return s.Captured }, "without captured = true", "no promotion is to captured pieces in it"},
	"gated":         {func(s scope) bool { return s.Gating.Kind == MusketeerGating }, "", "no pieces wait to enter the board in it"},
	"waiting":       {func(s scope) bool { return s.Gating.exists() }, "", "no pieces wait to enter the board in it"},
	"gated by king": {func(s scope) bool { return s.Gating.KingFile }, "without king-file = true", "no piece may wait behind the king in it"},
	"officers": {func(s scope) bool { return s.v.Rules.NMove > 0 && s.v.anyOfficer(s.Promotion.Pieces) },
		"with n-move = 0 or pieces that are all pawns", "only pawns promote in it, or there is no n-move rule"},
	"room beyond": {func(s scope) bool { return s.v.roomBeyondPartner() },
		"", "the pieces that castle stand at the ends of the rank, so that the king always lands between"},
	"held":             {func(s scope) bool { return s.Hand.Used() }, "without captures = true or pieces", "no piece is ever in hand in it"},
	"captures to hand": {func(s scope) bool { return s.Hand.Captures.Any() }, "without captures = true", "captured pieces do not come into the hand in it"},
	"forms":            {func(s scope) bool { return s.v.anyForm() }, "when no piece is a promoted form", "no piece is the promoted form of another in it"},
	"blasts":           {func(s scope) bool { return s.Blast.OnCapture }, "without on-capture = true", "captures blow nothing up in it"},
	"sequel":           {func(s scope) bool { return s.Capture.exists() }, `with then = "none"`, "nothing follows a capture in it"},
	"explodes":         {func(s scope) bool { return s.v.anyExplodes() }, "when no piece explodes", "no piece explodes in it"},
	"lopsided":         {func(s scope) bool { return s.v.lopsided() }, "", "every piece moves to the left as it moves to the right in it"},
	"repeats":          {func(s scope) bool { return s.Repetition > 0 }, "with repetition = 0", "repetitions do not count in it"},
	"extinction":       {func(s scope) bool { return s.Extinction.exists() }, `with result = "none"`, "no loss of pieces ends it"},
	"line":             {func(s scope) bool { return s.Line.exists() }, "without count, on-line or square", "no line of pieces ends it"},
	"goal":             {func(s scope) bool { return s.Goal.exists() }, "without squares of white or black", "no squares win it"},
	"shuffleable":      isShuffleable,
}

func castles(kind CastlingKind) *condition {
	return &condition{func(s scope) bool { return s.Castling.Kind == kind }, "", fmt.Sprintf("its castling is not %s", kind)}
}

// exists reports whether a line or a square of pieces ends the game.
func (l *Line) exists() bool { return l.Count+l.OnLine+l.Square > 0 }

// exists reports whether there is a goal.
func (g *Goal) exists() bool { return len(g.White)+len(g.Black) > 0 }

// exists reports whether losing pieces ends the game.
func (e *Extinction) exists() bool { return e.Result != NoEnd && e.Result != "" }

// exists reports whether pieces wait outside the board.
func (g *Gating) exists() bool { return g.Kind != NoGating && g.Kind != "" }

// exists reports whether something follows a capture.
func (r *Capture) exists() bool { return r.Then != NoSequel && r.Then != "" }

func (k CastlingKind) castles() bool { return k != NoCastling && k != "" }

// anyExplodes reports whether some piece explodes.
func (v *Variant) anyExplodes() bool { return v.any(func(p Piece) bool { return p.Explodes }) }

// anyForm reports whether some piece is the promoted form of another.
func (v *Variant) anyForm() bool { return v.any(func(p Piece) bool { return p.PromotedFrom != "" }) }

// anyOfficer reports whether some piece of a list is no pawn.
func (v *Variant) anyOfficer(names []string) bool {
	return v.any(func(p Piece) bool { return !p.Pawn && slices.Contains(names, p.Name) })
}

func (v *Variant) any(such func(Piece) bool) bool { return slices.ContainsFunc(v.Pieces, such) }

// ShuffleRule says whether the array is shuffled before a game.
type ShuffleRule string

// The shuffles.
const (
	NoShuffle ShuffleRule = "none"
	// ShuffleFirstRank: before a game the pieces of the first rank, pawns aside,
	// exchange places at random, those of both sides in the same way. A kind that
	// never changes the colour of its squares and stands on both colours stays on
	// both; with the castling of Chess960 the king stays between its partners.
	ShuffleFirstRank ShuffleRule = "first-rank"
)

// isShuffleable is the condition of shuffles: other castlings know the squares of king
// and partner, and the shuffle is one for both sides.
var isShuffleable = &condition{func(s scope) bool {
	kind := s.Castling.Kind
	return (kind == Chess960Castling || kind == NoCastling || kind == "") && s.v.sameFirstRanks()
}, "without castling none or chess960 and the same pieces on the first ranks of both sides",
	fmt.Sprintf("its castling is not %s or %s, or the first ranks of the sides differ", NoCastling, Chess960Castling)}

// sameFirstRanks reports whether both sides have the same pieces on the same files of
// their first ranks, and two pieces other than pawns on them.
func (v *Variant) sameFirstRanks() bool {
	array, problems := ReadArray(v.Array, v.Files, v.Ranks)
	if len(problems) > 0 {
		return false
	}
	movable := 0
	for file, letter := range array[0] {
		other := array[v.Ranks-1][file]
		if upper(letter) != letter || upper(other) != letter || letter != 0 && other == letter {
			return false
		}
		for _, p := range v.Pieces {
			if letter != 0 && p.Symbol != "" && letter == LetterOf(p.Symbol, false) && !p.Pawn {
				movable++
			}
		}
	}
	return movable > 1
}

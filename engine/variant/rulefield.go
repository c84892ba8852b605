package variant

import (
	_ "embed"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// ruleField is an entry of rules.toml, which explains its fields.
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
	"castles towards": {func(s scope) bool { return s.Castling.Kind == FlexibleCastling || s.Castling.Kind == FreeCastling },
		"", "its castling is not flexible or free"},
	"castles with a kind": {func(s scope) bool { return s.Castling.Kind.hasPartner() && !s.Castling.Kind.Shuffled() },
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

// exists reports whether pieces wait outside the board.
func (g *Gating) exists() bool { return g.Kind != NoGating && g.Kind != "" }

// exists reports whether something follows a capture.
func (r *Capture) exists() bool { return r.Then != NoSequel && r.Then != "" }

// Shuffled reports whether castling is for any array with the king between its partners.
func (k CastlingKind) Shuffled() bool { return k == Chess960Castling || k == Chess480Castling }

func (k CastlingKind) castles() bool { return k != NoCastling && k != "" }

func (v *Variant) any(such func(Piece) bool) bool { return slices.ContainsFunc(v.Pieces, such) }

// anyExplodes reports whether some piece explodes.
func (v *Variant) anyExplodes() bool { return v.any(func(p Piece) bool { return p.Explodes }) }

// anyOfficer reports whether some piece of a list is no pawn.
func (v *Variant) anyOfficer(names []string) bool {
	return v.any(func(p Piece) bool { return !p.Pawn && slices.Contains(names, p.Name) })
}

// anyForm reports whether some piece is the promoted form of another.
func (v *Variant) anyForm() bool { return v.any(func(p Piece) bool { return p.PromotedFrom != "" }) }

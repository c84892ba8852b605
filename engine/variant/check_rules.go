package variant

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"bestiary/internal/toml"
)

// rules checks each field of the rules, first alone and then together with the other
// fields and the array.
func (c *checker) rules() {
	r, s := &c.v.Rules, scope{Rules: &c.v.Rules, v: c.v}
	valid := map[string]bool{}
	for _, table := range append([]string{boardTable}, tables...) {
		if table != promotionTable {
			valid[table] = c.ruleTable(tablePath(table), table, s)
		}
	}
	c.castling(r.Castling, valid[castlingTable])
	c.refuse(r.Shuffle == ShuffleFirstRank && c.array != nil && !isShuffleable.holds(s),
		"rules.shuffle", toml.Quote(string(ShuffleFirstRank))+" "+isShuffleable.without, `"none"`)
	c.promotions(r.Promotions)
	c.gating(r.Gating)
	c.hand(r.Hand)
	c.refuse(r.Blast.OnCapture && r.Gating.exists(), "rules.blast", "together with waiting pieces", "either [rules.blast] or [rules.gating]")
	c.capture(r.Capture)
	c.refuse(r.Explosion.Alone && !c.v.anyExplodes(), "rules.explosion.alone", "true, but no piece explodes", "false")
	c.refuse(r.ChecksForbidden && (c.v.anyExplodes() || r.Blast.OnCapture), "rules.checks-forbidden", "true", "false where pieces explode")
	if !r.Royals.one() {
		c.refuse(r.Gating.Kind == MusketeerGating, "rules.gating.kind", toml.Quote(string(MusketeerGating)), `needs rules.royals = "one"`)
		c.refuse(c.v.anyExplodes(), "rules.royals", toml.Quote(string(r.Royals)), `"one" where a piece explodes`)
	}
}

// ruleTable checks each field of a table separately.
func (c *checker) ruleTable(path, table string, s scope) (ok bool) {
	ok = true
	for _, f := range fieldsOf(table) {
		ok = f.check(c, path, s) && ok
	}
	return ok
}

// pieceNamed returns the piece with a name, or nil for an unknown name. It reports the name unless
// the game has no names at all. Refused lists the names that are not valid in the field.
func (c *checker) pieceNamed(field, name string, refused ...string) *Piece {
	switch p := c.v.Piece(name); {
	case p != nil && name != "":
		return p
	case len(c.names) == 0:
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(c.names), func(name string) bool { return slices.Contains(refused, name) })
	if len(names) == 0 {
		names = c.names
	}
	c.errs = append(c.errs, &toml.FieldError{Field: field, Found: "unknown piece " + toml.Quote(name),
		Expected: oneOf(names), Nearest: toml.Nearest(name, names)})
	return nil
}

// pieceList looks up a list of names, with nil for unknown names. It reports an empty or
// overlong list. Refused is as in pieceNamed.
func (c *checker) pieceList(field string, names []string, refused ...string) []*Piece {
	switch {
	case len(names) == 0:
		c.report(field, "missing", "a list with the name of at least one piece")
	case len(names) > MaxPieces:
		c.report(field, fmt.Sprintf("%d pieces", len(names)), fmt.Sprintf("at most %d", MaxPieces))
		return nil
	}
	pieces := make([]*Piece, len(names))
	for i, name := range names {
		pieces[i] = c.pieceNamed(toml.Item(field, i+1), name, refused...)
	}
	return pieces
}

func (c *checker) gating(g Gating) {
	const path = "rules.gating"
	if g.Kind != MusketeerGating && g.Kind != SeirawanGating {
		return
	}
	for n, piece := range c.pieceList(path+".pieces", g.Pieces) {
		if piece != nil && piece.Royal {
			c.report(toml.Item(path+".pieces", n+1), toml.Quote(piece.Name)+" is royal", "a piece that is not")
		}
	}
	if g.Kind == SeirawanGating {
		c.entering(g)
		return
	}
	if c.array == nil {
		return
	}
	for side, name := range sides {
		places := c.waitingPlaces(g, side)
		c.refuse(places < len(g.Pieces), path+".pieces", fmt.Sprintf("%d pieces", len(g.Pieces)),
			fmt.Sprintf("at most %d, as many as %s has first-rank pieces to wait behind", places, name))
	}
}

// maxEntryFiles ensures that the letters of files differ from K and Q in a FEN.
const maxEntryFiles = 10

// entering checks the further requirements of games in which pieces enter at choice.
func (c *checker) entering(g Gating) {
	const path = "rules.gating"
	castling := c.v.Rules.Castling.Kind
	switch {
	case c.v.Files > maxEntryFiles:
		c.report(path+".kind", fmt.Sprintf("%q on %d files", g.Kind, c.v.Files), fmt.Sprintf("at most %d files", maxEntryFiles))
	case castling.Shuffled() || castling == SwapCastling:
		c.report(path+".kind", fmt.Sprintf("%q with castling %q", g.Kind, castling), "another castling")
	case len(g.Pieces) > MaxHand:
		c.report(path+".pieces", fmt.Sprintf("%d pieces", len(g.Pieces)), fmt.Sprintf("at most %d", MaxHand))
	}
}

// waitingPlaces returns the number of first-rank pieces that a piece may wait behind.
func (c *checker) waitingPlaces(g Gating, side int) int {
	first, places := c.firstRank(side), 0
	for _, p := range c.v.Pieces {
		if p.Royal && !g.KingFile {
			continue
		}
		for _, sq := range c.squares(p.Symbol, side) {
			if sq.Rank == first {
				places++
			}
		}
	}
	return places
}

func (c *checker) promotions(promotions []Promotion) {
	if len(promotions) > MaxPieces {
		c.report("rules.promotion", fmt.Sprintf("%d promotions", len(promotions)), fmt.Sprintf("at most %d", MaxPieces))
		return
	}
	for i, p := range promotions {
		path := toml.Item("rules.promotion", i+1)
		c.ruleTable(path, promotionTable, scope{Promotion: &p, v: c.v})
		for n, piece := range c.pieceList(path+".pieces", p.Pieces, c.v.NamesOf(c.v.neverPromotes)...) {
			at := toml.Item(path+".pieces", n+1)
			switch {
			case piece == nil:
			case c.v.neverPromotes(*piece):
				c.report(at, toml.Quote(piece.Name)+" is royal", "a piece that is not")
			case slices.Contains(p.Pieces[:n], piece.Name):
				c.report(at, toml.Quote(piece.Name)+" is named before", "each piece once")
			case slices.ContainsFunc(promotions[:i], func(o Promotion) bool {
				return o.meets(p) && slices.Contains(o.Pieces, piece.Name) && !(o.plain() && p.plain())
			}):
				c.report(at, toml.Quote(piece.Name)+" is named before", "each piece in one promotion only, if it is leaving, on-capture or captured")
			}
		}
		c.choices(path+".choices", p)
	}
}

// meets reports whether two promotions apply to a common side.
func (p Promotion) meets(o Promotion) bool {
	return p.For(false) && o.For(false) || p.For(true) && o.For(true)
}

// plain reports whether a piece with this promotion may have further promotions.
func (p Promotion) plain() bool { return !p.Leaving && !p.OnCapture && !p.Captured }

func (c *checker) choices(path string, p Promotion) {
	if p.Captured && len(p.Choices) == 0 {
		p.Choices = c.v.allChoices(p)
	}
	refused := c.v.NamesOf(func(piece Piece) bool {
		return c.v.neverPromotes(piece) || slices.Contains(p.Pieces, piece.Name) || piece.Pawn && !c.v.demotes(p, piece.Name)
	})
	for n, piece := range c.pieceList(path, p.Choices, refused...) {
		at := toml.Item(path, n+1)
		switch {
		case piece == nil:
		case c.v.neverPromotes(*piece):
			c.report(at, toml.Quote(piece.Name)+" is royal", "a piece that is not")
		case slices.Contains(p.Pieces, piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is the piece that promotes", "another piece")
		case piece.Pawn && !c.v.demotes(p, piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is a pawn", "a piece that is not")
		case slices.Contains(p.Choices[:n], piece.Name):
			c.report(at, toml.Quote(piece.Name)+" is named before", "each choice once")
		}
	}
}

// neverPromotes reports whether a piece neither promotes nor is promoted to.
func (v *Variant) neverPromotes(p Piece) bool { return p.Royal && v.Rules.Royals.one() }

// demotes reports whether a promotion turns promoted forms back into the piece.
func (v *Variant) demotes(p Promotion, name string) bool {
	return !slices.ContainsFunc(v.Pieces, func(piece Piece) bool {
		return slices.Contains(p.Pieces, piece.Name) && piece.PromotedFrom != name
	})
}

// one reports whether each side has exactly one royal piece.
func (r RoyalsRule) one() bool { return r == OneRoyal || r == "" }

// region reports parts of a region that are not on the board.
func (c *checker) region(field string, parts []string) {
	for i, part := range parts {
		a, ok := ParseArea(part)
		c.refuse(!ok || !c.onBoard(a),
			toml.Item(field, i+1), toml.Quote(part), `a square or the first and the last square of a rectangle of the board, as in "d4" or "a8-h8"`)
	}
}

// ownOptions checks the game's own options after everything else. If the game is otherwise
// valid, it must be valid for each of their values.
func (c *checker) ownOptions() {
	v := c.v
	if len(v.OwnOptions) > maxOwnOptions {
		c.report("option", fmt.Sprintf("%d options", len(v.OwnOptions)), fmt.Sprintf("at most %d", maxOwnOptions))
		return
	}
	faultless := len(c.errs) == 0
	changed := map[string]string{} // parts changed, with the option that changes each
	for i := range v.OwnOptions {
		o, path := &v.OwnOptions[i], toml.Item("option", i+1)
		c.ownName(path, o, v.OwnOptions[:i])
		if !c.ownValues(path+".values", o, faultless) {
			continue
		}
		for _, part := range o.Values[0].changes() {
			if other, ok := changed[part]; ok {
				c.report(path+".values", "change "+part+", and so does "+other, "each part of the game in one option")
			}
			changed[part] = path
		}
	}
}

// ownName checks the description of an option and its name, which must be unique.
func (c *checker) ownName(path string, o *OwnOption, earlier []OwnOption) {
	c.name(path+".name", o.Name)
	c.utf8(path+".doc", o.Doc)
	c.refuse(o.Doc == "", path+".doc", "missing", "a sentence that says what the option settles")
	if slices.ContainsFunc(ruleFields(), func(f *ruleField) bool { return f.option == o.Name && o.Name != "" }) {
		c.report(path+".name", toml.Quote(o.Name)+" is an option of all games", "another name")
	}
	names := make([]string, len(earlier))
	for i := range earlier {
		names[i] = earlier[i].Name
	}
	at := slices.Index(names, o.Name)
	c.refuse(at >= 0 && o.Name != "",
		path+".name", toml.Quote(o.Name)+" is also the name of "+toml.Item("option", at+1), "each name once")
}

// ownValues checks the values of an option. It reports whether the option can be compared
// with others.
func (c *checker) ownValues(path string, o *OwnOption, faultless bool) bool {
	if n := len(o.Values); n < 2 || n > maxOwnValues {
		c.report(path, fmt.Sprintf("%d values", n), fmt.Sprintf("2 to %d", maxOwnValues))
		return false
	}
	before := len(c.errs)
	var first *OwnValue // the first valid one
	for i := range o.Values {
		value := &o.Values[i]
		at := toml.Path(path, toml.Key(value.Name))
		c.refuse(!valuePattern.MatchString(value.Name) || value.Name == CustomValue || len(value.Name) > 40,
			at, toml.Quote(value.Name), `lower-case words or numbers joined by hyphens, at most 40 characters, not "custom"`)
		c.refuse(slices.Contains(o.valueNames()[:i], value.Name), at, toml.Quote(value.Name)+" is there twice", "each name once")
		if c.ownParts(at, value, first) && first == nil {
			first = value
		}
	}
	if len(c.errs) > before {
		return false
	}
	if faultless {
		c.ownResults(path, o)
	}
	return len(c.errs) == before
}

// ownResults checks the game under each value of an option.
func (c *checker) ownResults(path string, o *OwnOption) {
	bare := c.v.Clone()
	bare.OwnOptions = nil
	results := make([]*Variant, len(o.Values))
	for i := range o.Values {
		at := toml.Path(path, toml.Key(o.Values[i].Name))
		results[i] = o.Values[i].applied(bare).Canonical()
		for _, err := range results[i].checkFields(c.reader) {
			c.report(at, "with this value "+err.Error(), "")
		}
		for n, other := range results[:i] {
			c.refuse(reflect.DeepEqual(other, results[i]), at, "does the same as "+o.Values[n].Name, "values that differ")
		}
	}
}

// ownParts checks the parts that a value changes: they must exist, may be changed only
// once, and must match the parts changed by the first valid value, if there is one yet.
func (c *checker) ownParts(at string, value, first *OwnValue) bool {
	before := len(c.errs)
	for n, name := range value.Pieces {
		if named(c.v.Reserve, name) == nil {
			c.pieceNamed(toml.Item(at+".pieces", n+1), name)
		}
	}
	for n, m := range value.Moves {
		c.pieceNamed(toml.Item(at+".piece", n+1)+".name", m.Piece)
	}
	for n, p := range value.Promotions {
		c.refuse(c.v.promotionOf(p.Pieces) < 0,
			toml.Item(at+".promotion", n+1)+".pieces", "the game has no promotion of "+toml.Quote(strings.Join(p.Pieces, ", ")),
			"the pieces of a [[rules.promotion]]")
	}
	if len(c.errs) > before {
		return false
	}
	parts := value.changes()
	mine := strings.Join(parts, " and ")
	switch {
	case len(parts) == 0:
		c.report(at, "changes nothing", "an array, pieces, a piece or a promotion")
	case len(slices.Compact(slices.Clone(parts))) < len(parts):
		c.report(at, "changes "+mine, "each part of the game once")
	case first != nil && !slices.Equal(parts, first.changes()):
		c.report(at, "changes "+mine, "what "+first.Name+" changes, "+strings.Join(first.changes(), " and "))
	}
	return len(c.errs) == before
}

package variant

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"

	"bestiary/internal/toml"
)

// Variant is a chess-like game as plain data. Everything that differs between
// games is here; no other package asks for a game's name.
type Variant struct {
	// Name is the catalogue name: lower-case words joined by hyphens, at most
	// 40 characters.
	Name string
	// Title, Author, Source and Description are for people.
	Title, Author, Source, Description string
	// Approximates lists the rules of the original game that this one lacks, each
	// as "key = value" in the terms of the file that it was imported from: at most
	// MaxLost. Empty in a game that is complete.
	Approximates []string

	// Files and Ranks give the board, 2 to 16 each.
	Files, Ranks int
	// Holes are squares that are not part of the board, in coordinate form ("a1").
	Holes []string
	// Array is the piece placement of a FEN, highest rank first. Runs of empty
	// squares may have two digits; holes count as empty.
	Array string
	// Armies are the names of White's and Black's army for people: none or two different
	// ones of 1 to 40 characters.
	Armies []string
	// Look is for people; it has no effect on the rules.
	Look Look

	// Pieces are the kinds of pieces, 1 to 26.
	Pieces []Piece
	Rules  Rules
	// Reserve are kinds of pieces that are not in the game and that a value of OwnOptions
	// can put into it, sorted by name. Names and symbols differ from those of Pieces.
	Reserve []Piece
	// OwnOptions are readings of this game that Options does not list for all
	// games, at most 16.
	OwnOptions []OwnOption
}

// Look specifies how board and pieces are drawn.
type Look struct {
	// Points draws a board whose pieces are on the crossings of lines.
	Points bool `json:"points"`
	// Palaces are rectangles with diagonals between their corners, such as "d1-f3".
	Palaces []string `json:"palaces,omitempty"`
	// River is the rank beyond which lines end on a board of points, counted from 1; they
	// begin again on the next rank. 0 is none.
	River int `json:"river,omitempty"`
	// Men is the background of pieces: "" or "discs", or "tiles" that point forward and whose
	// squares have one colour.
	Men string `json:"men,omitempty"`
}

// The backgrounds of pieces.
const (
	Discs = "discs"
	Tiles = "tiles"
)

// Piece is a kind of piece.
type Piece struct {
	// Name is unique in the game: lower-case words joined by hyphens, at most
	// 40 characters.
	Name string `json:"name"`
	// Symbol is one upper-case letter, unique in the game; FEN writes White's pieces with it and
	// Black's in lower case. The symbol of a promoted form is the symbol of the piece it is a form
	// of, with a + before it.
	Symbol string `json:"symbol"`
	// PromotedFrom is the name of the piece that this one is the promoted form of; ""
	// for most. A promoted form that is captured comes into the hand as that piece.
	PromotedFrom string `json:"promoted-from,omitempty"`
	// DropArea lists the squares and areas where the piece may be dropped from the hand, seen from
	// its owner's side; none = the whole board, the word "none" = no square. BlackDropArea replaces
	// it for Black.
	DropArea      []string `json:"drop-area,omitempty"`
	BlackDropArea []string `json:"black-drop-area,omitempty"`
	// DropPerFile forbids drops on a file where the side already has this number of pieces of the
	// kind; 0 = no limit.
	DropPerFile int `json:"drop-per-file,omitempty"`
	// Royal marks a piece that must not be left attacked. Each side has
	// exactly one on the board unless Rules.Royals says otherwise.
	Royal bool `json:"royal"`
	// Pawn marks the pieces whose every move resets the half-move clock of the n-move rule, and
	// which the evaluation treats as pawn structure.
	Pawn bool `json:"pawn"`
	// Explodes marks a piece that may explode instead of moving, see Explosion.
	Explodes bool `json:"explodes"`
	// AvoidsOwnKind marks a piece whose moves neither hop over nor capture pieces of its own kind,
	// of either side, as the cannon of Janggi. At most one kind has this property.
	AvoidsOwnKind bool `json:"avoids-own-kind,omitempty"`
	// MayNotCapture names the kinds that the piece never captures. Nor does it attack them:
	// to the royal piece it gives no check. It cannot pass them either.
	MayNotCapture []string `json:"may-not-capture,omitempty"`
	// Note is an explanation for people; it has no effect on the rules.
	Note string `json:"note"`
	// Picture is the name of the piece's picture, the path of a file with one, or the
	// picture itself as a data URI; "" lets its name and moves decide.
	Picture string `json:"picture,omitempty"`
	// Characters are written on the piece where letters are asked for: one for both sides,
	// or White's and Black's; none means the symbol.
	Characters []string `json:"characters,omitempty"`
	// Moves together give where the piece goes: 1 to 16 sets.
	Moves []MoveSet `json:"moves"`
}

// MoveSet is one move string with its limits.
type MoveSet struct {
	// Betza is the move in (X)Betza notation. Castling (atom O) is not written here:
	// it is a rule of the game. Moves with the modifier i are for pieces of the array
	// that have not moved.
	Betza string `json:"betza"`
	// FirstRank and LastRank limit the set to pieces on those ranks, counted
	// from the owner's side starting at 1. Both 0: everywhere.
	FirstRank int `json:"first-rank"`
	LastRank  int `json:"last-rank"`
	// Area limits the set to squares and rectangles, given by their first and last
	// squares seen from White ("d1-f3,e4"); for Black the ranks count from the
	// other side. To these moves, squares outside are as if they were not on
	// the board. Empty: the whole board.
	Area string `json:"area"`
	// Flying moves pass over everything: the moves are sliding moves without
	// capture (m) and may end on any empty square of their lines.
	Flying bool `json:"flying"`
	// RoyalOnly moves are captures of the royal piece alone: they are never
	// made, but the opponent may not leave its royal piece where one could be.
	RoyalOnly bool `json:"royal-only"`
	// LeavesEnPassant: the squares passed over can be captured on at the next
	// ply by pieces whose moves have the modifier e.
	LeavesEnPassant bool `json:"leaves-en-passant"`
}

// String returns the move string with its limits in words.
func (m MoveSet) String() string {
	text := m.Betza
	if m.Flying {
		text += ", flying: whatever stands between"
	}
	switch {
	case m.LastRank > m.FirstRank:
		text += fmt.Sprintf(", only from its ranks %d to %d", m.FirstRank, m.LastRank)
	case m.FirstRank > 0:
		text += fmt.Sprintf(", only from its rank %d", m.FirstRank)
	}
	if m.Area != "" {
		text += ", only within " + m.Area
	}
	if m.RoyalOnly {
		text += ", only as an attack on the opposing royal piece"
	}
	if m.LeavesEnPassant {
		text += ", can be captured en passant"
	}
	return text
}

// Piece returns the piece with a name, or nil.
func (v *Variant) Piece(name string) *Piece { return named(v.Pieces, name) }

func named(pieces []Piece, name string) *Piece {
	i := slices.IndexFunc(pieces, func(p Piece) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &pieces[i]
}

// everywhere reports whether the set has no limits.
func (m MoveSet) everywhere() bool {
	return m == MoveSet{Betza: m.Betza}
}

// Clone returns a deep copy of v.
func (v *Variant) Clone() *Variant {
	c := *v
	unshare(reflect.ValueOf(&c).Elem())
	return &c
}

// unshare gives a value copies of the slices in it.
func unshare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			unshare(v.Field(i))
		}
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		v.Set(reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, v.Len()), v))
		for i := range v.Len() {
			unshare(v.Index(i))
		}
	}
}

// Canonical returns a copy in which every kind is named, choices that a file may
// leave out are listed, and fields that have no meaning next to the others are
// zero. Parse and Override return games in this form.
func (v *Variant) Canonical() *Variant {
	c := v.Clone()
	for _, f := range ruleFields() {
		for _, s := range f.scopes(c) {
			f.canonical(s)
		}
	}
	castling := &c.Rules.Castling
	if castling.ASidePartner == castling.Partner {
		castling.ASidePartner = ""
	}
	if castling.ASideKingSteps == castling.KingSteps {
		castling.ASideKingSteps = 0
	}
	slices.SortStableFunc(c.Reserve, func(a, b Piece) int { return cmp.Compare(a.Name, b.Name) })
	c.nameChoices(c.Rules.Promotions)
	c.nameCaptures()
	c.nameSequel()
	for _, o := range c.OwnOptions {
		slices.SortStableFunc(o.Values, func(a, b OwnValue) int { return cmp.Compare(a.Name, b.Name) })
		for _, value := range o.Values {
			for _, s := range promotionScopes(c, value.Promotions) {
				for _, f := range fieldsOf(promotionTable) {
					f.canonical(s)
				}
			}
			c.nameChoices(value.Promotions)
		}
	}
	return c
}

// nameChoices lists all choices of promotions to captured pieces that name no
// choice.
func (v *Variant) nameChoices(list []Promotion) {
	for i := range list {
		if p := &list[i]; p.Captured && len(p.Choices) == 0 {
			p.Choices = v.allChoices(*p)
		}
	}
}

// allChoices lists the pieces that the choices of a promotion may name.
func (v *Variant) allChoices(p Promotion) []string {
	return v.NamesOf(func(piece Piece) bool {
		return !piece.Royal && !piece.Pawn && !slices.Contains(p.Pieces, piece.Name)
	})
}

//go:embed catalogue/*.toml
var catalogue embed.FS

const gameFileSuffix = ".toml"

// Catalogue lists the names of the games that come with the package, sorted.
func Catalogue() []string {
	// Only a malformed pattern is an error.
	paths, _ := fs.Glob(catalogue, "catalogue/*"+gameFileSuffix)
	for i, path := range paths {
		paths[i] = strings.TrimSuffix(strings.TrimPrefix(path, "catalogue/"), gameFileSuffix)
	}
	slices.Sort(paths) // with the suffix, herculean comes after herculean-2
	return paths
}

// CatalogueFile returns the text of the file of a game of the catalogue, nil for other
// names.
func CatalogueFile(name string) []byte {
	data, err := catalogue.ReadFile("catalogue/" + name + gameFileSuffix)
	if err != nil || strings.ContainsAny(name, `/\`) {
		return nil
	}
	return data
}

// Find returns a game of the catalogue, whose name may be another program's: see [CatalogueName].
// The error for an unknown name gives the nearest known one.
func Find(name string) (*Variant, error) {
	known, ok := CatalogueName(name)
	if !ok {
		return nil, &UnknownGame{name, nearestGame(name)}
	}
	return Parse(known+gameFileSuffix, CatalogueFile(known))
}

// UnknownGame is the error for a name that no game of the catalogue has.
type UnknownGame struct {
	Name    string
	Nearest string // the known name most like it, or ""
}

func (e *UnknownGame) Error() string {
	if e.Nearest != "" {
		return fmt.Sprintf("unknown game %s; did you mean %q?", toml.Quote(e.Name), e.Nearest)
	}
	return fmt.Sprintf("unknown game %s; expected the path of a file or a game that bestiary show lists", toml.Quote(e.Name))
}

func nearestGame(name string) string {
	names := Catalogue()
	for _, known := range names {
		if len(name) >= 3 && strings.HasPrefix(known, strings.ToLower(name)) {
			return known
		}
	}
	return toml.Nearest(name, names)
}

// CataloguePiece is a piece that games of the catalogue share.
type CataloguePiece struct {
	Games []string `json:"games"`
	Piece Piece    `json:"piece"` // as the first of the games describes it
	Ranks int      `json:"-"`     // of the board of that game
}

// FindPieces returns the pieces of the catalogue with a name, one for each way to
// move, and the names of all pieces.
func FindPieces(name string) (found []CataloguePiece, names []string, err error) {
	for _, game := range Catalogue() {
		v, err := Find(game)
		if err != nil {
			return nil, nil, err
		}
		for _, p := range v.Pieces {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
			if !SameName(p.Name, name) {
				continue
			}
			i := slices.IndexFunc(found, func(c CataloguePiece) bool { return samePiece(c.Piece, p) })
			if i < 0 {
				i, found = len(found), append(found, CataloguePiece{Piece: p, Ranks: v.Ranks})
			}
			found[i].Games = append(found[i].Games, game)
		}
	}
	return found, names, nil
}

// samePiece reports whether two pieces differ at most in their letters, notes and pictures.
func samePiece(a, b Piece) bool {
	a.Symbol, a.Note, a.Picture, a.Characters = b.Symbol, b.Note, b.Picture, b.Characters
	return reflect.DeepEqual(a, b)
}

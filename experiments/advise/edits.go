//go:build !js

package advise

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/board"
	"bestiary/internal/format"
)

// EditKind is a kind of edit.
type EditKind string

// The kinds of edits.
const (
	EditFirst EditKind = "first" // the other side moves first
	EditTempo EditKind = "tempo" // a side begins with one of its moves already made
	EditMove  EditKind = "move"  // a piece of the array moves by one step
	EditSwap  EditKind = "swap"  // two pieces of an army's array change places
	EditAtom  EditKind = "atom"  // a kind of piece has an atom more or less
)

// formerRule was a kind of edit: an option of the rules had another value.
const formerRule EditKind = "rule"

// makers has the edits of each kind, in the order in which they are tried.
var makers = []struct {
	kind  EditKind
	edits func(*grammar) []Edit
}{
	{EditFirst, (*grammar).firsts}, {EditTempo, (*grammar).tempi}, {EditMove, (*grammar).moves},
	{EditSwap, (*grammar).swaps}, {EditAtom, (*grammar).atoms},
}

// EditKinds lists the kinds of edits.
func EditKinds() (list []EditKind) {
	for _, m := range makers {
		list = append(list, m.kind)
	}
	return list
}

// Edit is a small change of a game.
type Edit struct {
	Kind EditKind `json:"kind"`
	// Text is an instruction, such as "swap White's knight on b1 with the bishop on c1".
	Text string `json:"text"`
	// Size is 1, or 2 for an edit that touches two pieces or makes a new kind.
	Size int `json:"size"`

	change func(*variant.Variant) error
}

// Candidate is a game with an edit, or the unchanged game. It is not compiled: hundreds of compiled
// games with large boards would not fit into memory.
type Candidate struct {
	Edits   []Edit           `json:"edits"` // none for the unchanged game
	Text    string           `json:"text"`
	Size    int              `json:"size"`
	Hash    string           `json:"hash"` // of the rules
	Variant *variant.Variant `json:"-"`
}

// unchanged returns the candidate without an edit.
func unchanged(v *variant.Variant) *Candidate {
	return &Candidate{Edits: []Edit{}, Text: "change nothing", Hash: v.Hash(), Variant: v}
}

// original reports whether a candidate is the unchanged game.
func (c *Candidate) original() bool { return len(c.Edits) == 0 }

// edited returns a game with an edit, nil if it cannot be played.
func edited(v *variant.Variant, e Edit) *Candidate {
	v = v.Clone()
	if e.change(v) != nil {
		return nil
	}
	g, err := rules.Compile(v)
	if err != nil {
		return nil
	}
	p := g.NewPosition()
	if result, _ := p.Outcome(); result != rules.Ongoing || p.InCheck() {
		return nil
	}
	return &Candidate{Edits: []Edit{e}, Text: e.Text, Size: e.Size, Hash: g.Variant.Hash(), Variant: g.Variant}
}

// compare orders by size, then by text.
func (c *Candidate) compare(o *Candidate) int {
	return cmp.Or(cmp.Compare(c.Size, o.Size), strings.Compare(c.Text, o.Text))
}

// Candidates returns the unchanged game and with each single edit that gives another valid game, by
// size, then by text. It is an error if there is no such edit. All processors take part, because
// compiling hundreds of games on large boards takes a minute.
func Candidates(g *rules.Game, c MendConfig) ([]*Candidate, error) {
	gr, err := newGrammar(g, c)
	if err != nil {
		return nil, err
	}
	edits := gr.edits(c.kinds())
	list := make([]*Candidate, len(edits))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range edits {
		group.Go(func() error {
			list[i] = edited(g.Variant, e)
			return nil
		})
	}
	_ = group.Wait() // none fails
	list = slices.DeleteFunc(append(list, unchanged(g.Variant)), func(c *Candidate) bool { return c == nil })
	slices.SortStableFunc(list, (*Candidate).compare)
	known := map[string]bool{}
	list = slices.DeleteFunc(list, func(c *Candidate) bool { // has the rules of a smaller edit
		again := known[c.Hash]
		known[c.Hash] = true
		return again
	})
	if len(list) == 1 {
		return nil, fmt.Errorf("mend: no edit of the kinds %s gives another valid game than %s; expected further kinds of %s",
			format.List(c.kinds(), "and"), g.Variant.Name, format.List(EditKinds(), "and"))
	}
	return list, nil
}

// grammar generates the edits of a game.
type grammar struct {
	*variant.Variant
	game  *rules.Game
	start *rules.Position
	array variant.Array
	sides []side
	of    balance.Question
	alike bool
}

// side is whose pieces an edit touches.
type side int

const (
	white side = iota
	black
	both
)

// prefix begins the name of a kind that a side has of its own.
func (s side) prefix() string { return [...]string{"white-", "black-", ""}[s] }

// kind names a kind, without the side in the name of one that a side has of its own.
func (s side) kind(name string) string { return strings.TrimPrefix(name, s.prefix()) }

// whose names a kind with its owner: "White's knight".
func (s side) whose(name string) string {
	return [...]string{"White's ", "Black's ", "each side's "}[s] + s.kind(name)
}

func newGrammar(g *rules.Game, c MendConfig) (*grammar, error) {
	v := g.Variant
	array, problems := variant.ReadArray(v.Array, v.Files, v.Ranks)
	if problems != nil {
		return nil, fmt.Errorf("mend: the array of %s has %s", v.Name, format.List(problems, "and"))
	}
	gr := &grammar{Variant: v, game: g, start: g.NewPosition(), array: array, sides: []side{white, black}, of: c.question(g), alike: alike(g)}
	if gr.alike && c.Target.Of != TargetScore {
		gr.sides = []side{both}
	}
	return gr, nil
}

// alike reports whether both sides begin alike.
func alike(g *rules.Game) bool { return g.Mirrors() && !g.ArmiesDiffer() }

// edits returns the edits of some kinds, whether they give valid games or not.
func (g *grammar) edits(kinds []EditKind) (list []Edit) {
	for _, m := range makers {
		if !slices.Contains(kinds, m.kind) {
			continue
		}
		for _, e := range m.edits(g) {
			e.Kind = m.kind
			list = append(list, e)
		}
	}
	return list
}

// firsts lets the other side move first, which makes no difference if the sides begin alike or an
// army is scored.
func (g *grammar) firsts() []Edit {
	if g.alike || g.of == balance.Army {
		return nil
	}
	next := map[rules.Color]string{rules.White: string(variant.BlackMovesFirst), rules.Black: string(variant.WhiteMovesFirst)}[g.game.First()]
	return []Edit{{Text: fmt.Sprintf("let %s move first", format.Title(next)), Size: 1, change: func(v *variant.Variant) error {
		return v.Override("turn", next)
	}}}
}

// placed is a piece of the array.
type placed struct {
	variant.Square
	letter byte
	*variant.Piece
}

// pieces lists the pieces of a side, by rank and file; White's for both sides.
func (g *grammar) pieces(s side) (list []placed) {
	for rank, row := range g.array {
		for file, letter := range row {
			symbol, ofBlack := symbolOf(letter), letter&^variant.PromotedForm >= 'a'
			i := slices.IndexFunc(g.Pieces, func(p variant.Piece) bool { return p.Symbol == symbol })
			if i >= 0 && ofBlack == (s == black) {
				list = append(list, placed{variant.Square{File: file, Rank: rank}, letter, &g.Pieces[i]})
			}
		}
	}
	return list
}

// symbolOf returns the symbol of a kind whose letter an array has for either side.
func symbolOf(letter byte) string { return strings.ToUpper(string(variant.AppendSymbol(nil, letter))) }

// swaps exchanges two pieces of an army, other than pawns.
func (g *grammar) swaps() (list []Edit) {
	for _, s := range g.sides {
		own := slices.DeleteFunc(g.pieces(s), func(p placed) bool { return p.Pawn })
		for i, b := range own {
			for _, a := range own[:i] {
				if a.letter != b.letter {
					text := fmt.Sprintf("swap %s on %s with the %s on %s", s.whose(a.Name), a.Square, s.kind(b.Name), b.Square)
					list = append(list, Edit{Text: text, Size: 2, change: g.exchange(s, a.Square, b.Square)})
				}
			}
		}
	}
	return list
}

// moves takes a piece one step to an empty square.
func (g *grammar) moves() (list []Edit) {
	for _, s := range g.sides {
		for _, p := range g.pieces(s) {
			for i := range 9 {
				to := variant.Square{File: p.File + i%3 - 1, Rank: p.Rank + i/3 - 1}
				if g.vacant(to) {
					text := fmt.Sprintf("move %s from %s to %s", s.whose(p.Name), p.Square, to)
					list = append(list, Edit{Text: text, Size: 1, change: g.exchange(s, p.Square, to)})
				}
			}
		}
	}
	return list
}

// tempi makes a noncapturing move of a side before the game begins.
func (g *grammar) tempi() (list []Edit) {
	p := g.game.NewPosition()
	if p.Placing() || p.InCheck() {
		return nil
	}
	for _, c := range []rules.Color{g.game.First(), g.game.First().Other()} {
		who, s := board.SideNames[c], side(c)
		if g.sides[0] == both {
			who, s = "both sides", both
		}
		if s == both && c != g.game.First() {
			break
		}
		for _, m := range p.Moves(nil) {
			from, to := g.squareOf(m.From()), g.squareOf(m.To())
			if k := m.Kind(); k != rules.Ordinary && k != rules.Passing || m.IsPromotion() || !g.vacant(to) {
				continue
			}
			text := fmt.Sprintf("let %s begin with %s-%s already played", who, from, to)
			list = append(list, Edit{Text: text, Size: 1, change: g.exchange(s, from, to)})
		}
		p.MakeNull()
	}
	return list
}

func (g *grammar) squareOf(sq rules.Square) variant.Square {
	return variant.Square{File: g.game.File(sq), Rank: g.game.Rank(sq)}
}

// vacant reports whether an array has an empty square there.
func (g *grammar) vacant(sq variant.Square) bool {
	return min(sq.File, sq.Rank) >= 0 && sq.File < g.Files && sq.Rank < g.Ranks &&
		g.array[sq.Rank][sq.File] == 0 && !slices.Contains(g.Holes, sq.String())
}

// errMeet is the error of an edit by which the pieces of both sides would come to one square.
var errMeet = errors.New("both sides come to the same square")

// exchange swaps the contents of two squares, for both sides also across the board.
func (g *grammar) exchange(s side, a, b variant.Square) func(*variant.Variant) error {
	pairs := [][2]variant.Square{{a, b}}
	if s == both {
		pairs = append(pairs, [2]variant.Square{g.across(a), g.across(b)})
	}
	return func(v *variant.Variant) error {
		var array variant.Array
		for _, row := range g.array {
			array = append(array, slices.Clone(row))
		}
		for _, p := range pairs {
			x, y := &array[p[0].Rank][p[0].File], &array[p[1].Rank][p[1].File]
			if *x != g.array[p[0].Rank][p[0].File] || *y != g.array[p[1].Rank][p[1].File] {
				return errMeet
			}
			*x, *y = *y, *x
		}
		v.Array = array.String()
		return nil
	}
}

// across returns the square that faces another or, if the kinds of the array do not face each
// other, the square opposite by rotation by 180 degrees.
func (g *grammar) across(sq variant.Square) variant.Square {
	for rank, row := range g.array {
		for file, letter := range row {
			if symbolOf(letter) != symbolOf(g.array[g.Ranks-1-rank][file]) {
				return variant.Square{File: g.Files - 1 - sq.File, Rank: g.Ranks - 1 - sq.Rank}
			}
		}
	}
	return variant.Square{File: sq.File, Rank: g.Ranks - 1 - sq.Rank}
}

package mend

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/internal/format"
)

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

// side says whose pieces an edit touches.
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

// makers returns the edits of each kind.
var makers = map[Kind]func(*grammar) []Edit{
	First: (*grammar).firsts, Tempo: (*grammar).tempi, Move: (*grammar).moves, Swap: (*grammar).swaps, Atom: (*grammar).atoms, Rule: (*grammar).options,
}

// Candidates returns the unchanged game and with each single edit that gives another valid
// game, by size, then by text. It is an error if there is no such edit.
func Candidates(g *rules.Game, c Config) ([]*Candidate, error) {
	gr, err := newGrammar(g, c)
	if err != nil {
		return nil, err
	}
	var edits []Edit
	for _, kind := range c.kinds() {
		for _, e := range makers[kind](gr) {
			e.Kind = kind
			edits = append(edits, e)
		}
	}
	original := newCandidate([]Edit{}, g.Variant)
	list := append([]*Candidate{original}, original.withEach(edits)...)
	if list = distinct(list, map[string]bool{}); len(list) == 1 {
		return nil, fmt.Errorf("mend: no edit of the kinds %q gives another valid game than %s; expected further kinds of %q", c.kinds(), g.Variant.Name, Kinds())
	}
	return list, nil
}

func newGrammar(g *rules.Game, c Config) (*grammar, error) {
	v := g.Variant
	array, problems := variant.ReadArray(v.Array, v.Files, v.Ranks)
	if problems != nil {
		return nil, fmt.Errorf("mend: the array of %s has %s", v.Name, format.List(problems, "and"))
	}
	gr := &grammar{Variant: v, game: g, start: g.NewPosition(), array: array, sides: []side{white, black}, of: c.question(g), alike: alike(g)}
	if gr.alike && c.Target.Of != Score {
		gr.sides = []side{both}
	}
	return gr, nil
}

// alike reports whether both sides begin alike.
func alike(g *rules.Game) bool { return g.Mirrors() && !g.ArmiesDiffer() }

// turnOption is the option that says which side moves first.
const turnOption = "turn"

// firsts lets the other side move first, which changes nothing where the sides begin alike or
// an army is scored.
func (g *grammar) firsts() []Edit {
	if g.alike || g.of == balance.Army {
		return nil
	}
	next := map[rules.Color]string{rules.White: string(variant.BlackMovesFirst), rules.Black: string(variant.WhiteMovesFirst)}[g.game.First()]
	return []Edit{{Text: fmt.Sprintf("let %s move first", format.Title(next)), Size: 1, change: func(v *variant.Variant) error {
		return v.Override(turnOption, next)
	}}}
}

// options gives each rule its other values.
func (g *grammar) options() (list []Edit) {
	for _, s := range g.Settings() {
		if s.Name == turnOption {
			continue
		}
		for _, value := range g.Alternatives(s.Name) {
			list = append(list, Edit{Text: fmt.Sprintf("set %s to %s (now %s)", s.Name, value, s.Value), Size: 1, change: func(v *variant.Variant) error {
				err := v.Override(s.Name, value)
				if err == nil && g.of == balance.Army && v.Rules.Goal.Reply == variant.BlackReply {
					err = errNoTurns
				}
				return err
			}})
		}
	}
	return list
}

// errNoTurns is the error of an edit after which an army can no longer play with either colour.
var errNoTurns = errors.New("the other side cannot move first where a goal gives Black a reply")

// errGone is the error of an edit that no longer finds what it changes, since another edit came
// before it.
var errGone = errors.New("what the edit changes is not there")

// kindOf returns the kind of piece that a letter of the array of a game stands for; nil for an empty square.
func kindOf(v *variant.Variant, letter byte) *variant.Piece {
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Symbol == symbolOf(letter) })
	if i < 0 {
		return nil
	}
	return &v.Pieces[i]
}

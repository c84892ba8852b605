package mend

import (
	"cmp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Kind is a kind of edit.
type Kind string

// The kinds.
const (
	First Kind = "first" // the other side moves first
	Tempo Kind = "tempo" // a side begins with one of its moves already made
	Move  Kind = "move"  // a piece of the array stands one step from where it stood
	Swap  Kind = "swap"  // two pieces of an army's array change places
	Atom  Kind = "atom"  // a kind of piece has an atom more or less
	Rule  Kind = "rule"  // an option of the rules has another value
)

// Kinds lists the kinds of edits.
func Kinds() []Kind { return []Kind{First, Tempo, Move, Swap, Atom, Rule} }

// Edit is a small change of a game.
type Edit struct {
	Kind Kind `json:"kind"`
	// Text is an instruction, such as "swap White's knight on b1 with the bishop on c1".
	Text string `json:"text"`
	// Size is 1, or 2 for an edit that touches two pieces or makes a new kind.
	Size int `json:"size"`

	change func(*variant.Variant) error
}

// Candidate is a game with some edits; none for the unchanged game. It is not compiled: hundreds of
// compiled games with large boards would not fit into memory.
type Candidate struct {
	Edits   []Edit           `json:"edits"` // none for the unchanged game
	Text    string           `json:"text"`
	Size    int              `json:"size"`
	Hash    string           `json:"hash"` // of the rules
	Variant *variant.Variant `json:"-"`
}

func newCandidate(edits []Edit, v *variant.Variant) *Candidate {
	c := &Candidate{Edits: edits, Hash: v.Hash(), Variant: v}
	var list []string
	for _, e := range edits {
		list, c.Size = append(list, e.Text), c.Size+e.Size
	}
	c.Text = cmp.Or(strings.Join(list, ", and "), "change nothing")
	return c
}

// with returns the game with one more edit, nil if it cannot be played.
func (c *Candidate) with(e Edit) *Candidate {
	v := c.Variant.Clone()
	if err := e.change(v); err != nil {
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
	return newCandidate(append(slices.Clone(c.Edits), e), g.Variant)
}

// withEach calls with for each edit. It uses all processors, because compiling hundreds of games on
// large boards takes a minute.
func (c *Candidate) withEach(edits []Edit) []*Candidate {
	list := make([]*Candidate, len(edits))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, e := range edits {
		group.Go(func() error {
			list[i] = c.with(e)
			return nil
		})
	}
	_ = group.Wait() // none fails
	return list
}

// compare orders by size, then by text.
func (c *Candidate) compare(o *Candidate) int {
	return cmp.Or(cmp.Compare(c.Size, o.Size), strings.Compare(c.Text, o.Text))
}

// distinct sorts candidates and keeps the first with each set of rules that is not in seen, to which
// it adds them.
func distinct(list []*Candidate, seen map[string]bool) []*Candidate {
	list = slices.DeleteFunc(list, func(c *Candidate) bool { return c == nil })
	slices.SortStableFunc(list, (*Candidate).compare)
	return slices.DeleteFunc(list, func(c *Candidate) bool {
		known := seen[c.Hash]
		seen[c.Hash] = true
		return known
	})
}

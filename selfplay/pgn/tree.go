package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Tree is a game with variations and notes.
type Tree struct {
	// Comment comes before the first move.
	Comment string `json:"comment"`
	// Nodes lists the moves; each comes after the move before it in the game. The first of
	// several moves in a position is the main line.
	Nodes []Node `json:"nodes"`
}

// Node is a move of a tree.
type Node struct {
	Parent  int    `json:"parent"` // the index of the move before it, or -1
	Move    string `json:"move"`
	Comment string `json:"comment"`
	NAGs    []int  `json:"nags"` // numeric annotation glyphs
}

// glyphs are the annotations with a sign, which follows the move.
var glyphs = []string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// rawToken is a part of the move text: a move 'm', a comment '{', an annotation '$', or the
// begin or end of a variation.
type rawToken struct {
	kind byte
	text string
	line int
}

// NextTree returns the next game as Next does, with its variations and notes.
func (r *Reader) NextTree() (store.Record, Tree, error) {
	r.scan.whole = true
	rec, raw, err := r.next()
	if err != nil {
		return rec, Tree{}, err
	}
	t := treeReader{at: -1, left: len(rec.Moves)}
	if t.p, err = rec.Start(r.g); err != nil {
		return rec, Tree{}, err
	}
	for _, token := range raw.tokens {
		if err := t.take(token); err != nil {
			return rec, Tree{}, &GameError{Name: r.name, Line: token.line, Game: r.games, Who: who(raw), Err: err}
		}
	}
	return rec, t.tree, nil
}

// treeReader turns the tokens of a game into a tree.
type treeReader struct {
	tree  Tree
	p     *rules.Position
	made  []rules.Move // by node
	at    int          // the last move read
	left  int          // moves of the main line to come
	saved []int        // where the variations under way began
}

func (t *treeReader) take(token rawToken) error {
	switch token.kind {
	case '(':
		if t.at < 0 {
			return errors.New("a variation has no move before it")
		}
		t.saved = append(t.saved, t.at)
		t.back()
	case ')':
		main := t.saved[len(t.saved)-1]
		t.saved = t.saved[:len(t.saved)-1]
		for t.at != t.tree.Nodes[main].Parent {
			t.back()
		}
		t.p.Make(t.made[main])
		t.at = main
	case '{':
		note := &t.tree.Comment
		if t.at >= 0 {
			note = &t.tree.Nodes[t.at].Comment
		}
		*note = strings.TrimSpace(*note + " " + strings.Join(strings.Fields(token.text), " "))
	case '$':
		if n, err := strconv.Atoi(token.text[1:]); err == nil && t.at >= 0 && n > 0 && n < 256 {
			t.tree.Nodes[t.at].NAGs = append(t.tree.Nodes[t.at].NAGs, n)
		}
	default:
		return t.move(token.text)
	}
	return nil
}

// back takes the last move back.
func (t *treeReader) back() {
	t.p.Unmake()
	t.at = t.tree.Nodes[t.at].Parent
}

func (t *treeReader) move(text string) error {
	if len(t.saved) == 0 {
		if t.left--; t.left < 0 {
			return nil // the game ended with an illegal move
		}
	}
	m, err := t.p.ReadMove(text)
	if err != nil {
		return err
	}
	node := Node{Parent: t.at, Move: t.p.Game().MoveText(m), NAGs: []int{}}
	sign := text[len(strings.TrimRight(text, "!?")):]
	if n := slices.Index(glyphs, sign); n > 0 && sign != "" {
		node.NAGs = append(node.NAGs, n)
	}
	t.p.Make(m)
	t.at = len(t.tree.Nodes)
	t.tree.Nodes, t.made = append(t.tree.Nodes, node), append(t.made, m)
	return nil
}

// WriteTree writes a game as Write does, with variations and notes. The main line of the
// tree has the moves of the record.
func WriteTree(w io.Writer, g *rules.Game, r store.Record, players []store.Player, tree Tree) error {
	next := make([][]int, len(tree.Nodes)+1) // by the move before, from -1
	for i, node := range tree.Nodes {
		if node.Parent < -1 || node.Parent >= i {
			return fmt.Errorf("move %d of the tree follows move %d, expected one before it", i, node.Parent)
		}
		next[node.Parent+1] = append(next[node.Parent+1], i)
	}
	return write(w, g, r, players, noDate, func(t *moveText, p *rules.Position) error {
		t.comment(tree.Comment)
		return t.line(p, tree.Nodes, next, -1, true)
	})
}

// line writes the moves after a move, and leaves the position as it was. Fresh asks for the
// number of the first move.
func (t *moveText) line(p *rules.Position, nodes []Node, next [][]int, at int, fresh bool) error {
	plies := p.Plies()
	defer func() {
		for p.Plies() > plies {
			p.Unmake()
		}
	}()
	for len(next[at+1]) > 0 {
		list := next[at+1]
		main, err := t.node(p, &nodes[list[0]], fresh)
		if err != nil {
			return err
		}
		fresh = nodes[list[0]].Comment != "" || len(list) > 1
		for _, other := range list[1:] {
			t.prefix = "("
			m, err := t.node(p, &nodes[other], true)
			if err != nil {
				return err
			}
			p.Make(m)
			if err := t.line(p, nodes, next, other, nodes[other].Comment != ""); err != nil {
				return err
			}
			p.Unmake()
			t.out.WriteByte(')')
			t.column++
		}
		p.Make(main)
		at = list[0]
	}
	return nil
}

// node writes a move with its number, if that is needed, and its notes.
func (t *moveText) node(p *rules.Position, n *Node, fresh bool) (rules.Move, error) {
	m, err := p.ReadMove(n.Move)
	if err != nil {
		return m, err
	}
	if p.Turn() == rules.White {
		t.word(strconv.Itoa(p.Fullmove()) + ".")
	} else if fresh {
		t.word(strconv.Itoa(p.Fullmove()) + "...")
	}
	t.word(p.SAN(m))
	for _, nag := range n.NAGs {
		t.word("$" + strconv.Itoa(nag))
	}
	t.comment(n.Comment)
	return m, nil
}

// comment writes a comment word by word. There is no way to write a brace in one.
func (t *moveText) comment(text string) {
	words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(text))
	for i, word := range words {
		if i == 0 {
			word = "{" + word
		}
		if i == len(words)-1 {
			word += "}"
		}
		t.word(word)
	}
}

// keep keeps a token for NextTree.
func (s *scanner) keep(g *rawGame, kind byte, text string) {
	if s.whole && len(g.tokens) < 4*maxMoves {
		g.tokens = append(g.tokens, rawToken{kind, cmp.Or(text, string(kind)), s.line})
	}
}

package board

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/pieces"
)

// Film is a game to be replayed move by move.
type Film struct {
	// SVG shows the first position, for embedding in a page. Its elements of class "man"
	// hold the address of their square in data-at. A Shot changes their href and the
	// elements of class "mark".
	SVG   []byte
	Shots []Shot
}

// Shot holds the changes that a move makes to the picture.
type Shot struct {
	Move string `json:"m"` // with its number
	// Puts maps addresses to new contents, "" for empty.
	Puts map[string]string `json:"p"`
	// From and To are the addresses marked for the move.
	From string `json:"f"`
	To   string `json:"t"`
}

// Shoot films moves from a position, which it does not modify. The name must be unique on
// a page.
func Shoot(name string, p *rules.Position, moves []rules.Move) Film {
	f := &filming{g: p.Game(), name: name, faces: pieces.ByName(p.Game().Variant, pieces.Of(p.Game().Variant))}
	p = p.Clone()
	gates := p.Gates()
	f.gates = !gates.Empty()
	before := f.men(p)
	out := Film{SVG: f.first(before)}
	for _, m := range moves {
		shot := Shot{Puts: map[string]string{}, From: f.at(m.From()), To: f.at(m.To())}
		shot.Move = p.LineSAN([]rules.Move{m})
		p.Make(m)
		now := f.men(p)
		for at := range before {
			if now[at] == "" {
				shot.Puts[at] = ""
			}
		}
		for at, man := range now {
			if before[at] != man {
				shot.Puts[at] = man
			}
		}
		before = now
		out.Shots = append(out.Shots, shot)
	}
	return out
}

type filming struct {
	canvas
	g     *rules.Game
	name  string
	faces map[string]pieces.Face
	gates bool // pieces wait above and below the board
}

// row returns the row of a square, counted from the top.
func (f *filming) row(sq rules.Square) int {
	row := f.g.Ranks() - 1 - f.g.Rank(sq)
	if f.gates {
		row++
	}
	return row
}

func (f *filming) at(sq rules.Square) string { return fmt.Sprintf("%d,%d", f.g.File(sq), f.row(sq)) }

// men maps addresses to the symbols of a position. Waiting pieces are beyond the edge, behind the
// piece in front of them.
func (f *filming) men(p *rules.Position) map[string]string {
	list := map[string]string{}
	all, gates := p.Occupied(), p.Gates()
	all.Squares(func(sq rules.Square) { list[f.at(sq)] = f.symbol(p.At(sq)) })
	gates.Squares(func(sq rules.Square) {
		row := 0
		if p.Behind(sq).Color() == rules.White {
			row = f.g.Ranks() + 1
		}
		list[fmt.Sprintf("%d,%d", f.g.File(sq), row)] = f.symbol(p.Behind(sq))
	})
	return list
}

func (f *filming) symbol(code rules.Code) string { return fmt.Sprintf("#%s-%d", f.name, code) }

// first draws the first position, with the game's pieces defined as symbols.
func (f *filming) first(men map[string]string) []byte {
	rows := f.g.Ranks()
	if f.gates {
		rows += 2
	}
	width, height := f.g.Files()*cell+2*filmEdge, rows*cell+2*filmEdge
	f.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%d %d %d %d" font-family="DejaVu Sans, Verdana, Arial, sans-serif" role="img" aria-label="Board">`,
		width, height, -filmEdge, -filmEdge, width, height)
	f.add("<defs>")
	for _, t := range f.g.Types() {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			f.add(`<symbol id="%s" overflow="visible">`, f.symbol(rules.CodeOf(t, c))[1:])
			f.add(`<g transform="scale(%g)">%s</g>`, faceScale, f.faces[f.g.Variant.Pieces[t-1].Name].Draw(c == rules.Black))
			f.add("</symbol>")
		}
	}
	if f.g.Petrifies() {
		f.add(`<symbol id="%s"><rect width="%d" height="%d" fill="%s"/></symbol>`, f.symbol(rules.Wall)[1:], cell, cell, edge)
	}
	f.add("</defs>")
	if f.gates { // a ground for dark pieces on a dark page
		for _, row := range []int{0, rows - 1} {
			f.rect(0, row*cell, f.g.Files()*cell, cell, waitingGround)
		}
	}
	f.board(f.g, f.row(f.g.SquareAt(0, f.g.Ranks()-1)))
	for range 2 {
		f.add(`<rect class="mark" width="%d" height="%d" fill="%s" opacity="0.35" visibility="hidden"/>`, cell, cell, markedSquare)
	}
	f.add(`<g class="men">`)
	for _, at := range slices.Sorted(maps.Keys(men)) {
		var file, row int
		fmt.Sscanf(at, "%d,%d", &file, &row)
		f.add(`<use class="man" data-at="%s" href="%s" x="%d" y="%d"/>`, at, men[at], file*cell, row*cell)
	}
	f.add("</g>\n</svg>")
	return []byte(f.b.String())
}

const (
	filmEdge      = 2
	markedSquare  = "#e0a800"
	waitingGround = "#c9ced3"
)

// Link returns the address of a game and its moves on the page of the program's server. The
// fragment is compressed JSON, which the page reads (cmd/web/static/link.js).
func Link(v *variant.Variant, fen string, moves []string) string {
	state := map[string]any{"game": map[string]string{"text": string(v.Encode())}, "fen": fen, "moves": moves}
	if len(moves) > 0 {
		state["players"] = []string{"person", "person"} // the engine would answer the last move
	}
	text, _ := json.Marshal(state) // strings only
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	_, _ = w.Write(text)                                 // a buffer takes everything
	_ = w.Close()
	return "/#g=" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

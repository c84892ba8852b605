package board

import (
	"maps"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/format"
)

// Picture is a finished drawing.
type Picture struct {
	// Name is "board", "signs", or "piece-" with the name of the piece.
	Name string
	// Title and Alt describe the picture; Alt is for readers who cannot see it.
	Title, Alt string
	SVG        []byte
}

// Options control the layout of pictures.
type Options struct {
	// Width is the maximum width in CSS pixels; 0 means no limit.
	Width int
	// Brief omits the legends; Pictures then explains the signs once for all pieces.
	Brief bool
	// Captions maps names of pieces to lines below them, such as their values.
	Captions map[string]string
	// Faces maps names of pieces to drawings; nil means the drawings of package pieces.
	Faces map[string]pieces.Face
}

// in returns the options with the faces of a game.
func (o Options) in(v *variant.Variant) Options {
	if o.Faces == nil {
		o.Faces = pieces.ByName(v, pieces.Of(v))
	}
	return o
}

// Pictures draws the array of a game, the moves of each piece and, if Brief is set, the
// signs.
func Pictures(g *rules.Game, o Options) ([]Picture, error) {
	o = o.in(g.Variant)
	list := []Picture{Card(g, Options{Width: o.Width, Faces: o.Faces}, nil)}
	used := map[mark]bool{}
	for _, p := range g.Variant.Pieces {
		d, err := draw(p, g.Ranks(), o)
		if err != nil {
			return nil, err
		}
		list = append(list, d.result)
		maps.Copy(used, d.used)
	}
	if o.Brief {
		d := &moveDrawing{Frame: &Frame{}, used: used, width: minWidth}
		if o.Width > 0 {
			d.width = o.Width - 2*margin
		}
		bottom := d.signs(margin)
		list = append(list, d.picture(d.width+2*margin, bottom+margin, Picture{Name: "signs", Title: "Signs", Alt: "The signs on the boards of the pieces."}))
	}
	return list, nil
}

// Moves draws the moves of a piece on a board with the given number of ranks, with a
// legend for the signs in use. The error is a *betza.SyntaxError in one of the move
// strings.
func Moves(p variant.Piece, ranks int, o Options) (Picture, error) {
	d, err := draw(p, ranks, o)
	if err != nil {
		return Picture{}, err
	}
	return d.result, nil
}

// Notation draws where a piece with a move string goes, without a legend.
func Notation(moves string, o Options) (Picture, error) {
	o.Brief = true
	return Moves(variant.Piece{Name: moves, Moves: []variant.MoveSet{{Betza: moves}}}, variant.MaxSide, o)
}

func draw(p variant.Piece, ranks int, o Options) (*moveDrawing, error) {
	f, err := NewFrame(p, ranks)
	if err != nil {
		return nil, err
	}
	d := &moveDrawing{Frame: f, used: map[mark]bool{}}
	if p.Symbol != "" {
		d.faces = o.in(&variant.Variant{Pieces: []variant.Piece{p}}).Faces
	}
	d.measure(o)
	title := p.Name // of a piece without a letter: its move string
	if p.Symbol != "" {
		title = heading(p.Name) + " (" + p.Symbol + ")"
	}
	y := margin
	for _, line := range wrap(title, d.width*charWide/titleWide) {
		d.text(margin, float64(y+16), `font-size="18" font-weight="bold" `+mainText, line)
		y += 24
	}
	for _, line := range wrap(o.Captions[p.Name], d.width) {
		d.text(margin, float64(y+14), mainText, line)
		y += lineStep
	}
	bottom := d.row(f.Panels, y)
	if len(f.Examples) > 0 {
		bottom = d.row(f.Examples, bottom)
	}
	if !o.Brief {
		bottom = d.legend(bottom + 2)
	}
	d.result = d.picture(d.width+2*margin, bottom+margin, Picture{Name: "piece-" + p.Name, Title: title, Alt: d.alt(o.Captions[p.Name])})
	return d, nil
}

// alt returns a description of the piece and its moves.
func (d *moveDrawing) alt(caption string) string {
	if d.Piece.Symbol == "" {
		return "Where a piece with the move " + d.betza() + " goes."
	}
	text := "The moves of the " + strings.ReplaceAll(d.Piece.Name, "-", " ") + ", in Betza's notation " + d.betza() + "."
	for _, more := range []string{caption, d.Piece.Note} {
		if more != "" {
			text += " " + format.Title(strings.TrimSuffix(more, ".")) + "."
		}
	}
	return text
}

// betza lists the move strings.
func (f *Frame) betza() string {
	var moves []string
	for _, m := range f.Moves {
		moves = append(moves, m.String())
	}
	return strings.Join(moves, "; ")
}

// heading capitalizes a name and turns its hyphens into spaces.
func heading(name string) string {
	return format.Title(strings.ReplaceAll(name, "-", " "))
}

// Widths in pixels of panels and of the text below them.
const (
	minWidth   = 10 * cell
	briefWidth = 5 * cell
	maxWidth   = 18 * cell // of panels placed side by side
	panelGap   = 24
	arrowRoom  = 14 // between a panel and the text above it
)

// moveDrawing draws a frame.
type moveDrawing struct {
	canvas
	*Frame
	used   map[mark]bool
	width  int     // of panels and legend
	size   float64 // scale of the panels
	result Picture
}

// measure chooses the width of panels and legend, and scales down panels that are too
// wide.
func (d *moveDrawing) measure(o Options) {
	limit, widest := maxWidth, 0
	d.width, d.size = minWidth, 1
	if o.Brief {
		d.width = max(briefWidth, titleWide*len(d.Piece.Name+d.Piece.Symbol)+5*titleWide/2)
	}
	if o.Width > 0 {
		limit = o.Width - 2*margin
		d.width = min(d.width, limit)
	}
	for _, list := range [][]Panel{d.Panels, d.Examples} {
		for i := range list {
			widest = max(widest, (list[i].Right-list[i].Left+1)*cell)
		}
	}
	if o.Width > 0 && widest > limit {
		d.size = float64(limit) / float64(widest)
	}
	for _, list := range [][]Panel{d.Panels, d.Examples} {
		row := -panelGap
		for i := range list {
			one := d.pixels(&list[i])
			d.width = max(d.width, one)
			if row += panelGap + one; row <= limit {
				d.width = max(d.width, row)
			}
		}
	}
}

// pixels returns the width that a panel and its caption need.
func (d *moveDrawing) pixels(p *Panel) int {
	return max(int(d.size*float64((p.Right-p.Left+1)*cell)), len(p.Caption)*charWide)
}

// row draws panels from y down, side by side and on several lines if necessary. It returns
// the y where they end.
func (d *moveDrawing) row(panels []Panel, y int) int {
	x, bottom := margin, y
	for i := range panels {
		p := &panels[i]
		if x > margin && x+d.pixels(p) > margin+d.width {
			x, y = margin, bottom
		}
		top := y + arrowRoom
		if p.Caption != "" {
			top += 16
			d.text(float64(x), float64(top-arrowRoom+3), mainText, format.Title(strings.ReplaceAll(p.Caption, "-", "–")))
		}
		b := panelDrawing{d, p}
		d.scaled(x, top, d.size, b.draw)
		bottom = max(bottom, top+int(d.size*float64((p.Top-p.Bottom+1)*cell))+arrowRoom)
		x += d.pixels(p) + panelGap
	}
	return bottom
}

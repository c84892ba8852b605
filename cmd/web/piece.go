package web

import (
	"cmp"
	"slices"

	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/pieces"
)

// Piece describes a kind of piece.
type Piece struct {
	variant.Piece
	// Holds reports whether the piece can be in hand.
	Holds bool `json:"holds"`
	// Worth orders the pieces from weak to strong, as the engine values them.
	Worth float64 `json:"worth"`
	// Picture shows the moves as SVG, and Alt describes it.
	Picture string `json:"picture"`
	Alt     string `json:"alt"`
	// Faces are its drawings for White and for Black: SVG elements of 100 by 100 units.
	// Letters are those with its characters or its symbol.
	Faces   [2]string `json:"faces"`
	Letters [2]string `json:"letters"`
	// Pattern lists the targets of the piece, for a small icon.
	Pattern []Mark `json:"pattern"`
}

// Mark is a target of a piece, relative to its square.
type Mark struct {
	DX      int  `json:"dx"`
	DY      int  `json:"dy"`
	Capture bool `json:"capture"`
}

// pictureWidth is the width of the pictures of pieces in pixels. They fit a phone.
const pictureWidth = 340

func describe(p variant.Piece, ranks int, face, letter pieces.Face) (Piece, error) {
	faces := map[string]pieces.Face{p.Name: face}
	picture, err := board.Moves(p, ranks, board.Options{Width: pictureWidth, Faces: faces})
	if err != nil {
		return Piece{}, err
	}
	frame, err := board.NewFrame(p, ranks)
	if err != nil {
		return Piece{}, err
	}
	out := Piece{Piece: p, Picture: string(picture.SVG), Alt: picture.Alt, Faces: drawn(face), Letters: drawn(letter), Pattern: []Mark{}}
	for v, t := range frame.All.Targets {
		if board.Distance(v) <= 3 {
			out.Pattern = append(out.Pattern, Mark{v.DX, v.DY, t.Capture != board.Never})
		}
	}
	slices.SortFunc(out.Pattern, func(a, b Mark) int { return cmp.Or(cmp.Compare(a.DY, b.DY), cmp.Compare(a.DX, b.DX)) })
	return out, nil
}

func drawn(f pieces.Face) [2]string { return [2]string{f.Draw(false), f.Draw(true)} }

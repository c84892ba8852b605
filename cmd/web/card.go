package web

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/picture"
	"bestiary/internal/toml"
	"bestiary/tuning/formula"
)

// CardRequest asks for the rough value of a piece. Its moves are a string in Betza's notation or,
// if that is empty, leaps.
type CardRequest struct {
	Betza string `json:"betza"`
	Leaps []Leap `json:"leaps"`
	Board string `json:"board"` // such as 8x8
}

// Leap is a leap drawn by the user; see betza.Leap.
type Leap struct {
	DX       int  `json:"dx"`
	DY       int  `json:"dy"`
	Rides    bool `json:"rides"`
	Moves    bool `json:"moves"`
	Captures bool `json:"captures"`
}

// Card holds what is known of a piece before any game is played.
type Card struct {
	Betza string `json:"betza"`
	// Picture shows the moves as SVG, and Alt describes it.
	Picture string         `json:"picture"`
	Alt     string         `json:"alt"`
	Lines   []formula.Line `json:"lines"`
	// Game is a game file of chess on this board with the piece as a guest; "" if there is none.
	Game string `json:"game"`
}

func (a *API) card(_ context.Context, r CardRequest) (any, error) {
	size, ok := formula.ParseBoard(r.Board)
	if !ok {
		return nil, &Fault{Message: fmt.Sprintf("the board %s: expected a size such as 10x8", toml.Quote(r.Board))}
	}
	if len(r.Leaps) > 0 && r.Betza == "" {
		var err error
		if r.Betza, err = betza.Write(leaps(r.Leaps)); err != nil {
			return nil, &Fault{Message: err.Error()}
		}
	}
	card, err := formula.Describe(size, r.Betza)
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	out := Card{Betza: r.Betza}
	if out.Lines, err = card.Lines(); err != nil {
		return nil, err
	}
	picture, err := board.Notation(r.Betza, board.Options{Width: pictureWidth})
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	out.Picture, out.Alt = string(picture.SVG), picture.Alt
	if v, err := size.Chess(); err == nil && card.NoValue == "" && card.Worthless == "" {
		if err := formula.AddGuest(v, "guest", r.Betza); err != nil {
			return nil, err
		}
		text, err := variant.Begin("zoo", v, nil)
		if err != nil {
			return nil, err
		}
		out.Game = string(text)
	}
	return out, nil
}

func leaps(list []Leap) (out []betza.Leap) {
	for _, l := range list {
		leap := betza.Leap{Vec: betza.Vec{DX: l.DX, DY: l.DY}, Rides: l.Rides}
		if l.Moves {
			leap.Modes |= betza.Empty
		}
		if l.Captures {
			leap.Modes |= betza.Enemy
		}
		out = append(out, leap)
	}
	return out
}

// Piece describes a kind of piece.
type Piece struct {
	variant.Piece
	// Holds reports whether the piece can be in hand.
	Holds bool `json:"holds"`
	// Waits is the number of them that wait behind the array of each side.
	Waits int `json:"waits"`
	// Worth orders the pieces from weak to strong, as the engine values them.
	Worth float64 `json:"worth"`
	// Picture shows the moves as SVG, and Alt describes it.
	Picture string `json:"picture"`
	Alt     string `json:"alt"`
	// Look is the picture of the set that the game names for it, or "".
	Look string `json:"look"`
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
	moves, err := board.Moves(p, ranks, board.Options{Width: pictureWidth, Faces: faces})
	if err != nil {
		return Piece{}, err
	}
	frame, err := board.NewFrame(p, ranks)
	if err != nil {
		return Piece{}, err
	}
	out := Piece{Piece: p, Picture: string(moves.SVG), Alt: moves.Alt, Faces: drawn(face), Letters: drawn(letter), Pattern: []Mark{}}
	if !picture.IsData(p.Picture) {
		out.Look = p.Picture
	}
	for v, t := range frame.All.Targets {
		if board.Distance(v) <= 3 {
			out.Pattern = append(out.Pattern, Mark{v.DX, v.DY, t.Capture != board.Never})
		}
	}
	slices.SortFunc(out.Pattern, func(a, b Mark) int { return cmp.Or(cmp.Compare(a.DY, b.DY), cmp.Compare(a.DX, b.DX)) })
	return out, nil
}

func drawn(f pieces.Face) [2]string { return [2]string{f.Draw(false), f.Draw(true)} }

package web

import (
	"context"
	"fmt"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
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

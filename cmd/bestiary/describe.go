package main

import (
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// gameDescription is the output of show --json.
type gameDescription struct {
	Name        string                `json:"name"`
	Title       string                `json:"title"`
	Author      string                `json:"author"`
	Source      string                `json:"source"`
	Description string                `json:"description"`
	Hash        string                `json:"hash"`
	Files       int                   `json:"files"`
	Ranks       int                   `json:"ranks"`
	Holes       []string              `json:"holes"`
	FEN         string                `json:"fen"`
	Pieces      []pieceDescription    `json:"pieces"`
	Options     map[string]string     `json:"options"`
	Rules       []variant.Explanation `json:"rules"`
}

type pieceDescription struct {
	Name     string               `json:"name"`
	Symbol   string               `json:"symbol"`
	Royal    bool                 `json:"royal"`
	Pawn     bool                 `json:"pawn"`
	Explodes bool                 `json:"explodes"`
	Note     string               `json:"note"`
	Moves    []moveSetDescription `json:"moves"`
}

type moveSetDescription struct {
	Betza           string `json:"betza"`
	FirstRank       int    `json:"first_rank"`
	LastRank        int    `json:"last_rank"`
	Flying          bool   `json:"flying"`
	LeavesEnPassant bool   `json:"leaves_en_passant"`
}

func describeGame(g *rules.Game) gameDescription {
	v := g.Variant
	d := gameDescription{
		Name: v.Name, Title: v.Title, Author: v.Author, Source: v.Source, Description: v.Description,
		Hash: v.Hash(), Files: v.Files, Ranks: v.Ranks, Holes: append([]string{}, v.Holes...),
		FEN: g.NewPosition().FEN(), Pieces: []pieceDescription{}, Options: map[string]string{}, Rules: v.Explain(),
	}
	for _, p := range v.Pieces {
		d.Pieces = append(d.Pieces, describePiece(p))
	}
	for _, s := range v.Settings() {
		d.Options[s.Name] = s.Value
	}
	return d
}

func describePiece(p variant.Piece) pieceDescription {
	d := pieceDescription{Name: p.Name, Symbol: p.Symbol, Royal: p.Royal, Pawn: p.Pawn, Explodes: p.Explodes, Note: p.Note, Moves: []moveSetDescription{}}
	for _, set := range p.Moves {
		d.Moves = append(d.Moves, moveSetDescription{set.Betza, set.FirstRank, set.LastRank, set.Flying, set.LeavesEnPassant})
	}
	return d
}

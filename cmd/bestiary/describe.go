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
	Pieces      []variant.Piece       `json:"pieces"`
	Options     map[string]string     `json:"options"`
	Rules       []variant.Explanation `json:"rules"`
}

func describeGame(g *rules.Game) gameDescription {
	v := g.Variant
	d := gameDescription{
		Name: v.Name, Title: v.Title, Author: v.Author, Source: v.Source, Description: v.Description,
		Hash: v.Hash(), Files: v.Files, Ranks: v.Ranks, Holes: append([]string{}, v.Holes...),
		FEN: g.NewPosition().FEN(), Pieces: v.Pieces, Options: map[string]string{}, Rules: v.Explain(),
	}
	for _, s := range v.Settings() {
		d.Options[s.Name] = s.Value
	}
	return d
}

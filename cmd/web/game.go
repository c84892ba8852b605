package web

import (
	"bestiary/internal/picture"
	"bestiary/internal/toml"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
	"bestiary/experiments/page/pieces"
)

// GameRef refers to a game.
type GameRef struct {
	// Name is the name of a game of the catalogue, or "" if there is a Text.
	Name string `json:"name"`
	// Text describes a game in any format. File is the name of its file, which determines
	// the format, or "".
	Text string `json:"text"`
	File string `json:"file"`
	// Section is the section of a variants.ini; "" for the first.
	Section string `json:"section"`
	// Approximate drops rules of the text that cannot be expressed. Otherwise such rules
	// are errors.
	Approximate bool `json:"approximate"`
	// Rules changes the rules of the game, each as NAME=VALUE.
	Rules []string `json:"rules"`
}

// game is a compiled game with a session that analyses it.
type game struct {
	ref      GameRef
	compiled *rules.Game
	warnings []string
	sections []string // of the text, if there are several

	thinking sync.Mutex
	session  *session.Session
}

// thinkHash is the size of the transposition table of a session, in megabytes.
const thinkHash = 8

// maxGames is the largest number of games that an API keeps.
const maxGames = 8

// find returns the game of a reference. An error is a *Fault.
func (a *API) find(ref GameRef) (g *game, err error) {
	g, ok := a.games.take(ref)
	if !ok {
		if g, err = load(ref); err != nil {
			return nil, faultOf(err)
		}
	}
	a.games.put(ref, g, maxGames)
	return g, nil
}

// Game returns the game of a reference. An error is a *Fault.
func (a *API) Game(ref GameRef) (*rules.Game, error) {
	g, err := a.find(ref)
	if err != nil {
		return nil, err
	}
	return g.compiled, nil
}

func load(ref GameRef) (*game, error) {
	g := &game{ref: ref}
	v, err := g.read()
	if err != nil {
		return nil, err
	}
	for _, setting := range ref.Rules {
		name, value, ok := strings.Cut(setting, "=")
		if !ok {
			return nil, fmt.Errorf("rule %s: expected NAME=VALUE", toml.Quote(setting))
		}
		if err := v.Override(strings.TrimSpace(name), value); err != nil {
			return nil, err
		}
	}
	if g.compiled, err = rules.Compile(v); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *game) read() (*variant.Variant, error) {
	if g.ref.Text == "" {
		return variant.Find(g.ref.Name)
	}
	f := gamefile.New(g.ref.File, []byte(g.ref.Text))
	f.Approximate = g.ref.Approximate
	if f.Section = g.ref.Section; f.Section == "" {
		if list := f.Sections(); len(list) > 1 {
			g.sections, f.Section = list, list[0]
		}
	}
	v, warnings, err := f.Parse()
	g.warnings = warnings
	return v, err
}

// catalogueEntry is a game of the catalogue.
type catalogueEntry struct {
	Name   string `json:"name"`
	Title  string `json:"title"`
	Author string `json:"author"`
}

func (a *API) catalogue(context.Context, struct{}) (any, error) {
	var list []catalogueEntry
	for _, name := range variant.Catalogue() {
		v, err := variant.Find(name)
		if err != nil {
			return nil, err
		}
		list = append(list, catalogueEntry{name, cmp.Or(v.Title, name), v.Author})
	}
	return map[string]any{"games": list, "pictures": picture.Names()}, nil
}

// Game describes a game.
type Game struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Author      string   `json:"author"`
	Description string   `json:"description"`
	Files       int      `json:"files"`
	Ranks       int      `json:"ranks"`
	Holes       []string `json:"holes"`
	// Look specifies how board and pieces are drawn; the faces of the pieces follow it.
	Look   variant.Look `json:"look"`
	FEN    string       `json:"fen"`
	Pieces []Piece      `json:"pieces"`
	// Gating reports whether pieces wait behind the first ranks.
	Gating bool `json:"gating"`
	// Shuffled reports whether new games begin with arrays of their own.
	Shuffled bool `json:"shuffled"`
	// Wings lists the castling rights.
	Wings    []wing                `json:"wings"`
	Rules    []variant.Explanation `json:"rules"`
	Settings []setting             `json:"settings"`
	Warnings []string              `json:"warnings"`
	// Approximates lists the rules that the description omits, and Losses states how the game is
	// played without them.
	Approximates []string `json:"approximates"`
	Losses       []string `json:"losses"`
	// Sections lists the sections of a variants.ini if there are several.
	Sections []string `json:"sections"`
	// TOML is the game as a game file.
	TOML string `json:"toml"`
	// Engine identifies the revision of the engine, and weights that are not the game's own. Games of different revisions do not mix.
	Engine string `json:"engine"`
}

// setting is a rule that can be chosen, with what it decides. Choices are its values if these are few words.
type setting struct {
	variant.Setting
	Doc     string   `json:"doc"`
	Choices []string `json:"choices"`
}

func settingsOf(v *variant.Variant) (list []setting) {
	options := map[string]variant.Option{}
	for _, o := range variant.Options() {
		options[o.Name] = o
	}
	for _, s := range v.Settings() {
		one := setting{Setting: s, Doc: options[s.Name].Doc, Choices: []string{}}
		if values := options[s.Name].Values; words.MatchString(values) {
			one.Choices = strings.Split(strings.ReplaceAll(values, " or ", ", "), ", ")
		}
		list = append(list, one)
	}
	if hand := "captures-to-hand"; !v.Rules.Hand.Used() { // a rule to begin with, which says nothing otherwise
		list = append(list, setting{variant.Setting{Name: hand, Value: "false"}, options[hand].Doc, []string{"true", "false"}})
	}
	return list
}

// words matches a list of values that are words.
var words = regexp.MustCompile(`^[a-z0-9-]*[a-z][a-z0-9-]*(, [a-z0-9-]+)* or [a-z0-9-]+$`)

// wing is a castling right with its letter in a FEN.
type wing struct {
	Letter  string `json:"letter"`
	Black   bool   `json:"black"`
	Partner string `json:"partner"`
}

// warningKind is the end of a warning, which names its kind.
var warningKind = regexp.MustCompile(` \[[a-z-]+\]$`)

func (a *API) game(_ context.Context, ref GameRef) (any, error) {
	g, err := a.find(ref)
	if err != nil {
		return nil, err
	}
	v := g.compiled.Variant
	out := Game{
		Name: v.Name, Title: cmp.Or(v.Title, v.Name), Author: v.Author, Description: v.Description,
		Files: v.Files, Ranks: v.Ranks, Holes: append([]string{}, v.Holes...), Look: v.Look,
		FEN: g.compiled.NewPosition().FEN(), Gating: g.compiled.Places(),
		Shuffled: v.Rules.Shuffle == variant.ShuffleFirstRank, Rules: v.Explain(), Wings: []wing{},
		Warnings: []string{}, Losses: []string{}, Approximates: append([]string{}, v.Approximates...),
		Sections: append([]string{}, g.sections...), TOML: string(v.Encode()), Settings: settingsOf(v),
		Engine: fmt.Sprintf("%d.%d", search.Revision, eval.Revision),
	}
	if w := eval.Default(g.compiled); w.Origin == nil || w.Origin.From != "" { // of another game, which may change
		out.Engine += "." + w.Terms()
	}
	if out.Title == "game" && ref.Text != "" && ref.File == "" {
		out.Title = "A pasted game"
	}
	for _, w := range g.warnings {
		if text, lost := strings.CutSuffix(w, " [lost]"); lost {
			out.Losses = append(out.Losses, text)
		} else {
			out.Warnings = append(out.Warnings, warningKind.ReplaceAllString(w, ""))
		}
	}
	for _, w := range g.compiled.Wings() {
		out.Wings = append(out.Wings, wing{string(w.Letter), w.Color == rules.Black, g.compiled.SquareName(w.Partner)})
	}
	faces, letters := pieces.Of(v), pieces.Letters(v)
	worth := eval.PriorValues(g.compiled)
	for i, p := range v.Pieces {
		piece, err := describe(p, v.Ranks, faces[i], letters[i])
		if err != nil {
			return nil, err
		}
		for _, name := range v.Rules.Gating.Pieces {
			if name == p.Name {
				piece.Waits++
			}
		}
		piece.Holds, piece.Worth = g.compiled.CanHold(rules.Type(i+1)), worth[i+1]
		out.Pieces = append(out.Pieces, piece)
	}
	return out, nil
}

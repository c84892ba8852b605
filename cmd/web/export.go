package web

import (
	"context"
	"fmt"
	"slices"

	"bestiary/engine/variant/gamefile"
	"bestiary/internal/format"
)

// ExportRequest asks for a game in a format of other programs.
type ExportRequest struct {
	Game GameRef `json:"game"`
	// Format is one of gamefile.Formats.
	Format gamefile.Format `json:"format"`
}

// Export is a game in a format, with a sentence for everything that it lacks or has otherwise.
type Export struct {
	Text     string   `json:"text"`
	Warnings []string `json:"warnings"`
	// Lost is the number of warnings about the rules and the pieces.
	Lost int `json:"lost"`
}

func (a *API) export(_ context.Context, r ExportRequest) (any, error) {
	if !slices.Contains(gamefile.Formats(), string(r.Format)) {
		return nil, &Fault{Message: fmt.Sprintf("format is %q, expected %s", r.Format, format.List(gamefile.Formats(), "or"))}
	}
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	text, warnings, err := gamefile.Encode(g.compiled.Variant, r.Format)
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	return Export{string(text), append([]string{}, warnings...), gamefile.Lost(warnings)}, nil
}

package board

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"

	"bestiary/engine/variant"
)

// Link returns the address of a game and its moves on the page of the program's server. The
// fragment is compressed JSON, which the page reads (cmd/web/static/link.js).
func Link(v *variant.Variant, fen string, moves []string) string {
	text, _ := json.Marshal(map[string]any{ // strings only
		"game": map[string]string{"text": string(v.Encode())}, "fen": fen, "moves": moves,
		"players": []string{"person", "person"}, // the engine would answer the last move
	})
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	_, _ = w.Write(text)                                 // a buffer takes everything
	_ = w.Close()
	return "/#g=" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

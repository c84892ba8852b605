package board

import (
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// A link holds the game and the moves, as the page reads them.
func TestLink(t *testing.T) {
	v := rulestest.Game(t, "shatranj").Variant
	packed, ok := strings.CutPrefix(Link(v, "some FEN", []string{"e2e3", "d7d6"}), "/#g=")
	if !ok {
		t.Fatal("the address is not one of the page")
	}
	data := testkit.Must(base64.RawURLEncoding.DecodeString(packed))(t)
	var got struct {
		Game    struct{ Text string }
		FEN     string
		Moves   []string
		Players []string
	}
	testkit.OK(t, json.NewDecoder(flate.NewReader(strings.NewReader(string(data)))).Decode(&got))
	if got.Game.Text != string(v.Encode()) || got.FEN != "some FEN" || strings.Join(got.Moves, " ") != "e2e3 d7d6" ||
		strings.Join(got.Players, " ") != "person person" {
		t.Errorf("%+v", got)
	}
}

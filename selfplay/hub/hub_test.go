package hub

import (
	"context"
	"testing"
	"time"

	"bestiary/selfplay/match"
)

// A run that others play has the games of one that was played alone.
func TestOthersPlay(t *testing.T) {
	g := compile(t, "chess")
	want := whole(t, g, tiny)
	h := open(t, config(t, t.TempDir()))
	join(t, h, 2)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	folder := t.TempDir()
	if err := playTiny(ctx, g, tiny, folder, match.Crew{Hub: h}); err != nil {
		t.Fatal(err)
	}
	if games(t, folder) != want {
		t.Error("the games are others")
	}
}

package variant

import (
	"testing"

	"bestiary/engine/betza"
	"bestiary/internal/testkit"
)

// Each line of names.tsv leads to a game of the catalogue, and no name to two.
func TestForeignNames(t *testing.T) {
	seen := map[string]string{}
	for _, f := range foreignNames() {
		if CatalogueFile(f.game) == nil {
			t.Errorf("%s: there is no game %s", f.name, f.game)
		}
		plain := plainName(f.name)
		if other, ok := seen[plain]; ok {
			t.Errorf("%s stands for %s and %s", f.name, other, f.game)
		}
		seen[plain] = f.game
	}
	for name, want := range map[string]string{
		"kingofthehill": "king-of-the-hill", "King of the Hill": "king-of-the-hill", "3check": "three-check", "Three-check": "three-check",
		"racingkings": "racing-kings", "Racing Kings": "racing-kings", "fischerandom": "chess960", "Fischerandom": "chess960", "Chess960": "chess960",
		"normal": "chess", "Standard": "chess", "From Position": "chess", "falcon": "falcon-chess", "s-chess": "seirawan", "Crazyhouse": "crazyhouse",
		"giveaway": "", "suicide": "", "bughouse": "", "": "",
	} {
		if got, _ := CatalogueName(name); got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
	for _, c := range []struct{ protocol, game, want string }{
		{"uci", "three-check", "3check"}, {"uci", "chess", "chess"}, {"xboard", "chess", "normal"}, {"xboard", "chess960", "fischerandom"},
		{"uci", "shogi", "shogi"}, {"xboard", "falcon-chess", "falcon"},
	} {
		if got := NameIn(c.protocol, c.game); got != c.want {
			t.Errorf("%s is sent %q for %s, want %q", c.protocol, got, c.game, c.want)
		}
	}
}

// Every move of piecenames.tsv is valid, and names lead to moves.
func TestPieceNames(t *testing.T) {
	for _, cells := range tableRows(pieceNamesTable) {
		if _, err := betza.Parse(cells[1]); err != nil {
			t.Errorf("%s: %v", cells[0], err)
		}
		if _, err := betza.Parse(cells[0]); err == nil {
			t.Errorf("%s is a move string itself", cells[0])
		}
	}
	for name, want := range map[string]string{
		"grasshopper": "gQ", "griffin": "FyafsF", "Dragon Horse": "BW", "falcon": "afafsKafsafzfK", "WAD": "WAD", "manticore": "WyafsW", "Nightrider": "NN",
	} {
		move, _, err := ReadMove(name)
		testkit.OK(t, err)
		testkit.Same(t, name, want, move)
	}
	_, _, err := ReadMove("grashopper")
	testkit.Fails(t, err, `did you mean "grasshopper"?`)
}

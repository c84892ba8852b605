package main

import (
	"fmt"
	"slices"
	"strings"
)

// matchHints has advice about flags of cutechess-cli and fastchess that match calls
// by another name or does without.
var matchHints = []struct{ flags, advice string }{
	{"engine cmd", "players are arguments after the game: uci:PROGRAM,SETTING,..."},
	{"proto", "the protocol is the kind of a player: uci:PROGRAM or xboard:PROGRAM"},
	{"tc st nodes depth timemargin option", "this is a setting: --each tc=10+0.1 for all players, uci:PROGRAM,tc=10+0.1 for one"},
	{"concurrency", "use --workers N"},
	{"rounds", "use --games N for all games of a pairing, two in each pair"},
	{"repeat noswap", "games always come in pairs from one opening, with colours exchanged"},
	{"variant", "the game is the first argument"},
	{"pgnout livepgnout", "use --pgn FILE"},
	{"srand", "use --seed N"},
	{"maxmoves", "use --max-plies N, which counts the moves of both players"},
	{"plies", "use --book-plies N"},
	{"twosided", "use --resign-both"},
	{"debug", "use --log FILE"},
	{"recover", "programs that fail are always started again; --max-faults N sets a limit"},
	{"ratinginterval scoreinterval outcomeinterval report output", "use --json for the results after each game"},
	{"config autosaveinterval", "every game is stored as it ends, and the same command continues a match"},
	{"event site", "these tags follow from the match"},
	{"tb tbpieces", "there are no tablebases; --draw and --resign end games early"},
}

// flagHint returns the advice about a flag that a command does not have, or "".
func flagHint(command, name string) string {
	if command == "play" && findFlag(selfplayCommand().Flags, name) != nil {
		return "the games of the engine against itself are bestiary selfplay"
	}
	if command != "match" {
		return ""
	}
	name, _, _ = strings.Cut(name, ".") // option.Hash
	for _, hint := range matchHints {
		if slices.Contains(strings.Fields(hint.flags), strings.ToLower(name)) {
			return hint.advice
		}
	}
	return ""
}

// valueHint returns advice about a value such as elo0=0 or file=x.epd, to be added to
// an error, or "". Form is what the flag expects.
func valueHint(flag, value, form string) string {
	_, value, ok := strings.Cut(value, "=")
	if !ok {
		return ""
	}
	if _, rest, more := strings.Cut(form, ","); more {
		rest, _, _ = strings.Cut(rest, " ")
		value += "," + rest
	}
	return fmt.Sprintf("; values have no names here, as in --%s %s", flag, value)
}

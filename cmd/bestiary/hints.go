package main

import (
	"slices"
	"strings"
)

// hints gives advice about flags that a command lacks or names differently: for match, the
// flags of cutechess-cli and fastchess; for play, the flags of selfplay; for review
// and compare, a flag of estimate.
var hints = []struct{ command, flags, advice string }{
	{"play", "out seed pairs units max-imbalance random-plies workers shard hub json openings balance weights", "the games of the engine against itself are bestiary selfplay"},
	{"review", "quick", "for a short run give --pairs 30"},
	{"compare", "quick", "for a short run give --pairs 30"},
	{"match", "engine cmd", "players are arguments after the game: uci:PROGRAM,SETTING,..."},
	{"match", "proto", "the protocol is the kind of a player: uci:PROGRAM or xboard:PROGRAM"},
	{"match", "tc st nodes depth timemargin option", "this is a setting: --each tc=10+0.1 for all players, uci:PROGRAM,tc=10+0.1 for one"},
	{"match", "ponder", "this is a setting of players that speak UCI: --each tc=10+0.1,ponder"},
	{"match", "start", "use --book-start N"},
	{"match", "concurrency", "use --workers N"},
	{"match", "rounds", "use --games N for all games of a pairing, two in each pair"},
	{"match", "repeat noswap", "games always come in pairs from one opening, with colours exchanged"},
	{"match", "variant", "the game is the first argument"},
	{"match", "pgnout livepgnout", "use --pgn FILE"},
	{"match", "srand", "use --seed N"},
	{"match", "maxmoves", "use --max-plies N, which counts the moves of both players"},
	{"match", "plies", "use --book-plies N"},
	{"match", "twosided", "use --resign-both"},
	{"match", "debug", "use --log FILE"},
	{"match", "recover", "programs that fail are always started again; --max-faults N sets a limit"},
	{"match", "ratinginterval scoreinterval outcomeinterval report output", "use --json for the results after each game"},
	{"match", "config autosaveinterval", "every game is stored as it ends, and the same command continues a match"},
	{"match", "event site", "these tags follow from the match"},
	{"match", "tb tbpieces", "there are no tablebases; --draw and --resign end games early"},
}

// flagHint returns the advice about a flag that a command does not have, or "".
func flagHint(command, name string) string {
	name, _, _ = strings.Cut(name, ".") // option.Hash
	for _, hint := range hints {
		if hint.command == command && slices.Contains(strings.Fields(hint.flags), strings.ToLower(name)) {
			return hint.advice
		}
	}
	return ""
}

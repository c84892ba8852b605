package pgn

import (
	"regexp"
	"strconv"
	"strings"

	"bestiary/engine/search"
)

// longestMate is the largest distance of a mate, in plies, that is written as a
// mate.
const longestMate = 1000

// comment writes the score of a move, in centipawns from the mover's point of view,
// and its time in milliseconds, as cutechess and fastchess do but without a depth.
func comment(score, time int, timed bool) string {
	text := "{" + scoreText(score)
	if timed {
		text += " " + decimals(time, 3) + "s"
	}
	return text + "}"
}

// scoreText is a score in pawns, or the distance of a mate in plies: +M3 and -M4.
func scoreText(score int) string {
	sign := "+"
	if score < 0 {
		sign = "-"
	}
	size := max(score, -score)
	if plies := search.MateScore - size; plies >= 0 && plies < longestMate {
		return sign + "M" + strconv.Itoa(plies)
	}
	return sign + decimals(size, 2)
}

// decimals writes x as a number with n decimal places, the last of which it counts.
func decimals(x, n int) string {
	text := strconv.Itoa(x)
	for len(text) <= n {
		text = "0" + text
	}
	return text[:len(text)-n] + "." + text[len(text)-n:]
}

// note is the content of the comment of a move.
type note struct {
	score  int // for the side that moves
	scored bool
	time   int // milliseconds
	timed  bool
}

var (
	// engineNote is a score and a time as engine matches note them.
	engineNote = regexp.MustCompile(`^([+-]?)(?:M(\d{1,3})|(\d{1,6})\.(\d\d))(/\d+)?(?:\s+(\d{1,7})(?:\.(\d{1,6}))?s)?(?:[\s,]|$)`)
	// evalNote is a score from White's view, spentNote a time, as web sites
	// note them.
	evalNote  = regexp.MustCompile(`\[%eval\s+([+-]?)(?:#(-?)(\d{1,3})|(\d{1,6})(?:\.(\d\d?))?)`)
	spentNote = regexp.MustCompile(`\[%emt\s+(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,6}))?\]`)
)

// readComment reads the comment of a move of White or Black.
func readComment(text string, white bool) note {
	if text == "" {
		return note{}
	}
	var n note
	if f := engineNote.FindStringSubmatch(text); f != nil && (f[1] != "" || f[5] != "") {
		n.scored = true
		if f[2] != "" {
			n.score = search.MateScore - number(f[2])
		} else {
			n.score = 100*number(f[3]) + number(f[4])
		}
		if f[1] == "-" {
			n.score = -n.score
		}
		if f[6] != "" {
			n.timed, n.time = true, 1000*number(f[6])+thousandths(f[7])
		}
		return n
	}
	if f := evalNote.FindStringSubmatch(text); f != nil {
		n.scored, n.score = true, evalScore(f, white)
	}
	if f := spentNote.FindStringSubmatch(text); f != nil {
		n.timed, n.time = true, 1000*(3600*number(f[1])+60*number(f[2])+number(f[3]))+thousandths(f[4])
	}
	return n
}

// evalScore returns the score of an evalNote for the side that moves. It counts the
// distance of a mate in moves.
func evalScore(f []string, white bool) int {
	negative := f[1] == "-" || f[2] == "-"
	mover := negative != white // the side that moves is better
	score := 100*number(f[4]) + number((f[5] + "00")[:2])
	if f[3] != "" {
		plies := 2 * number(f[3])
		if mover {
			plies--
		}
		score = search.MateScore - max(plies, 0)
	}
	if !mover {
		return -score
	}
	return score
}

// number reads a few digits; an empty text is 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// thousandths returns the first three decimal places.
func thousandths(digits string) int {
	return number((digits + "000")[:3])
}

// quote writes the value of a tag. Values of this program may have characters
// that a tag cannot hold; they are then written as in Go.
func quote(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f || r == '\ufffd' }) {
		text = strings.ReplaceAll(strconv.Quote(text), `\"`, `"`)
		text = text[1 : len(text)-1]
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// unquote is the inverse of quote for a value that the scanner has read.
func unquote(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	if plain, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`); err == nil {
		return plain
	}
	return text
}

package pgn

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"bestiary/engine/search"
	"bestiary/selfplay/store"
)

// longestMate is the largest distance, in plies, that is written as a mate.
const longestMate = 1000

// bookComment is the comment of a move that no player has chosen.
const bookComment = "{book}"

// comment formats a note as cutechess and fastchess do. A score without a depth gets the depth
// 0; other unknown values are left out. It returns "" if nothing is known.
func comment(n note) string {
	var words []string
	if n.score != store.Unknown {
		words = append(words, scoreText(n.score)+"/"+strconv.Itoa(max(n.depth, 0)))
	}
	if n.time != store.Unknown {
		words = append(words, fmt.Sprintf("%d.%03ds", n.time/1000, n.time%1000))
	}
	if words == nil {
		return ""
	}
	return "{" + strings.Join(words, " ") + "}"
}

// scoreText returns a score in pawns, or the distance of a mate in plies: +M3 or -M4.
func scoreText(score int) string {
	sign := "+"
	if score < 0 {
		sign = "-"
	}
	size := max(score, -score)
	if plies := search.MateScore - size; plies >= 0 && plies < longestMate {
		return sign + "M" + strconv.Itoa(plies)
	}
	return fmt.Sprintf("%s%d.%02d", sign, size/100, size%100)
}

// note is the content of a move's comment; each field may be store.Unknown.
type note struct {
	score int // in centipawns for the side that moved
	depth int
	time  int // milliseconds
}

var (
	// engineNote matches a score, a depth and a time in the form of engine matches;
	// timeNote matches a time alone.
	engineNote = regexp.MustCompile(`^([+-]?)(?:M(\d{1,3})|(\d{1,6})\.(\d\d))(?:/(\d{1,9}))?(?:\s+(\d{1,7})(?:\.(\d{1,6}))?s)?(?:[\s,]|$)`)
	timeNote   = regexp.MustCompile(`^(\d{1,7})\.(\d{3})s$`)
	// evalNote matches a score from White's view, and spentNote a time, in the form of web
	// sites.
	evalNote  = regexp.MustCompile(`\[%eval\s+([+-]?)(?:#(-?)(\d{1,3})|(\d{1,6})(?:\.(\d\d?))?)`)
	spentNote = regexp.MustCompile(`\[%emt\s+(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,6}))?\]`)
)

// readComment parses the comment of a move of White or Black.
func readComment(text string, white bool) note {
	n := note{store.Unknown, store.Unknown, store.Unknown}
	if text == "" {
		return n
	}
	if f := engineNote.FindStringSubmatch(text); f != nil && (f[1] != "" || f[5] != "") {
		if f[2] != "" {
			n.score = search.MateScore - number(f[2])
		} else {
			n.score = 100*number(f[3]) + number(f[4])
		}
		if f[1] == "-" {
			n.score = -n.score
		}
		if depth := number(f[5]); depth > 0 {
			n.depth = depth
		}
		if f[6] != "" {
			n.time = 1000*number(f[6]) + thousandths(f[7])
		}
		return n
	}
	if f := timeNote.FindStringSubmatch(text); f != nil {
		n.time = 1000*number(f[1]) + thousandths(f[2])
	}
	if f := evalNote.FindStringSubmatch(text); f != nil {
		n.score = evalScore(f, white)
	}
	if f := spentNote.FindStringSubmatch(text); f != nil {
		n.time = 1000*(3600*number(f[1])+60*number(f[2])+number(f[3])) + thousandths(f[4])
	}
	return n
}

// evalScore returns the score in an evalNote for the side that moved. An evalNote counts
// the distance of a mate in moves.
func evalScore(f []string, white bool) int {
	negative := f[1] == "-" || f[2] == "-"
	mover := negative != white // the side that moved is better
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

// number parses a few digits; an empty text is 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// thousandths returns the first three decimal places.
func thousandths(digits string) int {
	return number((digits + "000")[:3])
}

// quote formats the value of a tag. Values of this program may contain characters that a
// tag cannot hold; such values are quoted as in Go.
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

package fsfini

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Moves that Fairy-Stockfish-X writes in its own way.
const (
	gryphonMove   = "FyafsF"
	manticoreMove = "WyafsW"
	falconMove    = "afafsKafsafzfK"
	anyPathFalcon = "n{path:anypath}Cn{path:anypath}Z"
)

// flying is a slider without capture that may also pass over any number of
// pieces: m Q m{hurdles:1,n;pre:1,n;post:1,n}Q.
var flying = regexp.MustCompile(`m([QRB])m\{hurdles:1,(\d{1,2});pre:1,(\d{1,2});post:1,(\d{1,2})\}([QRB])`)

// moves translates a move string into move sets. First moves are left as they
// are: the array is not known yet.
func (r *reader) moves(move string) ([]variant.MoveSet, error) {
	if len(move) > betza.MaxLength {
		return nil, fmt.Errorf("%d bytes, expected at most %d", len(move), betza.MaxLength)
	}
	var flights []variant.MoveSet
	for {
		match := flying.FindStringSubmatchIndex(move)
		if match == nil {
			break
		}
		slider, ok := r.flight(move, match)
		if !ok {
			return nil, errors.New("only hops over any number of pieces (hurdles, pre and post from 1 to the size of the board) that go with the same slider are known")
		}
		flights = append(flights, variant.MoveSet{Betza: "m" + slider, Flying: true})
		move = move[:match[0]] + move[match[1]:]
	}
	var sets []variant.MoveSet
	if move != "" {
		own, err := translate(move, r.ParseMove)
		if err != nil {
			return nil, err
		}
		sets = append(sets, variant.MoveSet{Betza: own})
	}
	if len(sets)+len(flights) == 0 {
		return nil, errors.New("no move")
	}
	return append(sets, flights...), nil
}

// flight checks that the numbers of a match reach across the board, and returns
// the slider.
func (r *reader) flight(move string, match []int) (slider string, ok bool) {
	group := func(n int) string { return move[match[2*n]:match[2*n+1]] }
	side := max(r.files, r.ranks)
	// A line has at most side-1 squares beyond the start, of which the last is
	// where the move ends.
	for n, least := range map[int]int{2: side - 2, 3: side - 1, 4: side - 1} {
		if reach, err := strconv.Atoi(group(n)); err != nil || reach < least {
			return "", false
		}
	}
	return group(1), group(1) == group(5)
}

// translate writes a move string as XBetza: the bent riders O and M of
// Fairy-Stockfish-X and its falcon in full, K and Q with directions as the
// pieces they are made of. The result is one that parse accepts.
func translate(move string, parse func(string) (betza.Expression, error)) (string, error) {
	parts := strings.Split(move, anyPathFalcon)
	for i, part := range parts {
		if at := strings.IndexAny(part, "{}"); at >= 0 {
			return "", fmt.Errorf("%s is not known; of the notes in braces only falcons (%s) and flying sliders are", variant.Quote(part[at:]), anyPathFalcon)
		}
		var out strings.Builder
		for _, group := range importing.Groups(part) {
			own, err := translateGroup(group)
			if err != nil {
				return "", err
			}
			out.WriteString(own)
		}
		parts[i] = out.String()
	}
	own := strings.Join(parts, falconMove)
	_, err := parse(own)
	return own, err
}

func translateGroup(group string) (string, error) {
	const directions, known = "fblrvsh", "mcinpg" + "fblrvsh"
	modifiers := importing.Modifiers(group)
	atom := group[len(modifiers):]
	for _, m := range modifiers {
		if !strings.ContainsRune(known, m) {
			return "", fmt.Errorf("the modifier %q in %s is not one of Fairy-Stockfish", m, variant.Quote(group))
		}
	}
	switch {
	case group == "O":
		return gryphonMove, nil
	case group == "M":
		return manticoreMove, nil
	case strings.HasPrefix(atom, "O"), strings.HasPrefix(atom, "M"):
		return "", fmt.Errorf("%s: a bent rider with modifiers or a range is not known", variant.Quote(group))
	case strings.HasPrefix(atom, "["):
		return "", fmt.Errorf("%s: brackets are not known to Fairy-Stockfish", variant.Quote(group))
	case strings.ContainsAny(modifiers, directions) && (strings.HasPrefix(atom, "K") || strings.HasPrefix(atom, "Q")):
		return splitRoyal(modifiers, atom, group)
	}
	return group, nil
}

// splitRoyal writes K or Q with directions as two groups.
func splitRoyal(modifiers, atom, group string) (string, error) {
	directions := 0
	for _, m := range modifiers {
		if strings.ContainsRune("fblrvsh", m) {
			directions++
		}
	}
	if directions > 1 || strings.Contains(modifiers, "h") {
		return "", fmt.Errorf("%s: several directions on K or Q are read differently by programs; write them for each of its parts", variant.Quote(group))
	}
	parts := "WF"
	if atom[0] == 'Q' {
		parts = "RB"
	}
	return modifiers + parts[:1] + atom[1:] + modifiers + parts[1:] + atom[1:], nil
}

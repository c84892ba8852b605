package main

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/present/format"
)

// promotionsInWords explains each promotion rule; the options follow the last.
func promotionsInWords(v *variant.Variant) []sentence {
	list := v.Rules.Promotions
	if len(list) == 0 {
		return []sentence{{Topic: "promotion", Text: "There is none."}}
	}
	var texts []string
	options := []string{"promotion-zone", "promotion-optional"}
	captured := false
	for _, p := range list {
		texts = append(texts, promotionInWords(p))
		captured = captured || p.Captured
	}
	if slices.ContainsFunc(list, func(p variant.Promotion) bool { return p.Optional }) {
		options = append(options, "promotion-compulsory")
	}
	options = append(options, "promotion-captured")
	if captured {
		options = append(options, "empty-pool")
		texts = append(texts, "A piece that is captured can be chosen once, as what it was when it was captured.")
	}
	return []sentence{{"promotion", strings.Join(texts, " "), append(options, "promotion-choices")}}
}

func promotionInWords(p variant.Promotion) string {
	who := format.Article(joinWords(p.Pieces, "or"))
	if p.Zone == 0 {
		return capital(who) + " does not promote."
	}
	to := joinWords(p.Choices, "or")
	if p.Captured {
		to = "a piece of its side that has been captured: " + to
	}
	must := "must"
	if p.Optional {
		must = "may"
	}
	text := fmt.Sprintf("On %s %s %s promote to %s.", lastRanks(p.Zone), who, must, to)
	if p.Optional && p.Compulsory > 0 {
		text += fmt.Sprintf(" On %s it must.", lastRanks(p.Compulsory))
	}
	if p.Captured && (!p.Optional || p.Compulsory > 0) {
		empty := "the move loses the game at once, whatever else it does"
		if p.EmptyPool == variant.EmptyPoolForbidden {
			empty = "the move is not legal"
		}
		text += fmt.Sprintf(" When it must and there is nothing to choose from, %s.", empty)
	}
	return text
}

func lastRanks(n int) string {
	if n == 1 {
		return "the last rank"
	}
	return fmt.Sprintf("the last %d ranks", n)
}

// capital begins a sentence.
func capital(text string) string {
	return strings.ToUpper(text[:1]) + text[1:]
}

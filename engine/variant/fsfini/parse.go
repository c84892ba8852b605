package fsfini

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// Warning says that something of a section was left out, guessed or changed.
type Warning = importing.Warning

// reader reads one section.
type reader struct {
	importing.Report
	settings     map[string]setting
	files, ranks int
	start        start
	lines        map[int]int // of the pieces, by their number from 1
}

// Parse reads one section of a variants.ini of at most 1 MiB. Messages call the
// file name; the game has the name of the section. The error is of type
// variant.Errors and holds all faults that were found, among them rules that a game
// file cannot express. Warnings come even with an error; their lines are 0 where a
// game that comes with the package is meant.
func Parse(name string, data []byte, section string) (*variant.Variant, []Warning, error) {
	return parseAs(name, data, section, false)
}

// Approximate is Parse, but leaves out rules that a game file cannot express. The game
// lists them in Approximates.
func Approximate(name string, data []byte, section string) (*variant.Variant, []Warning, error) {
	return parseAs(name, data, section, true)
}

func parseAs(name string, data []byte, section string, approximate bool) (*variant.Variant, []Warning, error) {
	r := &reader{lines: map[int]int{}}
	report, text, ok := importing.NewReport(name, data, approximate)
	r.Report = report
	if ok {
		r.readSection(split(text), section)
	}
	v := &variant.Variant{Name: importing.GameName(section), Title: importing.GameName(section)}
	if len(r.Errors) == 0 {
		r.build(v)
	}
	return r.Finish(v, r.lineOf)
}

// readSection collects the settings of a section.
func (r *reader) readSection(sections []section, name string) {
	switch {
	case len(sections) > maxSections:
		r.Fault(sections[maxSections].line, "", "too many sections", fmt.Sprintf("at most %d", maxSections), "")
	case name == "" && len(sections) == 0:
		r.Fault(0, "", "no sections", "[NAME] and below it the keys of a game", "")
	case name == "":
		r.Fault(0, "", "no section named", "the name of a section", "")
	default:
		r.settings = r.inherit(sections, name)
	}
}

// build makes the game. Each step uses the results of earlier ones.
func (r *reader) build(v *variant.Variant) {
	r.checkKeys()
	r.files = r.number("maxFile", 8, variant.MinSide, variant.MaxSide)
	r.ranks = r.number("maxRank", 8, variant.MinSide, variant.MaxSide)
	v.Files, v.Ranks = r.files, r.ranks
	if len(r.Errors) > 0 {
		return
	}
	r.readPieces(v)
	r.readStart(v)
	if len(r.Errors) > 0 {
		return
	}
	r.pawnSteps(v)
	r.firstMoves(v)
	r.rules(v)
}

// lineOf is the line that a fault in a field of the game comes from.
func (r *reader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil {
		return r.lines[n]
	}
	keys := map[string]string{"board.array": "startFen", "rules.n-move": "nMoveRule", "rules.repetition": "nFoldRule"}
	return r.settings[keys[field]].line
}

// ruleKeys are the keys that the reader follows, pieces apart.
var ruleKeys = []string{
	"maxFile", "maxRank", "startFen", "chess960",
	"promotionRegionWhite", "promotionRegionBlack", "promotionPieceTypes", "promotionPawnTypes", "mandatoryPawnPromotion", "immobilityIllegal",
	"doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack", "tripleStepRegionWhite", "tripleStepRegionBlack",
	"castling", "castlingKingFile", "castlingKingsideFile", "castlingQueensideFile", "castlingRookPieces",
	"nMoveRule", "nFoldRule", "stalemateValue", "gating", "commitGates",
}

// aids are the keys that only help the program to play.
var aids = []string{"pieceValueMg", "pieceValueEg", "endgameEval", "nnueAlias", "pieceToCharTable", "variantTemplate", "pocketSize"}

//go:embed orthodox.tsv
var orthodoxTable string

// orthodox has the values of orthodox chess for keys of rules that a game file cannot
// express; "" where no value is harmless.
var orthodox = sync.OnceValue(func() map[string]string {
	values := map[string]string{}
	for _, row := range importing.Table(orthodoxTable) {
		values[row[0]] = row[1]
	}
	return values
})

// checkKeys warns of the keys that are not followed.
func (r *reader) checkKeys() {
	keys := make([]string, 0, len(r.settings))
	for key := range r.settings {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		s := r.settings[key]
		harmless, known := orthodox()[key]
		switch {
		case slices.Contains(ruleKeys, key), isPieceKey(key), slices.Contains(aids, key), strings.HasPrefix(key, "mobilityRegion") && s.value == "-":
		case known && harmless != "" && harmless == s.value:
		case known || strings.HasPrefix(key, "mobilityRegion"):
			r.Lose(s.line, key, s.value, "no game file can say this", "left out")
		default:
			r.Unknown(s.line, key, s.value, knownKeys())
		}
	}
}

// knownKeys are the names to suggest for a key that is not known.
func knownKeys() []string {
	known := slices.Clone(ruleKeys)
	for _, p := range standardPieces() {
		known = append(known, p.key)
	}
	return append(known, "customPiece1")
}

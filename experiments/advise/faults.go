package advise

import (
	"fmt"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/store"
)

// Arrays examines the first positions of a game.
func Arrays(g *rules.Game, seed uint64, w *eval.Weights) (list []Array, err error) {
	play := balance.Quick().Play
	play.Seed = seed
	positions, err := balance.FirstPositions(g, play)
	for _, p := range positions {
		list = append(list, lookAt(p, w))
	}
	return list, err
}

// Faults returns a study that asks only what is wrong with a game, with intervals of a level: its first positions, who wins, and
// games that show faults are known.
func Faults(g *rules.Game, arrays []Array, wins *balance.Result, games []store.Record, level float64) (*Study, error) {
	s := &Study{Game: g, Config: DefaultStudy(), Arrays: arrays, Balance: wins}
	s.Config.Ask, s.Config.Level = []Question{AskFaults}, level
	var err error
	s.Games, err = readGames(g, games)
	return s, err
}

// maxNamed is the number of failed checks that the summary names.
const maxNamed = 3

// counts returns the names of the checks by their verdicts, formatted for a sentence.
func (r *Study) counts() map[Verdict][]string {
	names := map[Verdict][]string{}
	for _, c := range r.Checks() {
		names[c.Verdict] = append(names[c.Verdict], strings.ToLower(c.Name[:1])+c.Name[1:])
	}
	return names
}

// Summary states how the checks came out, and names the failed ones.
func (r *Study) Summary() string { return doc.T(r.summary()...).String() }

func (r *Study) summary() []any {
	names := r.counts()
	failed, open, passed := names[Failed], names[CannotTell], names[Passed]
	all := format.Plural(len(failed)+len(open)+len(passed), "check")
	rest := fmt.Sprintf("%d cannot tell, %d pass.", len(open), len(passed))
	if len(failed) == 0 {
		return []any{fmt.Sprintf("None of %s fails; %s", all, rest)}
	}
	verb := "fail"
	if len(failed) == 1 {
		verb = "fails"
	}
	return []any{doc.Span{Text: fmt.Sprintf("%s %d of %s %s", doc.Bad.Sign(), len(failed), all, verb), Mark: doc.Bad},
		fmt.Sprintf(": %s. %s", format.List(shorter(failed, maxNamed), "and"), rest)}
}

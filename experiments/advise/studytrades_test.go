package advise

import (
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// The exchanges of a study are chosen by the values after a fixed step, even if earlier ones know some pieces.
func TestTradesAreChosenAtTheirStep(t *testing.T) {
	s := begun(t, rulestest.Game(t, "chess"), t.TempDir(), match.Workers(2))
	s.Config.Nodes = 30
	values, trades := s.part(valuesFolder), s.part(tradesFolder)
	for step := 1; step <= tradesFrom; step++ {
		testkit.OK(t, s.take(values, step))
		if told := len(s.Values.Told()); trades.shut != (step < tradesFrom) || told == 0 {
			t.Errorf("after step %d, which knows %d pieces, exchanges are chosen: %v", step, told, !trades.shut)
		}
	}
}

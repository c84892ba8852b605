package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// Played is a match at an exchange whose games are in no fit. A model learns from it.
type Played struct {
	// Exchange is as in bestiary odds.
	Exchange string `json:"exchange"`
	// Traded is set if one army gave up pieces for others; in other matches each side gave up what only the
	// other was to have.
	Traded bool `json:"traded,omitempty"`
	// Player is its text in a panel, Seed determines the games, Nodes are those of the values, and Revision is that of
	// the engine.
	Player   string `json:"player"`
	Seed     uint64 `json:"seed"`
	Nodes    int    `json:"nodes"`
	Revision int    `json:"revision"`
	Pairs    int    `json:"pairs"`
	// Score is the score of the side with the left of the exchange, 0 to 1, and Error its standard error by chance.
	Score stat.Number `json:"score"`
	Error stat.Number `json:"error"`
}

// LogOdds returns the log-odds of the score and their standard error.
func (p *Played) LogOdds() (logOdds, se float64) {
	return logit.Found(float64(p.Score), float64(p.Error), p.Pairs)
}

// learnedPairs is the number of pairs of first positions by which a match is compared with the model.
const learnedPairs = 8

// foundLevel is the level of the limits of scores in matches.
const foundLevel = 0.95

// lessons returns all matches from which the model learns: its own, and the short league of its run.
func (m *Model) lessons() []Played {
	list := slices.Clone(m.Matches)
	for _, f := range m.Found {
		if f.By == ByLeague && f.Score.Bounded() {
			se := f.Score.HalfWidth() / stat.Quantile(f.Score.Level)
			exchange, traded := strings.CutSuffix(f.Exchange, " traded")
			list = append(list, Played{
				Exchange: exchange, Traded: traded, Player: run.Learned, Seed: m.Seed, Nodes: m.Nodes, Revision: m.Revision,
				Pairs: f.Pairs, Score: stat.Number(f.Score.Estimate), Error: stat.Number(se),
			})
		}
	}
	return list
}

// FoundInMatches returns the scores of the exchanges in the matches of the model, those at the same exchange together.
func (m *Model) FoundInMatches(g *rules.Game) (out []Found) {
	var variances []float64
	for _, p := range m.Matches {
		x, err := opening.ParseExchange(g, p.Exchange)
		if err != nil {
			continue
		}
		score, text := float64(p.Score), eitherWay(g, x)
		if text != x.Text(g) {
			score = 1 - score
		}
		if p.Traded {
			text += " traded"
		}
		i := slices.IndexFunc(out, func(f Found) bool { return f.Exchange == text })
		if i < 0 {
			i = len(out)
			out, variances = append(out, Found{Exchange: text, By: ByMatch}), append(variances, 0)
		}
		share := float64(p.Pairs) / float64(out[i].Pairs+p.Pairs)
		out[i].Pairs += p.Pairs
		variances[i] = math.Pow((1-share), 2)*variances[i] + math.Pow(share*float64(p.Error), 2)
		out[i].Score = stat.Normal(out[i].Score.Estimate+share*(score-out[i].Score.Estimate), math.Sqrt(variances[i]), foundLevel)
	}
	return out
}

// learn adds what the matches say to the fitted model, except those at one exchange, either way round. Each match
// is a step with the noise of chance, of the exchange and of the player. The deviation of an exchange counts once,
// however many matches there are at it.
func (m *Model) learn(g *rules.Game, but opening.Exchange) error {
	m.Model, m.Learned, m.Others = m.fitted, 0, 0
	list, n := m.lessons(), map[string]float64{}
	var texts []string
	for _, p := range list {
		x, err := opening.ParseExchange(g, p.Exchange)
		if err != nil {
			return err
		}
		text := eitherWay(g, x)
		texts = append(texts, text)
		n[text]++
	}
	except := eitherWay(g, but)
	for i := range list {
		if texts[i] == except {
			continue
		}
		if err := m.step(g, &list[i], n[texts[i]]); err != nil {
			return fmt.Errorf("%s: %w", list[i].Exchange, err)
		}
		m.Learned++
	}
	return nil
}

// Without returns the model as it is without the matches at an exchange, either way round.
func (m *Model) Without(g *rules.Game, exchange string) (*Model, error) {
	x, err := opening.ParseExchange(g, exchange)
	if err != nil {
		return nil, err
	}
	text := eitherWay(g, x)
	for _, p := range m.lessons() {
		if y, err := opening.ParseExchange(g, p.Exchange); err == nil && eitherWay(g, y) == text {
			out := *m
			return &out, out.learn(g, x)
		}
	}
	return m, nil
}

// Learn adds matches to those of the model.
func (m *Model) Learn(g *rules.Game, list []Played) error {
	m.Matches = append(slices.Clone(m.Matches), list...)
	return m.learn(g, opening.Exchange{})
}

// Panel returns the players of the values that are the engine of this program.
func (m *Model) Panel() (list []string) {
	for _, p := range m.Players {
		if run.Own(p.Name) {
			list = append(list, p.Name)
		}
	}
	return list
}

// step adds what one of n matches of an exchange says.
func (m *Model) step(g *rules.Game, p *Played, n float64) error {
	f, err := m.Predictor(g)
	if err == nil {
		err = addFirst(f, g, m.At(p.Exchange, !p.Traded, m.Seed, learnedPairs))
	}
	if err != nil {
		return err
	}
	player := p.Player
	if p.Revision != m.Revision || p.Nodes != m.Nodes {
		player = "" // another player
		m.Others++
	}
	predicted := f.Predicted()
	_, off := m.By(player, predicted, 1)
	found, chance := p.LogOdds()
	weight, _ := m.weightOf(player)
	m.Model = f.Learn(found, weight, math.Sqrt(n*off.Exchange*off.Exchange+off.Player*off.Player+chance*chance))
	return nil
}

// eitherWay returns a text that an exchange and its reverse have in common.
func eitherWay(g *rules.Game, x opening.Exchange) string {
	return min(x.Text(g), opening.Exchange{Left: x.Right, Right: x.Left}.Text(g))
}

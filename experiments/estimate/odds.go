package estimate

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// OddsResult holds the values of exchanges of pieces.
type OddsResult struct {
	Game   *rules.Game
	Config OddsConfig // resolved
	// Unit is the piece whose odds are the unit, usually the pawn.
	Unit string
	// Lines holds the odds of the unit, then the exchanges in the order requested.
	Lines  []OddsLine
	Folder string
	// Weights are the playing weights of all games.
	Weights *eval.Weights
	// worths holds the logits of the lines, in their order.
	worths logit.Inference
}

// Copies counts the games of all lines that repeat others.
func (out *OddsResult) Copies() (sum store.Copies) {
	for i := range out.Lines {
		sum.Merge(out.Lines[i].Copies)
	}
	return sum
}

// Worth returns the value of an exchange in units, with Fieller's interval of a level;
// unknown if it was not played.
func (out *OddsResult) Worth(exchange string, level float64) stat.Interval {
	for j, line := range out.Lines {
		if line.Exchange == exchange {
			return out.worths.Ratio(j, 0, level)
		}
	}
	return stat.Unknown()
}

// OddsLine is the result of one exchange, from the point of view of the army that has its
// left side.
type OddsLine struct {
	// Exchange is in canonical form.
	Exchange string `json:"exchange"`
	// Folder is the folder with its games.
	Folder string `json:"folder"`
	// Copies counts the games that repeat others. They are not counted elsewhere.
	Copies store.Copies `json:"-"`
	// Results counts the pairs by their two results, and ByGame the results of the first and of the
	// second game, each from loss to win.
	Results rating.Pairs `json:"-"`
	ByGame  [3][3]int    `json:"-"`
	// WDL counts the games by their results.
	rating.WDL
	// Score is the mean score of a game, 0 to 1. Wilson is set if its limits come from
	// Wilson's formula because the pairs are too few or too uniform.
	Score  stat.Interval `json:"score"`
	Wilson bool          `json:"wilson"`
	// Logit is the log-odds of the score, log(score/(1-score)); Elo is the same in Elo. Where
	// the armies of the game differ, the worth of White's army and the first move, common
	// to all lines, is taken out.
	Logit stat.Interval `json:"logit"`
	Elo   stat.Interval `json:"elo"`
	// Pawns is the log-odds divided by the unit's, with Fieller's interval. It is exactly 1 for the
	// unit.
	Pawns stat.Interval `json:"pawns"`
	// Prior is the value of the exchange by mobility alone, in units.
	Prior float64 `json:"prior"`
	// Saturated is set if the score is so far from one half that values no longer add up.
	Saturated bool `json:"saturated"`
}

const (
	// oddsPrefix begins the names of the folders of exchanges.
	oddsPrefix = "odds-"
	// If a score is further than Saturation from one half, exchanges do not add up.
	Saturation = 0.35
)

// Odds plays army against army for each exchange. The folder keeps everything, and the
// same call continues after an interruption. Each exchange has its own subfolder, so that
// exchanges can be added later. If the weights are nil, eval.Default is used.
func Odds(
	ctx context.Context, g *rules.Game, cfg OddsConfig, w *eval.Weights, folder string, crew match.Crew, ev match.Events,
) (*OddsResult, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	list, err := cfg.exchanges(g)
	if err != nil {
		return nil, err
	}
	if w == nil {
		w = eval.Default(g)
	}
	out := &OddsResult{Game: g, Config: cfg, Unit: opening.NameOf(g, list[0].Left[0]), Folder: folder, Weights: w}
	prior := opening.PriorValues(g)
	var parts []*run.Part
	for _, x := range list {
		text := x.Text(g)
		by, err := run.Engine(g, cfg.play(text), w)
		if err != nil {
			return nil, err
		}
		p := ExchangePart(g, cfg.play(text), by, filepath.Join(folder, ExchangeFolder(text)), func(line *OddsLine) error {
			line.Prior = WorthOf(x, prior) / WorthOf(list[0], prior)
			out.Lines = append(out.Lines, *line)
			return nil
		})
		p.Label, p.Last = text, true
		parts = append(parts, p)
	}
	if err := run.Play(ctx, crew, ev, parts...); err != nil {
		return nil, err
	}
	return out, out.measure()
}

// ExchangeFolder returns the name of the folder of an exchange.
func ExchangeFolder(exchange string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>| `, r) {
			return '_'
		}
		return r
	}, oddsPrefix+exchange)
}

// WorthOf returns the value of an exchange by the values of its pieces.
func WorthOf(x opening.Exchange, values []float64) (sum float64) {
	for _, t := range x.Left {
		sum += values[t]
	}
	for _, t := range x.Right {
		sum -= values[t]
	}
	return sum
}

// ExchangePart returns the part of a run that is a match between armies that differ by the exchange of a
// configuration, by any player, in a folder of its own. Read gets the result.
func ExchangePart(g *rules.Game, cfg match.Config, by run.Player, folder string, read func(*OddsLine) error) *run.Part {
	p := run.Alone("", folder, g, cfg, by)
	p.Read = func(games *run.Games) error {
		line := &OddsLine{Exchange: cfg.Exchange, Folder: folder}
		if err := line.count(games); err != nil {
			return err
		}
		return read(line)
	}
	return p
}

// PairResults iterates over the results of the two games of each pair of a player, for army A, which plays White in the
// first of them and Black in the second. Incomplete pairs are omitted.
func PairResults(games *run.Games, j int) iter.Seq2[[2]rating.Result, error] {
	return func(yield func([2]rating.Result, error) bool) {
		for pair, err := range games.Pairs(j) {
			var r [2]rating.Result
			if err == nil {
				r = [2]rating.Result{match.ResultOf(pair[0].Result, true), match.ResultOf(pair[1].Result, false)}
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// count counts the pairs by their results.
func (line *OddsLine) count(games *run.Games) error {
	for r, err := range PairResults(games, 0) {
		if err := cmp.Or(err, line.Results.Add(r[0], r[1])); err != nil {
			return err
		}
		line.ByGame[r[0]][r[1]]++
	}
	line.Copies = games.Copies()
	return nil
}

// measure converts the results to scores, logits and pawns.
func (out *OddsResult) measure() error {
	d := &logit.Design{Columns: len(out.Lines)}
	unequal := out.Game.ArmiesDiffer()
	if unequal {
		d.Columns++
	}
	for j, line := range out.Lines {
		d.Names = append(d.Names, line.Exchange)
		if unequal {
			addGames(d, uint16(j), line.ByGame)
		} else {
			addPairs(d, uint16(j), line.Results)
		}
	}
	if unequal {
		d.Names = append(d.Names, "white")
	}
	f, err := logit.Fit(d, logit.Prior{}, logit.Settings{})
	if err != nil {
		return fmt.Errorf("odds: %w", err)
	}
	inf := f.Sampling()
	out.worths = inf
	for j := range out.Lines {
		line := &out.Lines[j]
		line.WDL = line.Results.Total()
		s, err := rating.Summarize(line.Results, out.Config.Level)
		if err != nil {
			return fmt.Errorf("odds: exchange %s: %w", line.Exchange, err)
		}
		line.Score, line.Wilson = s.Score, s.Wilson
		line.Logit = inf.Coefficient(j, out.Config.Level)
		line.Elo = line.Logit.Elo()
		line.Pawns = inf.Ratio(j, 0, out.Config.Level)
		line.Saturated = math.Abs(line.Score.Estimate-0.5) > Saturation || unequal && line.decided()
	}
	out.Lines[0].Pawns = stat.Exact(1)
	return nil
}

// addGames adds the games of an exchange between armies that differ, with each pair as a
// cluster. The last column is White's advantage, which army A has in the first game.
func addGames(d *logit.Design, column uint16, counts [3][3]int) {
	cluster, columns := int32(d.Rows()/2), []uint16{column, uint16(d.Columns - 1)}
	for first, row := range counts {
		for second, n := range row {
			for range n {
				d.Add(columns, []float64{1, 1}, float64(first)/2, 1, cluster)
				d.Add(columns, []float64{1, -1}, float64(second)/2, 1, cluster)
				cluster++
			}
		}
	}
}

// decided reports whether the score of one colour is far from one half.
func (line *OddsLine) decided() bool {
	sums, n := [2]float64{}, 0.0
	for first, row := range line.ByGame {
		for second, k := range row {
			n += float64(k)
			sums[0], sums[1] = sums[0]+float64(k*first)/2, sums[1]+float64(k*second)/2
		}
	}
	return max(math.Abs(sums[0]/n-0.5), math.Abs(sums[1]/n-0.5)) > Saturation
}

// addPairs adds the games of an exchange, with each pair as a cluster. The exchange is the
// only column, because colours are balanced in every pair.
func addPairs(d *logit.Design, column uint16, r rating.Pairs) {
	cluster := int32(d.Rows() / 2)
	for _, kind := range []struct {
		n    int
		a, b float64
	}{{r.LL, 0, 0}, {r.LD, 0, 0.5}, {r.WL, 1, 0}, {r.DD, 0.5, 0.5}, {r.WD, 1, 0.5}, {r.WW, 1, 1}} {
		for range kind.n {
			d.Add([]uint16{column}, []float64{1}, kind.a, 1, cluster)
			d.Add([]uint16{column}, []float64{1}, kind.b, 1, cluster)
			cluster++
		}
	}
}

// OddsConfig lists the exchanges of pieces to play. Use DefaultOdds to make one.
type OddsConfig struct {
	// Exchanges lists the differences between the armies, such as "falcon=rook", in the
	// form read by opening.ParseExchange; at most 100. The odds of the unit, usually
	// "pawn=", are always measured first.
	Exchanges []string `json:"exchanges"`
	// Pairs is the number of pairs of games for each exchange; 2 to 10,000,000.
	Pairs int `json:"pairs"`
	// Level is the confidence level of all intervals; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Play specifies how games are played. Its Pairs, Kind and Exchange are ignored.
	Play match.Config `json:"play"`
}

const maxExchanges = 100

// DefaultOdds returns a configuration that measures only the odds of the unit, in 500
// pairs.
func DefaultOdds() OddsConfig {
	return OddsConfig{Pairs: 500, Level: 0.95, Play: match.SelfPlay()}
}

// Validate reports the first field that is out of range.
func (c OddsConfig) Validate() error {
	if err := check.All("odds",
		check.Range("pairs", c.Pairs, 2, check.MaxPairs),
		check.Range("level", c.Level, 0.5, 0.999),
		check.Range("number of exchanges", len(c.Exchanges), 0, maxExchanges),
	); err != nil {
		return err
	}
	return c.play("=").Validate()
}

// play returns the settings for the games of an exchange.
func (c OddsConfig) play(exchange string) match.Config {
	p := c.Play
	p.Pairs, p.Kind, p.Exchange = c.Pairs, opening.Odds, exchange
	return p
}

// UnitOdds returns the exchange that measures the unit of a game: "pawn=" if there are
// pawns.
func UnitOdds(g *rules.Game) string {
	return opening.Exchange{Left: []rules.Type{tuning.UnitPiece(g)}}.Text(g)
}

// exchanges returns the exchanges of a configuration in canonical form, without
// duplicates, the odds of the unit first. It checks all of them before any is played.
func (c OddsConfig) exchanges(g *rules.Game) ([]opening.Exchange, error) {
	if err := tuning.CheckArmies(g); err != nil {
		return nil, err
	}
	var list []opening.Exchange
	var texts []string
	for _, text := range append([]string{UnitOdds(g)}, c.Exchanges...) {
		x, err := opening.ParseExchange(g, text)
		if err != nil {
			return nil, err
		}
		text := x.Text(g)
		if slices.Contains(texts, text) {
			continue
		}
		if sides := opening.Ahead(g, x); len(sides) == 1 {
			return nil, fmt.Errorf("exchange %q: only %s can be ahead by it, expected an exchange that both sides can be ahead by; bestiary trade takes others",
				text, g.ArmyName(sides[0]))
		}
		play := c.play(text)
		source, err := opening.New(g, play.Config, play.Seed)
		if err != nil {
			return nil, err
		}
		if _, err := source.Start(run.FirstRound, 0, 0); err != nil {
			return nil, err
		}
		list, texts = append(list, x), append(texts, text)
	}
	return list, nil
}

// Plan returns the games of each exchange.
func (c OddsConfig) Plan(g *rules.Game) (parts []run.PlannedPart, err error) {
	list, err := c.exchanges(g)
	for _, x := range list {
		parts = append(parts, run.PlannedPart{Label: x.Text(g), Games: 2 * c.Pairs, Nodes: c.Play.Nodes})
	}
	return parts, err
}

// oddsFolder is the folder in the folder of an estimate with the games at pawn odds.
const oddsFolder = "odds"

// pawnMatch returns the configuration of matchPawn, and false if there is no such match.
func (c Config) pawnMatch(g *rules.Game) (OddsConfig, bool) {
	cfg := OddsConfig{Pairs: c.OddsPairs, Level: c.Fit.Level, Play: c.Play}
	if c.OddsPairs == 0 || !g.IsPawn(tuning.UnitPiece(g)) {
		return cfg, false
	}
	_, err := cfg.exchanges(g)
	return cfg, err == nil
}

// matchPawn plays a match at the odds of the unit if that is a pawn. The fit measures a
// pawn between armies that have further differences and are shuffled; the match measures
// it in the array. There is none if no such armies can be set up; PawnOdds then falls back on the
// fit.
func (c Config) matchPawn(
	ctx context.Context, g *rules.Game, w *eval.Weights, folder string, crew match.Crew, ev match.Events,
) (*OddsResult, error) {
	cfg, ok := c.pawnMatch(g)
	if !ok {
		return nil, nil
	}
	return Odds(ctx, g, cfg, w, filepath.Join(folder, oddsFolder), crew, ev)
}

func (e *estimation) matchPawn(out *Result) (err error) {
	out.Odds, err = e.cfg.matchPawn(e.ctx, e.g, out.Weights, e.folder, e.crew, e.ev)
	return err
}

package tuning

import (
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/tuning/logit"
)

// Variation has the values by a fit with one choice changed.
type Variation struct {
	Name string
	// Rows is the sample size.
	Rows int
	// Pawns and Basket are as in Value, by piece.
	Pawns, Basket []stat.Interval
}

// variedViews are choices of quiet positions other than the one of the settings.
func variedViews(g *rules.Game) []*view {
	all := newFilling(g).allPawns
	five := Default().PositionsPerGame
	enough := NewQuietFilter(g, Default().PawnShare).pawns
	return []*view{
		{name: "Texel, any number of pawns", perGame: five},
		{name: "Texel, at least 5/8 of the pawns", perGame: five, pawns: 5 * all / 8},
		{name: "Texel, one position a game", perGame: 1, pawns: enough},
		{name: "Texel, 20 positions a game", perGame: 20, pawns: enough},
		{name: "Texel, the first quiet position", perGame: 1, pawns: enough, first: true},
	}
}

// sensitivity varies the fits to the armies at the start and to the quiet positions.
func (s *samples) sensitivity(start, texel *logit.Result, held logit.Prior, unit int) ([]Variation, error) {
	out := []Variation{s.variation("design", start, start.Sampling(), unit)}
	add := func(name string, d *logit.Design, p logit.Prior, set logit.Settings) error {
		if d.Rows() == 0 {
			return nil
		}
		f, err := logit.Fit(d, p, set)
		if err == nil {
			out = append(out, s.variation(name, f, f.Posterior(), unit))
		}
		return err
	}
	if err := add("design, squared error", s.start, logit.Prior{}, logit.Settings{Loss: logit.SquaredError}); err != nil {
		return nil, err
	}
	out = append(out, s.variation("Texel", texel, texel.Posterior(), unit))
	squared := texelSettings()
	squared.Loss = logit.SquaredError
	if err := add("Texel, squared error", s.quiet, held, squared); err != nil {
		return nil, err
	}
	if err := add("Texel, without the prior", s.quiet, logit.Prior{}, texelSettings()); err != nil {
		return nil, err
	}
	for _, v := range s.views[1:] {
		if err := add(v.name, v.quiet, held, texelSettings()); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *samples) variation(name string, f *logit.Result, inf logit.Inference, unit int) Variation {
	v := Variation{Name: name, Rows: f.Rows}
	for _, x := range s.values(f, inf, unit, s.settings.Level) {
		v.Pawns, v.Basket = append(v.Pawns, x.Pawns), append(v.Basket, x.Basket)
	}
	return v
}

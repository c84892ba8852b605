package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/internal/present/format"
	"bestiary/selfplay/rating"
)

// The order in which counts are typed.
var (
	wdlNames   = []string{"W", "L", "D"}
	pairsNames = []string{"LL", "LD", "WL", "DD", "WD", "WW"}
)

// readCounts reads --wdl or --pairs.
func readCounts(c *cli.Context) (rating.Counts, error) {
	switch {
	case c.IsSet("wdl") && c.IsSet("pairs"):
		return nil, errors.New("found both --wdl and --pairs, expected one of them")
	case c.IsSet("wdl"):
		n, err := parseCounts("--wdl", c.String("wdl"), wdlNames)
		if err != nil {
			return nil, err
		}
		return rating.WDL{Wins: n[0], Losses: n[1], Draws: n[2]}, nil
	case c.IsSet("pairs"):
		n, err := parseCounts("--pairs", c.String("pairs"), pairsNames)
		if err != nil {
			return nil, err
		}
		return rating.Pairs{LL: n[0], LD: n[1], WL: n[2], DD: n[3], WD: n[4], WW: n[5]}, nil
	}
	return nil, errors.New("found neither --wdl nor --pairs, expected one of them, as in --wdl 136,96,111")
}

// parseCounts reads one number for each name.
func parseCounts(flag, list string, names []string) ([]int, error) {
	cells := strings.Split(list, ",")
	if len(cells) != len(names) {
		return nil, fmt.Errorf("%s %q: found %s, expected %d: %s", flag, list, format.Plural(len(cells), "value"), len(names), strings.Join(names, ","))
	}
	counts, total := make([]int, len(names)), 0
	for i, cell := range cells {
		n, err := strconv.Atoi(strings.TrimSpace(cell))
		if err != nil || n < 0 || n > rating.MaxCount {
			return nil, fmt.Errorf("%s %q: found %q for %s, expected a whole number from 0 to %d", flag, list, cell, names[i], rating.MaxCount)
		}
		counts[i] = n
		total += n
	}
	if total == 0 {
		return nil, fmt.Errorf("%s %q: found no games, expected at least one", flag, list)
	}
	return counts, nil
}

// readSPRT reads --sprt and the flags that go with it; nil without --sprt.
func readSPRT(c *cli.Context) (*rating.SPRT, error) {
	t := &rating.SPRT{Alpha: c.Float64("alpha"), Beta: c.Float64("beta")}
	for _, flag := range []string{"alpha", "beta"} {
		if p := c.Float64(flag); !(p > 0 && p < 1) {
			return nil, fmt.Errorf("--%s: found %v, expected a probability between 0 and 1", flag, p)
		}
	}
	if t.Alpha+t.Beta >= 1 {
		return nil, fmt.Errorf("--alpha and --beta: found %v and %v, expected a sum below 1", t.Alpha, t.Beta)
	}
	var err error
	if t.Model, err = rating.ParseModel(c.String("model")); err != nil {
		name := c.String("model")
		return nil, unknownName(fmt.Sprintf("--model: found %q, expected %s", name, joinWords(rating.ModelNames(), "or")), name, rating.ModelNames())
	}
	if !c.IsSet("sprt") {
		return nil, nil
	}
	list := c.String("sprt")
	cells := strings.Split(list, ",")
	if len(cells) != 2 {
		return nil, fmt.Errorf("--sprt %q: found %s, expected 2: ELO0,ELO1", list, format.Plural(len(cells), "value"))
	}
	for i, elo := range []*float64{&t.Elo0, &t.Elo1} {
		if *elo, err = strconv.ParseFloat(strings.TrimSpace(cells[i]), 64); err != nil || !(math.Abs(*elo) <= rating.MaxElo) {
			return nil, fmt.Errorf("--sprt %q: found %q for ELO%d, expected a number from %d to %d", list, cells[i], i, -rating.MaxElo, rating.MaxElo)
		}
	}
	if t.Elo0 >= t.Elo1 {
		return nil, fmt.Errorf("--sprt %q: found ELO0 %v and ELO1 %v, expected ELO0 below ELO1", list, t.Elo0, t.Elo1)
	}
	return t, nil
}

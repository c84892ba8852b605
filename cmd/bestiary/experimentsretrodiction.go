package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/study"
)

// showRetrodiction says what a retrodiction plays, and what it costs.
func showRetrodiction(c *cli.Context, name string) error {
	s, err := new(study.Library).Open(name, study.Options{})
	if err != nil {
		return err
	}
	if c.Bool("json") {
		p, err := s.Plan()
		if err != nil {
			return err
		}
		return printJSON(c, p)
	}
	text, err := s.Show(textWidth)
	fmt.Fprint(c.App.Writer, text)
	return err
}

// runRetrodiction plays the games of a retrodiction and compares them with what is known.
func runRetrodiction(c *cli.Context, name string) error {
	options := study.Options{Scale: study.Scale{Quick: c.Bool("quick")}}
	s, err := new(study.Library).Open(name, options)
	if err != nil {
		return err
	}
	return playSuite(c, s.About().ID, func(ctx context.Context, own string, run *stage) (a answer, err error) {
		session := &study.Session{Folder: experimentsOut(c), Crew: run.Crew, Events: run.Show.Events(), Options: options}
		games, err := s.Games(session)
		if err != nil {
			return a, err
		}
		run.Show.SetTotal(games)
		outcome, err := s.Run(ctx, session)
		if err != nil {
			return a, err
		}
		return writeSuite(c, s.About().ID, name, own, outcome)
	})
}

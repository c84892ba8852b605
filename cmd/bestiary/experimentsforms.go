package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/study"
)

// showStudy says what a study plays and asks.
func showStudy(c *cli.Context, arg string) error {
	s, err := (&study.Library{}).Open(arg, study.Options{})
	if err != nil {
		return err
	}
	if c.Bool("json") {
		plan, err := s.Plan()
		if err != nil {
			return err
		}
		return printJSON(c, plan)
	}
	text, err := s.Show(textWidth)
	if err == nil {
		fmt.Fprint(c.App.Writer, text)
	}
	return err
}

// runStudy plays a study and answers its questions.
func runStudy(c *cli.Context, arg string) error {
	o := study.Options{Scale: study.Scale{Quick: c.Bool("quick")}, Forecast: c.Bool("forecast"), Open: c.Bool("open"), Values: c.StringSlice("values"), Results: c.String("results")}
	s, err := (&study.Library{}).Open(arg, o)
	if err != nil {
		return err
	}
	return playSuite(c, s.About().ID, func(ctx context.Context, own string, run *stage) (a answer, err error) {
		session := &study.Session{Folder: filepath.Dir(own), Crew: run.Crew, Options: o}
		games, err := s.Games(session)
		if err != nil {
			return a, err
		}
		run.Show.SetTotal(games)
		session.Events = run.Show.Events()
		out, err := s.Run(ctx, session)
		if err != nil {
			return a, err
		}
		if o.Forecast {
			return answer{Value: out, Text: func(w io.Writer) { fmt.Fprint(w, out.Text(textWidth)) }}, nil
		}
		return writeSuite(c, s.About().ID, arg, own, out)
	})
}

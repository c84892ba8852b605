package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/study"
	"bestiary/internal/format"
)

type experimentJSON struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Author     string `json:"author"`
	Hypotheses int    `json:"hypotheses"` // of the author
	Questions  int    `json:"questions"`  // of ours
	Readings   int    `json:"readings"`   // that decide nothing: superseded and blind ones
	Games      int    `json:"games"`
}

func listExperiments(c *cli.Context) error {
	var list []experimentJSON
	var library study.Library
	for _, name := range study.Catalogue() {
		e, err := library.Find(name)
		if err != nil {
			return err
		}
		games := (&study.Runner{}).Games([]*study.Experiment{e})
		entry := experimentJSON{e.ID, e.Title, e.Source.Author, 0, 0, 0, games}
		for _, h := range e.Hypotheses {
			switch h.Family {
			case study.Claimed:
				entry.Hypotheses++
			case study.Ours:
				entry.Questions++
			default:
				entry.Readings++
			}
		}
		list = append(list, entry)
	}
	if c.Bool("json") {
		return printJSON(c, list)
	}
	width := 0
	for _, e := range list {
		width = max(width, len(e.ID)+2)
	}
	for _, e := range list {
		var asks []string
		if e.Hypotheses > 0 {
			asks = append(asks, format.Plural(e.Hypotheses, "hypothesis"))
		}
		if e.Questions > 0 {
			asks = append(asks, format.Plural(e.Questions, "question")+" of our own")
		}
		printLabelled(c.App.Writer, e.ID, width, fmt.Sprintf("%s (%s; %s)", e.Title, e.Author, strings.Join(asks, ", ")))
	}
	for _, s := range suites {
		printLabelled(c.App.Writer, s.name, width, s.asks)
	}
	return nil
}

// familyName says whose hypothesis it is where the author of the claim is not meant.
var familyName = map[study.Family]string{study.Ours: "our question", study.Superseded: "superseded reading", study.Blind: "blind reading"}

// showExperiment prints the claim of an experiment, its games, and how it is decided.
func showExperiment(c *cli.Context) error {
	for _, s := range suites {
		if s.is(c.Args().First()) {
			return s.show(c, c.Args().First())
		}
	}
	library := study.Library{Approximate: c.Bool("approximate"), Others: suiteNames()}
	e, err := library.Resolve(c.Args().First())
	printWarnings(c, library.Warnings)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, e.Unanswered())
	}
	out := c.App.Writer
	fmt.Fprintf(out, "%s\n\n", e.Title)
	printLabelled(out, "claim", 8, e.Claim)
	printLabelled(out, "source", 8, fmt.Sprintf("%s, %s", e.Source.Author, e.Source.Page))
	if e.Source.Link != "" {
		fmt.Fprintf(out, "%-8s%s\n", "", e.Source.Link)
	}
	if e.Method != "" {
		printLabelled(out, "method", 8, e.Method)
	}
	fmt.Fprintf(out, "\nruns, %d games in all\n", (&study.Runner{}).Games([]*study.Experiment{e}))
	for i := range e.Runs {
		printLabelled(out, "  -", 4, e.Runs[i].String())
	}
	answers := e.Unanswered().Answers
	fmt.Fprintf(out, "\nhypotheses, judged at the level of %g %%\n", 100*e.Level)
	for i := range e.Hypotheses {
		h := &e.Hypotheses[i]
		says := h.Says
		if h.Family != study.Claimed {
			says += " (" + familyName[h.Family] + ")"
		}
		printLabelled(out, fmt.Sprintf("%2d", i+1), 4, says)
		if h.Quote != "" {
			printLabelled(out, "", 4, fmt.Sprintf("“%s”, read (%s) as: %s", h.Quote, answers[i].Read(), h.Reading))
		}
		printLabelled(out, "", 4, fmt.Sprintf("%s: %s", e.What(h), h.Range()))
	}
	return nil
}

// printResults prints the verdicts of experiments in 80 columns.
func printResults(out io.Writer, results []*study.Result, folder string) {
	for _, r := range results {
		e := r.Experiment
		fmt.Fprintf(out, "%s: %s\n", e.ID, doc.Verdict(string(r.Verdict)).Text)
		printLabelled(out, "", 0, fmt.Sprintf("%s (%s). %s", e.Title, format.Plural(r.Games(), "game"), r.Summary()))
		for i := range r.Answers {
			a := &r.Answers[i]
			says, when := a.Says, "supported"
			if a.Family != study.Claimed {
				says += " (" + familyName[a.Family] + ")"
			}
			if a.Family == study.Ours {
				when = "yes"
			}
			printLabelled(out, "  "+doc.Verdict(a.Word()).Text, 17, says)
			found := fmt.Sprintf("found: %s; %s if %s; adjusted p %s", a.Found(), when, a.Hypothesis.Range(), format.Probability(float64(a.Holm)))
			if e.Truths {
				found = fmt.Sprintf("found: %s; published: %s", a.Found(), a.Hypothesis.Range())
			}
			printLabelled(out, "", 17, found)
			if takes := r.Takes(a, false); takes != "" {
				printLabelled(out, "", 17, takes)
			}
			for _, p := range a.Players {
				if !p.Effect.Known() {
					continue // no verdict yet
				}
				printLabelled(out, "", 17, fmt.Sprintf("by %s: %s", p.Player, a.By(p)))
			}
		}
		fmt.Fprintf(out, "page %s\n\n", filepath.Join(folder, e.ID, page.HTMLFile))
	}
}

package study

import (
	"context"
	"fmt"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// claimForm is the form of a file with runs and hypotheses.
var claimForm = Form{
	Takes: []string{"quick", "pairs", "precision", "until-decided", "budget"},
	Open: func(l *Library, name string, data []byte, o Options) (Study, error) {
		if err := o.Scale.Validate(); err != nil {
			return nil, err
		}
		return l.Parse(name, data)
	},
	Plan: Figures{}, Answer: Figures{},
}

// About identifies the experiment.
func (e *Experiment) About() About {
	var asks []string
	if n := e.count(Claimed); n > 0 {
		asks = append(asks, format.Plural(n, "hypothesis"))
	}
	if n := e.count(Ours); n > 0 {
		asks = append(asks, format.Plural(n, "question")+" of our own")
	}
	return About{e.ID, e.Title, fmt.Sprintf("%s (%s; %s)", e.Title, e.Source.Author, strings.Join(asks, ", ")), &claimForm}
}

// count returns the number of hypotheses of a family.
func (e *Experiment) count(f Family) (n int) {
	for _, h := range e.Hypotheses {
		if h.Family == f {
			n++
		}
	}
	return n
}

// Listed is what programs read of an experiment in a list.
type Listed struct {
	ID         string `json:"id"`
	Title      string `json:"title"`
	Author     string `json:"author"`
	Hypotheses int    `json:"hypotheses"` // of the author
	Questions  int    `json:"questions"`  // of ours
	Readings   int    `json:"readings"`   // that have no say in the verdict: superseded and blind ones
	Games      int    `json:"games"`
}

// Listed returns what programs read of the experiment in a list.
func (e *Experiment) Listed() Listed {
	games := (&Runner{}).Games([]*Experiment{e})
	return Listed{e.ID, e.Title, e.Source.Author, e.count(Claimed), e.count(Ours), e.count(Superseded) + e.count(Blind), games}
}

// claims returns the runner that all claims of the session share.
func (s *Session) claims() *Runner {
	if s.runner == nil {
		s.runner = &Runner{Folder: s.Folder, Crew: s.Crew, Scale: s.Scale, Events: s.Events}
	}
	return s.runner
}

// Games returns how many games the experiment plays at most.
func (e *Experiment) Games(s *Session) (int, error) { return s.claims().Games([]*Experiment{e}), nil }

// Run plays what the experiment needs and tests its hypotheses.
func (e *Experiment) Run(ctx context.Context, s *Session) (Outcome, error) {
	r, err := s.claims().Run(ctx, e)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Plan returns the experiment before any game is played.
func (e *Experiment) Plan() (any, error) { return e.Unanswered(), nil }

// familyName names whose hypothesis it is where the author of the claim is not meant.
var familyName = map[Family]string{Ours: "our question", Superseded: "superseded reading", Blind: "blind reading"}

// labelled is a string of paragraphs with labels before their first lines.
type labelled struct {
	strings.Builder
	width int
}

func (l *labelled) add(label string, column int, text string) {
	for _, line := range format.Wrap(text, l.width-column) {
		fmt.Fprintf(l, "%-*s%s\n", column, label, line)
		label = ""
	}
}

// Show returns the claim of the experiment, its games, and how it is decided.
func (e *Experiment) Show(width int) (string, error) {
	out := &labelled{width: width}
	fmt.Fprintf(out, "%s\n\n", e.Title)
	out.add("claim", 8, e.Claim)
	out.add("source", 8, fmt.Sprintf("%s, %s", e.Source.Author, e.Source.Page))
	if e.Source.Link != "" {
		fmt.Fprintf(out, "%-8s%s\n", "", e.Source.Link)
	}
	if e.Method != "" {
		out.add("method", 8, e.Method)
	}
	fmt.Fprintf(out, "\nruns, %d games in all\n", (&Runner{}).Games([]*Experiment{e}))
	for _, run := range e.Runs {
		out.add("  -", 4, run.String())
	}
	answers := e.Unanswered().Answers
	fmt.Fprintf(out, "\nhypotheses, judged at the level of %g %%\n", 100*e.Level)
	for i := range e.Hypotheses {
		h := &e.Hypotheses[i]
		out.add(fmt.Sprintf("%2d", i+1), 4, h.said())
		if h.Quote != "" {
			out.add("", 4, fmt.Sprintf("“%s”, read (%s) as: %s", h.Quote, answers[i].Read(), h.Reading))
		}
		out.add("", 4, fmt.Sprintf("%s: %s", e.What(h), h.Range()))
	}
	return out.String(), nil
}

// said returns the hypothesis with the name of its family.
func (h *Hypothesis) said() string {
	if h.Family == Claimed {
		return h.Says
	}
	return h.Says + " (" + familyName[h.Family] + ")"
}

// About identifies the experiment.
func (r *Result) About() About { return r.Experiment.About() }

// Text returns the verdicts for a terminal.
func (r *Result) Text(width int) string {
	e, out := r.Experiment, &labelled{width: width}
	fmt.Fprintf(out, "%s: %s\n", e.ID, doc.Verdict(string(r.Verdict)).Text)
	out.add("", 0, fmt.Sprintf("%s (%s). %s", e.Title, format.Plural(r.Games(), "game"), r.Summary()))
	for _, a := range r.Answers {
		when := "supported"
		if a.Family == Ours {
			when = "yes"
		}
		out.add("  "+doc.Verdict(a.Word()).Text, 17, a.said())
		found := fmt.Sprintf("found: %s; %s if %s; adjusted p %s", a.Found(), when, a.Range(), format.Probability(float64(a.Holm)))
		if e.Truths {
			found = fmt.Sprintf("found: %s; published: %s", a.Found(), a.Range())
		}
		out.add("", 17, found)
		if takes := r.Takes(a, false); takes != "" {
			out.add("", 17, takes)
		}
		for _, p := range a.Players {
			if p.Effect.Known() { // there is a verdict
				out.add("", 17, fmt.Sprintf("by %s: %s", p.Player, a.By(p)))
			}
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

package report

import (
	"math"
	"strings"

	"bestiary/experiments"
	"bestiary/internal/present/format"
)

// checksNote introduces the checks.
const checksNote = "What a sound measurement gives. A value that is near its range may miss it by chance."

// publishedNote explains the column of published values.
const publishedNote = "by others, in pawns of their own scale; opinions and measurements of different quality. The leaper rule is Muller's rule of thumb, (30 + 5n/8)·n centipawns for a short leaper with n squares."

// ChecksNote and PublishedNote serve the template.
func (p *page) ChecksNote() string    { return checksNote }
func (p *page) PublishedNote() string { return publishedNote }

// failures is a warning that names the checks that failed, or nothing.
func failures(checks []experiments.Check) []string {
	var names []string
	for _, c := range checks {
		if c.Status == experiments.CheckFailed {
			names = append(names, c.Name+" "+c.Found+", wanted "+c.Wanted)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []string{"Some checks failed: " + strings.Join(names, "; ") + "."}
}

// publishedOf is what the sources say of a piece, in one cell.
func publishedOf(sources []experiments.Published, piece string) string {
	var list []string
	for _, s := range sources {
		if x, ok := s.Of(piece); ok {
			list = append(list, format.Significant(math.Round(100*x)/100, -1)+" ("+s.Source+")")
		}
	}
	if len(list) == 0 {
		return "–"
	}
	return strings.Join(list, ", ")
}

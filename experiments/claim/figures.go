package claim

import "encoding/json"

// Figures are what programs read of a result.
type Figures struct {
	ID         string      `json:"id"`
	Hash       string      `json:"hash"`
	Title      string      `json:"title"`
	Author     string      `json:"author"`
	Page       string      `json:"page"`
	Place      int         `json:"place"`
	Truths     bool        `json:"truths,omitempty"`
	Verdict    Verdict     `json:"verdict"`
	Finding    string      `json:"finding"`
	Level      float64     `json:"level"`
	Games      int         `json:"games"`
	Hypotheses []Answer    `json:"hypotheses"`
	Runs       []RunResult `json:"runs"`
}

// MarshalJSON writes the Figures of the result.
func (r *Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Figures()) }

// Figures returns what programs read of the result.
func (r *Result) Figures() Figures {
	e := r.Experiment
	return Figures{e.ID, e.Hash, e.Title, e.Source.Author, e.Source.Page, e.Place, e.Truths, r.Verdict, r.Finding(), e.Level, r.Games(), r.Answers, r.Runs}
}

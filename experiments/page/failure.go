package page

import "fmt"

// Failure is a part of an experiment that cannot be played to the end.
type Failure struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// NotPlayed names failures in sentences, each after a space.
func NotPlayed(list []Failure) (text string) {
	for _, f := range list {
		text += fmt.Sprintf(" Not played: %s (%s).", f.Name, f.Why)
	}
	return text
}

package betza_test

import (
	"fmt"

	"bestiary/engine/betza"
)

// A manticore steps orthogonally and may then slide outwards. A greatest number
// of 0 means as far as the board reaches.
func ExampleParse() {
	e, err := betza.Parse("f[W?B]")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range e.Paths {
		fmt.Print("path:")
		for _, l := range p.Legs {
			fmt.Printf(" %v×%d-%d", l.Step, l.Min, l.Max)
		}
		fmt.Println()
	}
	// Output:
	// path: {0 1}×1-1
	// path: {0 1}×1-1 {1 1}×1-0
	// path: {0 1}×1-1 {-1 1}×1-0
}

func ExampleSyntaxError() {
	_, err := betza.Parse("fmWfcxF")
	fmt.Println(err)
	// Output:
	// move string "fmWfcxF": column 6: found 'x'; borrowing the moves of other pieces is not supported, expected another modifier or an atom
}

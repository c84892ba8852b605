package betza

// Budget bounds the number of paths that several move strings have together,
// such as all strings of a game: a short string can have thousands of paths.
type Budget struct {
	total, left int
}

// NewBudget returns a budget for a number of paths. A path that a string repeats
// counts again.
func NewBudget(paths int) *Budget {
	return &Budget{paths, paths}
}

// Spent reports whether nothing is left, so that every move string would be
// refused.
func (b *Budget) Spent() bool {
	return b.left == 0
}

// Parse reads a move string as the function Parse does, and charges its paths to
// the budget. A string that is refused costs the paths that were written out
// before the fault was found.
func (b *Budget) Parse(s string) (Expression, error) {
	e, err := parse(s, b)
	if syntax, ok := err.(*SyntaxError); ok {
		syntax.Source = s
	}
	return e, err
}

// Package format writes numbers, intervals and names for people, in one style
// everywhere: "16,000 games", "62.7 % (60.8 to 64.7)", "−0.12", and "?" for what
// the data do not tell. Tables for programs have plain numbers with six
// significant digits and nothing for what is unknown.
package format

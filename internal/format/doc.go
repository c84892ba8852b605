// Package format writes numbers, intervals and names for people, in one style everywhere: "16,000
// games", "62.7 % (60.8 to 64.7)", "−0.12", and "?" for quantities that the data do not determine.
// Tables for programs have plain numbers with six significant digits and empty fields for unknown
// values.
package format

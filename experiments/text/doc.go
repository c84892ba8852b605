// Package text writes counts, names, probabilities and numbers as reports, tables and
// answers for programs have them.
package text

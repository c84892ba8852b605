// Package design holds the commands for game designers: they explain games and their
// pieces, measure the values of pieces and the effects of rules, and serve the page.
package design

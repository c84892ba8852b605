// Package design holds the commands for designers of games: they explain games and their
// pieces, measure what pieces are worth and what rules change, and serve the page.
package design

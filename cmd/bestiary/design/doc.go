// Package design has the commands for designers of games: games and their pieces, what pieces
// are worth, what difference rules make, and the page that shows them.
package design

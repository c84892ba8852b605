// Package atlas lists pieces by rule, measures what they are worth, and judges the formula
// (package formula) that predicts it from their moves alone.
//
// # The list
//
// Settings (atlas.toml) state families of move strings, a grammar from which one piece in ten is
// drawn, boards with their hosts, and how precisely the pieces are to be measured. Pieces expands
// them; a third is locked, chosen by hash, until a formula is judged. Settings.Plan says what the
// games take.
//
// # The games
//
// Run measures the pieces as guests: kinds that stand nowhere in the array of a host and take
// the places of its pieces in exchanges (package estimate). The settings are sealed with the games.
// Locked pieces are shown once, when all games have been played.
//
// # The formula
//
// The formula is fitted to the pieces that are not locked. Judge compares its errors on the locked
// pieces with those of the mobility prior.
package atlas

// Package engine holds the commands that play and analyze: matches and ratings, tuning,
// positions and endings, and the engine for use by other programs.
package engine

// Package engine has the commands that play and analyze: matches and their ratings, tuning,
// positions and endings, and the engine for other programs.
package engine

// Package forecast composes forecasts of scores and says how good they were.
//
// # A forecast
//
// The log-odds η of the score of a match are predicted with four independent errors: of the
// fit (Sampling), of the exchange, whose worth is not the sum of its pieces (Exchange), of
// the player, who is not one of those fitted (Player), and of the match itself, which has a
// finite number of games (Chance). The limits of the score are
//
//	σ(η ± z·√(Sampling² + Exchange² + Player² + Chance²)),  σ(x) = 1/(1+e^-x)
//
// # Scores of forecasts
//
// With residuals r = found - predicted and s the standard errors of what was found,
// E[r² - s²] is the mean square of what chance does not explain. BeyondChance is its root.
// Skill compares it with that of other forecasts of the same matches. Slope says whether
// predicted differences are of the right size, with errors on both sides.
package forecast

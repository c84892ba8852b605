// Package league asks how well the published values of a game predict matches that no fit
// has seen.
//
// # Matches
//
// Settings say how many matches of each Class are drawn in which games, from one seed. A
// removal takes officers from both armies of the array, as in the games with which values
// are measured; a replacement gives one army pieces in the place of others, so that second
// queens occur. A match is left out if an exchange like it was fitted or its predicted score
// is nearly decided. The players are dealt in turn; some of them no fit has seen.
//
// # Forecasts
//
// A forecast follows from what an estimate publishes (estimate.Model) and has predictive
// limits; see internal/stat/logit. All are written, with their hash, before any game is
// played. Files whose hash is another one are refused, and so are games that were played
// under another hash. A third of the matches of a class is locked: nothing shows its results
// until all matches are played and Open is called, which can be done once.
//
// # Scores
//
// The forecasts are scored by class, game and player, beside other tables of values: mobility
// alone, published ones, and the user's. These have no log-odds. Each gets, in each game, the
// factor with which it predicts the same matches best, which favours it.
package league

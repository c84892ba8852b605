// Package rating turns the results of games into strength: Elo with its uncertainty, sequential
// tests, and ratings of many players. It is pure statistics and does not depend on how games are
// played.
//
// # Scores
//
// A match is counted as games (WDL) or, when each opening was played twice with
// colours swapped, as pairs (Pairs). The two games of a pair are not independent:
// the advantage that an opening gives in one it gives back in the other. The unit of all
// uncertainty is the pair, with the scores 0, ¼, ½, ¾, 1; games only count alone if
// they are not paired. With shares p_i of the scores a_i,
//
//	μ = Σ p_i a_i,  v = Σ p_i (a_i-μ)²,  s.e.(μ) = √(v/n),  n pairs or games.
//
// Logistic Elo is e(μ) = 400 log10(μ/(1-μ)), and its limits come from the limits
// of μ, e(μ ± 1.96 s.e.). They are not symmetric, and the error that programs
// print is half their distance. Where μ ± 1.96 s.e. is not inside (0, 1), or v =
// 0, Wilson's interval takes its place (ScoreInterval).
//
// Normalized Elo is 800/ln 10 · (μ-½)/σ, where σ is the standard deviation per
// game, √v for games and √(2v) for pairs. It measures how many games are needed to
// see a difference, whatever the share of draws. Its limits are symmetric, ± 800/ln
// 10 · 1.96/√games. Michel Van den Bergh, "Comments on normalized Elo" (cantate.be).
//
// The likelihood of superiority is Φ((μ-½)/s.e.).
//
// # Sequential tests
//
// An SPRT compares H1, strength Elo1, with H0, strength Elo0, by
//
//	LLR = n Σ p_i ln(q1_i/q0_i)
//
// where q_k is the most likely distribution of the scores, given p, that obeys H_k;
// a count of 0 counts as 0.001. The hypothesis "μ = s" gives q_i = p_i/(1 +
// x(a_i-s)) with x such that the mean is s. "(μ-½)/σ = t", normalized Elo, is made
// linear about the solution found so far, until that does not change. Bounds in
// BayesElo are first converted to a score by
//
//	P(win) = S(r-d), P(loss) = S(-r-d), S the logistic curve,
//
// with the d of all games, "drawelo" (Rao and Kupper, JASA 62, 1967). The test
// stops with H0 at LLR ≤ ln(β/(1-α)) and with H1 at LLR ≥ ln((1-β)/α). Wald, Annals
// of Mathematical Statistics 16 (1945); for the generalized ratio, Van den Bergh,
// "Comparing the approximations for the GLLR of a multinomial distribution"
// (cantate.be/Fishtest).
//
// A match that stops when it looks good overstates the difference.
// SPRT.Estimate gives the median-unbiased estimate of Brownian motion between
// the bounds; Siegmund, Sequential Analysis (1985).
//
// # Many players
//
// Rate maximises the likelihood of a table of results over all ratings and an advantage of
// White, with a draw as half a win and half a loss, like the program Ordo. The likelihood is
// concave, so Newton's method finds the maximum if there is one. There is no maximum if some
// group of players scored nothing against the others (Ford, American Mathematical Monthly 64,
// 1957); then a message names the group, or a normal prior makes the answer finite. Limits
// come from the observed information.
//
// # Lengths of games
//
// Survival estimates how long games last when some were cut short, in clusters of
// games that depend on each other: Kaplan and Meier, JASA 53 (1958); Williams,
// Biometrics 51 (1995).
//
// # Many tests
//
// Holm adjusts the p-values of tests that are judged together.
//
// # Values that do not exist
//
// No function panics for any counts. The Elo of a match without a loss or draw is
// +Inf, undefined values are NaN, and negative counts or counts without a game
// are errors.
package rating

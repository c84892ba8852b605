// Package logit fits expected scores: a logistic model for outcomes between 0 and 1, with a
// Gaussian prior, and standard errors that hold when rows come in dependent groups. It does not
// depend on chess.
//
// # Model
//
// Row i has features x_i, an outcome y_i in [0, 1] (win 1, draw ½, loss 0), a
// weight w_i, and belongs to cluster c(i). The model states only the mean,
//
//	E[y_i] = μ_i = σ(η_i),  η_i = x_i·β,  σ(η) = 1/(1+e^-η).
//
// It makes no assumption about the spread of y (draws make it smaller than a
// coin's) nor about rows of one cluster being independent (two games from one
// opening are not). The estimate minimises
//
//	Q(β) = (1/φ) Σ w_i ℓ(y_i, η_i) + ½ Σ λ_j (β_j - m_j)²
//
// with prior means m, prior precisions λ (0 leaves a coefficient free) and the
// dispersion φ, and the cross-entropy ℓ = log(1+e^η) - yη, the quasi-binomial likelihood.
// Newton's method with step halving finds the minimum.
//
// # Covariance
//
// With H the second derivative of Σ wℓ, which does not depend on the outcomes,
// Λ = diag(λ), and s_c the sum of w ∂ℓ/∂β over the rows of cluster c,
//
//	A = H/φ + Λ                                bread
//	G = g/(g-k) Σ_c s_c s_cᵀ                   meat; g clusters
//	k = tr(A⁻¹H/φ)                             effective degrees of freedom
//
//	Cov      = A⁻¹ (G/φ²)     A⁻¹              sampling: prior and its mean held fixed
//	BayesCov = A⁻¹ (G/φ² + Λ) A⁻¹              sampling and prior: a posterior
//
// Cov is the cluster sandwich. It measures how far the estimate would scatter
// in new data, not how far the prior has pulled it; with a prior, intervals for
// the truth come from BayesCov, which treats the prior mean as one more
// observation of variance 1/λ and equals A⁻¹ when G/φ² = H/φ. Without a prior
// the two agree and φ cancels from everything.
//
// φ sets the weight of the prior: a row repeated five times must not count five times
// against it. EstimateDispersion sets φ to the mean
// design effect tr(A⁻¹G)/tr(A⁻¹H), the adjustment of magnitude used for
// composite likelihoods. The share of coefficient j that the data decided is
// 1 - (A⁻¹)_jj λ_j, one minus posterior over prior variance; these shares add up
// to k.
//
// The factor g/(g-k) is the degrees-of-freedom correction of the
// heteroscedastic case, counted in clusters; critical values are Student's t
// with g-k degrees of freedom, at 300 clusters and more the normal's within 1 %.
//
// # Random coefficients
//
// FitRandom takes some coefficients as drawn from N(0, ω²), such as what the matches of one
// exchange have in common beyond their features. Given ω they have a prior like any other, and
// BayesCov contains what they leave open in the rest. ω² maximises the restricted likelihood,
// with the loss as a quadratic about the fit (Laplace; Breslow and Clayton, JASA 88, 1993),
// times the density of a scaled inverse χ² with the given guess and weight, so that few
// coefficients do not make it 0 by luck. The degrees of freedom are those of both parts
// together (Satterthwaite); those of ω² follow from its information.
//
// # What the data do not determine
//
// Columns that are zero everywhere, collinear, or whose coefficient the
// likelihood sends to infinity (separation) get a weak ridge towards the prior
// mean, standard deviation about 10 logits for a typical non-zero entry, and a
// warning that names them. Its precision E is counted as prior in every
// formula above, also in Cov, so such a coefficient shows a large variance
// rather than none; an Inference reports combinations that are not estimable as
// unbounded. Columns whose scores do not vary between clusters (all draws, one
// game, a column seen in one cluster, separation) take H in place of G in their
// block of the meat, again with a warning.
//
// # Forecasts
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
// Skill compares it with the error of other forecasts of the same matches. Slope says whether
// predicted differences are of the right size, with errors on both sides.
//
// # Sources
//
// Quasi-likelihood: Wedderburn, Biometrika 61 (1974); for fractions, Papke and
// Wooldridge, J. Applied Econometrics 11 (1996). Sandwich: White, Econometrica
// 50 (1982); clusters: Liang and Zeger, Biometrika 73 (1986); small samples:
// Cameron and Miller, J. Human Resources 50 (2015). Penalised sandwich: Gray,
// JASA 87 (1992). Adjusted composite likelihood: Pauli, Racugno and Ventura,
// Statistica Sinica 21 (2011). Separation: Albert and Anderson, Biometrika 71
// (1984). Ratios: Fieller, J. Royal Statistical Society B 16 (1954).
// Proportions: Wilson, JASA 22 (1927). Cluster bootstrap: Davison and Hinkley,
// Bootstrap Methods and their Application (1997), section 3.8.
package logit

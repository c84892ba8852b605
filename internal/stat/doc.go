// Package stat holds what all statistics of the project share: an estimate with its
// confidence interval, numbers that may be unknown, intervals that stay valid when a result
// is inspected repeatedly, evidence that can be combined, and a model of random effects.
//
// A limit is infinite if the data do not bound the quantity on that side. An unknown
// quantity is NaN. Both are null in JSON.
package stat

// Package stat holds what all statistics of the project share: an estimate with
// its confidence interval, and numbers that may not exist.
//
// A limit is infinite if the data do not bound the quantity on that side. A
// quantity that the data say nothing about is NaN. Both are null in JSON.
package stat

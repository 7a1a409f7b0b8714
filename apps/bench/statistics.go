package main

import (
	"cmp"
	"math"
	"slices"
)

// percentile returns the smallest of the values that at least the given share (0 to 1) of them does not exceed; the zero value
// for none. It sorts the values.
func percentile[T cmp.Ordered](values []T, share float64) T {
	var none T
	if len(values) == 0 {
		return none
	}
	slices.Sort(values)
	rank := int(math.Ceil(share*float64(len(values)))) - 1
	return values[min(max(rank, 0), len(values)-1)]
}

// median returns the middle value, or the mean of the two in the middle; 0 for none.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// medianOf returns the median of one property of the items.
func medianOf[T any](items []T, property func(T) float64) float64 {
	values := make([]float64, len(items))
	for i, item := range items {
		values[i] = property(item)
	}
	return median(values)
}

// ratio returns a/b, 0 where b was too small to be seen.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

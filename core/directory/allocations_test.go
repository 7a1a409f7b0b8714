//go:build !race

package directory_test

import "testing"

// TestReadsAllocateLittle keeps the allocations of reads from growing: they were a fifth of what a list cost. The race detector
// allocates by itself.
func TestReadsAllocateLittle(t *testing.T) { //nolint:paralleltest // what others allocate would be counted
	d := loaded(t, 1000)
	for _, r := range reads {
		if r.read(d.View()) == 0 {
			t.Errorf("%s: nobody", r.name)
		}
		if n := fewest(func() { r.read(d.View()) }, r.most); n > r.most {
			t.Errorf("%s: %.0f allocations, at most %.0f", r.name, n, r.most)
		}
	}
}

// fewest returns the fewest allocations of a function in several measurements, or the first number that is at most enough. What
// the runtime allocates beside it on a busy machine is counted too, so one measurement may be too high, and none is too low.
func fewest(function func(), enough float64) float64 {
	n := testing.AllocsPerRun(20, function)
	for range 9 {
		if n <= enough {
			break
		}
		n = min(n, testing.AllocsPerRun(20, function))
	}
	return n
}

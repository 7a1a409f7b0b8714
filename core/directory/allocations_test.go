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
		if n := testing.AllocsPerRun(20, func() { r.read(d.View()) }); n > r.most {
			t.Errorf("%s: %.0f allocations, at most %.0f", r.name, n, r.most)
		}
	}
}

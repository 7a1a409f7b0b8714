package main

import "testing"

func TestAServerRestsOnceAfterItsWork(t *testing.T) {
	t.Parallel()
	var r rest
	taken, began := uint64(0), []int(nil)
	for look, bytes := range []uint64{
		40 * restful, 0, restful, 2 * restful, // not for long enough
		0, restful, 100, 0, 0, 0, // at look 6, and not again
		3 * restful, 0, 0, 0,
	} {
		taken += bytes
		if r.begins(taken) {
			began = append(began, look)
		}
	}
	if len(began) != 2 || began[0] != 6 || began[1] != 13 {
		t.Errorf("rest began at %v, want at 6 and 13", began)
	}
}

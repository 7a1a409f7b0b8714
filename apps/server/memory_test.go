package main

import "testing"

func TestAServerBecomesIdleOnceAfterItsWork(t *testing.T) {
	t.Parallel()
	var work activity
	allocated, idle := uint64(0), []int(nil)
	for look, bytes := range []uint64{
		40 * idleBytes, 0, idleBytes, 2 * idleBytes, // not for long enough
		0, idleBytes, 100, 0, 0, 0, // at look 6, and not again
		3 * idleBytes, 0, 0, 0,
	} {
		allocated += bytes
		if work.ends(allocated) {
			idle = append(idle, look)
		}
	}
	if len(idle) != 2 || idle[0] != 6 || idle[1] != 13 {
		t.Errorf("it became idle at %v, want at 6 and 13", idle)
	}
}

package directory

import "runtime"

func init() { few, mostKept, mostMoves, mostSome, sparsely, soon = 2, 5, 12, 2, 2, 3 } // so that a small club goes all roads

// Noted returns the view when the parts of all texts are noted. Of an empty club there are none.
func (v *View) Noted() *View {
	for v.Size() > 0 && (!v.parts.ready.Load() || !v.reach.ready.Load()) {
		runtime.Gosched()
	}
	return v
}

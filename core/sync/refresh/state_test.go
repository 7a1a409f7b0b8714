package refresh_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/refresh"
)

func TestWorkOnAMemberGoesForward(t *testing.T) {
	t.Parallel()
	var b refresh.Board
	if state, known := b.State("AB1234"); known {
		t.Errorf("before anything it is %s", state)
	}
	for _, step := range []struct{ set, want refresh.State }{
		{refresh.Queued, refresh.Queued}, {refresh.Reading, refresh.Reading}, {refresh.SigningIn, refresh.Reading},
		{refresh.Writing, refresh.Writing}, {refresh.Failed, refresh.Failed}, {refresh.Done, refresh.Failed},
		{refresh.Writing, refresh.Failed}, {refresh.Queued, refresh.Queued}, {refresh.Done, refresh.Done},
	} {
		b.Set("AB1234", step.set)
		if state, known := b.State("AB1234"); !known || state != step.want {
			t.Errorf("after %s it is %s", step.set, state)
		}
	}
	for n := range 200 {
		b.Set(fmt.Sprint("ZZ", n), refresh.Queued)
	}
	if _, known := b.State("AB1234"); known {
		t.Error("it is remembered for ever")
	}
	if state, known := b.State("ZZ199"); !known || state != refresh.Queued {
		t.Errorf("the last one is %s", state)
	}
	for _, state := range refresh.States {
		if !state.Known() || state.Over() != (state == refresh.Done || state == refresh.Failed) {
			t.Errorf("%s", state)
		}
	}
	if refresh.State("asleep").Known() {
		t.Error("there is no such state")
	}
}

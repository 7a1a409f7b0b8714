package note_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/note"
)

func TestANoteKnowsSinceWhenItIsShared(t *testing.T) {
	t.Parallel()
	hour := func(n int) time.Time { return time.Date(2026, 6, 15, n, 0, 0, 0, time.UTC) }
	var n note.Note
	for i, step := range []struct {
		to   note.Visibility
		want time.Time
	}{
		{note.Private, time.Time{}}, {note.Shared, hour(1)}, {note.Shared, hour(1)}, {note.Private, time.Time{}},
		{note.Shared, hour(4)}, {"", time.Time{}},
	} {
		if n.Show(step.to, hour(i)); n.Visibility != step.to || !n.SharedAt.Equal(step.want) {
			t.Errorf("step %d: %+v", i, n)
		}
	}
}

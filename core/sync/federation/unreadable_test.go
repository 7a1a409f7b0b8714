package federation_test

import (
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

func TestMoreThanFiveAndMoreThanOnePercentOfUnreadableRowsAreAChangedSite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, all  int
		changed bool
	}{{1, 1, false}, {5, 5, false}, {6, 6, true}, {6, 600, false}, {6, 599, true}, {10, 1000, false}, {11, 1000, true}} {
		rows := make([]federation.UnreadableRow, c.n)
		for i := range rows {
			rows[i].Cause = errors.New("birth is no date")
		}
		err := federation.Unread(rows, c.all)
		if errors.Is(err, federation.ErrShape) != c.changed {
			t.Errorf("%d of %d: %v", c.n, c.all, err)
		}
		if named, other := federation.Readable(err); c.changed == (other == nil) || !c.changed && len(named) != c.n {
			t.Errorf("%d of %d: %d named, %v", c.n, c.all, len(named), other)
		}
	}
	if err := federation.Unread(nil, 10); err != nil {
		t.Error(err)
	}
}

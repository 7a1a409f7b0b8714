package payload_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/sync/payload"
)

func TestRecordsThatCannotBeReadAreNoErrorOfTheList(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	two := &payload.Unreadable{Records: []payload.UnreadableRecord{{ID: 1}, {Place: 3}}}
	for _, c := range []struct {
		name    string
		err     error
		want    error
		visited int
	}{
		{"no error", nil, nil, 0},
		{"another error", broken, broken, 0},
		{"two records", two, nil, 2},
		{"two records, with where they were read", fmt.Errorf("list: %w", two), nil, 2},
	} {
		visited := 0
		err := payload.Readable(c.err, func(payload.UnreadableRecord) { visited++ })
		if !errors.Is(err, c.want) || visited != c.visited {
			t.Errorf("%s: %v, %d records", c.name, err, visited)
		}
	}
}

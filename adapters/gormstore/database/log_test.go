package database_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
)

func TestOnlyASlowStatementIsWrittenOut(t *testing.T) {
	for _, c := range []struct {
		what string
		took time.Duration
		err  error
		want bool
	}{
		{"a fast one", 0, nil, false}, {"a slow one", time.Minute, nil, true},
		{"a fast one that failed", 0, errors.New("disk full"), false}, {"a slow one that failed", time.Minute, errors.New("disk full"), false},
	} {
		if got := database.Trace(c.took, c.err); got != c.want {
			t.Errorf("%s: got %t, want %t", c.what, got, c.want)
		}
	}
}

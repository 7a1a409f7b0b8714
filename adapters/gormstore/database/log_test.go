package database_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
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

func TestALongStatementIsCutInTheLog(t *testing.T) {
	var log bytes.Buffer
	database.TraceTo(slog.New(slog.NewTextHandler(&log, nil)), "INSERT INTO people VALUES "+strings.Repeat("(?, ?), ", 10_000))
	if text := log.String(); !strings.Contains(text, "INSERT INTO people") || len(text) > 1000 {
		t.Errorf("the log has %d bytes: %.300s", len(text), text)
	}
}

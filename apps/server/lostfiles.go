package main

import (
	"context"
	"errors"
	"log/slog"

	"github.com/clubhuis/clubhuis/core/usecase/pictures"
)

// tellLostFiles says in the log what became of files that no picture has. A place that is looked after for the first time is
// nothing to look into.
func tellLostFiles(ctx context.Context, seen pictures.Lost) {
	level, text := slog.LevelInfo, "lost files were looked for"
	switch {
	case errors.Is(seen.Held, pictures.ErrNotAloneYet):
		text = "lost files are not looked for yet"
	case seen.Held != nil:
		level, text = slog.LevelWarn, "lost files are left alone"
	case seen.Lost == 0:
		return
	}
	counts := []any{"known", seen.Known, "lost", seen.Lost, "removed", seen.Removed}
	if seen.Held != nil {
		counts = append(counts, "cause", seen.Held)
	}
	slog.Log(ctx, level, text, counts...)
}

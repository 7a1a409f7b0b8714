package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// journal lets the log go to standard error, and everything of a run, however much of it is shown, to a file of its own.
type journal struct {
	mu   sync.Mutex
	file *os.File // nil between runs
}

// startLog makes the program's log: what is at least of the level to err, all of a run to its file.
func startLog(err io.Writer, level slog.Level) *journal {
	j := &journal{}
	slog.SetDefault(slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(err, &slog.HandlerOptions{Level: level}),
		slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}),
	)))
	return j
}

// Write implements io.Writer: what is not of a run goes nowhere.
func (j *journal) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		return len(line), nil
	}
	return j.file.Write(line)
}

// begin lets what follows be a run's, in a new file of the folder, whose name it answers.
func (j *journal) begin(folder string, pipeline run.Pipeline, at time.Time) (string, error) {
	path := filepath.Join(folder, string(pipeline)+at.Format("-2006-01-02_15-04-05.log"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("the log of the run: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("the log of the run: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.file = file
	return path, nil
}

// end closes the file with the summary of the run at its end.
func (j *journal) end(summary string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err := j.file.WriteString(summary)
	err = errors.Join(err, j.file.Close())
	j.file = nil
	if err != nil {
		return fmt.Errorf("the log of the run: %w", err)
	}
	return nil
}

// forgetLogs deletes the logs of runs from before a moment.
func forgetLogs(folder string, before time.Time) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, entry := range entries {
		info, gone := entry.Info()
		if gone != nil || !info.Mode().IsRegular() || filepath.Ext(entry.Name()) != ".log" || !info.ModTime().Before(before) {
			continue
		}
		err = errors.Join(err, os.Remove(filepath.Join(folder, entry.Name())))
	}
	if err != nil {
		return fmt.Errorf("forget old logs: %w", err)
	}
	return nil
}

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

// runLog lets the log go to standard error, and everything of a run, however much of it is shown, to a file of its own.
type runLog struct {
	mu   sync.Mutex
	file *os.File // nil between runs
}

// startLog makes the program's log: what is at least of the level to stderr, all of a run to its file.
func startLog(stderr io.Writer, level slog.Level) *runLog {
	l := &runLog{}
	slog.SetDefault(slog.New(slog.NewMultiHandler(
		slog.NewTextHandler(withoutAddresses{stderr}, &slog.HandlerOptions{Level: level}),
		slog.NewTextHandler(withoutAddresses{l}, &slog.HandlerOptions{Level: slog.LevelDebug}),
	)))
	return l
}

// Write implements io.Writer: what is not of a run goes nowhere.
func (l *runLog) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file == nil {
		return len(line), nil
	}
	return l.file.Write(line)
}

// begin lets what follows be a run's, in a new file of the folder, and returns its name.
func (l *runLog) begin(folder string, pipeline run.Pipeline, at time.Time) (string, error) {
	path := filepath.Join(folder, string(pipeline)+at.Format("-2006-01-02_15-04-05.log"))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("the log of the run: %w", err)
	}
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("the log of the run: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = file
	return path, nil
}

// end closes the file with the summary of the run at its end.
func (l *runLog) end(summary string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := io.WriteString(withoutAddresses{l.file}, summary)
	err = errors.Join(err, l.file.Close())
	l.file = nil
	if err != nil {
		return fmt.Errorf("the log of the run: %w", err)
	}
	return nil
}

// withoutAddresses hides e-mail addresses in what is written: logs go further than reports, to whoever looks after the machine.
// Each write is of whole lines.
type withoutAddresses struct{ io.Writer }

// anAddress is an e-mail address, also one in a query.
var anAddress = regexp.MustCompile(`[^\s"'<>()\[\]{},;:=&?/\\]+(?:@|%40)[\pL\pN][\pL\pN.-]*`)

// Write implements io.Writer.
func (w withoutAddresses) Write(lines []byte) (int, error) {
	if _, err := w.Writer.Write(anAddress.ReplaceAll(lines, []byte("***@***"))); err != nil {
		return 0, err
	}
	return len(lines), nil
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

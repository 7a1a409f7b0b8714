package apitest

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"
)

// Log is a log that servers write and tests read meanwhile.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

// String returns what was written since the last Reset.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Reset forgets what was written.
func (l *Log) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Reset()
}

// strays is the log of the whole program, where nothing of a server belongs. It is made before the first server and never
// replaced, so that tests can run side by side.
var strays = sync.OnceValue(func() *Log {
	l := new(Log)
	slog.SetDefault(slog.New(slog.NewTextHandler(l, nil)))
	return l
})

// watchStrays fails a test beside which something got into that log.
func watchStrays(t testing.TB) {
	stray := strays()
	t.Cleanup(func() {
		if lines := stray.String(); lines != "" {
			t.Errorf("not in the server's own log, by this test or one beside it: %s", lines)
		}
	})
}

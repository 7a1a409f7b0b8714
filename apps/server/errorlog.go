package main

import (
	"context"
	"log"
	"log/slog"
	"regexp"
	"strings"
)

// connections takes what the server of HTTP says of connections into the log, without addresses of clients. Connections that a
// client gave up, or began wrongly, are no warning: strangers make as many as they like.
type connections struct{ log *slog.Logger }

var (
	clientAddress = regexp.MustCompile(`(?:\d+(?:\.\d+){3}|\[[0-9A-Za-z:.%]+\]):\d+`)
	clientsFault  = regexp.MustCompile(`^http: TLS handshake error from \S+: (?:EOF|tls: |read |write |remote error|client )`)
)

// Write implements io.Writer.
func (c connections) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if clientsFault.Match(line) {
		level = slog.LevelDebug
	}
	c.log.Log(context.Background(), level, strings.TrimSpace(clientAddress.ReplaceAllString(string(line), "***")))
	return len(line), nil
}

// connectionLog is the ErrorLog of a server.
func connectionLog() *log.Logger { return log.New(connections{slog.Default()}, "", 0) }

package main

import (
	"bytes"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

func TestALogHasNoEmailAddresses(t *testing.T) {
	var seen bytes.Buffer
	before := slog.Default()
	t.Cleanup(func() { slog.SetDefault(before) })
	l := startLog(&seen, slog.LevelDebug)
	path, err := l.begin(t.TempDir(), run.People, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	addresses := []string{
		"anna.bos+lid@club.example", "ANNA@bos.example", "zoë@münchen.example", "anna%40bos.example", "o'hara@club.example",
	}
	for _, address := range addresses {
		slog.Debug("of "+address, "cause", "GET /find?email="+address+"&x=1: <"+address+"> refused", "list", address)
	}
	slog.Info("kept", "code", "AB12345", "at", "2026-03-14 08:00", "team", "JO9-1 @ veld")
	if err := l.end("ERRORS (1)\n- " + addresses[0] + " [e-mail lists]: geweigerd\n- AB12345 [application]: x\n"); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"standard error": seen.String(), "the file": string(file)} {
		for _, part := range []string{"bos.example", "club.example", "anna", "ANNA", "zoë", "m\\u00fcnchen", "hara"} {
			if strings.Contains(text, part) {
				t.Errorf("%s has %s: %s", what, part, text)
			}
		}
		if !strings.Contains(text, "AB12345") || !strings.Contains(text, "JO9-1 @ veld") || !strings.Contains(text, "***@***") {
			t.Errorf("%s lacks what it should have: %s", what, text)
		}
	}
	if n, err := io.WriteString(withoutAddresses{io.Discard}, "a@b.example"); n != len("a@b.example") || err != nil {
		t.Errorf("wrote %d, %v", n, err)
	}
}

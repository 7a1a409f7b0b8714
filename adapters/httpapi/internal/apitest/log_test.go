package apitest

import (
	"log"
	"log/slog"
	"strings"
	"testing"
)

func TestWhatGoesToTheLogOfTheProgramIsNoticed(t *testing.T) {
	stray := strays()
	slog.Info("a stray line")
	log.Print("another one")
	if lines := stray.String(); !strings.Contains(lines, "a stray line") || !strings.Contains(lines, "another one") {
		t.Errorf("noticed %q", lines)
	}
	stray.Reset()
}

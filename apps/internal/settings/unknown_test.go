package settings_test

import (
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

func TestVariablesThatNoFlagHas(t *testing.T) {
	t.Parallel()
	var commands struct {
		Serve struct {
			BaseURL string
			Key     string `env:"CLUB_KEY,OTHER_KEY"`
		} `cmd:""`
		Job struct {
			Run struct{ Name string } `cmd:""`
		} `cmd:""`
	}
	program, err := kong.New(&commands, kong.DefaultEnvars("CLUB"))
	if err != nil {
		t.Fatal(err)
	}
	got := settings.Unknown(program, "CLUB", []string{
		"CLUB_BASEURL=x", "CLUB_BASE_URL=x", "CLUB_KEY=x", "CLUBS=x", "PATH=x", "CLUB_NAME=x", "CLUB_BACKUP=y=z", "BASE_URL=x",
	})
	want := []string{
		"CLUB_BACKUP is set, which is the name of no setting", "CLUB_BASEURL is set, which is the name of no setting",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// downloadCommand is what a people run is compared with: the same pages, read by the same adapter in the same browser with the
// same session, and nothing done with them.
type downloadCommand struct {
	Member string `required:"" help:"Code of a member who is read first, as a run does."`
	Photos bool   `help:"Fetch every photo, too."`
}

// downloaded is what was read.
type downloaded struct {
	Members int           `json:"members"`
	Photos  int           `json:"photos"`
	took    time.Duration // of the whole process
}

// Run reads, and prints how much. It is set by the environment of clubsync.
func (c *downloadCommand) Run(ctx context.Context) (err error) {
	password, err := os.ReadFile(os.Getenv("CLUBSYNC_SITE_PASSWORD_FILE"))
	if err != nil {
		return err
	}
	secret, err := os.ReadFile(os.Getenv("CLUBSYNC_SITE_OTP_SECRET_FILE"))
	if err != nil {
		return err
	}
	site, err := clubweb.Open(clubweb.Options{
		URL: os.Getenv("CLUBSYNC_SITE_URL"), Username: os.Getenv("CLUBSYNC_SITE_USERNAME"),
		Password:  strings.TrimSpace(string(password)),
		OTPSecret: string(secret), Browser: os.Getenv("CLUBSYNC_BROWSER"), Folder: filepath.Join(os.Getenv("CLUBSYNC_DATA"), "browser"),
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, site.Close()) }()
	if _, err := site.Member(ctx, c.Member, federation.TabGeneral); err != nil {
		return err
	}
	rows, err := site.Members(ctx)
	if err != nil {
		return err
	}
	read := downloaded{Members: len(rows)}
	for i := range rows {
		if !c.Photos || rows[i].PhotoOn.IsZero() {
			continue
		}
		if _, err := site.Photo(ctx, rows[i].Code); err != nil {
			return fmt.Errorf("the photo of %s: %w", rows[i].Code, err)
		}
		read.Photos++
	}
	return json.NewEncoder(os.Stdout).Encode(read)
}

// download runs the download alone, as a process of its own.
func (w *syncWorld) download(ctx context.Context, photos bool) (read downloaded, err error) {
	words := []string{"download", "--member", w.code}
	if photos {
		words = append(words, "--photos")
	}
	out, took, _, err := w.timed(ctx, w.tools.self, words...)
	if err != nil {
		return read, err
	}
	if err := json.Unmarshal([]byte(out), &read); err != nil {
		return read, err
	}
	if read.Members != w.members {
		return read, fmt.Errorf("%d members were read of %d", read.Members, w.members)
	}
	read.took = took
	return read, nil
}

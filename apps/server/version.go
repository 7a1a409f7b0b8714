package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"runtime/debug"

	"github.com/clubhuis/clubhuis/apps/web"
)

// release is the version of the program.
const release = "0.1.0"

// version names the build: the release, the commit where it is known, and the page, so that the page sees every new
// deployment.
func version() string {
	version := release
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" && len(setting.Value) >= 7 {
				version += "-" + setting.Value[:7]
			}
		}
	}
	if index, err := fs.ReadFile(web.Files(), "index.html"); err == nil {
		sum := sha256.Sum256(index)
		version += "+" + hex.EncodeToString(sum[:4])
	}
	return version
}

type versionCommand struct {
	Database string `hidden:"" help:"Accepted like everywhere; not used."`
	Files    string `hidden:"" help:"Accepted like everywhere; not used."`
}

// Run prints the version, alone.
func (c *versionCommand) Run(s streams) error {
	_, err := fmt.Fprintln(s.stdout, version())
	return err
}

// Command release builds what a release consists of: the programs for two architectures, their packages for Debian, an image for
// containers, dashboards and alert rules, and checksums. With --check it installs the package in a fresh Debian and tries it out.
//
// It is a module of its own, so that the programs need none of its libraries. `go run ./apps/dev release` calls it.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// release is one that is made.
type release struct {
	root    string // of the sources
	out     string
	version string
	at      time.Time // of the commit: everything that is made bears it
}

// architectures are those of Go, which Debian calls the same.
var architectures = []string{"amd64", "arm64"}

// programs are what is released, by the folder that they are built from.
var programs = map[string]string{"clubhuis": "./apps/server", "clubsync": "./apps/sync"}

func main() {
	log.SetFlags(0)
	root := flag.String("root", ".", "folder of the sources")
	out := flag.String("out", "", "folder of what is made (default: var/release in the sources)")
	check := flag.Bool("check", false, "install the package of this machine in a fresh Debian and try it out: as root, with debootstrap and systemd")
	publish := flag.String("publish", "", "build nothing: put the images that were made into this repository, as who docker login made you")
	mirror := flag.String("mirror", "http://deb.debian.org/debian", "where that Debian comes from")
	suite := flag.String("suite", "bookworm", "which Debian")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *out == "" {
		*out = filepath.Join(*root, "var", "release")
	}
	r := &release{root: *root, out: *out}
	if err := r.do(ctx, *publish, *check, *suite, *mirror); err != nil {
		stop()
		log.Fatalf("release: %v", err)
	}
}

func (r *release) do(ctx context.Context, publish string, check bool, suite, mirror string) error {
	if publish != "" {
		published, err := r.publish(ctx, publish)
		if err == nil {
			_, err = fmt.Println(published)
		}
		return err
	}
	err := r.make(ctx)
	if err == nil && check {
		err = r.check(ctx, suite, mirror)
	}
	return err
}

// make makes everything anew.
func (r *release) make(ctx context.Context) error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(r.out, "manual"), 0o755); err != nil {
		return err
	}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"programs", r.build}, {"man pages and completions", r.describe}, {"packages", r.pack}, {"images", r.contain},
		{"conformance report", r.conform}, {"dashboards and alerts", r.watch}, {"checksums", r.sum},
	} {
		begun := time.Now()
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		log.Printf("%-26s %5.1f s", step.name, time.Since(begun).Seconds())
	}
	log.Printf("release %s is in %s", r.version, r.out)
	return nil
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// mostExposed is what systemd may say of a unit at most, times ten.
var mostExposed = map[string]string{"clubhuis": "20", "clubsync": "50"}

// check installs the packages in a fresh Debian, asks systemd how exposed their units are, starts the installed program as its
// user, and makes the first administrator as a browser would.
func (r *release) check(ctx context.Context, suite, mirror string) (err error) {
	if os.Getuid() != 0 {
		return errors.New("--check needs root, for debootstrap and chroot")
	}
	debian, err := os.MkdirTemp("", "clubhuis-debian-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(debian)) }()
	if err := os.Chmod(debian, 0o755); err != nil { // it is the root of a system with users of its own
		return err
	}
	if err := r.shown(ctx, "debootstrap", "--variant=minbase", suite, debian, mirror); err != nil {
		return fmt.Errorf("debootstrap: %w", err)
	}
	for program := range programs {
		if err := r.install(ctx, debian, program); err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
	}
	if err := r.try(ctx, debian); err != nil {
		return fmt.Errorf("the installed program: %w", err)
	}
	return nil
}

// shown runs a command, whose output is shown when it fails.
func (r *release) shown(ctx context.Context, name string, words ...string) error {
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, name, words...)
	cmd.Stdout, cmd.Stderr = &said, &said
	err := cmd.Run()
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{name}, words...), " "), err, said.Bytes())
	}
	return nil
}

func (r *release) install(ctx context.Context, debian, program string) error {
	data, err := os.ReadFile(r.debFile(program, runtime.GOARCH))
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(debian, "tmp", program+".deb"), data, 0o644); err != nil {
		return err
	}
	for range 2 { // the second time is an upgrade
		if err := r.shown(ctx, "chroot", debian, "dpkg", "--install", "/tmp/"+program+".deb"); err != nil {
			return err
		}
	}
	for path, mode := range map[string]os.FileMode{
		"/etc/" + program + "/env": 0o600, "/etc/" + program: 0o750 | os.ModeDir, "/var/lib/" + program: 0o700 | os.ModeDir,
		"/usr/sbin/" + program + "-run": 0o755,
	} {
		info, err := os.Stat(filepath.Join(debian, path))
		if err != nil {
			return err
		}
		if info.Mode() != mode {
			return fmt.Errorf("%s has the mode %v", path, info.Mode())
		}
	}
	// systemd-analyze reads the unit out of the new root, and knows nothing of this machine's.
	if err := r.shown(ctx, "systemd-analyze", "security", "--offline=true", "--root="+debian, "--threshold="+mostExposed[program],
		"--no-pager", program+".service"); err != nil {
		return err
	}
	log.Printf("%s is installed, and systemd finds its unit less exposed than %s/100", program, mostExposed[program])
	return nil
}

var (
	begins  = regexp.MustCompile(`make the first administrator at (http://[^/]+)/eerste-start/(\S+)`)
	listens = regexp.MustCompile(`listening on (\S+)`)
)

// try starts the installed server as the unit would, but without systemd, which does not run there.
func (r *release) try(ctx context.Context, debian string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	// What stands in the file of settings is what the unit gives it.
	const script = `set -a; . /etc/clubhuis/env; set +a; cd /var/lib/clubhuis
exec setpriv --reuid=clubhuis --regid=clubhuis --clear-groups /usr/bin/clubhuis serve --listen 127.0.0.1:0`
	cmd := exec.CommandContext(ctx, "chroot", debian, "sh", "-c", script)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		cancel()
		_ = cmd.Wait() // it was interrupted
	}()
	var first []string
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if found := begins.FindStringSubmatch(lines.Text()); found != nil {
			first = found
		}
		if listens.MatchString(lines.Text()) {
			break
		}
	}
	if first == nil {
		return errors.New("it did not say where the first administrator is made")
	}
	if err := ask(ctx, http.MethodGet, first[1]+"/readyz", ""); err != nil {
		return err
	}
	found := first[1] + "/api/club/v1/first-start/" + first[2]
	const founder = `{"username":"anna","email":"anna@mijnclub.example","display_name":"Anna de Wit","password":"zeven blauwe kano's"}`
	if err := ask(ctx, http.MethodPost, found, founder); err != nil {
		return err
	}
	if err := ask(ctx, http.MethodPost, found, founder); err == nil {
		return errors.New("the first administrator was made twice")
	}
	log.Print("the installed server starts as its user, and the first administrator is made there, once")
	return nil
}

func ask(ctx context.Context, method, address, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	said, err := io.ReadAll(response.Body)
	if err = errors.Join(err, response.Body.Close()); err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", address, response.StatusCode, said)
	}
	return err
}

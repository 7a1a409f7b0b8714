package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/syncstore"
	"github.com/clubhuis/clubhuis/apps/internal/program"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// syncTools are the built programs.
type syncTools struct {
	folder, browser               string
	server, sync, fakeworld, self string
}

// tools builds what is not built yet.
func (c *syncCommand) tools(ctx context.Context, folder string) (*syncTools, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	t := &syncTools{folder: folder, browser: c.Browser, server: c.Binary, self: self}
	for _, tool := range []struct {
		file *string
		name string
	}{{&t.server, "server"}, {&t.sync, "sync"}, {&t.fakeworld, "fakeworld"}} {
		if *tool.file != "" {
			continue
		}
		*tool.file = filepath.Join(folder, tool.name)
		if err := program.Build(ctx, *tool.file, tool.name); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// syncWorld is a club site and providers with a club, an empty application, and the synchronization between them.
type syncWorld struct {
	tools   *syncTools
	folder  string
	members int
	code    string // of a member, for the canary
	world   *exec.Cmd
	server  *program.Process
	env     []string // of clubsync, and of the download alone
}

// worldLine is the line that fakeworld prints.
type worldLine struct {
	Clubsite struct {
		URL, Username, Password string
		Secret                  string `json:"otp_secret"`
	}
	Maillist struct {
		URL, Key string
		Lists    []string
	}
}

func (t *syncTools) open(ctx context.Context, members int, seed uint64) (w *syncWorld, err error) {
	people, known := clubWith(members, seed)
	w = &syncWorld{tools: t, folder: filepath.Join(t.folder, strconv.Itoa(members)), members: len(known), code: known[0].Code}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	if err := os.MkdirAll(w.folder, 0o700); err != nil {
		return nil, err
	}
	line, err := w.startWorld(ctx, people, seed)
	if err != nil {
		return nil, err
	}
	password, err := w.startServer(ctx)
	if err != nil {
		return nil, err
	}
	secrets := map[string]string{
		"site": line.Clubsite.Password, "secret": line.Clubsite.Secret, "app": password, "lists": line.Maillist.Key,
	}
	for name, text := range secrets {
		if err := os.WriteFile(filepath.Join(w.folder, name), []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	file := func(name string) string { return filepath.Join(w.folder, name) }
	w.env = append(os.Environ(),
		"CLUBSYNC_DATA="+file("data"), "CLUBSYNC_SITE_URL="+line.Clubsite.URL, "CLUBSYNC_SITE_USERNAME="+line.Clubsite.Username,
		"CLUBSYNC_SITE_PASSWORD_FILE="+file("site"), "CLUBSYNC_SITE_OTP_SECRET_FILE="+file("secret"),
		"CLUBSYNC_APP_URL="+w.server.Address+"/api", "CLUBSYNC_APP_USERNAME="+username, "CLUBSYNC_APP_PASSWORD_FILE="+file("app"),
		"CLUBSYNC_LIST_URL="+line.Maillist.URL, "CLUBSYNC_LIST_KEY_FILE="+file("lists"),
		"CLUBSYNC_LISTS="+strings.Join(line.Maillist.Lists, ","), "CLUBSYNC_BROWSER="+t.browser, "CLUBSYNC_PAUSES=none")
	return w, nil
}

func (w *syncWorld) startWorld(ctx context.Context, people int, seed uint64) (line worldLine, err error) {
	command := exec.CommandContext(ctx, w.tools.fakeworld, "--people", strconv.Itoa(people), "--seed", strconv.FormatUint(seed, 10),
		"--today", today().String())
	command.Stderr = os.Stderr
	program.EndWithUs(command)
	out, err := command.StdoutPipe()
	if err != nil {
		return line, err
	}
	if err := command.Start(); err != nil {
		return line, fmt.Errorf("start the site: %w", err)
	}
	w.world = command
	text, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(text, &line)
	}
	if err != nil {
		return line, fmt.Errorf("the site does not start: %w", err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the program
	return line, nil
}

// username is the account of the synchronization.
const username = "bench"

// startServer starts the application on an empty SQLite database, and returns an application password.
func (w *syncWorld) startServer(ctx context.Context) (string, error) {
	places := []string{"--database", "sqlite:" + filepath.Join(w.folder, "club.db"), "--files", filepath.Join(w.folder, "files")}
	ask := func(input string, words ...string) (string, error) {
		command := exec.CommandContext(ctx, w.tools.server, append(words, places...)...)
		var wrong bytes.Buffer
		command.Stdin, command.Stderr = strings.NewReader(input), &wrong
		out, err := command.Output()
		if err != nil {
			return "", fmt.Errorf("clubhuis %s: %w: %s", words[0], err, bytes.TrimSpace(wrong.Bytes()))
		}
		return strings.TrimSpace(string(out)), nil
	}
	_, err := ask(rand.Text(), "user", "add", "--username", username, "--email", "bench@voorbeeld.example",
		"--display-name", "Bench",
		"--role", "club_synchronisatie", "--password-stdin")
	if err != nil {
		return "", err
	}
	password, err := ask("", "app-password", "add", "--username", username, "--name", "bench")
	if err != nil {
		return "", err
	}
	w.server, err = program.Start(ctx, "server", w.folder, w.tools.server, append([]string{"serve", "--listen", "127.0.0.1:0",
		"--secret-key-file", filepath.Join(w.folder, "clubhuis.key")}, places...)...)
	return password, err
}

func (w *syncWorld) close() error {
	var failures []error
	if w.server != nil {
		failures = append(failures, w.server.Stop())
	}
	if w.world != nil {
		if err := w.world.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
			failures = append(failures, err)
		}
		failures = append(failures, w.world.Wait())
	}
	return errors.Join(failures...)
}

// timed runs a program to its end, and returns how long it took and the peak of its own memory, without its children's.
func (w *syncWorld) timed(
	ctx context.Context, file string, words ...string,
) (out string, took time.Duration, peak int64, err error) {
	command := exec.CommandContext(ctx, file, words...)
	command.Env = w.env
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = program.StopLimit
	program.EndWithUs(command)
	var said, wrong bytes.Buffer
	command.Stdout, command.Stderr = &said, &wrong
	begin := time.Now()
	if err := command.Start(); err != nil {
		return "", 0, 0, err
	}
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			took = time.Since(begin)
			if err != nil {
				err = fmt.Errorf("%s %s: %w: %s%s", filepath.Base(file), strings.Join(words, " "), err, said.String(), wrong.String())
			}
			return said.String(), took, peak, err
		case <-tick.C:
			if used, err := memoryOf(command.Process.Pid); err == nil { // it may have ended just now
				peak = max(peak, used.Peak)
			}
		}
	}
}

// syncRun is one run of the synchronization.
type syncRun struct {
	run  run.Run
	took time.Duration // of the whole process
	peak int64
}

// run runs a pipeline, which must go well.
func (w *syncWorld) run(ctx context.Context, pipeline run.Pipeline) (r syncRun, err error) {
	words := append([]string{"run"}, strings.Fields(pipeline.Command())...)
	if _, r.took, r.peak, err = w.timed(ctx, w.tools.sync, words...); err != nil {
		return r, err
	}
	store, err := syncstore.Open(ctx, "sqlite:"+filepath.Join(w.folder, "data", "clubsync.db"))
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	newest, err := store.Stores().Runs.List(ctx, 1)
	if err != nil {
		return r, err
	}
	if len(newest) == 0 || newest[0].Pipeline != pipeline || newest[0].Outcome != run.Success {
		return r, fmt.Errorf("the newest run is not a good one of %s", pipeline)
	}
	r.run = newest[0]
	return r, nil
}

// unchanged runs the people pipeline and checks that it finds nothing to do.
func (w *syncWorld) unchanged(ctx context.Context) (syncRun, error) {
	r, err := w.run(ctx, run.People)
	if err != nil {
		return r, err
	}
	if all := r.run.Step(run.StepMemberDownload); all == nil || all.Counts.Total != w.members {
		return r, fmt.Errorf("a run did not read %d members", w.members)
	}
	for _, s := range r.run.Steps {
		if c := s.Counts; c.Created+c.Updated+c.Ended+c.Deleted > 0 {
			return r, fmt.Errorf("a run without changes changed something in %s: %+v", s.Name, c)
		}
	}
	return r, nil
}

// within returns the time of the whole run divided by that of its download.
func (r syncRun) within() float64 {
	s := r.run.Step(run.StepMemberDownload)
	if s == nil {
		return 0
	}
	return ratio(r.run.Finished.Sub(r.run.Started).Seconds(), s.Finished.Sub(s.Started).Seconds())
}

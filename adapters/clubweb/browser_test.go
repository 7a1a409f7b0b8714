package clubweb

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/clubsite"
)

// ownBrowser lets a site start its own Chromium.
func ownBrowser(o *Options) { o.browser, o.Browser = nil, os.Getenv("CHROMIUM") }

// ends waits until a process is gone.
func ends(t *testing.T, pid int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		process, err := os.FindProcess(pid)
		if err != nil || process.Signal(syscall.Signal(0)) != nil {
			return
		}
	}
	t.Errorf("process %d is there still", pid)
}

func TestTheBrowserStartsAtTheFirstCallAndEndsWithClose(t *testing.T) {
	t.Parallel()
	w := newWorld(t, ownBrowser)
	if w.site.browser != nil {
		t.Error("it runs before the first call")
	}
	w.reads(t.Context(), w.site, nil)
	first := w.site.browser.own.process.PID()
	if process, err := os.FindProcess(first); err != nil || process.Kill() != nil { // it crashes
		t.Fatal(err)
	}
	w.reads(t.Context(), w.site, nil)
	second := w.site.browser.own.process.PID()
	if err := w.site.Close(); err != nil {
		t.Error(err)
	}
	ends(t, first)
	ends(t, second)
	w.tried("password code") // the session outlives the browser
}

// holder is what TestMain does instead of the tests when it is the process that dies in the next one.
func holder(url, folder string) {
	site, err := Open(Options{
		URL: url, Folder: folder, Username: clubsite.Username, Password: clubsite.Password, OTPSecret: clubsite.Secret,
		Browser: os.Getenv("CHROMIUM"), Limits: short,
	})
	if err == nil {
		_, err = site.Teams(context.Background())
	}
	if err != nil {
		panic(err)
	}
	println("pid", site.browser.own.process.PID())
	select {}
}

func TestAProcessThatDiesLeavesNeitherLockNorBrowser(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(time.Now()) // the other process has the real one
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), "CLUBWEB_HOLDS="+w.o.URL, "CLUBWEB_FOLDER="+w.o.Folder)
	output, err := other.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(output).ReadString('\n')
	pid, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "pid ")))
	if err != nil {
		t.Fatalf("the other process says %q", line)
	}
	w.site.limits.Lock = 100 * time.Millisecond
	w.reads(t.Context(), w.site, ErrBusy)
	if err := other.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = other.Wait() // it was killed
	ends(t, pid)
	w.site.limits.Lock = 5 * time.Second
	w.reads(t.Context(), w.site, nil)
	w.tried("password code") // goes on with the session of the one that died
}

func TestFindBrowser(t *testing.T) {
	sharedBrowser(t) // which PATH still helps to start
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	if _, err := FindBrowser(""); !errors.Is(err, ErrNoBrowser) {
		t.Errorf("nothing on PATH: %v", err)
	}
	if _, err := FindBrowser(filepath.Join(folder, "chromium")); !errors.Is(err, ErrNoBrowser) {
		t.Errorf("a path where nothing is: %v", err)
	}
	for _, name := range []string{"google-chrome", "chromium"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if found, err := FindBrowser(""); err != nil || found != path {
			t.Errorf("found %q, %v; want %s", found, err, path)
		}
	}
	if found, err := FindBrowser(filepath.Join(folder, "google-chrome")); err != nil || filepath.Base(found) != "google-chrome" {
		t.Errorf("the one that is named: %q, %v", found, err)
	}
	w := newWorld(t, func(o *Options) { o.browser, o.Browser = nil, filepath.Join(folder, "nothing") })
	w.reads(t.Context(), w.site, ErrNoBrowser)
	if w.site.lock.Locked() {
		t.Error("it keeps the lock without a browser")
	}
}

func TestOpenNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	good := Options{URL: "https://site.example/", Username: "u", Password: "p", OTPSecret: "mnwh kyti ovux g2dp nvsx g2lu mvzg k3df",
		Folder: t.TempDir()}
	if site, err := Open(good); err != nil || site.address != "https://site.example" {
		t.Fatalf("%v", err)
	}
	for want, change := range map[string]func(*Options){
		"address": func(o *Options) { o.URL = "site.example" }, "user name": func(o *Options) { o.Username = "" },
		"password": func(o *Options) { o.Password = "" }, "base32": func(o *Options) { o.OTPSecret = "189" },
		"one-time codes": func(o *Options) { o.OTPSecret = "" }, "folder": func(o *Options) { o.Folder = "" },
		"not a directory": func(o *Options) { o.Folder = os.Args[0] + "/x" },
	} {
		o := good
		change(&o)
		if _, err := Open(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want a word about %s, got %v", want, err)
		}
	}
}

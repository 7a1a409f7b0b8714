package clubweb

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-rod/rod"
	"github.com/go-rod/rod/lib/launcher"
	"github.com/go-rod/rod/lib/proto"
)

// browsers are the names of Chromium on PATH, the preferred ones first: to the club site a whole browser looks like a person's.
var browsers = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell"}

// FindBrowser returns the path of the browser to use: path itself when it is not "", else what is on PATH. The error is
// ErrNoBrowser.
func FindBrowser(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", ErrNoBrowser.Because(err)
		}
		return found, nil
	}
	for _, name := range browsers {
		if found, err := exec.LookPath(name); err == nil {
			return found, nil
		}
	}
	return "", ErrNoBrowser.Because(fmt.Errorf("none of %s is on PATH", strings.Join(browsers, ", ")))
}

// browser is a window of Chromium that shares nothing with others and keeps nothing on disk.
type browser struct {
	*rod.Browser
	own   *own            // nil when somebody else ends Chromium
	life  context.Context // ends with the window
	end   context.CancelFunc
	agent string // what it calls itself to the site
}

// own is a Chromium of this process.
type own struct {
	*rod.Browser
	process *launcher.Launcher
}

// launch starts Chromium, or takes the one that is there already, and opens a window.
func (s *Site) launch(ctx context.Context) (*browser, error) {
	life, end := context.WithCancel(context.Background())
	b := &browser{life: life, end: end}
	whole := s.o.browser
	if whole == nil {
		path, err := FindBrowser(s.o.Browser)
		if err != nil {
			end()
			return nil, err
		}
		b.own, err = s.run(ctx, life, path, os.Geteuid() == 0)
		if err != nil && ctx.Err() == nil && strings.Contains(err.Error(), "sandbox") {
			s.o.Log.Warn("Chromium cannot make a sandbox here; it runs without")
			b.own, err = s.run(ctx, life, path, true)
		}
		if err != nil {
			end()
			return nil, fmt.Errorf("start %s: %w", path, err)
		}
		whole = b.own.Browser
	}
	private, err := whole.Context(life).Incognito()
	if err != nil {
		b.stop()
		return nil, fmt.Errorf("open a window: %w", err)
	}
	b.Browser = private.NoDefaultDevice()
	if version, err := (proto.BrowserGetVersion{}).Call(b.Browser); err == nil {
		b.agent = strings.ReplaceAll(version.UserAgent, "Headless", "")
	}
	return b, nil
}

// run starts the process, which ends with this one, however that ends. It writes into our folder; what a dead one left there is
// removed.
func (s *Site) run(ctx, life context.Context, path string, unprotected bool) (*own, error) {
	folder := filepath.Join(s.o.Folder, "browser")
	if err := os.RemoveAll(folder); err != nil {
		return nil, fmt.Errorf("clean the browser's folder: %w", err)
	}
	process := launcher.New().Bin(path).Headless(true).NoSandbox(unprotected).UserDataDir(folder).Context(ctx).
		Set("disable-gpu").Set("blink-settings", "imagesEnabled=false").Set("window-size", "1280,1024").Set("lang", "nl-NL").
		// All pages are of one site: one process shows them, and none is started for a page that may come next.
		Set("renderer-process-limit", "1").Append("disable-features", "SpareRendererForSitePerProcess")
	o := &own{process: process}
	address, err := process.Launch()
	if err == nil {
		o.Browser = rod.New().ControlURL(address).Context(life)
		err = o.Connect()
	}
	if err != nil {
		o.kill()
		return nil, err
	}
	return o, nil
}

// alive reports whether the browser responds.
func (b *browser) alive(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	_, err := (proto.BrowserGetVersion{}).Call(b.Context(ctx))
	return err == nil
}

// patience is how long to wait for a browser that may be gone.
const patience = 5 * time.Second

// stop closes the window, and ends Chromium when it is ours.
func (b *browser) stop() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	// A browser that is gone already need not be closed.
	if b.own != nil {
		if err := b.own.Context(ctx).Close(); err != nil {
			b.own.kill()
		} else {
			b.own.wait(ctx)
		}
	} else if b.Browser != nil {
		_ = b.Context(ctx).Close()
	}
	b.end()
}

// wait waits until the process has ended by itself, and kills it when it does not.
func (o *own) wait(ctx context.Context) {
	ended := make(chan struct{})
	go func() {
		o.process.Cleanup()
		close(ended)
	}()
	select {
	case <-ended:
	case <-ctx.Done():
		o.process.Kill()
		<-ended
	}
}

func (o *own) kill() {
	if o.process.PID() != 0 {
		o.process.Kill()
		o.process.Cleanup()
	}
}

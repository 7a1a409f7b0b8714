package main_test

import (
	"context"
	"fmt"
	"image"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/bombs"
)

// limitVariable and programVariable make this test's binary limit its memory and become the program.
const (
	limitVariable   = "SERVER_TEST_DATA_LIMIT"
	programVariable = "SERVER_TEST_PROGRAM"
)

func init() {
	limit, err := strconv.ParseUint(os.Getenv(limitVariable), 10, 64)
	if err != nil {
		return
	}
	if err = syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: limit, Max: limit}); err == nil {
		err = syscall.Exec(os.Getenv(programVariable), os.Args, os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// within lets the club's programs have so many bytes of memory: who asks for more is ended.
func (c *club) within(bytes uint64) {
	c.under = func(cmd *exec.Cmd) {
		cmd.Path, _ = os.Executable() // it is running
		// Tests may be told to collect garbage less often: the program begins as it does for a club.
		cmd.Env = append(cmd.Env, "GOGC=100", limitVariable+"="+strconv.FormatUint(bytes, 10), programVariable+"="+binary)
	}
}

const library = "/api/cms/v2/media"

// largest are the files of the review, and what takes nearly as much as may be taken.
func largest() (refused, taken [][]byte) {
	three, four := []byte{0x11, 0x11, 0x11}, []byte{0x11, 0x11, 0x11, 0x11}
	refused = [][]byte{
		bombs.JPEG{Width: 7070, Height: 7070, Progressive: true, Sampling: three}.Bytes(),
		bombs.JPEG{Width: 7070, Height: 7070, Progressive: true, Adobe: true, Sampling: four}.Bytes(),
		bombs.PNG{Width: 7070, Height: 7070, Depth: 16, Kind: 6}.Bytes(),
	}
	taken = [][]byte{
		bombs.JPEG{Width: 3700, Height: 3700, Progressive: true, Sampling: three}.Bytes(),
		bombs.JPEG{Width: 2828, Height: 2828, Progressive: true, Adobe: true, Sampling: four}.Bytes(),
	}
	return refused, taken
}

// generated are 200 files that say they are large in as many ways.
func generated() (files [][]byte) {
	for i := range 100 {
		j := bombs.JPEG{
			Width: 6900 + i, Height: 50_000_000 / (6900 + i), Progressive: true, Adobe: i%2 == 0,
			Sampling: [][]byte{{0x11, 0x11, 0x11}, {0x22, 0x11, 0x11}, {0x11, 0x11, 0x11, 0x11}, {0x22, 0x11, 0x11, 0x22},
				{0x42, 0x11, 0x11}}[i%5],
		}
		if i%3 == 0 {
			j.Progressive, j.Sampling, j.Adobe = false, []byte{0x11, 0x11, 0x11, 0x11}, true
		}
		if i%7 == 0 {
			j.After = bombs.JPEG{Width: 65_000, Height: 65_000, Sampling: []byte{0x11}}.Header()
		}
		p := bombs.PNG{Width: 100 << (i % 10), Depth: 16, Kind: []byte{2, 4, 6}[i%3], Interlaced: i%2 == 0, Cut: true}
		p.Height = (50_000_000 - i) / p.Width
		files = append(files, j.Bytes(), p.Bytes())
	}
	return files
}

func TestBombsLeaveTheServerUpInOneGigabyte(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("admin", "--role", "administrator")
	c.addUser("mallory", "--role", "club_user")
	c.addUser("piet", "--role", "club_user")
	keys := map[string]string{}
	for _, name := range []string{"admin", "mallory", "piet"} {
		keys[name] = c.program(name)
	}
	c.within(1 << 30)
	running := c.start()
	as := func(name string) *server { return running.as(name, keys[name]) }

	refused, taken := largest()
	var all sync.WaitGroup
	for range 2 { // several at the same time, from somebody whom no limit stops
		for _, data := range append(refused[:len(refused):len(refused)], taken...) {
			all.Go(func() {
				if got, err := as("admin").brings(t.Context(), data); err != nil ||
					got != http.StatusCreated && got != http.StatusBadRequest {
					t.Errorf("status %d, %v", got, err)
				}
			})
		}
	}
	all.Go(func() {
		for i, data := range generated() {
			if got, err := as("mallory").brings(t.Context(), data); err != nil || got != http.StatusBadRequest {
				t.Errorf("bomb %d: status %d, %v", i, got, err)
			}
		}
	})
	for range 20 { // meanwhile somebody else's picture is taken
		as("piet").upload(library, "logo.png", image.NewNRGBA(image.Rect(0, 0, 30, 30))).is(http.StatusCreated)
	}
	all.Wait()
	as("piet").upload(library, "logo.png", image.NewNRGBA(image.Rect(0, 0, 30, 30))).is(http.StatusCreated)
}

// brings sends a file, from any goroutine. A server that is too busy with other pictures says so: it is sent again.
func (s *server) brings(ctx context.Context, data []byte) (status int, err error) {
	for end := time.Now().Add(soon); ; time.Sleep(100 * time.Millisecond) {
		body, kind, err := asForm("x", data)
		if err != nil {
			return 0, err
		}
		a, err := s.bring(ctx, library, body, kind)
		if err != nil || a.status != http.StatusServiceUnavailable || time.Now().After(end) {
			return a.status, err
		}
	}
}

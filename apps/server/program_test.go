package main_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// binary is the program that all tests run, built once.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "clubhuis-server-*")
	if err == nil {
		binary = filepath.Join(folder, "clubhuis")
		build := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0")
		var output []byte
		if output, err = build.CombinedOutput(); err != nil {
			err = fmt.Errorf("%w: %s", err, output)
		}
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// soon is how long a test waits for what happens within seconds.
const soon = 2 * time.Minute

const password = "een lang wachtwoord"

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// club is a place of its own where the program runs: an empty folder, and the flags that all commands get.
type club struct {
	t      *testing.T
	folder string
	flags  []string
	env    []string
	under  func(*exec.Cmd) // what a command runs under, if anything
}

func newClub(t *testing.T) *club {
	folder := t.TempDir()
	return &club{t: t, folder: folder, flags: []string{
		"--database", "sqlite:" + filepath.Join(folder, "club.db"), "--files", filepath.Join(folder, "files"),
	}}
}

// on is a club in another database.
func (c *club) on(database string) *club {
	return &club{t: c.t, folder: c.folder, flags: []string{"--database", database, "--files", filepath.Join(c.folder, "files")}}
}

// startAtNoon lets each program of the club start at one minute past noon on its own clock. Work that is done once in five or
// fifteen minutes then has the same turn for all of them, however slow the machine is.
func (c *club) startAtNoon() {
	c.flags = append(c.flags, "--debug", "--clock", "2030-06-15T12:01:00Z")
}

// command is the program with these words, then the flags of the club, in its folder and without the test's own settings. A
// server takes a port that is free, a demo too: others of other tests run beside it.
func (c *club) command(ctx context.Context, words ...string) *exec.Cmd {
	serves := len(words) > 0 && (words[0] == "serve" || words[0] == "demo")
	if serves && !slices.Contains(words, "--listen") {
		words = append(slices.Clone(words), "--listen", "127.0.0.1:0")
	}
	cmd := exec.CommandContext(ctx, binary, append(slices.Clone(words), c.flags...)...)
	cmd.Dir = c.folder
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "CLUBHUIS_") {
			cmd.Env = append(cmd.Env, entry)
		}
	}
	cmd.Env = append(cmd.Env, c.env...)
	if c.under != nil {
		c.under(cmd)
	}
	return cmd
}

// result is what a finished command left.
type result struct {
	t        *testing.T
	out, err string
	code     int
}

// run runs a command to its end.
func (c *club) run(stdin string, words ...string) result {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), soon)
	defer cancel()
	cmd := c.command(ctx, words...)
	var out, err bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &err
	failure := cmd.Run()
	var exit *exec.ExitError
	if failure != nil && !errors.As(failure, &exit) {
		c.t.Fatal(failure)
	}
	return result{c.t, out.String(), err.String(), cmd.ProcessState.ExitCode()}
}

// prints checks a command that went well: its output alone.
func (r result) prints(want string) {
	r.t.Helper()
	if r.code != 0 || r.out != want {
		r.t.Fatalf("exit %d, printed %q, want %q; errors: %s", r.code, r.out, want, r.err)
	}
}

// fails checks a command that was refused: nothing printed, the reasons on stderr.
func (r result) fails(reasons ...string) {
	r.t.Helper()
	if r.code != 1 || r.out != "" {
		r.t.Errorf("exit %d, printed %q", r.code, r.out)
	}
	for _, reason := range reasons {
		if !strings.Contains(r.err, reason) {
			r.t.Errorf("%q is not among the errors: %s", reason, r.err)
		}
	}
	if strings.Contains(r.err, "goroutine") {
		r.t.Errorf("a panic: %s", r.err)
	}
}

func (c *club) addUser(username string, flags ...string) {
	c.t.Helper()
	words := append([]string{"user", "add", "--username", username, "--email", username + "@club.example", "--display-name",
		username, "--password-stdin"}, flags...)
	c.run(password+"\n", words...).prints("")
}

// program is a new application password of a user.
func (c *club) program(username string) string {
	c.t.Helper()
	r := c.run("", "app-password", "add", "--username", username, "--name", "test")
	if r.code != 0 || len(strings.Fields(r.out)) != 6 || strings.Count(r.out, "\n") != 1 {
		c.t.Fatalf("exit %d, printed %q: %s", r.code, r.out, r.err)
	}
	return strings.TrimSpace(r.out)
}

// server is a running program.
type server struct {
	t       *testing.T
	cmd     *exec.Cmd
	url     string
	before  []string // lines printed before the address
	log     *lockedBuffer
	login   string
	pass    string
	cookie  *http.Cookie
	stopped sync.Once
	exit    chan struct{}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// start starts a server on a free port and waits for its address; it is stopped, and must end well, with the test.
func (c *club) start(words ...string) *server {
	c.t.Helper()
	if len(words) == 0 {
		words = []string{"serve"}
	}
	cmd := c.command(context.WithoutCancel(c.t.Context()), words...)
	s := &server{t: c.t, cmd: cmd, log: &lockedBuffer{}, exit: make(chan struct{})}
	cmd.Stderr = s.log
	out, err := cmd.StdoutPipe()
	ok(c.t, err)
	ok(c.t, cmd.Start())
	go func() { // a server that hangs does not hang the tests
		select {
		case <-s.exit:
		case <-time.After(5 * soon):
			_ = cmd.Process.Kill()
		}
	}()
	c.t.Cleanup(func() { s.stop() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if address, there := strings.CutPrefix(lines.Text(), "listening on "); there {
			s.url = address
			return s
		}
		s.before = append(s.before, lines.Text())
	}
	c.t.Fatalf("no address: %s", s.log)
	return nil
}

// stop asks the server to end and checks that it ends well.
func (s *server) stop() {
	s.stopped.Do(func() {
		_ = s.cmd.Process.Signal(syscall.SIGTERM)
		err := s.cmd.Wait()
		close(s.exit)
		if err != nil && s.url != "" {
			s.t.Errorf("the server ended with %v: %s", err, s.log)
		}
	})
}

// as makes the server's requests those of a program.
func (s *server) as(username, password string) *server {
	return &server{t: s.t, url: s.url, login: username, pass: password}
}

// answer is what a server sent back.
type answer struct {
	t      *testing.T
	what   string
	status int
	header http.Header
	text   string
}

func (s *server) send(method, path string, body any) answer {
	s.t.Helper()
	var reader io.Reader = http.NoBody
	if body != nil {
		text, err := json.Marshal(body)
		ok(s.t, err)
		reader = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, reader)
	ok(s.t, err)
	request.Header.Set("Content-Type", "application/json")
	if s.login != "" {
		request.SetBasicAuth(s.login, s.pass)
	}
	if s.cookie != nil {
		request.AddCookie(s.cookie)
	}
	response, err := http.DefaultClient.Do(request)
	ok(s.t, err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ok(s.t, err)
	return answer{s.t, method + " " + path, response.StatusCode, response.Header, string(text)}
}

func (s *server) get(path string) answer { s.t.Helper(); return s.send("GET", path, nil) }

func (a answer) is(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d: %.500s", a.what, a.status, status, a.text)
	}
	return a
}

type object = map[string]any

func (a answer) object() (o object) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.text), &o); err != nil {
		a.t.Fatalf("%s: %v: %.300s", a.what, err, a.text)
	}
	return o
}

func (s *server) signIn(username, password string) answer {
	s.t.Helper()
	return s.send("POST", "/api/club/v1/session", object{"username": username, "password": password})
}

// browse makes the server's requests those of a browser that signs in.
func (s *server) browse(username, password string) *server {
	s.t.Helper()
	cookies := (&http.Response{Header: s.signIn(username, password).is(200).header}).Cookies()
	at := slices.IndexFunc(cookies, func(c *http.Cookie) bool { return c.Name == "clubhuis_session" })
	if at < 0 {
		s.t.Fatalf("no session in %v", cookies)
	}
	return &server{t: s.t, url: s.url, cookie: cookies[at]}
}

// eventually waits for something that a server does by itself.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(soon); !happened(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// Package codingagent runs a coding agent, and the project's own check, as commands: any program that reads a prompt on its
// standard input and works in the current folder.
//
// It owns the environment in which they run, which has nothing of ours but what any program needs, the wrapper that keeps them
// from the rest of the machine, their limit of time, and how much of what they print is kept. What the agent says is
// core/sync/agent's.
package codingagent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/process"
	"github.com/clubhuis/clubhuis/core/sync/agent"
	"github.com/clubhuis/clubhuis/ports"
)

// Options say what is run, and how.
type Options struct {
	Command string // of the agent, for /bin/sh
	Check   string // the project's own, likewise; "" for none
	Wrapper string // Bubblewrap, or words before the command in which {tree} is its folder; "" for none
	Timeout time.Duration
}

// Bubblewrap is the wrapper that is built in: the folder of the work, the programs of the machine to read, and nothing else; no
// network.
const Bubblewrap = "bubblewrap"

// Commands are the agent and the check.
type Commands struct{ o Options }

var _ ports.CodingAgent = (*Commands)(nil)

// New makes the agent. Nothing is run yet.
func New(o Options) *Commands { return &Commands{o} }

// mostOutput is how much of the end of an output is kept, in bytes.
const mostOutput = 256 << 10

// Work implements ports.CodingAgent.
func (c *Commands) Work(ctx context.Context, folder, prompt string) (agent.Worked, error) {
	if err := c.Works(ctx, folder); err != nil {
		return agent.Worked{}, err
	}
	return c.run(ctx, folder, c.o.Command, strings.NewReader(prompt))
}

// Check implements ports.CodingAgent.
func (c *Commands) Check(ctx context.Context, folder string) (agent.Worked, error) {
	if c.o.Check == "" {
		return agent.Worked{}, nil
	}
	return c.run(ctx, folder, c.o.Check, strings.NewReader(""))
}

// pictures are where the agent looks at pictures: in a folder of git's own, of which nothing is ever taken.
const pictures = ".git/screenshots"

// Show implements ports.CodingAgent.
func (c *Commands) Show(ctx context.Context, folder string, number int, picture []byte) (string, error) {
	name := fmt.Sprintf("%s/%d%s", pictures, number, map[string]string{
		"image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif", "image/webp": ".webp",
	}[http.DetectContentType(picture)])
	err := ctx.Err()
	if err == nil {
		err = os.MkdirAll(filepath.Join(folder, filepath.FromSlash(pictures)), 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), picture, 0o600)
	}
	if err != nil {
		return "", agent.ErrAgent.Because(err)
	}
	return name, nil
}

// CheckName implements ports.CodingAgent.
func (c *Commands) CheckName() string { return c.o.Check }

func (c *Commands) run(ctx context.Context, folder, command string, input io.Reader) (w agent.Worked, err error) {
	limited, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	tail := &process.Tail{Most: mostOutput}
	ended, err := process.Run(limited, c.command(folder, "/bin/sh", "-c", command), input, tail)
	switch {
	case err != nil:
		return w, agent.ErrAgent.Because(err)
	case ctx.Err() != nil:
		return w, ctx.Err()
	}
	return agent.Worked{
		Output: agent.Plain(tail.String()), Exit: ended.Exit, TimedOut: ended.Killed, Took: ended.Took,
	}, nil
}

// command returns a program behind the wrapper, in a folder.
func (c *Commands) command(folder string, words ...string) *exec.Cmd {
	words = append(c.wrapper(folder), words...)
	cmd := exec.Command(words[0], words[1:]...) //nolint:gosec // the operator names the program
	cmd.Dir = folder
	cmd.Env = c.environment()
	return cmd
}

// given are the variables that any program may need, and that hold no secret.
var given = []string{"PATH", "LANG", "LC_ALL", "TZ", "USER", "LOGNAME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "SystemRoot"}

// networks are those that may hold a password.
var networks = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"}

func (c *Commands) environment() []string {
	made := []string{"TERM=dumb", "HOME=" + c.home()}
	for _, name := range given {
		if value, there := os.LookupEnv(name); there && (c.o.Wrapper != Bubblewrap || name != "TMPDIR") {
			made = append(made, name+"="+value)
		}
	}
	for _, name := range networks {
		value, there := os.LookupEnv(name)
		if address, err := url.Parse(value); there && (err != nil || address.User == nil) {
			made = append(made, name+"="+value)
		}
	}
	return made
}

// home is where a program looks for what it keeps of its own.
func (c *Commands) home() string {
	if c.o.Wrapper == Bubblewrap {
		return "/tmp"
	}
	home, _ := os.UserHomeDir() // "" when nobody knows
	return home
}

// readable are the folders with the programs of the machine and what they need to run.
var readable = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/alternatives", "/etc/ssl", "/etc/ca-certificates",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/nsswitch.conf", "/etc/mime.types",
}

func (c *Commands) wrapper(folder string) (words []string) {
	if c.o.Wrapper != Bubblewrap {
		for word := range strings.FieldsSeq(c.o.Wrapper) {
			words = append(words, strings.ReplaceAll(word, "{tree}", folder))
		}
		return words
	}
	words = []string{"bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "agent"}
	for _, place := range readable {
		words = append(words, "--ro-bind-try", place, place)
	}
	return append(words, "--proc", "/proc", "--dev", "/dev", "--size", mostTemporary, "--tmpfs", "/tmp", "--bind", folder, folder,
		"--chdir", folder, "--", "/bin/sh", "-c", firstToEnd, "sh")
}

// firstToEnd makes a program, and what it starts, the first that the kernel ends when the service's memory is used up.
const firstToEnd = `echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"`

// mostTemporary is how much the agent may keep in /tmp, which is memory, in bytes: half of what the service has (deploy).
const mostTemporary = "1073741824"

// Works is nil when a program can begin in a folder, behind the wrapper.
func (c *Commands) Works(ctx context.Context, folder string) error {
	said := &process.Tail{Most: 2000}
	ctx, cancel := context.WithTimeout(ctx, probing)
	defer cancel()
	ended, err := process.Run(ctx, c.command(folder, "/bin/sh", "-c", "exit 0"), nil, said)
	if err == nil && ended.Exit != 0 {
		err = fmt.Errorf("the wrapper ends with exit code %d: %s", ended.Exit, strings.TrimSpace(said.String()))
	}
	if err != nil {
		return agent.ErrAgent.Because(err)
	}
	return nil
}

// probing is how long a program may take that only looks at something.
const probing = 30 * time.Second

// Reads reports whether a program behind the wrapper can read a file.
func (c *Commands) Reads(ctx context.Context, folder, file string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, probing)
	defer cancel()
	said := &process.Tail{Most: 2000}
	ended, err := process.Run(ctx, c.command(folder, "/bin/sh", "-c", `exec cat -- "$1" >/dev/null`, "sh", file), nil, said)
	if err == nil && ended.Killed {
		err = errors.New("it takes too long")
	}
	if err != nil {
		return false, agent.ErrAgent.Because(err)
	}
	return ended.Exit == 0, nil
}

// Prints returns what a program behind the wrapper prints, which looks at the machine; for tests and for checks.
func (c *Commands) Prints(ctx context.Context, folder, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, probing)
	defer cancel()
	said := &process.Tail{Most: mostOutput}
	_, err := process.Run(ctx, c.command(folder, "/bin/sh", "-c", command), nil, said)
	return said.String(), err
}

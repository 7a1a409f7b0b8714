package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/bareforge"
	"github.com/clubhuis/clubhuis/adapters/codingagent"
	"github.com/clubhuis/clubhuis/adapters/github"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/ports"
)

// agentFlags are those of the coding agent that works at feedback.
type agentFlags struct {
	Forge              string          `placeholder:"URL" empty:"(niet ingesteld)" help:"Where the code is: the address of GitHub's interface (default: ${forge}), or of one like it, or file:///FOLDER with bare repositories."`
	ForgeTokenFile     settings.Secret `placeholder:"FILE" help:"File that holds a token of the forge."`
	Repository         string          `placeholder:"OWNER/NAME" empty:"(niet ingesteld)" help:"The repository in which the coding agent works; none for no agent."`
	AgentCommand       string          `placeholder:"COMMAND" empty:"(niet ingesteld)" help:"The coding agent, for a shell: it reads a prompt on its standard input and works in the current folder."`
	AgentWrapper       string          `placeholder:"WORDS" empty:"(geen)" help:"What keeps the agent from the rest of the machine: bubblewrap, or words before its command in which {tree} is its folder."`
	AgentUnconfined    bool            `help:"Run the agent without a wrapper, although it can then read every file of this user."`
	AgentTimeout       time.Duration   `default:"20m" placeholder:"TIME" help:"How long the agent, and the check, may work (${default})."`
	AgentInstructions  string          `default:"AGENTS.md" placeholder:"FILE" help:"File of the repository with instructions for the agent (${default})."`
	AgentFiles         int             `default:"50" placeholder:"N" help:"Most files of a change (${default})."`
	AgentLines         int             `default:"2000" placeholder:"N" help:"Most lines of a change (${default})."`
	AllowWorkflows     bool            `help:"Let a change touch workflow files of the forge."`
	CheckCommand       string          `placeholder:"COMMAND" empty:"(geen)" help:"The project's own check, for a shell; a change that it does not pass is not pushed."`
	RunsPerDay         int             `default:"25" placeholder:"N" help:"Most runs of the agent in a day (${default})."`
	PullRequestsPerDay int             `default:"10" placeholder:"N" help:"Most pull requests in a day (${default})."`
}

// agentGiven reports whether the club has a coding agent.
func (f *agentFlags) agentGiven() bool {
	return f.Repository != "" || f.AgentCommand != "" || f.Forge != "" || f.ForgeTokenFile.Given()
}

// onFolder returns the folder of a forge without a server.
func (f *agentFlags) onFolder() (folder string, is bool) {
	address, err := url.Parse(f.Forge)
	if err != nil || address.Scheme != "file" {
		return "", false
	}
	return filepath.FromSlash(address.Path), true
}

var repositoryName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*/[A-Za-z0-9][A-Za-z0-9._-]*$`)

// parseAgent notes what is missing or wrong: of an agent there is all or nothing.
func (f *agentFlags) parseAgent(problems *settings.Problems) {
	if !repositoryName.MatchString(f.Repository) {
		problems.Add("repository", "must be OWNER/NAME")
	}
	problems.Require("agent-command", f.AgentCommand)
	folder, local := f.onFolder()
	switch {
	case local && !filepath.IsAbs(folder):
		problems.Add("forge", "must name a whole path: file:///srv/forge")
	case local:
	default:
		if f.Forge == "" {
			f.Forge = github.URL
		}
		address := settings.Address(f.Forge)
		problems.Read("forge", &address)
		f.Forge = string(address)
		problems.Read("forge-token-file", &f.ForgeTokenFile)
	}
	switch {
	case f.AgentWrapper == "" && !f.AgentUnconfined:
		problems.Add("agent-wrapper",
			"is required: without one the agent can read every file of this user, the secrets of this program "+
				"among them, and what it was told came from users; --agent-unconfined accepts that")
	case f.AgentWrapper != "" && f.AgentUnconfined:
		problems.Add("agent-unconfined", "does not go with --agent-wrapper")
	}
	if f.AgentTimeout < time.Second {
		problems.Add("agent-timeout", "must be a second or more")
	}
	if !filepath.IsLocal(f.AgentInstructions) {
		problems.Add("agent-instructions", "must be a file of the repository")
	}
	for flag, value := range map[string]int{"agent-files": f.AgentFiles, "agent-lines": f.AgentLines, "runs-per-day": f.RunsPerDay,
		"pull-requests-per-day": f.PullRequestsPerDay} {
		if value < 1 {
			problems.Add(flag, "must be 1 or more")
		}
	}
}

// forge is where the code is.
func (f *agentFlags) forge() (ports.Forge, error) {
	if folder, local := f.onFolder(); local {
		return bareforge.New(folder, f.Repository)
	}
	return github.New(github.Options{URL: f.Forge, Token: f.ForgeTokenFile.Text(), Repository: f.Repository})
}

func (f *agentFlags) commands() *codingagent.Commands {
	return codingagent.New(codingagent.Options{
		Command: f.AgentCommand, Check: f.CheckCommand, Wrapper: f.AgentWrapper, Timeout: f.AgentTimeout,
	})
}

// checkAgent tries the wrapper: it must work, and no secret of ours may be readable behind it. Without one it says what that
// means.
func (c *syncConfig) checkAgent(ctx context.Context, out io.Writer) error {
	if c.CheckCommand == "" {
		c.warnings = append(c.warnings, "--check-command is not set: what the agent makes is pushed unchecked")
	}
	if c.AgentWrapper == "" {
		c.warnings = append(c.warnings,
			"--agent-unconfined: the agent runs as this user. Whoever gets an item approved can let it read every file "+
				"that this program can read, its secrets among them, and send them anywhere")
		return nil
	}
	folder, err := os.MkdirTemp("", "clubsync-agent-*")
	if err != nil {
		return fmt.Errorf("try the wrapper: %w", err)
	}
	defer os.RemoveAll(folder)
	commands := c.commands()
	if err := commands.Works(ctx, folder); err != nil {
		return fmt.Errorf("--agent-wrapper: %w", err)
	}
	var failures []error
	for _, secret := range c.secretFiles() {
		readable, err := commands.Reads(ctx, folder, secret)
		switch {
		case err != nil:
			failures = append(failures, fmt.Errorf("--agent-wrapper: %w", err))
		case readable:
			failures = append(failures, fmt.Errorf("--agent-wrapper: the agent can read %s", secret))
		}
	}
	environment, err := commands.Prints(ctx, folder, fmt.Sprintf("cat /proc/%d/environ 2>/dev/null", os.Getpid()))
	if err == nil && strings.Contains(environment, "CLUBSYNC_") {
		failures = append(failures, errors.New("--agent-wrapper: the agent can read the environment of this program"))
	}
	if err := errors.Join(failures...); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, "the agent's wrapper: ok, it reads no secret")
	return err
}

// secretFiles are the files of this program that the agent must not read: every secret, the database, and what is kept beside it.
func (c *syncConfig) secretFiles() (files []string) {
	add := func(file string) {
		if file == "" {
			return
		}
		if whole, err := filepath.Abs(file); err == nil {
			files = append(files, whole)
		}
	}
	var walk func(reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			if v.Type().Field(i).Anonymous {
				walk(v.Field(i))
				continue
			}
			switch value := v.Field(i).Interface().(type) {
			case settings.Secret:
				add(value.File())
			case settings.SharedKey:
				add(value.File())
			case settings.Mail:
				walk(v.Field(i))
			}
		}
	}
	walk(reflect.ValueOf(c.syncFlags))
	add(c.syncFlags.Database.File)
	for name, value := range variables() { // those of providers that name a file without a flag
		if strings.HasPrefix(name, "CLUBSYNC_") && strings.HasSuffix(name, "_FILE") {
			add(value)
		}
	}
	if path, local := strings.CutPrefix(string(c.database), "sqlite:"); local {
		add(path)
	}
	return files
}

func variables() map[string]string {
	all := map[string]string{}
	for _, entry := range os.Environ() {
		name, value, _ := strings.Cut(entry, "=")
		all[name] = value
	}
	return all
}

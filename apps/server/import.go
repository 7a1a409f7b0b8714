package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/server/internal/moving"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
)

type importPredecessorCommand struct {
	serveFlags
	Address      settings.Address `name:"url" required:"" placeholder:"URL" help:"Address of the REST interface of the application before, such as https://club.example/wp-json."`
	Username     string           `required:"" placeholder:"NAME" help:"An administrator there."`
	PasswordFile settings.Secret  `required:"" placeholder:"FILE" help:"File that holds an application password of that user."`
	As           string           `placeholder:"NAME" help:"The administrator here in whose name everything comes (default: the only one)."`
	Welcome      bool             `default:"true" negatable:"" help:"Send users the mail of welcome, by which they set a password (${default})."`
	DryRun       bool             `help:"Read everything, keep nothing, and print the same report."`
}

// Help says what happens.
func (c *importPredecessorCommand) Help() string {
	return "Brings a club from the application that it had before. It may be stopped and started again, and run more than once: " +
		"what came before is not brought again. Give the flags of serve, so that the links in mails are right."
}

// Run moves the club and prints the report.
func (c *importPredecessorCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := c.PasswordFile.Read(); err != nil {
		problems.Add("password-file", "%v", err)
	}
	if err := c.Address.Read(); err != nil {
		problems.Add("url", "%v", err)
	} else if insecure(string(c.Address)) {
		problems.Add("url", "must begin with https://: the password would be read on the way")
	}
	if !c.DryRun && c.Welcome && config.BaseURL == "" {
		problems.Add("base-url", "is needed for the links in the mails of welcome, or give --no-welcome")
	}
	if err := problems.Err(); err != nil {
		return err
	}
	from, err := clubapi.NewPredecessor(clubapi.Options{
		URL: strings.TrimRight(string(c.Address), "/"), Username: c.Username, Password: c.PasswordFile.Text(),
	})
	if err != nil {
		return err
	}
	if err := config.store.Exists(); err != nil {
		return err
	}
	key, err := serversKey(config.SecretKeyFile)
	if err != nil {
		return err
	}
	p, err := open(ctx, config.store, false, func(a *usecase.Adapters) error {
		a.BaseURL, a.Key = config.BaseURL, key
		return nil
	})
	if err != nil {
		return err
	}
	if err := checkServersKey(ctx, p.store, config.SecretKeyFile); err != nil {
		return errors.Join(err, p.close())
	}
	p.store.LimitDirectory(config.DirectoryLimit)
	if err := p.load(ctx); err != nil {
		return errors.Join(err, p.close())
	}
	return errors.Join(c.move(ctx, p, from, s), p.close())
}

func (c *importPredecessorCommand) move(ctx context.Context, p *program, from *clubapi.Predecessor, s streams) error {
	viewer, err := p.administrator(ctx, c.As)
	if err != nil {
		return err
	}
	viewer.Entrance = access.Entrance{Way: access.ByCommand, Name: "import predecessor"}
	show, end := moving.Progress(s.stderr, isTerminal(s.stderr), p.now)
	report, err := p.club.Predecessors.Run(ctx, viewer, from, predecessors.Options{
		Rehearse: c.DryRun, Welcome: c.Welcome, Progress: show,
	})
	end()
	if len(report.Counts) > 0 {
		if _, err := io.WriteString(s.stdout, report.Write()); err != nil {
			return err
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("it is not done: start it again, and it goes on: %w", err)
	case c.DryRun:
		_, err = fmt.Fprintln(s.stdout, "\nThis was a dry run: nothing was kept.")
	}
	return err
}

// administrator returns the administrator with a name, for "" the only one who may sign in.
func (p *program) administrator(ctx context.Context, name string) (access.Viewer, error) {
	if name != "" {
		user, err := p.store.Stores().Users.ByLogin(ctx, name)
		if err != nil {
			return access.Viewer{}, fmt.Errorf("%s: %w", name, err)
		}
		if !user.MaySignIn() { // the jobs of a blocked user end at once
			return access.Viewer{}, fmt.Errorf("%s is blocked: name somebody else with --as", name)
		}
		return p.club.Accounts.Viewer(&user), nil
	}
	users, err := p.operator.List(ctx)
	if err != nil {
		return access.Viewer{}, err
	}
	var found []account.User
	for _, u := range users {
		if viewer := p.club.Accounts.Viewer(&u.User); viewer.Can(access.Manage) && u.MaySignIn() {
			found = append(found, u.User)
		}
	}
	switch len(found) {
	case 0:
		return access.Viewer{}, errors.New("there is no administrator yet: add one with 'clubhuis user add'")
	case 1:
		return p.club.Accounts.Viewer(&found[0]), nil
	}
	return access.Viewer{}, errors.New("there are several administrators: say in whose name it comes with --as")
}

// insecure reports whether an address is reached over the network without encryption.
func insecure(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback())
}

// isTerminal reports whether somebody reads a stream on a screen.
func isTerminal(out io.Writer) bool {
	file, isFile := out.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

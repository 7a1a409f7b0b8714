package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/usecase/jobs"
)

// with opens the program for one command, which needs a database that is there.
func (f storeFlags) with(ctx context.Context, do func(*program) error) error {
	return f.opened(ctx, (*settings.Database).Exists, do)
}

// withNew opens the program for one command that may be the first of an installation.
func (f storeFlags) withNew(ctx context.Context, do func(*program) error) error {
	return f.opened(ctx, func(*settings.Database) error { return nil }, do)
}

func (f storeFlags) opened(ctx context.Context, allowed func(*settings.Database) error, do func(*program) error) error {
	var problems settings.Problems
	config := f.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	if err := allowed(&config.Database); err != nil {
		return err
	}
	p, err := open(ctx, config, false, nil)
	if err != nil {
		return err
	}
	return errors.Join(do(p), p.close())
}

type migrateCommand struct{ storeFlags }

// Run migrates the database.
func (c *migrateCommand) Run(ctx context.Context) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	store, err := gormstore.Open(ctx, string(config.URL))
	if err != nil {
		return err
	}
	return errors.Join(upgrade(ctx, store, &config), store.Close())
}

type userAddCommand struct {
	storeFlags
	Username      string   `required:"" help:"User name, to sign in with."`
	Email         string   `required:"" help:"E-mail address."`
	DisplayName   string   `required:"" help:"Name that others see."`
	Role          []string `required:"" help:"Role; repeat it for several."`
	Demo          bool     `help:"Mark the demo user, who can't change the password."`
	PasswordStdin bool     `required:"" help:"Read the password from standard input."`
}

// Help lists the roles.
func (c *userAddCommand) Help() string { return rolesHelp() }

// Run adds a user.
func (c *userAddCommand) Run(ctx context.Context, s streams) error {
	password, err := readPassword(s.stdin)
	if err != nil {
		return err
	}
	user := account.User{
		Username: c.Username, Email: c.Email, DisplayName: c.DisplayName, Demo: c.Demo, Roles: rolesNamed(c.Role),
	}
	return c.withNew(ctx, func(p *program) error {
		added, err := p.operator.Add(ctx, user, password)
		note(ctx, "user.add", added.ID, err)
		return err
	})
}

type userLinkCommand struct {
	storeFlags
	Username string `required:"" help:"User name."`
	Person   int64  `required:"" help:"The person's number."`
}

// Run links a user to a person.
func (c *userLinkCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(p *program) error {
		err := p.operator.Link(ctx, c.Username, c.Person)
		note(ctx, "user.link", p.userID(ctx, c.Username), err)
		return err
	})
}

type appPasswordAddCommand struct {
	storeFlags
	Username string `required:"" help:"User name."`
	Name     string `required:"" help:"What the password is for."`
	Until    string `help:"Last day on which it works, YYYY-MM-DD. Without it there is no end."`
	ReadOnly bool   `help:"Let it read alone."`
}

// Run prints a new application password, alone.
func (c *appPasswordAddCommand) Run(ctx context.Context, s streams) error {
	until, ok := civil.Parse(c.Until)
	if !ok {
		return fmt.Errorf("--until %q is no day as YYYY-MM-DD", c.Until)
	}
	return c.with(ctx, func(p *program) error {
		wish := accounts.PasswordWish{Name: c.Name, Until: until, ReadOnly: c.ReadOnly}
		password, err := p.operator.AddApplicationPassword(ctx, c.Username, wish)
		note(ctx, "app-password.add", p.userID(ctx, c.Username), err)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.stdout, password)
		return err
	})
}

type jobRunCommand struct {
	storeFlags
	Name string `arg:"" help:"Name of the job, or all-due for those that have not run today."`
}

// Run runs daily work in this process.
func (c *jobRunCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		var reports []jobs.Report
		if c.Name == "all-due" {
			reports = p.club.Jobs.RunDue(ctx)
		} else {
			report, err := p.club.Jobs.RunNow(ctx, c.Name)
			if errors.Is(err, fault.ErrNotFound) {
				return fmt.Errorf("there is no job %q; the jobs are %s", c.Name, strings.Join(jobNames(p.club.Jobs.Jobs), ", "))
			}
			if report.Job == "" {
				return err
			}
			reports = []jobs.Report{report}
		}
		var failures []error
		for _, report := range reports {
			failures = append(failures, report.Err)
			if report.Err == nil {
				if _, err := fmt.Fprintf(s.stdout, "%s: %d\n", report.Job, report.Count); err != nil {
					return err
				}
			}
		}
		return errors.Join(failures...)
	})
}

func jobNames(list []jobs.Job) []string {
	names := make([]string, len(list))
	for i, job := range list {
		names[i] = job.Name
	}
	return names
}

type configCheckCommand struct{ serveFlags }

// Run reports every problem of the configuration at once, or prints what serve would use.
func (c *configCheckCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	if _, err := os.Stat(config.SecretKeyFile); err == nil { // which serve makes where it is missing
		if _, err := secretfile.Read(config.SecretKeyFile); err != nil {
			problems.Add("secret-key-file", "%w", err)
		}
	}
	if err := problems.Err(); err != nil {
		return err
	}
	if err := settings.Print(s.stdout, config.serveFlags); err != nil {
		return err
	}
	parser, err := newParser(new(commands))
	if err != nil {
		return err
	}
	for _, warning := range append(config.warnings, settings.Unknown(parser, "CLUBHUIS", os.Environ())...) {
		if _, err := fmt.Fprintf(s.stderr, "warning: %s\n", warning); err != nil {
			return err
		}
	}
	return tellDoubles(ctx, config.store, s.stderr)
}

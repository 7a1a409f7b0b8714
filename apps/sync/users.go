package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/clubhuis/clubhuis/adapters/argon2id"
	"github.com/clubhuis/clubhuis/adapters/zxcvbn"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/operators"
)

// operators are the accounts of those who sign in to the pages. Without a house nobody does.
func (e *environment) operators() *operators.Service {
	return &operators.Service{
		Stores: e.store.Stores(), Hasher: argon2id.Hasher{}, Strength: zxcvbn.Strength{}, Random: rand.Read,
		Now: time.Now, Zone: e.zone,
	}
}

// newPassword is a flag of commands that need a password.
type newPassword struct {
	PasswordStdin bool `required:"" env:"-" help:"Read the password from standard input."`
}

func (newPassword) read(s streams) (string, error) {
	typed, err := io.ReadAll(io.LimitReader(s.stdin, 10*account.MaxPassword))
	return strings.TrimRight(string(typed), "\r\n"), err
}

type userAddCommand struct {
	Username    string `required:"" env:"-" placeholder:"NAME" help:"User name to sign in with."`
	DisplayName string `required:"" env:"-" placeholder:"NAME" help:"Name on the pages."`
	newPassword
}

// Run adds somebody.
func (c *userAddCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	password, err := c.read(s)
	if err != nil {
		return err
	}
	return flags.withNew(ctx, openReady, func(e *environment) error {
		return e.operators().Add(ctx, c.Username, c.DisplayName, password)
	})
}

// who names somebody who may sign in.
type who struct {
	Name string `arg:"" help:"User name."`
}

type userPasswordCommand struct {
	who
	newPassword
}

// Run sets the password.
func (c *userPasswordCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	password, err := c.read(s)
	if err != nil {
		return err
	}
	return flags.with(ctx, func(e *environment) error { return e.operators().SetPassword(ctx, c.Name, password) })
}

type userRemoveCommand struct{ who }

// Run removes somebody.
func (c *userRemoveCommand) Run(ctx context.Context, flags *syncFlags) error {
	return flags.with(ctx, func(e *environment) error { return e.operators().Remove(ctx, c.Name) })
}

type userListCommand struct{}

// Run prints who may sign in, by user name.
func (c *userListCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	return flags.with(ctx, func(e *environment) error {
		list, err := e.operators().Operators(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(s.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "USER NAME\tNAME\tADDED\tLAST SIGN-IN")
		for _, u := range list {
			signedIn := "-"
			if !u.SignedIn.IsZero() {
				signedIn = u.SignedIn.In(e.zone).Format(time.DateTime)
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", u.Username, u.DisplayName, u.Added.In(e.zone).Format(time.DateTime), signedIn)
		}
		return table.Flush()
	})
}

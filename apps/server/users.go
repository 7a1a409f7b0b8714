package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// note writes a line of the security log: what was done with which user, and what came of it. It names nobody.
func note(ctx context.Context, what string, user account.UserID, err error) {
	result := "ok"
	if err != nil {
		result = fault.As(err).Code
	}
	slog.InfoContext(ctx, "security", slog.Group("security", "what", what, "user", user, "by", "operator", "result", result))
}

// userID is the number of a user, 0 where there is none.
func (p *program) userID(ctx context.Context, login string) account.UserID {
	user, err := p.store.Stores().Users.ByLogin(ctx, login)
	if err != nil {
		return 0
	}
	return user.ID
}

// readPassword reads a password from standard input, without the line's end.
func readPassword(in io.Reader) (string, error) {
	typed, err := io.ReadAll(io.LimitReader(in, 10*account.MaxPassword))
	return strings.TrimRight(string(typed), "\r\n"), err
}

// rolesNamed are the roles of these names, each once.
func rolesNamed(names []string) []access.Role {
	roles := []access.Role{}
	for _, name := range names {
		if !slices.Contains(roles, access.Role(name)) {
			roles = append(roles, access.Role(name))
		}
	}
	return roles
}

// rolesHelp lists the roles.
func rolesHelp() string {
	names := []string{}
	for _, role := range access.Roles() {
		names = append(names, string(role))
	}
	return "The roles are: " + strings.Join(names, ", ") + "."
}

type userListCommand struct {
	storeFlags
	JSON bool `help:"Print a JSON list."`
}

// listedUser is a user as the list prints one.
type listedUser struct {
	ID          account.UserID `json:"id"`
	Username    string         `json:"username"`
	Email       string         `json:"email"`
	DisplayName string         `json:"display_name"`
	Roles       []access.Role  `json:"roles"`
	Person      int64          `json:"person"`      // 0 for none
	Registered  time.Time      `json:"registered"`  // UTC
	LastActive  *time.Time     `json:"last_active"` // null for never
	Blocked     *time.Time     `json:"blocked"`     // null for who may sign in
}

func newListedUser(u account.Listed) listedUser {
	return listedUser{
		ID: u.ID, Username: u.Username, Email: u.Email, DisplayName: u.DisplayName, Roles: u.Held(), Person: u.Person,
		Registered: u.Registered, LastActive: unlessZero(u.LastActive), Blocked: unlessZero(u.Blocked),
	}
}

func unlessZero(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Run prints all users, by name.
func (c *userListCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		users, err := p.operator.List(ctx)
		if err != nil {
			return err
		}
		list := make([]listedUser, len(users))
		for i, u := range users {
			list[i] = newListedUser(u)
		}
		if c.JSON {
			encoder := json.NewEncoder(s.stdout)
			encoder.SetIndent("", "  ")
			return encoder.Encode(list)
		}
		return printUsers(s.stdout, list, p.zone)
	})
}

func printUsers(out io.Writer, list []listedUser, zone *time.Location) error {
	when := func(t *time.Time) string {
		if t == nil {
			return "-"
		}
		return t.In(zone).Format(time.DateTime)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NUMBER\tUSER NAME\tNAME\tE-MAIL\tPERSON\tLAST ACTIVE\tBLOCKED\tROLES")
	for _, u := range list {
		person := "-"
		if u.Person != 0 {
			person = fmt.Sprint(u.Person)
		}
		roles := make([]string, len(u.Roles))
		for i, role := range u.Roles {
			roles[i] = string(role)
		}
		fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", u.ID, u.Username, u.DisplayName, u.Email, person,
			when(u.LastActive), when(u.Blocked), strings.Join(roles, ", "))
	}
	return table.Flush()
}

// who names the user of a command.
type who struct {
	Name string `arg:"" help:"User name or e-mail address."`
}

// forcing lets a command take the last administrator away.
type forcing struct {
	Force bool `help:"Do it to the only administrator who can sign in, too."`
}

// hinted says what helps when the last administrator stays.
func hinted(err error) error {
	if errors.Is(err, account.ErrLastAdministrator) {
		return fmt.Errorf("%w (--force does it all the same)", err)
	}
	return err
}

type userBlockCommand struct {
	storeFlags
	who
	forcing
}

// Run keeps a user out, and prints what ended.
func (c *userBlockCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		user, left, err := p.operator.Block(ctx, c.Name, c.Force)
		note(ctx, "user.block", user.ID, err)
		if err != nil {
			return hinted(err)
		}
		_, err = fmt.Fprintf(s.stdout, "sessions ended: %d\napplication passwords that do not work now: %d\n",
			left.Ended, len(left.Passwords))
		return err
	})
}

type userUnblockCommand struct {
	storeFlags
	who
}

// Run lets a user sign in again.
func (c *userUnblockCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(p *program) error {
		user, err := p.operator.Unblock(ctx, c.Name)
		note(ctx, "user.unblock", user.ID, err)
		return err
	})
}

type userRolesCommand struct {
	storeFlags
	who
	forcing
	Role []string `required:"" help:"Role; repeat it for several. The user has these and no others."`
}

// Help lists the roles.
func (c *userRolesCommand) Help() string { return rolesHelp() }

// Run sets the roles of a user.
func (c *userRolesCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(p *program) error {
		user, err := p.operator.SetRoles(ctx, c.Name, rolesNamed(c.Role), c.Force)
		note(ctx, "user.roles", user.ID, err)
		return hinted(err)
	})
}

type userPasswordCommand struct {
	storeFlags
	who
	PasswordStdin              bool `required:"" help:"Read the password from standard input."`
	RevokeApplicationPasswords bool `help:"Revoke the user's application passwords and passkeys, too."`
}

// Run gives a user another password, and prints what ended and what still works.
func (c *userPasswordCommand) Run(ctx context.Context, s streams) error {
	password, err := readPassword(s.stdin)
	if err != nil {
		return err
	}
	return c.with(ctx, func(p *program) error {
		user, left, err := p.operator.SetPassword(ctx, c.Name, password, c.RevokeApplicationPasswords)
		note(ctx, "user.password", user.ID, err)
		if err != nil {
			return err
		}
		if len(left.Passwords) > 0 {
			fmt.Fprintln(s.stderr, "Application passwords of this user still work; "+
				"--revoke-application-passwords revokes them, and so does user sign-out.")
		}
		return printLeft(s.stdout, left)
	})
}

type userEmailCommand struct {
	storeFlags
	who
	Email string `arg:"" help:"The new e-mail address."`
}

// Run gives a user another e-mail address.
func (c *userEmailCommand) Run(ctx context.Context) error {
	return c.with(ctx, func(p *program) error {
		user, err := p.operator.SetEmail(ctx, c.Name, c.Email)
		note(ctx, "user.email", user.ID, err)
		return err
	})
}

type userSignOutCommand struct {
	storeFlags
	who
}

// Run ends all sessions of a user and revokes the application passwords and the passkeys.
func (c *userSignOutCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		user, left, err := p.operator.SignOutAll(ctx, c.Name)
		note(ctx, "user.sign-out", user.ID, err)
		if err != nil {
			return err
		}
		return printLeft(s.stdout, left)
	})
}

type userResetFactorCommand struct {
	storeFlags
	who
}

// Run turns the second factor of a user off and ends the user's sessions.
func (c *userResetFactorCommand) Run(ctx context.Context, s streams) error {
	return c.with(ctx, func(p *program) error {
		user, err := p.operator.ResetFactor(ctx, c.Name)
		note(ctx, "user.reset-second-factor", user.ID, err)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.stdout, "signing in takes the password alone again")
		return err
	})
}

func printLeft(out io.Writer, left accounts.Left) error {
	_, err := fmt.Fprintf(out, "sessions ended: %d\napplication passwords revoked: %d\napplication passwords that still work: %d\n"+
		"passkeys revoked: %d\n", left.Ended, left.Revoked, len(left.Passwords), left.Passkeys)
	return err
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/sync/dues"
)

type configCheckCommand struct {
	Connect bool `help:"Also open the database and ask the application and every provider."`
}

// Help says what is checked.
func (c *configCheckCommand) Help() string {
	return "Reads every file that is named and looks for the browser. With --connect it also opens the database, signs in to the " +
		"application, asks for the fields of each list, and asks the helpdesk and the provider of contributions something that " +
		"changes nothing. It does not sign in to the club site and sends no mail."
}

type configProfileCommand struct{}

// Run prints the profile that is used when no other is named.
func (c *configProfileCommand) Run(s streams) error {
	_, err := io.WriteString(s.stdout, clubweb.ProfileText)
	return err
}

// Run reports every problem of the configuration at once, or prints what would be used.
func (c *configCheckCommand) Run(ctx context.Context, flags *syncFlags, s streams) error {
	var problems settings.Problems
	config := flags.parse(&problems)
	browser, err := clubweb.FindBrowser(config.Browser)
	if err != nil {
		problems.Add("browser", "%w", err)
	}
	config.Browser = browser
	if err := problems.Err(); err != nil {
		return err
	}
	if config.agentGiven() {
		if err := config.checkAgent(ctx, s.stdout); err != nil {
			return err
		}
	}
	if err := settings.Print(s.stdout, config.syncFlags); err != nil {
		return err
	}
	parser, err := newParser(new(commands))
	if err != nil {
		return err
	}
	for _, warning := range append(config.warnings, settings.Unknown(parser, "CLUBSYNC", os.Environ())...) {
		if _, err := fmt.Fprintf(s.stdout, "warning: %s\n", warning); err != nil {
			return err
		}
	}
	if !c.Connect {
		return nil
	}
	return errors.Join(config.connect(ctx, s.stdout)...)
}

// listFields are the fields of a list in the contract (§2.2). What a list lacks stays unsaid there.
var listFields = []string{
	"voornaam", "tussenvoegsel", "achternaam", "geboortedatum", "team", "geslacht", "relatiecode", "oudervan",
}

// nobody has this address, on any list and in any club (RFC 2606).
const nobody = "niemand@clubsync.invalid"

// connect tries what can be tried without signing in to the club site, prints what works, and returns what does not.
func (c *syncConfig) connect(ctx context.Context, out io.Writer) (failures []error) {
	try := func(what string, do func() (said string, err error)) {
		said, err := do()
		if err == nil {
			_, err = fmt.Fprintf(out, "%s: ok%s\n", what, said)
		}
		if err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", what, err))
		}
	}
	try("the database", func() (string, error) {
		e, err := c.storeConfig.open(ctx, openReady)
		if err != nil {
			return "", err
		}
		return "", e.close()
	})
	try("the application", func() (string, error) {
		application, err := clubapi.New(clubapi.Options{
			URL: string(c.AppURL), Username: c.AppUsername, Password: c.AppPasswordFile.Text(),
		})
		if err != nil {
			return "", err
		}
		if _, err = application.People().ByEmail(ctx, nobody); err != nil {
			return "", err
		}
		roles, err := application.Roles(ctx)
		if slices.Contains(roles, string(access.Administrator)) {
			return fmt.Sprintf(", as an administrator: for %s the role %s is enough", c.AppUsername, access.Synchronizer), err
		}
		return "", err
	})
	lists, err := c.lists()
	if err != nil {
		return append(failures, err)
	}
	for _, list := range c.Lists {
		try("the list "+list, func() (string, error) {
			fields, err := lists.Fields(ctx, list)
			lacks := slices.DeleteFunc(slices.Clone(listFields), func(name string) bool {
				return slices.Contains(fields, name)
			})
			if err != nil || len(lacks) == 0 {
				return "", err
			}
			return ", without the fields " + strings.Join(lacks, ", "), nil
		})
	}
	if desk := c.helpdesk(); desk != nil {
		try("the helpdesk", func() (string, error) {
			_, err := desk.ByEmail(ctx, nobody)
			return "", err
		})
	}
	if provider := c.contributions(); provider != nil {
		try("the contributions", func() (string, error) {
			year := time.Now().In(c.zone).Year()
			items, err := provider.Year(ctx, year)
			if _, some := errors.AsType[*dues.Unreadable](err); some {
				err = nil // the others were read; a run says which were not
			}
			return fmt.Sprintf(", %d of %d", len(items), year), err
		})
	}
	return failures
}

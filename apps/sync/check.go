package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/clubapi"
	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/core/access"
)

type configCheckCommand struct {
	Connect bool `help:"Also open the database and ask the application and the provider of e-mail lists."`
}

// Help says what is checked.
func (c *configCheckCommand) Help() string {
	return "Reads every file that is named and looks for the browser. With --connect it also opens the database, signs in to the " +
		"application and asks for the fields of each list. It does not sign in to the club site and sends no mail."
}

type configProfileCommand struct{}

// Run prints the profile that is used when no other is named.
func (c *configProfileCommand) Run(s streams) error {
	_, err := io.WriteString(s.out, clubweb.ProfileText)
	return err
}

// Run reports every fault of the configuration at once, or prints what would be used.
func (c *configCheckCommand) Run(ctx context.Context, flags *settings, s streams) error {
	var problems faults
	settled := flags.settle(&problems)
	browser, err := clubweb.FindBrowser(settled.Browser)
	if err != nil {
		problems.add("browser", "%w", err)
	}
	if err := problems.err(); err != nil {
		return err
	}
	for _, setting := range settled.shown(browser) {
		if _, err := fmt.Fprintf(s.out, "%s: %v\n", setting[0], setting[1]); err != nil {
			return err
		}
	}
	for _, warning := range settled.warnings {
		if _, err := fmt.Fprintf(s.out, "warning: %s\n", warning); err != nil {
			return err
		}
	}
	if !c.Connect {
		return nil
	}
	return errors.Join(settled.connect(ctx, s.out)...)
}

// hidden stands for a secret.
func hidden(secret string) string {
	if secret == "" {
		return "(none)"
	}
	return "xxxxx"
}

// shown are the settings, secrets masked.
func (c *settled) shown(browser string) [][2]any {
	profile, lists, mail := c.SiteProfile, any("(no lists)"), any("(no mail)")
	if profile == "" {
		profile = "(built in)"
	}
	if len(c.Lists) > 0 {
		lists = c.Lists
	}
	if c.mailToken != "" {
		mail = c.MailURL
	}
	return [][2]any{
		{"data", c.data}, {"database", masked(c.database)}, {"timezone", c.zone}, {"club-name", c.ClubName},
		{"site-url", c.SiteURL}, {"site-username", c.SiteUsername}, {"site-password", hidden(c.sitePassword)},
		{"site-otp-secret", hidden(c.siteSecret)}, {"site-profile", profile}, {"browser", browser},
		{"app-url", c.AppURL}, {"app-username", c.AppUsername}, {"app-password", hidden(c.appPassword)},
		{"lists", lists}, {"list-url", c.ListURL}, {"list-key", hidden(c.listKey)},
		{"mail-url", mail}, {"mail-token", hidden(c.mailToken)}, {"mail-from", c.MailFrom}, {"operator", c.Operator},
		{"listen", c.Listen}, {"api-key", hidden(c.key)}, {"pauses", c.Pauses}, {"removals-percent", c.RemovalsPercent},
		{"removals-least", c.RemovalsLeast}, {"retention", c.Retention},
	}
}

// listFields are the fields of a list in the contract (§2.2). What a list lacks stays unsaid there.
var listFields = []string{"voornaam", "tussenvoegsel", "achternaam", "geboortedatum", "team", "geslacht", "relatiecode", "oudervan"}

// nobody has this address, on any list and in any club (RFC 2606).
const nobody = "niemand@clubsync.invalid"

// connect tries what can be tried without signing in to the club site, prints what answers, and answers what does not.
func (c *settled) connect(ctx context.Context, out io.Writer) (failures []error) {
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
		w, err := c.kept.open(ctx, openReady)
		if err != nil {
			return "", err
		}
		return "", w.close()
	})
	try("the application", func() (string, error) {
		application, err := clubapi.New(clubapi.Options{URL: c.AppURL, Username: c.AppUsername, Password: c.appPassword})
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
			lacks := slices.DeleteFunc(slices.Clone(listFields), func(name string) bool { return slices.Contains(fields, name) })
			if err != nil || len(lacks) == 0 {
				return "", err
			}
			return ", without the fields " + strings.Join(lacks, ", "), nil
		})
	}
	return failures
}

package main

import (
	"encoding/base32"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/adapters/laposta"
	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// settings are the flags of every command.
type settings struct {
	Data         string `default:"var/sync" placeholder:"FOLDER" help:"Folder for everything that is kept (${default})."`
	Database     string `placeholder:"URL" help:"sqlite:FILE or postgres://… (default: clubsync.db in --data)."`
	DatabaseFile string `placeholder:"FILE" help:"File that holds the database's URL, to keep its password out of the environment."`
	Timezone     string `default:"Europe/Amsterdam" help:"Zone of the club (${default})."`
	ClubName     string `default:"Clubhuis" help:"Name of the club, for reports (${default})."`

	SiteURL           string `placeholder:"URL" help:"The club administration site."`
	SiteUsername      string `placeholder:"NAME" help:"User name on the site."`
	SitePasswordFile  string `placeholder:"FILE" help:"File that holds the password."`
	SiteOTPSecretFile string `name:"site-otp-secret-file" placeholder:"FILE" help:"File that holds the secret of the one-time codes, in base32."`
	SiteProfile       string `placeholder:"FILE" help:"What stands where on the site, in YAML (default: as 'config profile' prints it)."`
	Browser           string `placeholder:"FILE" help:"Chromium (default: the one on PATH)."`

	AppURL          string `placeholder:"URL" help:"The application's REST root."`
	AppUsername     string `placeholder:"NAME" help:"User name in the application."`
	AppPasswordFile string `placeholder:"FILE" help:"File that holds an application password of that user."`

	Lists       []string `placeholder:"ID" help:"Ids of the e-mail lists, one to four; none for no lists."`
	ListURL     string   `placeholder:"URL" help:"The provider of e-mail lists (default: ${lists})."`
	ListKeyFile string   `placeholder:"FILE" help:"File that holds the key of that provider."`

	MailURL       string `placeholder:"URL" help:"The provider that delivers mail (default: ${mail})."`
	MailTokenFile string `placeholder:"FILE" help:"File that holds the token of that provider; none for no mail."`
	MailFrom      string `placeholder:"ADDRESS" help:"Sender of reports."`
	Operator      string `placeholder:"ADDRESS" help:"Who reads the reports."`

	Listen     string `default:"127.0.0.1:3000" help:"Address to serve on; port 0 is any (${default})."`
	APIKeyFile string `name:"api-key-file" placeholder:"FILE" help:"File that holds the key shared with the application, of 32 characters or more; or the key itself in the environment as SYNC_API_KEY."`

	Pauses          string `default:"contract" enum:"contract,none" help:"Pauses between calls: contract or none (${default})."`
	RemovalsPercent int    `default:"10" placeholder:"N" help:"A run that would mark or remove more than this part of what it tracks … (${default})."`
	RemovalsLeast   int    `default:"5" placeholder:"N" help:"… and more than this many stops (${default})."`
	Retention       int    `default:"90" placeholder:"DAYS" help:"How long runs and conflicts are kept (${default})."`
}

// keyVariable is the name under which the application knows the key, too.
const keyVariable = "SYNC_API_KEY"

// faults collects what is wrong with the configuration, so that an operator hears everything at once.
type faults []error

func (f *faults) add(flag, format string, args ...any) {
	*f = append(*f, fmt.Errorf("--%s: %w", flag, fmt.Errorf(format, args...)))
}

func (f faults) err() error { return errors.Join(f...) }

// kept is what every command needs, understood.
type kept struct {
	data     string
	database string
	zone     *time.Location
}

func (s *settings) settleKept(problems *faults) kept {
	result := kept{data: s.Data, database: s.Database}
	if s.Data == "" {
		problems.add("data", "must name a folder")
	}
	if s.DatabaseFile != "" {
		result.database = secret(problems, "database-file", s.DatabaseFile)
	} else if s.Database == "" {
		result.database = "sqlite:" + filepath.Join(s.Data, "clubsync.db")
	}
	switch scheme, rest, _ := strings.Cut(result.database, ":"); {
	case scheme == "sqlite" && rest != "":
	case scheme == "postgres" || scheme == "postgresql":
		if u, err := url.Parse(result.database); err != nil || u.Opaque != "" {
			problems.add("database", "this is no URL that can be read") // the error would show the password
		}
	case s.DatabaseFile == "" || result.database != "": // else its file is what is wrong
		problems.add("database", "must be sqlite:FILE or postgres://…")
	}
	zone, err := time.LoadLocation(s.Timezone)
	if err != nil || s.Timezone == "" || s.Timezone == "Local" {
		problems.add("timezone", "%q is no zone of the IANA database", s.Timezone)
	}
	result.zone = zone
	return result
}

// settled is all that runs need, understood.
type settled struct {
	kept
	settings
	sitePassword, siteSecret string
	appPassword              string
	listKey, mailToken       string // "" without lists, without mail
	profile                  *clubweb.Profile
	key                      string // of the API; "" for none
	warnings                 []string
}

func (s *settings) settle(problems *faults) settled {
	result := settled{kept: s.settleKept(problems), settings: *s}
	s.settleSite(problems, &result)
	result.AppURL = address(problems, "app-url", s.AppURL)
	required(problems, "app-username", s.AppUsername)
	result.appPassword = requiredSecret(problems, "app-password-file", s.AppPasswordFile)
	s.settleLists(problems, &result)
	s.settleMail(problems, &result)
	if strings.TrimSpace(s.ClubName) == "" {
		problems.add("club-name", "must not be empty")
	}
	if _, port, err := net.SplitHostPort(s.Listen); err != nil || port == "" {
		problems.add("listen", "%q is no host:port", s.Listen)
	}
	s.settleKey(problems, &result)
	if s.RemovalsPercent < 1 || s.RemovalsPercent > 100 {
		problems.add("removals-percent", "must be 1 to 100")
	}
	if s.RemovalsLeast < 0 {
		problems.add("removals-least", "must not be negative")
	}
	if s.Retention < 1 {
		problems.add("retention", "must be a day or more")
	}
	return result
}

// shortestKey is the length of the shortest key that is good enough: nobody guesses it.
const shortestKey = 32

// settleKey reads the key of the API. A short one in the environment is a warning in this release, for it served until now.
func (s *settings) settleKey(problems *faults, result *settled) {
	result.key = strings.TrimSpace(os.Getenv(keyVariable))
	if s.APIKeyFile != "" {
		result.key = secret(problems, "api-key-file", s.APIKeyFile)
	}
	switch {
	case strings.ContainsFunc(result.key, func(r rune) bool { return r <= ' ' || r > '~' }):
		problems.add("api-key-file", "the key (or "+keyVariable+") must be one word of ASCII")
	case result.key == "" || len(result.key) >= shortestKey:
	case s.APIKeyFile != "":
		problems.add("api-key-file", "the key in %s has fewer than %d characters; make one with: openssl rand -base64 32", s.APIKeyFile, shortestKey)
	default:
		result.warnings = append(result.warnings, fmt.Sprintf(
			"%s has fewer than %d characters, which the next release refuses; make one with: openssl rand -base64 32", keyVariable, shortestKey))
	}
}

func (s *settings) settleSite(problems *faults, result *settled) {
	result.SiteURL = address(problems, "site-url", s.SiteURL)
	required(problems, "site-username", s.SiteUsername)
	result.sitePassword = requiredSecret(problems, "site-password-file", s.SitePasswordFile)
	result.siteSecret = strings.ToUpper(strings.Join(strings.Fields(requiredSecret(problems, "site-otp-secret-file", s.SiteOTPSecretFile)), ""))
	if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(result.siteSecret, "=")); err != nil {
		problems.add("site-otp-secret-file", "its text is no base32") // the error would show where in the secret
	}
	result.profile = clubweb.DefaultProfile()
	if s.SiteProfile == "" {
		return
	}
	file, err := os.Open(s.SiteProfile)
	if err != nil {
		problems.add("site-profile", "%w", err)
		return
	}
	defer file.Close() //nolint:errcheck // it was only read
	if result.profile, err = clubweb.ReadProfile(file); err != nil {
		problems.add("site-profile", "%w", err)
	}
}

// mostLists is how many lists a club may have (contract §2.2).
const mostLists = 4

func (s *settings) settleLists(problems *faults, result *settled) {
	if len(s.Lists) == 0 {
		return
	}
	sorted := slices.Sorted(slices.Values(s.Lists))
	if len(s.Lists) > mostLists || slices.Contains(s.Lists, "") || len(slices.Compact(sorted)) < len(s.Lists) {
		problems.add("lists", "must be one to %d different ids", mostLists)
	}
	result.ListURL = laposta.URL
	if s.ListURL != "" {
		result.ListURL = address(problems, "list-url", s.ListURL)
	}
	result.listKey = requiredSecret(problems, "list-key-file", s.ListKeyFile)
}

func (s *settings) settleMail(problems *faults, result *settled) {
	if s.MailTokenFile == "" {
		return
	}
	result.MailURL = lettermint.URL
	if s.MailURL != "" {
		result.MailURL = address(problems, "mail-url", s.MailURL)
	}
	result.mailToken = requiredSecret(problems, "mail-token-file", s.MailTokenFile)
	for _, needed := range []struct{ flag, text string }{{"mail-from", s.MailFrom}, {"operator", s.Operator}} {
		if _, err := mail.ParseAddress(needed.text); err != nil {
			problems.add(needed.flag, "mail needs it, and %q is no e-mail address", needed.text)
		}
	}
}

func (c *settled) guard() diff.Guard {
	return diff.Guard{Percent: c.RemovalsPercent, Least: c.RemovalsLeast}
}

func (c *settled) retention() time.Duration { return time.Duration(c.Retention) * 24 * time.Hour }

func required(problems *faults, flag, text string) {
	if strings.TrimSpace(text) == "" {
		problems.add(flag, "is required")
	}
}

// requiredSecret reads a secret that must be there.
func requiredSecret(problems *faults, flag, file string) string {
	if file == "" {
		problems.add(flag, "is required")
		return ""
	}
	return secret(problems, flag, file)
}

// secret reads a file that holds one secret.
func secret(problems *faults, flag, file string) string {
	found, err := secretfile.Read(file)
	if err != nil {
		problems.add(flag, "%w", err)
		return ""
	}
	if found == "" {
		problems.add(flag, "%s is empty", file)
	}
	return found
}

// address checks the address of another system and answers it without a slash at its end.
func address(problems *faults, flag, text string) string {
	if text == "" {
		problems.add(flag, "is required")
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		problems.add(flag, "this is no http:// or https:// address without a user and a query") // it may hold a password
		return ""
	}
	return strings.TrimRight(u.String(), "/")
}

// masked is a database's URL without its password.
func masked(database string) string {
	u, err := url.Parse(database)
	if err != nil || u.Opaque != "" {
		return database
	}
	query := u.Query()
	for _, secret := range []string{"password", "sslpassword"} {
		if query.Has(secret) {
			query.Set(secret, "xxxxx")
			u.RawQuery = query.Encode()
		}
	}
	return u.Redacted()
}

package main

import (
	"encoding/base32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/clubweb"
	"github.com/clubhuis/clubhuis/adapters/laposta"
	"github.com/clubhuis/clubhuis/adapters/lettermint"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/metrics"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// syncFlags are the flags of every command. Each has a line in what config check prints.
type syncFlags struct {
	Data string `default:"var/sync" placeholder:"FOLDER" help:"Folder for everything that is kept (${default})."`
	settings.Database
	Timezone settings.Zone `default:"Europe/Amsterdam" help:"Zone of the club (${default})."`
	ClubName string        `default:"Clubhuis" help:"Name of the club, for reports (${default})."`

	SiteURL           settings.Address `placeholder:"URL" help:"The club administration site."`
	SiteUsername      string           `placeholder:"NAME" help:"User name on the site."`
	SitePasswordFile  settings.Secret  `placeholder:"FILE" help:"File that holds the password."`
	SiteOTPSecretFile settings.Secret  `name:"site-otp-secret-file" placeholder:"FILE" help:"File that holds the secret of the one-time codes, in base32."`
	SiteProfile       string           `placeholder:"FILE" empty:"(built in)" help:"What stands where on the site, in YAML (default: as 'config profile' prints it)."`
	Browser           string           `placeholder:"FILE" help:"Chromium (default: the one on PATH)."`

	AppURL          settings.Address `placeholder:"URL" help:"The application's REST root."`
	AppUsername     string           `placeholder:"NAME" help:"User name in the application."`
	AppPasswordFile settings.Secret  `placeholder:"FILE" help:"File that holds an application password of that user."`

	Lists       []string         `placeholder:"ID" empty:"(no lists)" help:"Ids of the e-mail lists, one to four; none for no lists."`
	ListURL     settings.Address `placeholder:"URL" help:"The provider of e-mail lists (default: ${lists})."`
	ListKeyFile settings.Secret  `placeholder:"FILE" help:"File that holds the key of that provider."`

	ContributionsURL     settings.Address `env:"CLUBSYNC_CONTRIBUTIONS_URL,NIKKI_URL" placeholder:"URL" empty:"(niet ingesteld)" help:"The provider of contributions; none for no contributions."`
	ContributionsKeyFile settings.Secret  `placeholder:"FILE" help:"File that holds the key of that provider; or the key itself in the environment as NIKKI_API_KEY."`

	HelpdeskURL     settings.Address `env:"CLUBSYNC_HELPDESK_URL,FREESCOUT_BASE_URL,FREESCOUT_URL" placeholder:"URL" empty:"(niet ingesteld)" help:"The helpdesk; none for no helpdesk."`
	HelpdeskKeyFile settings.Secret  `placeholder:"FILE" help:"File that holds the key of the helpdesk; or the key itself in the environment as FREESCOUT_API_KEY."`
	HelpdeskField   customerFields   `embed:"" prefix:"helpdesk-field-"`

	Mail     settings.Mail `embed:"" prefix:"mail-"`
	Operator string        `placeholder:"ADDRESS" help:"Who reads the reports."`

	Listen        settings.Listen    `default:"127.0.0.1:3000" help:"Address to serve on; port 0 is any (${default})."`
	MetricsListen settings.Listen    `placeholder:"HOST:PORT" empty:"(beside the API, for this machine)" help:"Address of its own for /metrics, which --listen then has no more; port 0 is any (default: beside the API, for this machine)."`
	PublicURL     settings.Address   `name:"public-url" placeholder:"URL" empty:"(as it comes)" help:"Where browsers reach the operators' pages, for links in mails and for cookies over https."`
	APIKeyFile    settings.SharedKey `name:"api-key-file" placeholder:"FILE" help:"File that holds the key shared with the application, of 32 characters or more; or the key itself in the environment as SYNC_API_KEY."`

	backups.DailyFlags
	agentFlags

	Pauses          string `default:"contract" enum:"contract,none" help:"Pauses between calls: contract or none (${default})."`
	RemovalsPercent int    `default:"10" placeholder:"N" help:"A run that would mark or remove more than this part of what it tracks … (${default})."`
	RemovalsLeast   int    `default:"5" placeholder:"N" help:"… and more than this many stops (${default})."`
	Retention       int    `default:"90" placeholder:"DAYS" help:"How long runs and conflicts are kept (${default})."`
}

// storeConfig is what every command needs, read from the flags.
type storeConfig struct {
	data     string
	database settings.URL
	onFile   bool // the database is a file of this machine
	zone     *time.Location
}

// parseStore reads the flags that every command needs.
func (f *syncFlags) parseStore(problems *settings.Problems) storeConfig {
	if f.Data == "" {
		problems.Add("data", "must name a folder")
	}
	if f.Database == (settings.Database{}) {
		f.URL = settings.URL("sqlite:" + filepath.Join(f.Data, "clubsync.db"))
	}
	f.Database.Read(problems)
	problems.Read("timezone", &f.Timezone)
	_, onFile := f.Path()
	return storeConfig{data: f.Data, database: f.URL, onFile: onFile, zone: f.Timezone.Location()}
}

// syncConfig is all that runs need, read from the flags.
type syncConfig struct {
	storeConfig
	syncFlags
	otpSecret string
	profile   *clubweb.Profile
	warnings  []string // what works and should be mended
}

func (f syncFlags) parse(problems *settings.Problems) syncConfig {
	store := f.parseStore(problems)
	c := syncConfig{storeConfig: store, syncFlags: f}
	c.parseSite(problems)
	problems.Read("app-url", &c.AppURL)
	problems.Require("app-username", c.AppUsername)
	problems.Read("app-password-file", &c.AppPasswordFile)
	c.parseLists(problems)
	c.parseProviders(problems)
	c.Mail.Read(problems, lettermint.URL)
	if c.Mail.Token.Given() {
		problems.RequireMailbox("operator", c.Operator)
	}
	if strings.TrimSpace(c.ClubName) == "" {
		problems.Add("club-name", "must not be empty")
	}
	if c.agentGiven() {
		c.parseAgent(problems)
	}
	problems.Read("listen", &c.Listen)
	if warning := metrics.Read(problems, &c.MetricsListen, c.Listen, false); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	if c.PublicURL != "" {
		problems.Read("public-url", &c.PublicURL)
	}
	problems.Read("api-key-file", &c.APIKeyFile)
	if warning := c.APIKeyFile.Warning(); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	if c.RemovalsPercent < 1 || c.RemovalsPercent > 100 {
		problems.Add("removals-percent", "must be 1 to 100")
	}
	if c.RemovalsLeast < 0 {
		problems.Add("removals-least", "must not be negative")
	}
	c.checkRetention(problems)
	if warning := c.DailyFlags.Read(problems); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	return c
}

func (c *syncConfig) parseSite(problems *settings.Problems) {
	problems.Read("site-url", &c.SiteURL)
	problems.Require("site-username", c.SiteUsername)
	problems.Read("site-password-file", &c.SitePasswordFile)
	problems.Read("site-otp-secret-file", &c.SiteOTPSecretFile)
	c.otpSecret = strings.ToUpper(strings.Join(strings.Fields(c.SiteOTPSecretFile.Text()), ""))
	if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimRight(c.otpSecret, "=")); err != nil {
		problems.Add("site-otp-secret-file", "its text is no base32") // the error would show where in the secret
	}
	c.profile = clubweb.DefaultProfile()
	if c.SiteProfile == "" {
		return
	}
	file, err := os.Open(c.SiteProfile)
	if err != nil {
		problems.Add("site-profile", "%w", err)
		return
	}
	defer file.Close() //nolint:errcheck // it was only read
	if c.profile, err = clubweb.ReadProfile(file); err != nil {
		problems.Add("site-profile", "%w", err)
	}
}

// mostLists is how many lists a club may have (contract §2.2).
const mostLists = 4

func (c *syncConfig) parseLists(problems *settings.Problems) {
	if len(c.Lists) == 0 {
		return
	}
	sorted := slices.Sorted(slices.Values(c.Lists))
	if len(c.Lists) > mostLists || slices.Contains(c.Lists, "") || len(slices.Compact(sorted)) < len(c.Lists) {
		problems.Add("lists", "must be one to %d different ids", mostLists)
	}
	if c.ListURL == "" {
		c.ListURL = laposta.URL
	}
	problems.Read("list-url", &c.ListURL)
	problems.Read("list-key-file", &c.ListKeyFile)
}

func (c *syncConfig) guard() diff.Guard {
	return diff.Guard{Percent: c.RemovalsPercent, Least: c.RemovalsLeast}
}

// leastRetention is more days than lie between two weekly runs: the last one tells when the next is due.
const leastRetention = 8

func (c *syncConfig) checkRetention(problems *settings.Problems) {
	if c.Retention < leastRetention {
		problems.Add("retention", "must be %d days or more: what is due weekly is told by its last run", leastRetention)
	}
}

func (c *syncConfig) retention() time.Duration { return time.Duration(c.Retention) * 24 * time.Hour }

package main

import (
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/apps/internal/backups"
	"github.com/clubhuis/clubhuis/apps/internal/metrics"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/mail"
)

// storeFlags say where a command finds the club's data. Every command has these flags.
type storeFlags struct {
	settings.Database
	Files       settings.URL  `default:"var/files" placeholder:"PLACE" help:"Folder or bucket URL for photos and documents (${default})."`
	Timezone    settings.Zone `default:"Europe/Amsterdam" help:"Zone of the club (${default})."`
	ClubName    string        `empty:"(as administrators set it)" help:"Name of the club; without it administrators set it on the page."`
	KeepLog     int           `default:"730" help:"For how many days the log of what happened is kept; what it tells of money stays seven years (${default})."`
	KeepChanges int           `default:"730" help:"For how many days it is kept who changed what of a person (${default})."`
	KeepLooks   int           `default:"365" help:"For how many days it is kept who looked at whom (${default})."`
	Debug       bool          `help:"Test mode."`
	Clock       string        `placeholder:"TIME" help:"With --debug: the program's clock starts at this time (RFC 3339) and runs on."`
}

// serveFlags are what the server needs besides. Each has a line in what config check prints.
type serveFlags struct {
	storeFlags
	mailFlags
	paymentFlags
	matchFlags
	backups.DailyFlags
	tlsFlags
	Listen           settings.Listen    `default:"127.0.0.1:8080" help:"Address to listen on; port 0 is any (${default})."`
	BaseURL          string             `placeholder:"URL" empty:"(the address listened on)" help:"Where members reach the application (default: the address listened on)."`
	RestRoot         string             `default:"api" help:"First part of the API's paths (${default})."`
	SecretKeyFile    string             `placeholder:"FILE" help:"Secret of this installation; made beside the database when missing."`
	TrustedProxies   []string           `placeholder:"CIDR" help:"Proxies whose X-Forwarded headers are believed."`
	Migrate          bool               `help:"Migrate a PostgreSQL database at start."`
	HSTSSubdomains   bool               `name:"hsts-subdomains" default:"true" negatable:"" help:"With an https base URL: browsers ask the hosts below it by https, too (${default})."`
	MetricsTokenFile settings.Token     `placeholder:"FILE" help:"File that holds the token that opens /metrics from other machines."`
	MetricsListen    settings.Listen    `placeholder:"HOST:PORT" empty:"(beside the page, for this machine)" help:"Address of its own for /metrics, which --listen then has no more; port 0 is any (default: beside the page, for this machine)."`
	MaxConnections   int                `default:"2000" help:"How many connections are open at once; others wait (${default})."`
	DirectoryLimit   int                `default:"${directory_limit}" help:"How many people the server holds in memory at most (${default})."`
	MemoryLimit      settings.Size      `placeholder:"SIZE" empty:"(of the container, if it has one)" help:"Memory that the program tries to stay within, such as 768MiB (default: 80 % of the container's, if it has a limit)."`
	DailyUploads     settings.Size      `name:"upload-limit-per-day" default:"200MB" placeholder:"SIZE" help:"Bytes of pictures that a user may bring in a day; 0 is no limit (${default})."`
	DailyMails       int                `name:"mail-limit-per-day" default:"2000" help:"To how many addresses a user may write in a day; 0 is no limit (${default})."`
	SyncURL          settings.Address   `placeholder:"URL" help:"Where the synchronization service is, for bringing one member up to date."`
	SyncKeyFile      settings.SharedKey `placeholder:"FILE" help:"File that holds the key shared with that service; or the key itself in the environment as SYNC_API_KEY."`
}

// storeConfig is a storeFlags that was read.
type storeConfig struct {
	storeFlags
	now func() time.Time
}

func (f storeFlags) parse(problems *settings.Problems) storeConfig {
	f.Database.Read(problems)
	if f.Files == "" {
		problems.Add("files", "must name a folder or a bucket")
	}
	if f.ClubName = strings.TrimSpace(f.ClubName); mail.Line(f.ClubName) != f.ClubName {
		problems.Add("club-name", "must be one line")
	}
	if f.KeepLog < 1 {
		problems.Add("keep-log", "must be at least 1 day")
	}
	if f.KeepChanges < 1 {
		problems.Add("keep-changes", "must be at least 1 day")
	}
	if f.KeepLooks < 1 {
		problems.Add("keep-looks", "must be at least 1 day")
	}
	problems.Read("timezone", &f.Timezone)
	return storeConfig{storeFlags: f, now: f.clock(problems)}
}

// clock returns the program's clock.
func (f storeFlags) clock(problems *settings.Problems) func() time.Time {
	if f.Clock == "" {
		return time.Now
	}
	start, err := time.Parse(time.RFC3339, f.Clock)
	switch {
	case err != nil:
		problems.Add("clock", "%q is no RFC 3339 time", f.Clock)
	case !f.Debug:
		problems.Add("clock", "needs --debug")
	}
	begun := time.Now()
	return func() time.Time { return start.Add(time.Since(begun)) }
}

// serveConfig is a serveFlags that was read.
type serveConfig struct {
	serveFlags
	store    storeConfig
	proxies  []netip.Prefix
	sender   mail.Address
	warnings []string // what works and should be mended

	watchBackups bool // by administrators: not in a demo
	secretsLost  bool // those in the database are sealed with a key that is gone
}

var restRootForm = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// leastMemory is below what the program can't work: it would do nothing but tidy up.
const leastMemory = 64 << 20

func (f serveFlags) parse(problems *settings.Problems) serveConfig {
	store := f.storeFlags.parse(problems)
	f.storeFlags = store.storeFlags
	c := serveConfig{serveFlags: f, store: store}
	problems.Read("listen", &c.Listen)
	c.parseAddresses(problems)
	c.parseTLS(problems)
	c.parseProxies(problems)
	if c.MetricsTokenFile.Given() {
		problems.Read("metrics-token-file", &c.MetricsTokenFile)
	}
	if warning := metrics.Read(problems, &c.MetricsListen, c.Listen, c.MetricsTokenFile.Given()); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	if c.SecretKeyFile == "" {
		c.SecretKeyFile = filepath.Join(c.keyFolder(), "clubhuis.key")
	}
	c.parseMail(problems)
	c.parseSync(problems)
	c.parsePayments(problems)
	c.parseMatches(problems)
	if warning := c.DailyFlags.Read(problems); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
	if c.MaxConnections < 1 {
		problems.Add("max-connections", "must be at least 1")
	}
	if c.DirectoryLimit < 1 {
		problems.Add("directory-limit", "must be at least 1")
	}
	problems.Read("upload-limit-per-day", &c.DailyUploads)
	if c.DailyMails < 0 {
		problems.Add("mail-limit-per-day", "must not be negative")
	}
	if c.MemoryLimit != (settings.Size{}) {
		problems.Read("memory-limit", &c.MemoryLimit)
		if c.MemoryLimit.Bytes() < leastMemory {
			problems.Add("memory-limit", "%q is less than the program needs (64MiB)", c.MemoryLimit)
		}
	}
	return c
}

// parseAddresses reads where the page and the API are.
func (c *serveConfig) parseAddresses(problems *settings.Problems) {
	if c.BaseURL != "" {
		base, ok := httpapi.ParseBaseURL(c.BaseURL)
		if !ok {
			problems.Add("base-url", "%q is no http:// or https:// address without a path", c.BaseURL)
		}
		c.BaseURL = base
	}
	root := strings.Trim(c.RestRoot, "/")
	if first, _, _ := strings.Cut(root, "/"); !restRootForm.MatchString(root) || reserved[first] {
		problems.Add("rest-root", "%q can't be a first part of paths", c.RestRoot)
	}
	c.RestRoot = root
}

// parseProxies reads the proxies: addresses, or ranges of them.
func (c *serveConfig) parseProxies(problems *settings.Problems) {
	texts := c.TrustedProxies
	c.TrustedProxies = nil
	for _, text := range texts {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, single := netip.ParseAddr(text)
			if single != nil {
				problems.Add("trusted-proxies", "%q is no address or CIDR range", text)
				continue
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		prefix = prefix.Masked()
		c.proxies, c.TrustedProxies = append(c.proxies, prefix), append(c.TrustedProxies, prefix.String())
		if prefix.Bits() == 0 {
			c.warnings = append(c.warnings,
				"--trusted-proxies "+text+" believes everybody: any client can say that it is somewhere else; name the proxies alone")
		}
	}
}

// parseSync reads the service's address and key. A key alone is no problem: programs share an environment.
func (c *serveConfig) parseSync(problems *settings.Problems) {
	known := len(*problems)
	problems.Read("sync-key-file", &c.SyncKeyFile)
	if c.SyncURL == "" {
		c.SyncKeyFile = settings.SharedKey{}
		return
	}
	problems.Read("sync-url", &c.SyncURL)
	if len(*problems) > known {
		return
	}
	if c.SyncKeyFile.Text() == "" {
		problems.Add("sync-url", "needs the key that the service has: --sync-key-file or "+settings.KeyVariable)
	}
	if warning := c.SyncKeyFile.Warning(); warning != "" {
		c.warnings = append(c.warnings, warning)
	}
}

// keyFolder returns the folder of an SQLite database, or var for a database elsewhere.
func (c *serveConfig) keyFolder() string {
	if path, ok := c.Path(); ok {
		return filepath.Dir(path)
	}
	return "var"
}

package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/dustin/go-humanize"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
)

// storage is where a command finds the club's data. Every command has these flags.
type storage struct {
	Database     string `default:"sqlite:var/clubhuis.db" placeholder:"URL" help:"sqlite:FILE or postgres://… (${default})."`
	DatabaseFile string `placeholder:"FILE" help:"File that holds the database's URL, to keep its password out of the environment."`
	Files        string `default:"var/files" placeholder:"PLACE" help:"Folder or bucket URL for photos and documents (${default})."`
	Timezone     string `default:"Europe/Amsterdam" help:"Zone of the club (${default})."`
	ClubName     string `default:"Clubhuis" help:"Name of the club (${default})."`
	Debug        bool   `help:"Test mode."`
	Clock        string `placeholder:"TIME" help:"With --debug: the program's clock starts at this time (RFC 3339) and runs on."`
}

// serving is what the server needs besides.
type serving struct {
	storage
	Listen           string   `default:"127.0.0.1:8080" help:"Address to listen on; port 0 is any (${default})."`
	BaseURL          string   `placeholder:"URL" help:"Where members reach the application (default: the address listened on)."`
	RestRoot         string   `default:"api" help:"First part of the API's paths (${default})."`
	SecretKeyFile    string   `placeholder:"FILE" help:"Secret of this installation; made beside the database when missing."`
	TrustedProxies   []string `placeholder:"CIDR" help:"Proxies whose X-Forwarded headers are believed."`
	Migrate          bool     `help:"Migrate a PostgreSQL database at start."`
	HSTSSubdomains   bool     `name:"hsts-subdomains" default:"true" negatable:"" help:"With an https base URL: browsers ask the hosts below it by https, too (${default})."`
	MetricsTokenFile string   `placeholder:"FILE" help:"File that holds the token that opens /metrics from other machines."`
	MaxConnections   int      `default:"2000" help:"How many connections are open at once; others wait (${default})."`
	DirectoryLimit   int      `default:"${directory_limit}" help:"How many people the server holds in memory at most (${default})."`
	MemoryLimit      string   `placeholder:"SIZE" help:"Memory that the program tries to stay within, such as 768MiB (default: 80 %% of the container's, if it has a limit)."`
	DailyUploads     string   `name:"upload-limit-per-day" default:"200MB" placeholder:"SIZE" help:"Bytes of pictures that a user may bring in a day; 0 is no limit (${default})."`
	SyncURL          string   `placeholder:"URL" help:"Where the synchronization service is, for bringing one member up to date."`
	SyncKeyFile      string   `placeholder:"FILE" help:"File that holds the key shared with that service; or the key itself in the environment as SYNC_API_KEY."`
}

// faults collects what is wrong with the configuration, so that an operator hears everything at once.
type faults []error

func (f *faults) add(flag, format string, args ...any) {
	*f = append(*f, fmt.Errorf("--%s: %w", flag, fmt.Errorf(format, args...)))
}

func (f faults) err() error { return errors.Join(f...) }

// settled is a storage whose flags were understood.
type settled struct {
	database string
	files    string
	zone     *time.Location
	clubName string
	now      func() time.Time
}

func (s *storage) settle(problems *faults) settled {
	result := settled{database: s.Database, files: s.Files, clubName: s.ClubName, now: time.Now}
	if s.DatabaseFile != "" {
		text, err := secretfile.Read(s.DatabaseFile)
		if err != nil {
			problems.add("database-file", "%w", err)
		}
		result.database = text
	}
	switch scheme, rest, _ := strings.Cut(result.database, ":"); {
	case scheme == "sqlite" && rest != "":
	case scheme == "postgres" || scheme == "postgresql":
		if u, err := url.Parse(result.database); err != nil || u.Opaque != "" {
			problems.add("database", "this is no URL that can be read") // the error would show the password
		}
	default:
		problems.add("database", "must be sqlite:FILE or postgres://…")
	}
	if s.Files == "" {
		problems.add("files", "must name a folder or a bucket")
	}
	if strings.TrimSpace(s.ClubName) == "" {
		problems.add("club-name", "must not be empty")
	}
	zone, err := time.LoadLocation(s.Timezone)
	if err != nil || s.Timezone == "" || s.Timezone == "Local" {
		problems.add("timezone", "%q is no zone of the IANA database", s.Timezone)
	}
	result.zone = zone
	if s.Clock == "" {
		return result
	}
	start, err := time.Parse(time.RFC3339, s.Clock)
	switch {
	case err != nil:
		problems.add("clock", "%q is no RFC 3339 time", s.Clock)
	case !s.Debug:
		problems.add("clock", "needs --debug")
	default:
		begun := time.Now()
		result.now = func() time.Time { return start.Add(time.Since(begun)) }
	}
	return result
}

// settledServing is a serving whose flags were understood.
type settledServing struct {
	settled
	serving
	proxies []netip.Prefix
	keyFile string
	syncKey string // "" without a synchronization service
	memory  int64  // 0 for what the container gives
	uploads int64  // a day, 0 without a limit

	metricsToken string
	warnings     []string // what works and should be mended
}

var restRootForm = regexp.MustCompile(`^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$`)

// reserved are first parts of paths that the page and the operators' addresses use.
var reserved = map[string]bool{"assets": true, "healthz": true, "readyz": true, "metrics": true, "reference": true, "leden": true, "teams": true, "commissies": true, "instellingen": true, "aanmelden": true}

func (s *serving) settle(problems *faults) settledServing {
	result := settledServing{settled: s.storage.settle(problems), serving: *s, keyFile: s.SecretKeyFile}
	if _, port, err := net.SplitHostPort(s.Listen); err != nil || port == "" {
		problems.add("listen", "%q is no host:port", s.Listen)
	}
	if s.BaseURL != "" {
		base, ok := httpapi.ParseBaseURL(s.BaseURL)
		if !ok {
			problems.add("base-url", "%q is no http:// or https:// address without a path", s.BaseURL)
		}
		result.BaseURL = base
	}
	result.RestRoot = strings.Trim(s.RestRoot, "/")
	if first, _, _ := strings.Cut(result.RestRoot, "/"); !restRootForm.MatchString(result.RestRoot) || reserved[first] {
		problems.add("rest-root", "%q can't be a first part of paths", s.RestRoot)
	}
	for _, text := range s.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			address, single := netip.ParseAddr(text)
			if single != nil {
				problems.add("trusted-proxies", "%q is no address or CIDR range", text)
				continue
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		result.proxies = append(result.proxies, prefix.Masked())
		if prefix.Bits() == 0 {
			result.warnings = append(result.warnings,
				"--trusted-proxies "+text+" believes everybody: any client can say that it is somewhere else; name the proxies alone")
		}
	}
	if s.MetricsTokenFile != "" {
		token, err := secretfile.Read(s.MetricsTokenFile)
		if err == nil && !isStrong(token) {
			err = fmt.Errorf("the token must be one word of at least %d characters", leastSecret)
		}
		if err != nil {
			problems.add("metrics-token-file", "%w", err)
		}
		result.metricsToken = token
	}
	if result.keyFile == "" {
		result.keyFile = filepath.Join(keyFolder(result.database), "clubhuis.key")
	}
	s.settleSync(problems, &result)
	if s.MaxConnections < 1 {
		problems.add("max-connections", "must be at least 1")
	}
	if s.DirectoryLimit < 1 {
		problems.add("directory-limit", "must be at least 1")
	}
	result.uploads = size("upload-limit-per-day", s.DailyUploads, problems)
	if s.MemoryLimit != "" {
		result.memory = size("memory-limit", s.MemoryLimit, problems)
		if result.memory < leastMemory {
			problems.add("memory-limit", "%q is less than the program needs (64MiB)", s.MemoryLimit)
		}
	}
	return result
}

// leastMemory is below what the program can't work: it would do nothing but tidy up.
const leastMemory = 64 << 20

// size reads a number of bytes: 200MB, 768MiB.
func size(flag, text string, problems *faults) int64 {
	bytes, err := humanize.ParseBytes(text)
	if err != nil || bytes > math.MaxInt64 {
		problems.add(flag, "%q is no size such as 200MB or 768MiB", text)
		return 0
	}
	return int64(bytes)
}

// leastSecret is the length of the shortest secret that programs share.
const leastSecret = 32

func isStrong(secret string) bool {
	return len(secret) >= leastSecret && !strings.ContainsFunc(secret, isOdd)
}

// isOdd reports whether a character can't be in a header.
func isOdd(r rune) bool { return r <= ' ' || r > '~' }

// syncKeyVariable is the name under which the synchronization service knows the key, too.
const syncKeyVariable = "SYNC_API_KEY"

// settleSync finds the service's address and key. A key alone is no fault: programs share an environment.
func (s *serving) settleSync(problems *faults, result *settledServing) {
	key := strings.TrimSpace(os.Getenv(syncKeyVariable))
	if s.SyncKeyFile != "" {
		text, err := secretfile.Read(s.SyncKeyFile)
		if err == nil && len(text) < leastSecret {
			err = fmt.Errorf("the key must have at least %d characters: openssl rand -base64 32", leastSecret)
		}
		if err != nil {
			problems.add("sync-key-file", "%w", err)
			return
		}
		key = text
	}
	if strings.ContainsFunc(key, isOdd) {
		problems.add("sync-key-file", "the key (or "+syncKeyVariable+") must be one word of ASCII")
	}
	result.SyncURL = ""
	if s.SyncURL == "" {
		return
	}
	u, err := url.Parse(s.SyncURL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		problems.add("sync-url", "this is no http:// or https:// address without a user and a query") // it may hold a password
		return
	}
	if key == "" {
		problems.add("sync-url", "needs the key that the service has: --sync-key-file or "+syncKeyVariable)
	} else if len(key) < leastSecret {
		result.warnings = append(result.warnings, fmt.Sprintf("%s is shorter than %d characters, which the next release refuses: openssl rand -base64 32",
			syncKeyVariable, leastSecret))
	}
	result.SyncURL, result.syncKey = strings.TrimSuffix(u.String(), "/"), key
}

// keyFolder is the folder of an SQLite database, or var for a database elsewhere.
func keyFolder(database string) string {
	if path, ok := strings.CutPrefix(database, "sqlite:"); ok {
		return filepath.Dir(path)
	}
	return "var"
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

package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
)

// URL is an address that may hold a password. It prints without it.
type URL string

// String masks the passwords.
func (u URL) String() string {
	parsed, err := url.Parse(string(u))
	if err != nil || parsed.Opaque != "" {
		return string(u)
	}
	query := parsed.Query()
	for _, secret := range []string{"password", "sslpassword"} {
		if query.Has(secret) {
			query.Set(secret, masked)
			parsed.RawQuery = query.Encode()
		}
	}
	return parsed.Redacted()
}

// Database says which database a program uses. Embed it without a prefix; the variable database of kong is the default, and
// database_help describes it.
type Database struct {
	URL  URL    `name:"database" default:"${database}" placeholder:"URL" help:"sqlite:FILE or postgres://… (${database_help})."`
	File string `name:"database-file" print:"-" placeholder:"FILE" help:"File that holds the database's URL, to keep its password out of the environment."`
}

// Read reads the database's URL, from its file where there is one.
func (d *Database) Read(problems *Problems) {
	flag, lost := "database", false
	if d.File != "" {
		flag = "database-file"
		file := Secret{file: d.File}
		problems.Read("database-file", &file)
		d.URL, lost = URL(file.text), file.text == ""
	}
	switch scheme, rest, _ := strings.Cut(string(d.URL), ":"); {
	case scheme == "sqlite" && rest != "", lost:
	case scheme == "postgres" || scheme == "postgresql":
		if u, err := url.Parse(string(d.URL)); err != nil || u.Opaque != "" {
			problems.Add(flag, "this is no URL that can be read") // the error would show the password
		}
	default:
		problems.Add(flag, "must be sqlite:FILE or postgres://…")
	}
}

// Exists returns an error when there is no file of an SQLite database. Whoever opens one makes it: a command that is started with
// other settings than the server would work on an empty club.
func (d *Database) Exists() error {
	path, file := d.Path()
	if !file {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database at %s: name the one of the server with --database or its environment", path)
	}
	return nil // opening it tells what else is wrong
}

// Path returns the file of an SQLite database.
func (d *Database) Path() (path string, ok bool) { return strings.CutPrefix(string(d.URL), "sqlite:") }

// Address is that of another system, by HTTP. Its text loses the slashes at its end.
type Address string

// Read refuses an address with a user or a query: they may hold a password.
func (a *Address) Read() error {
	if *a == "" {
		return errRequired
	}
	u, err := url.Parse(string(*a))
	isHTTP := err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
	if !isHTTP || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		*a = ""
		return errors.New("this is no http:// or https:// address without a user and a query")
	}
	*a = Address(strings.TrimRight(u.String(), "/"))
	return nil
}

// Listen is where a program listens: host:port.
type Listen string

// Read checks the form.
func (l *Listen) Read() error {
	if _, port, err := net.SplitHostPort(string(*l)); err != nil || port == "" {
		return fmt.Errorf("%q is no host:port", string(*l))
	}
	return nil
}

// AnyPort reports whether the system chooses the port.
func (l *Listen) AnyPort() bool {
	_, port, err := net.SplitHostPort(string(*l))
	return err == nil && port == "0"
}

// Loopback reports whether nobody but this machine reaches the address.
func (l *Listen) Loopback() bool {
	host, _, err := net.SplitHostPort(string(*l))
	if err != nil || host == "localhost" {
		return err == nil
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// Zone is the club's zone of the IANA database.
type Zone struct {
	name string
	zone *time.Location
}

// NewZone returns a zone that is known.
func NewZone(zone *time.Location) Zone { return Zone{zone.String(), zone} }

// UnmarshalText takes the name.
func (z *Zone) UnmarshalText(text []byte) error { z.name = string(text); return nil }

// Read looks the zone up.
func (z *Zone) Read() (err error) {
	z.zone, err = time.LoadLocation(z.name)
	if err != nil || z.name == "" || z.name == "Local" {
		return fmt.Errorf("%q is no zone of the IANA database", z.name)
	}
	return nil
}

// String returns the name.
func (z Zone) String() string { return z.name }

// Location returns the zone, nil before Read.
func (z Zone) Location() *time.Location { return z.zone }

// Size is a number of bytes: 200MB, 768MiB. It prints as it was written.
type Size struct {
	text  string
	bytes int64
}

// UnmarshalText takes the text.
func (s *Size) UnmarshalText(text []byte) error { s.text = string(text); return nil }

// Read works the number out.
func (s *Size) Read() error {
	bytes, err := humanize.ParseBytes(s.text)
	if err != nil || bytes > math.MaxInt64 {
		return fmt.Errorf("%q is no size such as 200MB or 768MiB", s.text)
	}
	s.bytes = int64(bytes)
	return nil
}

// String returns the text.
func (s Size) String() string { return s.text }

// Bytes returns the number, 0 before Read.
func (s Size) Bytes() int64 { return s.bytes }

package settings

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Transport is how mail leaves a program: smtp://HOST or smtps://HOST, a mail server; api:URL, a provider; or dir:PATH, a
// folder. It prints as it was written, for it may hold no password.
type Transport struct {
	text string

	Folder   string // of dir
	Provider string // of api: its address
	Host     string // of smtp and smtps
	Port     int
	Username string // "" for a server that does not ask
	TLS      bool   // smtps: from the start; smtp begins plainly and goes on with TLS
	Plain    bool   // smtp without TLS, with ?tls=none or on this machine
}

// UnmarshalText takes the text.
func (t *Transport) UnmarshalText(text []byte) error { t.text = string(text); return nil }

// String returns the text.
func (t Transport) String() string { return t.text }

// Given reports whether anything was set.
func (t *Transport) Given() bool { return t.text != "" }

// The ports of mail servers (RFC 8314).
const (
	portSubmission  = 587
	portSubmissions = 465
)

var (
	errTransport  = errors.New("must be smtp://HOST, smtps://HOST, api:URL or dir:PATH")
	errInPlain    = errors.New("a user name needs TLS: leave ?tls=none out")
	errInTheOpen  = errors.New("must hold no password: put it into a file and name that in --mail-token-file")
	errTLSSetting = errors.New("knows no other setting than ?tls=none")
)

// Read takes the text apart.
func (t *Transport) Read() error {
	scheme, rest, _ := strings.Cut(t.text, ":")
	switch scheme {
	case "dir":
		if t.Folder = rest; rest == "" {
			return errTransport
		}
		return nil
	case "api":
		address := Address(rest)
		err := address.Read()
		t.Provider = string(address)
		return err
	case "smtp", "smtps":
		err := t.readServer()
		if errors.Is(err, errInTheOpen) {
			t.text = scheme + "://…" // nobody prints it
		}
		return err
	}
	t.text = "(unknown)"
	return errTransport
}

func (t *Transport) readServer() error {
	u, err := url.Parse(t.text)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.Fragment != "" {
		t.text = "(unknown)"
		return errTransport
	}
	if _, has := u.User.Password(); has {
		return errInTheOpen
	}
	t.Host, t.Username, t.TLS = u.Hostname(), u.User.Username(), u.Scheme == "smtps"
	if t.Port = portSubmission; t.TLS {
		t.Port = portSubmissions
	}
	if u.Port() != "" {
		if t.Port, err = strconv.Atoi(u.Port()); err != nil || t.Port < 1 || t.Port > 65535 {
			return errTransport
		}
	}
	query := u.Query()
	plain := query.Get("tls") == "none"
	if len(query) > 1 || len(query) == 1 && (!plain || t.TLS) {
		return errTLSSetting
	}
	t.Plain = plain || !t.TLS && t.Username == "" && isThisMachine(t.Host)
	if t.Plain && t.Username != "" {
		return errInPlain
	}
	return nil
}

func isThisMachine(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

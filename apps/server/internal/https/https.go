// Package https owns how the program speaks HTTPS without a proxy: it gets certificates by itself from an authority that speaks
// ACME (Let's Encrypt), renews them, and leads browsers from http to https.
//
// It does not serve: the program does, with what it returns.
package https

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/net/idna"
)

// Options say which certificates are got, and where.
type Options struct {
	Domains   []string // as Domain returns them
	Folder    string   // where certificates and their keys are kept; it is made when missing
	Directory string   // the address of the authority, "" for Let's Encrypt
	Email     string   // whom the authority writes when something is wrong, "" for nobody
	Base      string   // the address to which browsers are led, without a slash at the end
}

// Guard has the certificates.
type Guard struct {
	manager *autocert.Manager
	base    string
}

// New makes a guard. It asks for a certificate when somebody first comes by a name.
func New(o Options) *Guard {
	manager := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(o.Folder), HostPolicy: autocert.HostWhitelist(o.Domains...),
		Email: o.Email,
	}
	if o.Directory != "" {
		manager.Client = &acme.Client{DirectoryURL: o.Directory}
	}
	return &Guard{manager, o.Base}
}

// TLS returns how connections are encrypted.
func (g *Guard) TLS() *tls.Config {
	config := g.manager.TLSConfig()
	config.MinVersion = tls.VersionTLS12
	return config
}

// Plain answers what comes without encryption: the authority's questions, and browsers, which are led to https. A program that
// sends something is refused: it would send it in the open the next time, too.
func (g *Guard) Plain() http.Handler {
	return g.manager.HTTPHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "https only: "+g.base, http.StatusBadRequest)
			return
		}
		http.Redirect(w, r, g.base+r.URL.RequestURI(), http.StatusPermanentRedirect)
	}))
}

// Domain returns a name as the DNS has it, or what is wrong with it.
func Domain(text string) (string, error) {
	name, err := idna.Lookup.ToASCII(strings.TrimSuffix(strings.TrimSpace(text), "."))
	if err != nil || !strings.Contains(name, ".") || net.ParseIP(name) != nil || strings.ContainsAny(name, "*:/ ") {
		return "", fmt.Errorf("%q is no name for which there are certificates, such as leden.mijnclub.nl", text)
	}
	return name, nil
}

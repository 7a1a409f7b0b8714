package main

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/net/netutil"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/apps/server/internal/https"
)

// tlsFlags say how the program speaks HTTPS without a proxy.
type tlsFlags struct {
	TLSDomains   []string         `name:"tls-domain" placeholder:"NAME" help:"Speak HTTPS under this name, with a certificate that is got and renewed by itself; repeat it for several."`
	TLSListen    settings.Listen  `name:"tls-listen" default:":443" help:"Address to speak HTTPS on (${default})."`
	TLSRedirect  settings.Listen  `name:"tls-redirect" default:":80" help:"Address on which browsers are led to HTTPS, and the authority asks (${default})."`
	TLSEmail     string           `name:"tls-email" placeholder:"ADDRESS" help:"Whom the authority writes when a certificate is not renewed."`
	TLSFolder    string           `name:"tls-folder" placeholder:"FOLDER" help:"Where the certificates are kept (default: certificates beside the database)."`
	TLSDirectory settings.Address `name:"tls-directory" placeholder:"URL" empty:"(Let's Encrypt)" help:"Address of another authority that speaks ACME (default: Let's Encrypt)."`
}

// parseTLS reads the names, and what follows from the first one.
func (c *serveConfig) parseTLS(problems *settings.Problems) {
	if len(c.TLSDomains) == 0 {
		return
	}
	names := make([]string, len(c.TLSDomains))
	for i, text := range c.TLSDomains {
		var err error
		if names[i], err = https.Domain(text); err != nil {
			problems.Add("tls-domain", "%w", err)
			return
		}
	}
	c.TLSDomains = names
	problems.Read("tls-listen", &c.TLSListen)
	problems.Read("tls-redirect", &c.TLSRedirect)
	if c.TLSDirectory != "" {
		problems.Read("tls-directory", &c.TLSDirectory)
	}
	if c.TLSFolder == "" {
		c.TLSFolder = filepath.Join(c.keyFolder(), "certificates")
	}
	if c.BaseURL == "" {
		c.BaseURL = "https://" + names[0]
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || u.Scheme != "https" || !slices.Contains(names, u.Hostname()) {
		problems.Add("base-url", "%q is not https:// with one of the names of --tls-domain", c.BaseURL)
	}
}

// secured are the listeners of a program that speaks HTTPS itself.
type secured struct {
	guard         *https.Guard
	tls, redirect net.Listener
}

// secure listens for HTTPS, if the operator names a domain. nil is without.
func (c *serveConfig) secure() (*secured, error) {
	if len(c.TLSDomains) == 0 {
		return nil, nil //nolint:nilnil // a program behind a proxy
	}
	encrypted, err := net.Listen("tcp", string(c.TLSListen))
	if err != nil {
		return nil, err
	}
	plain, err := net.Listen("tcp", string(c.TLSRedirect))
	if err != nil {
		return nil, errors.Join(err, encrypted.Close())
	}
	guard := https.New(https.Options{
		Domains: c.TLSDomains, Folder: c.TLSFolder, Directory: string(c.TLSDirectory), Email: c.TLSEmail, Base: c.BaseURL,
	})
	return &secured{guard, netutil.LimitListener(encrypted, c.MaxConnections), netutil.LimitListener(plain, c.MaxConnections)}, nil
}

// close stops listening; a server may have.
func (s *secured) close() {
	if s != nil {
		_ = s.tls.Close()
		_ = s.redirect.Close()
	}
}

// serve lets a server speak HTTPS too, and another one lead browsers there. Both end with it.
func (s *secured) serve(server *http.Server) []func() error {
	if s == nil {
		return nil
	}
	server.TLSConfig = s.guard.TLS()
	plain := &http.Server{
		Handler: s.guard.Plain(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		IdleTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10, ErrorLog: server.ErrorLog,
	}
	server.RegisterOnShutdown(func() { _ = plain.Close() })
	return []func() error{
		func() error { return server.ServeTLS(s.tls, "", "") },
		func() error { return plain.Serve(s.redirect) },
	}
}

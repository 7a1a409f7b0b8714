// Package metrics owns the address of its own on which a program tells its metrics, for both programs.
//
// Which metrics there are, and who sees them beside the other addresses, is the programs' own.
package metrics

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

// Read reads the address, which is not the one that everybody reaches. A warning, if any, says who reads the metrics there.
func Read(problems *settings.Problems, address *settings.Listen, listen settings.Listen, hasToken bool) (warning string) {
	if *address == "" {
		return ""
	}
	problems.Read("metrics-listen", address)
	if *address == listen && !listen.AnyPort() {
		problems.Add("metrics-listen", "must be another address than --listen")
	}
	if hasToken || address.Loopback() {
		return ""
	}
	return "--metrics-listen " + string(*address) +
		" tells everybody who reaches it how busy the program is: let a firewall close it"
}

// Listener listens on the address; nil is that of a program whose metrics have none.
type Listener struct{ net.Listener }

// Listen listens on an address, "" for none.
func Listen(address settings.Listen) (*Listener, error) {
	if address == "" {
		return nil, nil //nolint:nilnil // metrics are told elsewhere
	}
	listener, err := net.Listen("tcp", string(address))
	if err != nil {
		return nil, err
	}
	return &Listener{listener}, nil
}

// Given reports whether there is an address.
func (l *Listener) Given() bool { return l != nil }

// Close stops listening; a server may have.
func (l *Listener) Close() {
	if l != nil {
		_ = l.Listener.Close()
	}
}

// Announce prints where the metrics are.
func (l *Listener) Announce(w io.Writer) error {
	if l == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "metrics on http://%s/metrics\n", l.Addr())
	return err
}

// Serve serves metrics until a server ends, which must listen elsewhere.
func (l *Listener) Serve(server *http.Server, handler http.Handler) error {
	metrics := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute,
		IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 16 << 10, ErrorLog: server.ErrorLog,
	}
	server.RegisterOnShutdown(func() { _ = metrics.Close() })
	if err := metrics.Serve(l.Listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

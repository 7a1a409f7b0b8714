// Package local tells requests of programs on this machine from those of others, for what operators alone see.
//
// It does not say what they may see.
package local

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
)

// forwardings are the headers that a proxy may add. One of them is enough: behind a proxy everybody seems to be on this machine.
var forwardings = []string{
	"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "X-Forwarded-Server",
	"X-Real-Ip", "Via",
}

// IsLocal reports whether a request came straight from a program on this machine: over loopback, without a forwarding header,
// and for localhost, a loopback address or one of the hosts. A page that a browser was lured to (DNS rebinding) asks for
// another host.
func IsLocal(r *http.Request, hosts ...string) bool {
	if slices.ContainsFunc(forwardings, func(name string) bool { return len(r.Header.Values(name)) > 0 }) {
		return false
	}
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(r.Host); err == nil {
		host = name
	}
	if host == "localhost" || host != "" && slices.Contains(hosts, host) {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback()
}

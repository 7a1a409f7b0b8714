package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/dustin/go-humanize"
)

// Site looks at the address by which members reach the page, as a browser does.
type Site struct {
	Base  string // without a slash at the end, "" when none was given
	Roots *x509.CertPool
	Now   func() time.Time
}

// How long a certificate should be good for still. Those of Let's Encrypt are renewed a month before their end.
const (
	renewedBefore = 21 * 24 * time.Hour
	oneDay        = 24 * time.Hour
)

// Look tells of the address: whether it is secret, known to the DNS, has a certificate, and leads to this program.
func (s Site) Look(ctx context.Context) []Finding {
	if s.Base == "" {
		return []Finding{Warn("there is no --base-url: links in mails lead to the address listened on",
			"set --base-url to the https:// address of the club")}
	}
	u, err := url.Parse(s.Base)
	if err != nil {
		return []Finding{Fail("--base-url can't be read", "set it to https://leden.mijnclub.nl")}
	}
	var findings []Finding
	if u.Scheme != "https" && !nearby(u.Hostname()) {
		findings = append(findings, Fail("members' passwords go to "+s.Base+" for everybody to read",
			"put a proxy with HTTPS in front and set --base-url to https://… (docs/hardening.md)"))
	}
	addresses, err := net.DefaultResolver.LookupHost(ctx, u.Hostname())
	if err != nil {
		return append(findings, Fail("the DNS knows no "+u.Hostname(),
			"let the A and AAAA records of that name lead to this machine"))
	}
	findings = append(findings, OK("%s leads to %v", u.Hostname(), addresses))
	return append(findings, s.reach(ctx)...)
}

// reach asks the address for the program's sign of life.
func (s Site) reach(ctx context.Context) []Finding {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = &tls.Config{RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+"/healthz", nil)
	if err != nil {
		return []Finding{Fail(err.Error(), "mend --base-url")}
	}
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	answer, err := client.Do(request)
	if err != nil {
		return []Finding{unreached(s.Base, err)}
	}
	_ = answer.Body.Close()
	var findings []Finding
	if answer.TLS != nil && len(answer.TLS.PeerCertificates) > 0 {
		findings = append(findings, s.certificate(answer.TLS.PeerCertificates[0]))
	}
	if answer.StatusCode != http.StatusOK {
		return append(findings, Fail(fmt.Sprintf("%s/healthz says %s", s.Base, answer.Status),
			"start the server (systemctl start clubhuis), and let the proxy lead to the address of --listen"))
	}
	return append(findings, OK("%s is answered", s.Base))
}

// certificate tells how long a certificate that was believed is good for.
func (s Site) certificate(c *x509.Certificate) Finding {
	left := c.NotAfter.Sub(s.Now())
	text := fmt.Sprintf("the certificate is good until %s (%s)", c.NotAfter.UTC().Format(time.DateOnly),
		humanize.RelTime(s.Now(), c.NotAfter, "from now", "ago"))
	switch {
	case left < oneDay:
		return Fail(text, "renew it today")
	case left < renewedBefore:
		return Warn(text, "look why it was not renewed: its renewal should have come by now")
	}
	return OK("%s", text)
}

// unreached tells why an address can't be reached.
func unreached(base string, err error) Finding {
	var wrong *tls.CertificateVerificationError
	if errors.As(err, &wrong) {
		return Fail("browsers refuse the certificate of "+base+": "+wrong.Err.Error(),
			"get a certificate for that name (certbot, the proxy's own), with the chain of who signed it")
	}
	return Fail(base+" can't be reached from here: "+cause(err).Error(),
		"start the server and the proxy, and open the port in the firewall. Behind a router that can't lead back inside, "+
			"look from a telephone")
}

// cause leaves the address out of an error, which says it already.
func cause(err error) error {
	var asked *url.Error
	if errors.As(err, &asked) {
		return asked.Err
	}
	return err
}

// nearby reports whether a host is this machine.
func nearby(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ClockOf returns what time it is at an HTTP server, by its answer to a request that asks for nothing; false when it does not
// say.
func ClockOf(ctx context.Context, address string) (at time.Time, ok bool) {
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, address, nil)
	if err != nil {
		return time.Time{}, false
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(request)
	if err != nil {
		return time.Time{}, false
	}
	_ = answer.Body.Close()
	at, err = http.ParseTime(answer.Header.Get("Date"))
	return at, err == nil
}

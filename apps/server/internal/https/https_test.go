package https_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/apps/server/internal/https"
	"github.com/clubhuis/clubhuis/fixtures/acme"
)

const domain = "leden.mijnclub.example"

func listen(t *testing.T) (net.Listener, int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l, l.Addr().(*net.TCPAddr).Port
}

// browser reaches the two listeners by any name.
func browser(roots *x509.CertPool, encrypted, plain net.Listener) *http.Client {
	return &http.Client{
		Timeout: time.Minute, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, DisableKeepAlives: true, ForceAttemptHTTP2: true,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				to := encrypted
				if strings.HasSuffix(address, ":80") {
					to = plain
				}
				return new(net.Dialer).DialContext(ctx, network, to.Addr().String())
			},
		},
	}
}

// serve lets a guard serve until the test ends.
func serve(t *testing.T, g *https.Guard, encrypted, plain net.Listener) {
	t.Helper()
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
	server := &http.Server{Handler: page, TLSConfig: g.TLS(), ReadHeaderTimeout: time.Minute}
	redirect := &http.Server{Handler: g.Plain(), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.ServeTLS(encrypted, "", "") }()
	go func() { _ = redirect.Serve(plain) }()
	t.Cleanup(func() { _ = server.Close(); _ = redirect.Close() })
}

func TestACertificateIsGotAndKept(t *testing.T) {
	encrypted, tlsPort := listen(t)
	plain, httpPort := listen(t)
	authority := acme.ForTest(t, httpPort, tlsPort)
	api := filepath.Join(t.TempDir(), "api.pem")
	if err := os.WriteFile(api, authority.API, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", api) // the authority's own address is believed as others are
	folder := filepath.Join(t.TempDir(), "certificates")
	o := https.Options{Domains: []string{domain}, Folder: folder, Directory: authority.Directory, Base: "https://" + domain}
	serve(t, https.New(o), encrypted, plain)
	b := browser(authority.Roots, encrypted, plain)

	answer, err := b.Get("https://" + domain + "/")
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	serial := answer.TLS.PeerCertificates[0].SerialNumber
	if string(text) != "HTTP/2.0" || answer.TLS.PeerCertificates[0].VerifyHostname(domain) != nil {
		t.Errorf("got %s by a certificate for %v", text, answer.TLS.PeerCertificates[0].DNSNames)
	}
	if answer, err := b.Get("https://elders.example/"); err == nil {
		_ = answer.Body.Close()
		t.Error("there is a certificate for another name")
	}
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is %v, %v", info.Mode(), err)
	}

	for method, want := range map[string]int{
		"GET": http.StatusPermanentRedirect, "HEAD": http.StatusPermanentRedirect, "POST": http.StatusBadRequest,
	} {
		request, err := http.NewRequestWithContext(t.Context(), method, "http://elders.example/leden?a=b", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := b.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		to := answer.Header.Get("Location")
		if answer.StatusCode != want || method != "POST" && to != "https://"+domain+"/leden?a=b" {
			t.Errorf("%s by http: %d to %q", method, answer.StatusCode, to)
		}
	}

	// A second program finds the certificate of the first one, without an authority.
	again, _ := listen(t)
	other, _ := listen(t)
	o.Directory = "https://127.0.0.1:1/"
	serve(t, https.New(o), again, other)
	answer, err = browser(authority.Roots, again, other).Get("https://" + domain + "/")
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.TLS.PeerCertificates[0].SerialNumber.Cmp(serial) != 0 {
		t.Error("another certificate is served")
	}
}

func TestNamesForWhichThereAreCertificates(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"leden.mijnclub.nl": "leden.mijnclub.nl", " Leden.MijnClub.nl. ": "leden.mijnclub.nl", "café.nl": "xn--caf-dma.nl",
		"": "", "localhost": "", "127.0.0.1": "", "*.mijnclub.nl": "", "leden.mijnclub.nl:443": "", "https://mijnclub.nl": "",
		"a b.nl": "",
	} {
		if got, err := https.Domain(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

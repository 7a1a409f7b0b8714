package page_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
)

// object is JSON as a test writes it.
type object = apitest.Object

func TestDeepLinksGetThePage(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	for _, path := range []string{"/", "/leden", "/leden/12", "/leden/12?tab=werk", "/instellingen/beveiliging", "/apiary",
		"/nergens", "/leden/%2e%2e/x"} {
		isPageAfterRedirect(s.Get(path), s)
	}
	s.Get("/reference").IsPage("reference")
}

// isPageAfterRedirect allows for the router's redirect to a path without dots.
func isPageAfterRedirect(a apitest.Answer, s *apitest.Site) {
	a.T.Helper()
	if a.StatusCode == http.StatusMovedPermanently {
		a = s.Get(strings.TrimPrefix(a.Header.Get("Location"), "http://club.example"))
	}
	a.IsPage("page")
}

func TestEveryAnswerHasTheHeadersThatKeepABrowserSafe(t *testing.T) {
	t.Parallel()
	s, secure := apitest.New(t), apitest.New(t, apitest.Secure)
	ownHost := apitest.New(t, apitest.Secure, func(s *httpapi.Server) { s.WithoutSubdomains = true })
	for _, path := range []string{"/", "/assets/main-1a2b3c.js", "/assets/lost.js", "/api/", "/api/nothing", "/api/cms/v2/people",
		"/healthz", "/api/openapi.json"} {
		a := s.Get(path)
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY",
			"Strict-Transport-Security": "", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s: %s %q, want %q", path, header, got, want)
			}
		}
		policy := a.Header.Get("Content-Security-Policy")
		if path != "/healthz" && (!strings.Contains(policy, "frame-ancestors 'none'") ||
			!strings.Contains(policy, "default-src 'none'")) {
			t.Errorf("%s: policy %q", path, policy)
		}
		if script, _, _ := strings.Cut(policy[max(0, strings.Index(policy, "script-src")):], ";"); strings.Contains(script, "unsafe") ||
			strings.Contains(policy, "*") {
			t.Errorf("%s: policy %q lets scripts in", path, policy)
		}
		if got := a.Header.Get("Permissions-Policy"); !strings.Contains(got, "camera=(), ") ||
			!strings.Contains(got, "publickey-credentials-get=(self)") ||
			!strings.Contains(got, "geolocation=()") || strings.Contains(got, "*") {
			t.Errorf("%s: Permissions-Policy %q", path, got)
		}
		if got := ownHost.Get(path).Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("%s without other hosts: Strict-Transport-Security %q", path, got)
		}
		if got := secure.Get(path).Header.Get("Strict-Transport-Security"); got != "max-age=31536000; includeSubDomains" {
			t.Errorf("%s on https: Strict-Transport-Security %q", path, got)
		}
	}
	if policy := s.Get("/").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") {
		t.Errorf("the page's own scripts can't run: %q", policy)
	}
}

func TestAssetsNeverChangeAndLostOnesAreNotThePage(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	a := s.Get("/assets/main-1a2b3c.js").IsNoPage(200)
	if a.Text != "start()" || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
		!strings.Contains(a.Header.Get("Content-Type"), "javascript") {
		t.Errorf("got %q with %v", a.Text, a.Header)
	}
	if a := s.Get("/favicon.svg").IsNoPage(200); a.Header.Get("Cache-Control") != "no-cache" ||
		a.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("got %v", a.Header)
	}
	if a := s.Get("/manifest.webmanifest").IsNoPage(200); a.Header.Get("Content-Type") != "application/manifest+json" {
		t.Errorf("got %v", a.Header)
	}
	for _, lost := range []string{
		"/assets/lost.js", "/assets/lost", "/assets/", "/lost.css", "/leden/lost.png", "/index.html", "/reference.html", "/.gitkeep",
		"/.env", "/assets",
	} {
		if a := s.Get(lost); a.StatusCode == http.StatusMovedPermanently {
			t.Errorf("%s: redirected to %s", lost, a.Header.Get("Location"))
		} else if cache := a.IsNoPage(404).Header.Get("Cache-Control"); cache != "no-store" {
			t.Errorf("%s: Cache-Control %q", lost, cache)
		}
	}
}

func TestPathsDoNotLeaveTheFolderOfThePage(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		files := fstest.MapFS{"secret.txt": {Data: []byte("secret")}, "dist/index.html": {Data: []byte("<p>page</p>")},
			"dist/reference.html": {}}
		inside, err := fs.Sub(files, "dist")
		if err != nil {
			t.Fatal(err)
		}
		s.Page.Files = inside
	})
	for _, path := range []string{
		"/../secret.txt", "/%2e%2e/secret.txt", "/x/..%2f..%2fsecret.txt", "/..%5csecret.txt", "/%ff.js", "/a%00.js", "//secret.txt",
		"/./../secret.txt",
	} {
		a := s.Get(path)
		if a.StatusCode == http.StatusMovedPermanently {
			a = s.Get(strings.TrimPrefix(a.Header.Get("Location"), "http://club.example"))
		}
		a.IsNoPage(404)
	}
}

func TestThePageIsOnlyRead(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
		for _, path := range []string{"/", "/leden", "/assets/main-1a2b3c.js", "/healthz", "/metrics"} {
			if allow := s.Send(method, path, nil).IsNoPage(405).Header.Get("Allow"); allow != "GET, HEAD" {
				t.Errorf("%s %s: Allow %q", method, path, allow)
			}
		}
	}
}

func TestTheAPIIsNeverAnsweredWithThePage(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	for _, path := range []string{"/api/x", "/api/cms", "/api/cms/v2/people/1/x", "/api/index.html", "/api/assets/main-1a2b3c.js",
		"/api/club/v2/version", "/api//cms/v2/people"} {
		s.Get(path).Refuses(404, "rest_no_route")
		s.Post(path, object{}).Refuses(404, "rest_no_route")
	}
	for _, method := range []string{"POST", "DELETE", "OPTIONS"} {
		s.Send(method, "/api", nil).Refuses(405, "rest_no_route")
		s.Send(method, "/api/", nil).Refuses(405, "rest_no_route")
		s.Send(method, "/api/club/v1/version", nil).Refuses(405, "rest_no_route")
	}
	s.Send("PROPFIND", "/api/cms/v2/people", nil).Refuses(405, "rest_no_route")
}

func TestThePageLearnsItsRestRootAndClubName(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.RestRoot, s.Settings.Given.Name = "wp-json/x", `FC "A" & <b>$1` })
	const want = `<meta name="rest-root" content="/wp-json/x"><meta name="club-name" content="FC &#34;A&#34; &amp; &lt;b&gt;$1">`
	if a := s.Get("/leden"); !strings.Contains(a.Text, want) {
		t.Errorf("got %s", a.Text)
	}
	if a := s.Get("/reference"); !strings.Contains(a.Text, `content="/wp-json/x"`) {
		t.Errorf("got %s", a.Text)
	}
}

func TestAPageThatWasNotBuiltSaysSo(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Page.Built, s.Page.Files, s.Page.Fallback = false, fstest.MapFS{}, []byte("<p>page</p> is missing")
	})
	for _, path := range []string{"/", "/leden/3", "/reference"} {
		s.Get(path).IsPage("page")
	}
	s.Get("/assets/main-1a2b3c.js").IsNoPage(404)
	s.Get("/api/club/v1/version").Is(200)
}

func TestABuiltPageWithoutItsDocumentsIsAnError(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.Page.Files = fstest.MapFS{} })
	if _, err := s.Server.Handler(); err == nil {
		t.Error("no error")
	}
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Names(admin, "Jan")
	server := httptest.NewServer(s.Handler())
	defer server.Close()
	for _, path := range []string{"/", "/assets/main-1a2b3c.js", "/api", "/api/", "/api/club/v1/version", apitest.Person(1),
		apitest.People, apitest.Person(99), "/healthz", "/readyz"} {
		answers := [2]*http.Response{}
		for i, method := range []string{"GET", "HEAD"} {
			request, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			admin(request)
			answer, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			if err = errors.Join(err, answer.Body.Close()); err != nil || (len(body) == 0) != (method == "HEAD") {
				t.Errorf("%s %s: %d bytes, %v", method, path, len(body), err)
			}
			answers[i] = answer
		}
		get, head := answers[0], answers[1]
		for _, header := range []string{"Content-Type", "X-WP-Total", "Cache-Control"} {
			if get.Header.Get(header) != head.Header.Get(header) {
				t.Errorf("%s: %s of HEAD is %q, of GET %q", path, header, head.Header.Get(header), get.Header.Get(header))
			}
		}
		if get.StatusCode != head.StatusCode {
			t.Errorf("%s: HEAD %d, GET %d", path, head.StatusCode, get.StatusCode)
		}
	}
}

func TestThePageIsCompressedForWhoAsks(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Page.Files.(fstest.MapFS)["assets/big-1.js"] = &fstest.MapFile{Data: []byte(strings.Repeat("x();", 5000))}
	})
	a := s.Get("/assets/big-1.js", apitest.With("Accept-Encoding", "gzip")).Is(200)
	if a.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(a.Header.Get("Vary"), "Accept-Encoding") {
		t.Fatalf("got %v", a.Header)
	}
	reader, err := gzip.NewReader(strings.NewReader(a.Text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || len(text) != 20000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if a := s.Get("/assets/big-1.js"); a.Header.Get("Content-Encoding") != "" || len(a.Text) != 20000 {
		t.Errorf("compressed without being asked: %v", a.Header)
	}
}

func TestFilesThatAreThereAsTheyAreSent(t *testing.T) {
	t.Parallel()
	const script = "start();"
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := io.WriteString(w, script); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Page.Files.(fstest.MapFS)["assets/packed-1.js.gz"] = &fstest.MapFile{Data: packed.Bytes()}
		s.Page.Files.(fstest.MapFS)["assets/damaged-1.js.gz"] = &fstest.MapFile{Data: []byte("no gzip")}
	})
	for accepted, want := range map[string]string{
		"gzip": "gzip", "gzip, deflate, br, zstd": "gzip", "br, GZIP;q=0.5": "gzip", "": "", "br": "",
		"gzip;q=0": "", "gzip; q=0.000": "", "gzip;q=x": "",
	} {
		a := s.Get("/assets/packed-1.js", apitest.With("Accept-Encoding", accepted)).IsNoPage(200)
		text := script
		if want != "" {
			text = packed.String()
		}
		if a.Header.Get("Content-Encoding") != want || a.Text != text {
			t.Errorf("%q gets %q, encoded %q", accepted, a.Text, a.Header.Get("Content-Encoding"))
		}
		if vary := strings.Join(a.Header.Values("Vary"), ","); !strings.Contains(vary, "Accept-Encoding") {
			t.Errorf("%q: Vary is %q", accepted, vary)
		}
		if kind := a.Header.Get("Content-Type"); !strings.Contains(kind, "javascript") {
			t.Errorf("%q: it is %q", accepted, kind)
		}
		if cache := a.Header.Get("Cache-Control"); !strings.Contains(cache, "immutable") {
			t.Errorf("%q: it is kept %q", accepted, cache)
		}
	}
	for _, lost := range []string{"/assets/packed-1.js.gz", "/assets/damaged-1.js", "/assets/packed-1"} {
		s.Get(lost).IsNoPage(404)
	}
}

func TestThePageWearsTheColourAndLogoOfTheClub(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) {
		s.Page.Files.(fstest.MapFS)["index.html"] = &fstest.MapFile{
			Data: []byte(`<html lang="nl"><meta name="theme-color" content="#0b3d4a"><p>page</p>`)}
	})
	admin := s.Admin()
	plain := s.Get("/leden")
	plain.IsPage("page")
	if !strings.Contains(plain.Text, `<html lang="nl"><`) {
		t.Errorf("without a look: %s", plain.Text)
	}
	s.Post("/api/club/v1/club/settings", object{"colour": "#FFE600"}, admin).Is(200)
	coloured := s.Get("/leden")
	for _, want := range []string{
		`<html lang="nl" style="--brand:#ffe600;--brand-text:#000;`, ";--brand-7:#", `<meta name="theme-color" content="#ffe600">`,
	} {
		if !strings.Contains(coloured.Text, want) {
			t.Errorf("no %s in %s", want, coloured.Text)
		}
	}
	body, multi := apitest.Form(t, "file:logo.jpg", "jpeg logo")
	s.Post("/api/club/v1/club/logo", body, multi, admin).Is(200)
	worn := s.Get("/leden")
	worn.IsPage("page")
	if want := ";--brand-logo:url(data:image/png;base64,"; !strings.Contains(worn.Text, want) {
		t.Errorf("no %s in %s", want, worn.Text)
	}
	// Who has the page gets it again when it changed alone.
	tags := []string{plain.Header.Get("ETag"), coloured.Header.Get("ETag"), worn.Header.Get("ETag")}
	if tags[0] == tags[1] || tags[1] == tags[2] || tags[2] == "" {
		t.Errorf("tags %q", tags)
	}
	if a := s.Get("/leden", apitest.With("If-None-Match", tags[2])); a.StatusCode != 304 || a.Text != "" {
		t.Errorf("%d %s", a.StatusCode, a.Text)
	}
	if a := s.Get("/leden", apitest.With("If-None-Match", tags[1])); a.StatusCode != 200 || a.Text != worn.Text {
		t.Errorf("got %s", a.Text)
	}
}

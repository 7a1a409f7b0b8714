package httpapi_test

import (
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
)

// isPage checks an answer that is the page itself.
func (a answer) isPage(document string) {
	a.t.Helper()
	a.is(200)
	if !strings.Contains(a.text, "<p>"+document+"</p>") {
		a.t.Errorf("%s: not the page: %q", a.what, a.text)
	}
	for header, want := range map[string]string{"Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8"} {
		if got := a.Header.Get(header); got != want {
			a.t.Errorf("%s: %s %q", a.what, header, got)
		}
	}
}

func (a answer) isNoPage(status int) answer {
	a.t.Helper()
	a.is(status)
	if strings.Contains(a.text, "<p>") || strings.Contains(a.text, "<meta") {
		a.t.Errorf("%s: the page: %q", a.what, a.text)
	}
	return a
}

func TestDeepLinksGetThePage(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/leden", "/leden/12", "/leden/12?tab=werk", "/instellingen/beveiliging", "/apiary", "/nergens", "/leden/%2e%2e/x"} {
		s.get(path).isPageAfterRedirect(s)
	}
	s.get("/reference").isPage("reference")
}

// isPageAfterRedirect allows for the router's redirect to a path without dots.
func (a answer) isPageAfterRedirect(s *site) {
	a.t.Helper()
	if a.StatusCode == http.StatusMovedPermanently {
		a = s.get(strings.TrimPrefix(a.Header.Get("Location"), "http://club.example"))
	}
	a.isPage("page")
}

func TestEveryAnswerHasTheHeadersThatKeepABrowserSafe(t *testing.T) {
	s, secure := newSite(t), newSite(t, secureSite)
	ownHost := newSite(t, secureSite, func(s *httpapi.Server) { s.WithoutSubdomains = true })
	for _, path := range []string{"/", "/assets/main-1a2b3c.js", "/assets/lost.js", "/api/", "/api/nothing", "/api/cms/v2/people", "/healthz", "/api/openapi.json"} {
		a := s.get(path)
		for header, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "X-Frame-Options": "DENY", "Strict-Transport-Security": "",
			"Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := a.Header.Get(header); got != want {
				t.Errorf("%s: %s %q, want %q", path, header, got, want)
			}
		}
		policy := a.Header.Get("Content-Security-Policy")
		if path != "/healthz" && (!strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "default-src 'none'")) {
			t.Errorf("%s: policy %q", path, policy)
		}
		if script, _, _ := strings.Cut(policy[max(0, strings.Index(policy, "script-src")):], ";"); strings.Contains(script, "unsafe") || strings.Contains(policy, "*") {
			t.Errorf("%s: policy %q lets scripts in", path, policy)
		}
		if got := a.Header.Get("Permissions-Policy"); !strings.Contains(got, "camera=(), ") || !strings.Contains(got, "geolocation=()") || strings.Contains(got, "*") {
			t.Errorf("%s: Permissions-Policy %q", path, got)
		}
		if got := ownHost.get(path).Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
			t.Errorf("%s without other hosts: Strict-Transport-Security %q", path, got)
		}
		if got := secure.get(path).Header.Get("Strict-Transport-Security"); got != "max-age=31536000; includeSubDomains" {
			t.Errorf("%s on https: Strict-Transport-Security %q", path, got)
		}
	}
	if policy := s.get("/").Header.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self';") {
		t.Errorf("the page's own scripts can't run: %q", policy)
	}
}

func TestAssetsNeverChangeAndLostOnesAreNotThePage(t *testing.T) {
	s := newSite(t)
	a := s.get("/assets/main-1a2b3c.js").isNoPage(200)
	if a.text != "start()" || a.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" || !strings.Contains(a.Header.Get("Content-Type"), "javascript") {
		t.Errorf("got %q with %v", a.text, a.Header)
	}
	if a := s.get("/favicon.svg").isNoPage(200); a.Header.Get("Cache-Control") != "no-cache" || a.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("got %v", a.Header)
	}
	for _, lost := range []string{
		"/assets/lost.js", "/assets/lost", "/assets/", "/lost.css", "/leden/lost.png", "/index.html", "/reference.html", "/.gitkeep", "/.env", "/assets",
	} {
		if a := s.get(lost); a.StatusCode == http.StatusMovedPermanently {
			t.Errorf("%s: redirected to %s", lost, a.Header.Get("Location"))
		} else if cache := a.isNoPage(404).Header.Get("Cache-Control"); cache != "no-store" {
			t.Errorf("%s: Cache-Control %q", lost, cache)
		}
	}
}

func TestPathsDoNotLeaveTheFolderOfThePage(t *testing.T) {
	s := newSite(t, func(s *httpapi.Server) {
		files := fstest.MapFS{"secret.txt": {Data: []byte("secret")}, "dist/index.html": {Data: []byte("<p>page</p>")}, "dist/reference.html": {}}
		inside, err := fs.Sub(files, "dist")
		if err != nil {
			t.Fatal(err)
		}
		s.Page.Files = inside
	})
	for _, path := range []string{
		"/../secret.txt", "/%2e%2e/secret.txt", "/x/..%2f..%2fsecret.txt", "/..%5csecret.txt", "/%ff.js", "/a%00.js", "//secret.txt", "/./../secret.txt",
	} {
		a := s.get(path)
		if a.StatusCode == http.StatusMovedPermanently {
			a = s.get(strings.TrimPrefix(a.Header.Get("Location"), "http://club.example"))
		}
		a.isNoPage(404)
	}
}

func TestThePageIsOnlyRead(t *testing.T) {
	s := newSite(t)
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
		for _, path := range []string{"/", "/leden", "/assets/main-1a2b3c.js", "/healthz", "/metrics"} {
			if allow := s.send(method, path, nil).isNoPage(405).Header.Get("Allow"); allow != "GET, HEAD" {
				t.Errorf("%s %s: Allow %q", method, path, allow)
			}
		}
	}
}

func TestTheAPIIsNeverAnsweredWithThePage(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/api/x", "/api/cms", "/api/cms/v2/people/1/x", "/api/index.html", "/api/assets/main-1a2b3c.js", "/api/club/v2/version", "/api//cms/v2/people"} {
		s.get(path).refuses(404, "rest_no_route")
		s.post(path, object{}).refuses(404, "rest_no_route")
	}
	for _, method := range []string{"POST", "DELETE", "OPTIONS"} {
		s.send(method, "/api", nil).refuses(405, "rest_no_route")
		s.send(method, "/api/", nil).refuses(405, "rest_no_route")
		s.send(method, "/api/club/v1/version", nil).refuses(405, "rest_no_route")
	}
	s.send("PROPFIND", "/api/cms/v2/people", nil).refuses(405, "rest_no_route")
}

func TestThePageLearnsItsRestRootAndClubName(t *testing.T) {
	s := newSite(t, func(s *httpapi.Server) { s.RestRoot, s.ClubName = "wp-json/x", `FC "A" & <b>$1` })
	const want = `<meta name="rest-root" content="/wp-json/x"><meta name="club-name" content="FC &#34;A&#34; &amp; &lt;b&gt;$1">`
	if a := s.get("/leden"); !strings.Contains(a.text, want) {
		t.Errorf("got %s", a.text)
	}
	if a := s.get("/reference"); !strings.Contains(a.text, `content="/wp-json/x"`) {
		t.Errorf("got %s", a.text)
	}
}

func TestAPageThatWasNotBuiltSaysSo(t *testing.T) {
	s := newSite(t, func(s *httpapi.Server) {
		s.Page.Built, s.Page.Files, s.Page.Fallback = false, fstest.MapFS{}, []byte("<p>page</p> is missing")
	})
	for _, path := range []string{"/", "/leden/3", "/reference"} {
		s.get(path).isPage("page")
	}
	s.get("/assets/main-1a2b3c.js").isNoPage(404)
	s.get("/api/club/v1/version").is(200)
}

func TestABuiltPageWithoutItsDocumentsIsAnError(t *testing.T) {
	s := newSite(t, func(s *httpapi.Server) { s.Page.Files = fstest.MapFS{} })
	if _, err := s.server.Handler(); err == nil {
		t.Error("no error")
	}
}

func TestHeadIsGetWithoutTheBody(t *testing.T) {
	s := newSite(t)
	admin := s.admin()
	s.names(admin, "Jan")
	server := httptest.NewServer(s.handler())
	defer server.Close()
	for _, path := range []string{"/", "/assets/main-1a2b3c.js", "/api", "/api/", "/api/club/v1/version", one(1), collection, one(99), "/healthz", "/readyz"} {
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
	s := newSite(t, func(s *httpapi.Server) {
		s.Page.Files.(fstest.MapFS)["assets/big-1.js"] = &fstest.MapFile{Data: []byte(strings.Repeat("x();", 5000))}
	})
	a := s.get("/assets/big-1.js", with("Accept-Encoding", "gzip")).is(200)
	if a.Header.Get("Content-Encoding") != "gzip" || !strings.Contains(a.Header.Get("Vary"), "Accept-Encoding") {
		t.Fatalf("got %v", a.Header)
	}
	reader, err := gzip.NewReader(strings.NewReader(a.text))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || len(text) != 20000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if a := s.get("/assets/big-1.js"); a.Header.Get("Content-Encoding") != "" || len(a.text) != 20000 {
		t.Errorf("compressed without being asked: %v", a.Header)
	}
}

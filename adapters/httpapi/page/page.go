// Package page serves the web page: HTML that is asked for anew every time, assets that never change, and the headers that
// keep a browser from doing what the page would not.
//
// It never serves the API, and never serves the page where a file was asked for.
package page

import (
	"bytes"
	"compress/gzip"
	"html"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// Page is what there is to serve.
type Page struct {
	Files    fs.FS  // index.html, reference.html, assets/…
	Built    bool   // whether Files holds the page
	Fallback []byte // what to show when it doesn't
	RestRoot string // path of the REST root: /api
	ClubName string
}

// policy lets the page load nothing but its own files and talk to nobody but this server. Styles may stand in the page: the
// component library sets sizes and colours there.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"

// Handler serves the page.
func (p Page) Handler() (http.Handler, error) {
	documents := map[string][]byte{"index.html": p.Fallback, "reference.html": p.Fallback}
	if p.Built {
		for name := range documents {
			text, err := fs.ReadFile(p.Files, name)
			if err != nil {
				return nil, err
			}
			documents[name] = p.personalise(text)
		}
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		case name == "reference":
			p.document(w, r, documents["reference.html"])
		case path.Ext(name) != "", strings.HasPrefix(name+"/", "assets/"):
			p.file(w, r, name)
		default:
			p.document(w, r, documents["index.html"])
		}
	})
	compress, err := gzhttp.NewWrapper(gzhttp.CompressionLevel(gzip.BestCompression)) // once a deployment for each browser
	if err != nil {
		return nil, err
	}
	return compress(handler), nil
}

var (
	restRoot = regexp.MustCompile(`(<meta name="rest-root" content=")[^"]*`)
	clubName = regexp.MustCompile(`(<meta name="club-name" content=")[^"]*`)
)

// personalise writes into a document what differs between installations.
func (p Page) personalise(document []byte) []byte {
	for pattern, value := range map[*regexp.Regexp]string{restRoot: p.RestRoot, clubName: p.ClubName} {
		document = pattern.ReplaceAllFunc(document, func(match []byte) []byte {
			start := bytes.LastIndexByte(match, '"') + 1
			return append(bytes.Clone(match[:start]), html.EscapeString(value)...)
		})
	}
	return document
}

func (p Page) document(w http.ResponseWriter, r *http.Request, text []byte) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// file serves one of the page's files; one that is not there is a 404, never the page.
func (p Page) file(w http.ResponseWriter, r *http.Request, name string) {
	text, err := fs.ReadFile(p.Files, name) // out of the program itself: it fails for names of no file alone
	if err != nil || strings.HasSuffix(name, ".html") || path.Base(name) == ".gitkeep" {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	if path.Ext(name) == ".webmanifest" { // few machines know it
		w.Header().Set("Content-Type", "application/manifest+json")
	}
	if strings.HasPrefix(name, "assets/") { // their names change with their content
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

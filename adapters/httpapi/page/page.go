// Package page serves the web page: HTML that is asked for anew every time, assets that never change, and the headers that
// keep a browser from doing what the page would not.
//
// It never serves the API, and never serves the page where a file was asked for.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"html"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/clubhuis/clubhuis/core/identity"
)

// Page is what there is to serve.
type Page struct {
	Files    fs.FS                // index.html, reference.html, assets/…; a file may be there packed, as NAME.gz
	Built    bool                 // whether Files holds the page
	Fallback []byte               // what to show when it doesn't
	RestRoot string               // path of the REST root: /api
	Club     func() identity.Club // who the club is at this moment
	Icon     func() []byte        // its logo, a small PNG, at this moment; nil for none
}

// policy lets the page load nothing but its own files and talk to nobody but this server. Styles may stand in the page: the
// component library sets sizes and colours there.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
	"font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'"

// Handler serves the page.
func (p Page) Handler() (http.Handler, error) {
	texts := map[string][]byte{"index.html": p.Fallback, "reference.html": p.Fallback}
	if p.Built {
		for _, name := range []string{"index.html", "reference.html", manifest} {
			text, err := fs.ReadFile(p.Files, name)
			if name == manifest && errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return nil, err
			}
			texts[name] = text
		}
	}
	fallback := tagged(texts)
	var last atomic.Pointer[personal]
	documents := func() map[string]document {
		if !p.Built {
			return fallback
		}
		known, club, icon := last.Load(), p.Club(), p.icon()
		if known == nil || known.look.club != club || known.look.icon != string(icon) {
			now := look{club, string(icon)}
			known = &personal{now, tagged(p.personal(texts, now))}
			last.Store(known)
		}
		return known.documents
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		case name == "reference":
			p.document(w, r, documents()["reference.html"])
		case name == manifest && texts[manifest] != nil:
			p.manifest(w, r, documents()[name].text)
		case path.Ext(name) != "", strings.HasPrefix(name+"/", "assets/"):
			p.file(w, r, name)
		default:
			p.document(w, r, documents()["index.html"])
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
	colour   = regexp.MustCompile(`(<meta name="theme-color" content=")[^"]*`)
	language = regexp.MustCompile(`<html lang="nl"`)
)

// manifest is the file that tells telephones what they put on their screen.
const manifest = "manifest.webmanifest"

// personal are the documents as they are for a club.
type personal struct {
	look      look
	documents map[string]document
}

// document is a text, and the tag that tells it from others.
type document struct {
	text []byte
	etag string
}

func tagged(texts map[string][]byte) map[string]document {
	documents := make(map[string]document, len(texts))
	for name, text := range texts {
		sum := sha256.Sum256(text)
		documents[name] = document{text, `"` + hex.EncodeToString(sum[:12]) + `"`}
	}
	return documents
}

// look is what a club looks like: who it is, and its logo.
type look struct {
	club identity.Club
	icon string
}

func (p Page) icon() []byte {
	if p.Icon == nil {
		return nil
	}
	return p.Icon()
}

// style returns the look as properties of CSS, which stand on the document before any script has come.
func (l look) style() string {
	style := l.club.Look()
	if l.icon != "" {
		if style != "" {
			style += ";"
		}
		style += "--brand-logo:url(data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte(l.icon)) +
			");--brand-tile:#fff;--brand-inset:.125rem"
	}
	return style
}

// personal writes into documents what differs between installations.
func (p Page) personal(texts map[string][]byte, look look) map[string][]byte {
	documents := make(map[string][]byte, len(texts))
	for name, text := range texts {
		if name == manifest {
			documents[name] = ofClub(text, look.club)
		} else {
			documents[name] = p.personalise(text, look)
		}
	}
	return documents
}

// ofClub names the club in the manifest, and shows its colour.
func ofClub(text []byte, club identity.Club) []byte {
	var parts map[string]any
	if json.Unmarshal(text, &parts) != nil {
		return text
	}
	parts["name"], parts["short_name"] = club.Name, club.Name
	if club.Colour != "" {
		parts["theme_color"] = club.Colour
	}
	written, err := json.Marshal(parts)
	if err != nil {
		return text
	}
	return written
}

// personalise writes into a document what differs between installations.
func (p Page) personalise(document []byte, look look) []byte {
	values := map[*regexp.Regexp]string{restRoot: p.RestRoot, clubName: look.club.Name}
	if look.club.Colour != "" {
		values[colour] = look.club.Colour
	}
	if style := look.style(); style != "" {
		document = language.ReplaceAllLiteral(document, []byte(`<html lang="nl" style="`+html.EscapeString(style)+`"`))
	}
	for pattern, value := range values {
		document = pattern.ReplaceAllFunc(document, func(match []byte) []byte {
			start := bytes.LastIndexByte(match, '"') + 1
			return append(bytes.Clone(match[:start]), html.EscapeString(value)...)
		})
	}
	return document
}

func (p Page) manifest(w http.ResponseWriter, r *http.Request, text []byte) {
	w.Header().Set("Content-Type", "application/manifest+json") // few machines know it
	w.Header().Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

func (p Page) document(w http.ResponseWriter, r *http.Request, d document) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", d.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(d.text))
}

// file serves one of the page's files; one that is not there is a 404, never the page.
func (p Page) file(w http.ResponseWriter, r *http.Request, name string) {
	text, encoding, err := p.read(name, acceptsGzip(r)) // out of the program itself: it fails for names of no file alone
	if err != nil || slices.Contains([]string{".html", ".gz", ".gitkeep"}, path.Ext(name)) {
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "assets/") { // their names change with their content
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// read returns a file, and how it is encoded when that is not as it is.
func (p Page) read(name string, takesGzip bool) (text []byte, encoding string, err error) {
	text, err = fs.ReadFile(p.Files, name)
	if !errors.Is(err, fs.ErrNotExist) {
		return text, "", err
	}
	packed, err := fs.ReadFile(p.Files, name+".gz")
	if err != nil || takesGzip {
		return packed, "gzip", err
	}
	unpacking, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, "", err
	}
	text, err = io.ReadAll(unpacking)
	return text, "", err
}

// acceptsGzip reports whether a client says that it takes gzip.
func acceptsGzip(r *http.Request) bool {
	for _, part := range strings.Split(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(coding), "gzip") {
			_, q, found := strings.Cut(weight, "=")
			value, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			return !found || err == nil && value > 0
		}
	}
	return false
}

// Package leavepage is the page on which whoever gets mails ends them, without signing in, and the address to which mail
// programs post for them (RFC 8058).
//
// It owns what stands on the page and what surrounds it. Whose mails a link ends is core/usecase/digests'.
package leavepage

import (
	"bytes"
	"cmp"
	_ "embed" // the page
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/colour"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/usecase/digests"
)

//go:embed page.html
var document string

var page = template.Must(template.New("").Parse(document))

// Page serves the page of one club. All its fields are needed.
type Page struct {
	Digests *digests.Service
	Random  func([]byte) (int, error)
	Club    func() identity.Club
	Icon    func() []byte // its logo, a small PNG; nil for none
}

// Mount adds the page.
func (p *Page) Mount(routes *mux.Router) {
	routes.Path(digest.UnsubscribePath + "{token}").HandlerFunc(p.serve)
	routes.PathPrefix(digest.UnsubscribePath).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.answer(w, r, account.ErrNoLink)
	})
}

// serve asks whether the mails are to end, and ends them. Who only looks ends nothing: programs follow the links of mails.
func (p *Page) serve(w http.ResponseWriter, r *http.Request) {
	token := mux.Vars(r)["token"]
	event := rest.EventOf(r.Context())
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		event.Operation = "unsubscribe-page"
		if _, err := p.Digests.Ends(r.Context(), token); err != nil {
			p.answer(w, r, err)
			return
		}
		p.write(w, http.StatusOK, shown{Title: askTitle, Text: askText, Action: digest.UnsubscribePath + token, Button: askButton})
	case http.MethodPost: // with whatever body: the token says all
		event.Operation = "unsubscribe"
		rest.CloseUnread(w, r)
		if err := p.Digests.Unsubscribe(r.Context(), token); err != nil {
			p.answer(w, r, err)
			return
		}
		p.write(w, http.StatusOK, shown{Title: doneTitle, Text: doneText})
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

// answer says what went wrong.
func (p *Page) answer(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, account.ErrNoLink) {
		p.write(w, http.StatusNotFound, shown{Title: absentTitle, Text: absentText})
		return
	}
	rest.EventOf(r.Context()).Fail(err)
	p.write(w, http.StatusInternalServerError, shown{Title: brokenTitle, Text: brokenText})
}

// shown is what stands on the page; with an Action there is a button.
type shown struct {
	Club, Title, Text, Action, Button string
	Nonce, Accent, OnAccent           string
	Logo                              template.URL
}

func (p *Page) write(w http.ResponseWriter, status int, content shown) {
	raw := make([]byte, 18)
	if _, err := p.Random(raw); err != nil {
		panic(fmt.Errorf("no random bytes: %w", err))
	}
	club := p.Club()
	content.Nonce, content.Club, content.Logo = base64.RawURLEncoding.EncodeToString(raw), club.Name, rest.InPage(p.Icon())
	content.Accent = cmp.Or(club.Colour, letter.DefaultColour)
	content.OnAccent = colour.On(content.Accent)
	var text bytes.Buffer
	if err := page.Execute(&text, content); err != nil {
		panic(err)
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; "+
		"img-src data:; style-src 'nonce-"+content.Nonce+"'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // nobody is left to tell
}

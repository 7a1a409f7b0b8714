// Package paymentpage is the page on which a member pays an invoice without signing in, and the address at which the provider of
// payments tells of news.
//
// It owns what stands on the page and what surrounds it: no script, no other site, nothing that is kept or indexed. What can be
// chosen and what comes of it is core/usecase/payments'.
package paymentpage

import (
	"bytes"
	"cmp"
	"context"
	"crypto/subtle"
	_ "embed" // the page
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/colour"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/usecase/payments"
)

//go:embed page.html
var document string

var pages = template.Must(template.New("").Parse(document))

// Page serves the page of one club. All its fields are needed, but for Provider.
type Page struct {
	Payments *payments.Service
	Random   func([]byte) (int, error)
	// Provider is where the checkout is, when it is not at an https address: a provider on this machine.
	Provider string
	Club     func() identity.Club
	Icon     func() []byte // its logo, a small PNG; nil for none
}

// The limits of a request.
const (
	longestForm = 8 << 10
	longestNews = 64 << 10
	patience    = 25 * time.Second // for the provider, however soon its callback hangs up
)

// Mount adds the page, and below the REST root the address of callbacks.
func (p *Page) Mount(routes *mux.Router, root string) {
	routes.Path(root + "/club/v1/payment/webhook").Methods(http.MethodPost).HandlerFunc(p.news)
	routes.Path(finance.PagePath + "{token}").HandlerFunc(p.serve)
	for name, picture := range map[string]func(context.Context, string) ([]byte, error){
		finance.QRPath: p.Payments.PageCode, transferCode: p.Payments.TransferCode,
	} {
		routes.Path(finance.PagePath+"{token}"+name).Methods(http.MethodGet, http.MethodHead).HandlerFunc(
			func(w http.ResponseWriter, r *http.Request) { p.picture(w, r, picture) })
	}
	routes.PathPrefix(finance.PagePath).HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.answer(w, r, invoice.ErrAbsent)
	})
}

// news hears the provider. Whatever comes of it, the answer is the same: who asks learns nothing, and a provider does not repeat
// for ever.
func (p *Page) news(w http.ResponseWriter, r *http.Request) {
	event := rest.EventOf(r.Context())
	event.Operation = "payment-webhook"
	r.Body = http.MaxBytesReader(w, r.Body, longestNews)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), patience)
	defer cancel()
	err := p.Payments.News(ctx, r.URL.Query().Get("ref"), r.PostFormValue("id"))
	switch {
	case errors.Is(err, payments.ErrMeaningless): // without what it said: anybody may call
		event.Remark = err.Error()
	case err != nil:
		event.Fail(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("{}\n")) // nobody is left to tell
}

// transferCode is the picture of a transfer, behind the address of the page.
const transferCode = "/overschrijving.png"

// picture shows a code. A mail shows one too, in whatever page the payer reads mail.
func (p *Page) picture(w http.ResponseWriter, r *http.Request, draw func(context.Context, string) ([]byte, error)) {
	rest.EventOf(r.Context()).Operation = "payment-code"
	data, err := draw(r.Context(), mux.Vars(r)["token"])
	if err != nil {
		p.answer(w, r, err)
		return
	}
	p.surround(w, "")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // nobody is left to tell
}

// serve shows the page, and takes what is chosen on it.
func (p *Page) serve(w http.ResponseWriter, r *http.Request) {
	token := mux.Vars(r)["token"]
	event := rest.EventOf(r.Context())
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		event.Operation = "payment-page"
		p.show(w, r, token, http.StatusOK, "")
	case http.MethodPost:
		event.Operation = "payment-choice"
		p.choose(w, r, token)
	default:
		w.Header().Set("Allow", "GET, HEAD, POST")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

// choose goes on to the checkout, or without a provider back to the page.
func (p *Page) choose(w http.ResponseWriter, r *http.Request, token string) {
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	err := r.ParseForm()
	if err != nil || subtle.ConstantTimeCompare([]byte(r.PostForm.Get("token")), []byte(token)) != 1 {
		rest.CloseUnread(w, r)
		p.show(w, r, token, http.StatusBadRequest, badForm)
		return
	}
	from := access.Entrance{Way: access.AsVisitor, Address: session.OriginOf(r.Context()).Address}
	checkout, err := p.Payments.Choose(r.Context(), token, chosen(r.PostForm), from)
	switch {
	case err == nil && checkout != "":
		p.redirect(w, r, checkout)
	case err == nil, errors.Is(err, invoice.ErrPaid): // the page says that it is
		p.redirect(w, r, finance.PagePath+token)
	default:
		p.answer(w, r, err)
	}
}

// chosen reads a form. One from before it told what is paid does not say.
func chosen(form url.Values) payments.Choice {
	choice := payments.Choice{Plan: invoice.Plan(form.Get("plan"))}
	number, err := strconv.Atoi(form.Get("installment"))
	if err != nil {
		return choice
	}
	if amount, err := strconv.ParseInt(form.Get("amount"), 10, 64); err == nil {
		choice.Installment, choice.Amount = number, money.Cents(amount)
	}
	return choice
}

func (p *Page) redirect(w http.ResponseWriter, r *http.Request, to string) {
	p.surround(w, "")
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// answer says what went wrong.
func (p *Page) answer(w http.ResponseWriter, r *http.Request, err error) {
	switch kind := fault.KindOf(err); {
	case errors.Is(err, invoice.ErrAbsent):
		p.write(w, r, http.StatusNotFound, "absent", plain(absentTitle, absentText))
	case kind == fault.Unavailable && !errors.Is(err, fault.ErrUnreachable), kind == fault.Unauthenticated:
		rest.EventOf(r.Context()).Fail(err)
		p.show(w, r, mux.Vars(r)["token"], http.StatusServiceUnavailable, awayText)
	case kind == fault.Invalid || kind == fault.Conflict:
		status := http.StatusBadRequest
		if kind == fault.Conflict {
			status = http.StatusConflict
		}
		p.show(w, r, mux.Vars(r)["token"], status, fault.As(err).Message)
	default:
		rest.EventOf(r.Context()).Fail(err)
		p.write(w, r, http.StatusInternalServerError, "absent", plain(brokenTitle, brokenText))
	}
}

// show shows the page as the invoice stands, with what went wrong.
func (p *Page) show(w http.ResponseWriter, r *http.Request, token string, status int, wrong string) {
	view, err := p.Payments.Page(r.Context(), token)
	if errors.Is(err, invoice.ErrAbsent) {
		p.answer(w, r, err)
		return
	}
	if err != nil {
		rest.EventOf(r.Context()).Fail(err)
		p.write(w, r, http.StatusInternalServerError, "absent", plain(brokenTitle, brokenText))
		return
	}
	p.write(w, r, status, "page", shape(&view, token, r.URL.Query().Get("betaald") == "1", wrong))
}

// write renders before it says anything, so that a page is whole or none.
func (p *Page) write(w http.ResponseWriter, _ *http.Request, status int, name string, content *shown) {
	raw := make([]byte, 18)
	if _, err := p.Random(raw); err != nil {
		panic(fmt.Errorf("no random bytes: %w", err))
	}
	content.Nonce, content.Logo = base64.RawURLEncoding.EncodeToString(raw), rest.InPage(p.Icon())
	if content.Accent == "" {
		content.Accent = cmp.Or(p.Club().Colour, letter.DefaultColour)
	}
	content.OnAccent = colour.On(content.Accent)
	var text bytes.Buffer
	if err := pages.ExecuteTemplate(&text, name, content); err != nil {
		panic(err)
	}
	p.surround(w, content.Nonce)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // nobody is left to tell
}

// surround says what a browser may do with an answer: keep nothing, tell nobody where it was, load nothing.
func (p *Page) surround(w http.ResponseWriter, nonce string) {
	policy := "default-src 'none'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' https:"
	if u, err := url.Parse(p.Provider); err == nil && u.Scheme == "http" && onThisMachine(u.Hostname()) {
		policy += " " + u.Scheme + "://" + u.Host
	}
	if nonce != "" {
		policy += "; style-src 'nonce-" + nonce + "'"
	}
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow")
}

// onThisMachine reports whether a host is the machine itself.
func onThisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

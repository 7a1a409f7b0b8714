package httpapi

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humamux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/adapters/internal/local"
	"github.com/clubhuis/clubhuis/adapters/internal/recovery"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// refuseUnreadable refuses addresses that hold NUL or bytes that are not UTF-8. No text of the club does, and no store can look
// them up.
func refuseUnreadable(ctx huma.Context, next func(huma.Context)) {
	_, writer := humamux.Unwrap(ctx)
	address := ctx.URL()
	if !isText(address.Path) {
		rest.WriteError(writer, rest.Refusal(http.StatusNotFound))
		return
	}
	for name, values := range address.Query() {
		for _, value := range append(values, name) {
			if !isText(value) {
				wrong := fault.Param(strings.ToValidUTF8(strings.ReplaceAll(name, "\x00", "?"), "?"), fault.BadCharacter)
				rest.WriteError(writer, rest.ErrorFor(ctx.Context(), wrong))
				return
			}
		}
	}
	next(ctx)
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

const untrustedProxy = "a proxy that is not trusted forwards requests: all its clients count as one; see --trusted-proxies"

// findOrigin notes where a request came from. It believes trusted proxies alone.
func (s Server) findOrigin(https bool, next http.Handler) http.Handler {
	var warn sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := addressOf(r.RemoteAddr)
		origin := session.Origin{
			HTTPS: https || r.TLS != nil, Origin: accounts.Origin{UserAgent: strings.ToValidUTF8(r.UserAgent(), "?")},
		}
		if !s.trusts(address) && r.Header.Get("X-Forwarded-For") != "" {
			warn.Do(func() {
				s.Log.WarnContext(r.Context(), untrustedProxy)
			})
		}
		if s.trusts(address) {
			origin.HTTPS = origin.HTTPS || r.Header.Get("X-Forwarded-Proto") == "https"
			address = s.lastHop(address, r.Header.Values("X-Forwarded-For"))
		}
		origin.Address = unknownAddress
		if address.IsValid() {
			origin.Address = address.String()
		}
		next.ServeHTTP(w, r.WithContext(session.WithOrigin(r.Context(), origin)))
	})
}

// unknownAddress stands for clients whose address a proxy does not tell.
const unknownAddress = "unknown"

// lastHop returns the last address on the way of a request that is not a trusted proxy's. An address that can't be read is the
// zero Addr: its client is unknown, and never the proxy.
func (s Server) lastHop(address netip.Addr, forwarded []string) netip.Addr {
	if len(forwarded) == 0 { // the proxy itself asks
		return address
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && s.trusts(address); i-- {
		address = addressOf(strings.TrimSpace(hops[i]))
	}
	return address
}

// addressOf reads an address, with or without a port. It returns the zero Addr for anything else.
func addressOf(text string) netip.Addr {
	if port, err := netip.ParseAddrPort(text); err == nil {
		return port.Addr().Unmap().WithZone("")
	}
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}

func (s Server) trusts(address netip.Addr) bool {
	for _, prefix := range s.TrustedProxies {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// operatorsOnly shows the metrics to programs on this machine that come straight here, and elsewhere to whoever has the token.
func (s Server) operatorsOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !hasToken(r, s.MetricsToken) && !local.IsLocal(r, s.ListenHost) {
			noMetrics(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// hasToken reports whether a request carries a token; "" is none.
func hasToken(r *http.Request, token string) bool {
	got, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	sent, want := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(token)) // their lengths say nothing, either
	return bearer && token != "" && subtle.ConstantTimeCompare(sent[:], want[:]) == 1
}

// noMetrics hides that there are any.
func noMetrics(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "not found", http.StatusNotFound)
}

// mayNothing keeps browsers from giving the page, or what gets into it, any of the device's abilities: it needs none but
// passkeys, of which its own address alone gets to know.
const mayNothing = "accelerometer=(), autoplay=(), bluetooth=(), browsing-topics=(), camera=(), display-capture=(), " +
	"encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), magnetometer=(), " +
	"microphone=(), midi=(), payment=(), " +
	"picture-in-picture=(), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), usb=(), web-share=(), " +
	"xr-spatial-tracking=()"

// secure sets the headers that every response has.
func (s Server) secure(https bool, next http.Handler) http.Handler {
	transport := "max-age=31536000"
	if !s.WithoutSubdomains {
		transport += "; includeSubDomains"
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", mayNothing)
		if https {
			h.Set("Strict-Transport-Security", transport)
		}
		next.ServeHTTP(w, r)
	})
}

// noStore keeps the API out of every cache, and out of every other page.
func noStore(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store, private")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		next.ServeHTTP(w, r)
	})
}

// overrideMethod lets clients that can only POST name the method they mean, and serves HEAD as GET.
func overrideMethod(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		meant := r.Method
		switch r.Method {
		case http.MethodHead:
			meant = http.MethodGet // the server leaves out the body
		case http.MethodPost:
			for _, named := range []string{r.Header.Get("X-HTTP-Method-Override"), r.URL.Query().Get("_method")} {
				switch named = strings.ToUpper(named); named {
				case http.MethodPut, http.MethodPatch, http.MethodDelete:
					meant = named
				}
			}
		}
		if meant != r.Method {
			r = r.Clone(r.Context())
			r.Method = meant
		}
		next.ServeHTTP(w, r)
	})
}

// withoutSlash lets a path end in a slash, as the predecessor did.
func withoutSlash(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if path, ends := strings.CutSuffix(r.URL.Path, "/"); ends && path != "" {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = path, ""
		}
		next.ServeHTTP(w, r)
	})
}

// rootIndex serves the REST root without its slash too.
func rootIndex(routes http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = "/", ""
		routes.ServeHTTP(w, r)
	})
}

// recovered turns a panic into the contract's 500.
func recovered(next http.Handler) http.Handler {
	return recovery.Handler(next, func(w http.ResponseWriter, r *http.Request, err error, stack string) {
		event := rest.EventOf(r.Context())
		event.Fail(err)
		event.Code, event.Stack = fault.ErrInternal.Code, stack
		rest.WriteError(w, rest.Refusal(http.StatusInternalServerError))
	})
}

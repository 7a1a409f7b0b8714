package session

import (
	"net/http"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
)

// The names of the cookies over http. Over https they begin with __Host-: browsers then take them from this host alone.
const (
	CookieName        = "clubhuis_session" // a session's token
	BrowserCookieName = "clubhuis_browser" // what a browser keeps to be known
	hostPrefix        = "__Host-"
)

func name(plain string, https bool) string {
	if https {
		return hostPrefix + plain
	}
	return plain
}

func cookieValue(r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// sessionToken is the token that a browser sends, and whether it came over https under the name without a prefix, as release
// 0.1 set it. That is accepted for one release.
func sessionToken(r *http.Request) (token string, former bool) {
	https := OriginOf(r.Context()).HTTPS
	token = cookieValue(r, name(CookieName, https))
	if token != "" || !https {
		return token, false
	}
	token = cookieValue(r, CookieName)
	return token, token != ""
}

// Cookie is what a browser keeps of a session for as long as the session can live.
func Cookie(token string, https bool, life time.Duration) http.Cookie {
	return cookie(CookieName, token, https, life)
}

// BrowserCookie is what a browser keeps to be known.
func BrowserCookie(token string, https bool) http.Cookie {
	return cookie(BrowserCookieName, token, https, account.BrowserLife)
}

func cookie(plain, value string, https bool, life time.Duration) http.Cookie {
	return http.Cookie{
		Name: name(plain, https), Value: value, Path: "/", HttpOnly: true, Secure: https, SameSite: http.SameSiteLaxMode,
		MaxAge: max(1, int(life.Round(time.Second).Seconds())),
	}
}

// Forget takes away what a browser keeps of a session; it stays known.
func Forget(https bool) []http.Cookie {
	gone := forgotten(name(CookieName, https), https)
	if !https {
		return []http.Cookie{gone}
	}
	return []http.Cookie{gone, FormerCookie()}
}

// FormerCookie takes away what a browser keeps of a session under the cookie's former name.
func FormerCookie() http.Cookie {
	return forgotten(CookieName, true)
}

func forgotten(name string, https bool) http.Cookie {
	return http.Cookie{Name: name, Path: "/", HttpOnly: true, Secure: https, SameSite: http.SameSiteLaxMode, MaxAge: -1}
}

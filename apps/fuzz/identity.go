package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"sync"
)

// identity is somebody who sends requests.
type identity struct {
	name    string
	role    string   // "" for nobody
	all     bool     // sees the records of everybody (core/access)
	browser bool     // signs in and sends a nonce; the others are programs with an application password
	only    string   // what belongs to it is shown to this role alone, "" for all as usual
	also    []string // and to these
	guest   bool     // may sign itself out, or be kept from signing in by its own wrong passwords
	address string   // where it seems to be
	mail    string   // the address of the user, "" for none

	id       int64  // of the user, 0 for nobody
	password string // of the user, or of the program
	renew    func() error

	mu    sync.Mutex
	nonce string
	jar   http.CookieJar
}

// identities returns the attackers: nobody, and users of each kind. The guest is there for what ends one's own session.
func identities() []*identity {
	return []*identity{
		{name: "niemand", address: "198.51.100.1"},
		{name: "lid", role: "club_user", address: "198.51.100.2"},
		{name: "wedstrijd", role: "club_wedstrijdzaken", address: "198.51.100.3"},
		{name: "bestuur", role: "club_bestuur", address: "198.51.100.4"},
		{name: "beheer", role: "administrator", address: "198.51.100.5", all: true, browser: true},
		{name: "sync", role: "club_synchronisatie", address: "198.51.100.6", all: true},
		{name: "gast", role: "club_user", address: "198.51.100.7", browser: true, guest: true},
	}
}

// sees reports whether the identity may be shown what belongs to another.
func (i *identity) sees(owner *identity) bool {
	if owner.only != "" {
		return i.role == owner.only || slices.Contains(owner.also, i.role)
	}
	return i.all || i == owner
}

// authorize puts the credentials on a request.
func (i *identity) authorize(r *http.Request) {
	r.Header.Set("X-Forwarded-For", i.address)
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.role == "":
	case !i.browser:
		r.SetBasicAuth(i.name, i.password)
	case i.jar != nil:
		for _, cookie := range i.jar.Cookies(r.URL) {
			r.AddCookie(cookie)
		}
		r.Header.Set("X-CMS-Nonce", i.nonce)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
}

// keep remembers the cookies of an answer, as a browser does.
func (i *identity) keep(address *url.URL, cookies []*http.Cookie) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.browser && i.jar != nil && len(cookies) > 0 {
		i.jar.SetCookies(address, cookies)
	}
}

// signIn makes credentials: the first ones, or others after the old ones were taken away.
func (a *attack) signIn(i *identity) error {
	if i.role == "" {
		return nil
	}
	if !i.browser {
		if i.renew == nil {
			return nil
		}
		i.mu.Lock()
		defer i.mu.Unlock()
		return i.renew()
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.jar == nil {
		jar, err := cookiejar.New(nil)
		if err != nil {
			return err
		}
		i.jar = jar
	}
	body, err := json.Marshal(map[string]string{"username": i.name, "password": i.password})
	if err != nil {
		return err
	}
	r, err := http.NewRequest(http.MethodPost, a.address+a.root+"/club/v1/session", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Forwarded-For", i.address)
	for _, cookie := range i.jar.Cookies(r.URL) {
		r.AddCookie(cookie)
	}
	response, err := a.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var session struct{ Nonce string }
	if err := json.NewDecoder(response.Body).Decode(&session); err != nil {
		return fmt.Errorf("sign in as %s: %w", i.name, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("sign in as %s: status %d", i.name, response.StatusCode)
	}
	i.jar.SetCookies(r.URL, response.Cookies())
	i.nonce = session.Nonce
	return nil
}

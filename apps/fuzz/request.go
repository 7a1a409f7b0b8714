package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// request is one that is sent.
type request struct {
	number    int64
	by        *identity
	method    string
	path      string // below the REST root, escaped
	query     string
	header    http.Header
	body      []byte
	stranger  bool // the credentials are wrong: nobody is asking
	hunted    bool // it searches for a mark, and for nothing else
	operation *operation
}

// mayBeUnread reports whether the server may refuse the request before it has read all of it.
func (r *request) mayBeUnread() bool { return len(r.body) > 0 || len(r.path)+len(r.query) > 30<<10 }

// meant returns the method that the server is to take it for.
func (r *request) meant() string {
	if r.method == http.MethodPost {
		values, _ := url.ParseQuery(r.query) // what can be read of it
		for _, named := range []string{r.header.Get("X-HTTP-Method-Override"), values.Get("_method")} {
			switch named = strings.ToUpper(named); named {
			case http.MethodPut, http.MethodPatch, http.MethodDelete:
				return named
			}
		}
	}
	if r.method == http.MethodHead {
		return http.MethodGet
	}
	return r.method
}

// partial reports whether the answer may lack members.
func (r *request) partial() bool { return strings.Contains(r.query, "_fields") }

// viewer returns who may read the answer.
func (r *request) viewer() *identity {
	if r.stranger {
		return &identity{name: "a stranger"}
	}
	return r.by
}

// send sends a request as it stands, and no more than that: no redirect is followed.
func (a *attack) send(ctx context.Context, r *request) (answer, error) {
	address, err := url.Parse(a.address)
	if err != nil {
		return answer{}, err
	}
	request, err := http.NewRequestWithContext(ctx, r.method, a.address+"/", bytes.NewReader(r.body))
	if err != nil {
		return answer{}, err
	}
	request.URL.Opaque, request.URL.RawQuery = a.root+r.path, r.query
	if !r.stranger {
		request.URL.Path = a.root + r.path // cookies ask for it
		r.by.authorize(request)
	}
	for name, values := range r.header {
		request.Header[name] = values
	}
	response, err := a.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := readAll(response.Body)
	if err != nil {
		return answer{}, err
	}
	if token := response.Header.Get("X-Undo"); token != "" {
		a.mu.Lock()
		a.undos = append(a.undos, token)
		a.mu.Unlock()
	}
	if !r.stranger {
		address.Path = a.root
		r.by.keep(address, response.Cookies())
	}
	return answer{response.StatusCode, response.Header, body}, nil
}

// curl returns a command line that sends the request once more. Long bodies and those that no terminal shows are kept in a file.
func (r *request) curl(address, root string) string {
	words := []string{"curl", "-i", "--path-as-is", "-g", "-X", r.method}
	by := "# as nobody\n"
	if r.by.role != "" && !r.stranger {
		by = fmt.Sprintf("# as %s (%s)\n", r.by.name, r.by.role)
		if r.by.browser {
			by = fmt.Sprintf("# as %s (%s), by a browser's session\n", r.by.name, r.by.role)
		}
		words = append(words, "-u", quoteShell(r.by.name+":PASSWORD"))
	}
	for _, name := range []string{"Content-Type", "X-HTTP-Method-Override", "If-Match", "Authorization", "Cookie", "X-CMS-Nonce"} {
		for _, value := range r.header[http.CanonicalHeaderKey(name)] {
			words = append(words, "-H", quoteShell(name+": "+value))
		}
	}
	if len(r.body) > 0 {
		shown := string(r.body)
		if len(shown) > 2000 || !utf8.ValidString(shown) || strings.ContainsFunc(shown, func(c rune) bool { return c < ' ' }) {
			file := filepath.Join(os.TempDir(), "fuzz-body-"+strconv.FormatInt(r.number, 10))
			if err := os.WriteFile(file, r.body, 0o600); err != nil {
				file = "a file that could not be written: " + err.Error()
			}
			shown = "@" + file
		}
		words = append(words, "--data-binary", quoteShell(shown))
	}
	target := address + root + r.path
	if r.query != "" {
		target += "?" + r.query
	}
	return by + strings.Join(append(words, quoteShell(target)), " ")
}

func quoteShell(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// make draws the request of a number.
// notForAll reports whether changes there sign the one out who reads everything back, or rightly show records to others.
func notForAll(path string) bool {
	return path == "/club/v1/capability-matrix" || strings.HasSuffix(path, "/scope") || path == "/club/v1/user/password" ||
		strings.HasPrefix(path, "/club/v1/session") || strings.HasPrefix(path, "/club/v1/user/sessions")
}

func (a *attack) make(number int64) *request {
	d := &drawer{dice: newDice(a.seed, number), known: a.known}
	d.by = d.attacker(a.users)
	op := d.operation(a.operations)
	if d.by.browser && !d.by.guest {
		for op.method != http.MethodGet && notForAll(op.path) {
			op = d.operation(a.operations)
		}
	}
	r := &request{number: number, by: d.by, method: op.method, operation: op, header: http.Header{}}
	query := url.Values{}
	switch n := d.upTo(99); {
	case n < 4:
		r.method = pick(d.dice, []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get"})
	case n < 8 && op.method != http.MethodGet:
		r.method = http.MethodPost
		r.header.Set("X-HTTP-Method-Override",
			pick(d.dice, []string{op.method, strings.ToLower(op.method), "GET", "DELETE", "TRACE", "\t"}))
	case n < 10 && op.method != http.MethodGet:
		r.method = http.MethodPost
		query.Set("_method", pick(d.dice, []string{op.method, "DELETE", "get", "x"}))
	}
	d.write = op.method != http.MethodGet || r.method != op.method
	r.path = d.path(op, r.method == http.MethodDelete || r.meant() == http.MethodDelete)
	d.parameters(op, query)
	r.query = query.Encode()
	d.spoilQuery(r)
	d.body(op, r)
	d.precondition(op, r)
	if op.path == "/club/v1/session" { // wrong passwords count against where they come from
		r.header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", 1+d.upTo(250)))
	}
	r.hunted = op.takes("search") && r.query == "search="+query.Get("search") &&
		slices.ContainsFunc(d.known.marks, func(mark string) bool {
			return mark[:known] == query.Get("search")
		})
	d.spoilCredentials(r)
	return r
}

// precondition lets some requests mean a revision of the record.
func (d *drawer) precondition(op *operation, r *request) {
	conditional := slices.ContainsFunc(op.parameters, func(p parameter) bool { return p.In == "header" && p.Name == "If-Match" })
	if !conditional || !d.chance(15) {
		return
	}
	tag := fmt.Sprintf(`"%d"`, 1+d.upTo(5))
	r.header.Set("If-Match", pick(d.dice, []string{
		tag, tag, "W/" + tag, `"x", ` + tag, "*", `"0"`, "", `"`, "1", `"-1"`, "W/", `"a,b"`, "\xff", strings.Repeat(`"1",`, 500),
	}))
}

// attacker draws who asks. Administrators see what everybody made, and the others what they must not.
func (d *drawer) attacker(users []*identity) *identity {
	user := pick(d.dice, users)
	if user.role == "" && d.chance(60) {
		user = pick(d.dice, users)
	}
	return user
}

func (d *drawer) operation(all []operation) *operation {
	sum := 0
	for i := range all {
		sum += all[i].weight
	}
	n := d.IntN(sum)
	for i := range all {
		if n -= all[i].weight; n < 0 {
			return &all[i]
		}
	}
	return &all[0]
}

// spoilCredentials takes the credentials away, or sends wrong ones. Whoever is behind them, the server must see nobody.
func (d *drawer) spoilCredentials(r *request) {
	if !d.chance(2) {
		return
	}
	r.stranger = true
	name, value := "Authorization",
		pick(d.dice, []string{"Basic", "Basic ???", "Basic Z2FzdDp4", "Bearer x", "Basic bGlkOg==", "\xff"})
	if d.chance(30) {
		name, value = "Cookie", "clubhuis_session="+pick(d.dice, []string{"", "x", strings.Repeat("A", 43), "%00", "../x"})
	}
	r.header.Set(name, value)
	r.header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", 1+d.upTo(250)))
}

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// fake is a small application with people in it. Each of its switches makes it do one thing wrong.
type fake struct {
	showsAll     bool // lists the people of everybody
	countsAll    bool // counts them
	tellsName    bool // of a hidden person, in the refusal
	namesInLink  bool // puts the name of a hidden person into a header
	openToNobody bool
	changesAll   bool // of everybody, for everybody
	fails        bool // with a 500, on one method
	breaks       bool // the connection, on one method
	plainText    bool // instead of the body of an error
	wrongStatus  bool // in the body of an error
	memberMore   bool // in a record
	wrongTotal   bool // of a list that the administrator reads
	forgets      bool // who is signed in, after a while
	panics       bool // in its log
	logsNames    bool
	busy         bool // says 503 without saying how long
	room         bool // says 503 and how long, which is right

	log string // file

	mu       sync.Mutex
	people   []*fakePerson
	requests int
}

type fakePerson struct {
	ID     int64             `json:"id"`
	Author int64             `json:"author"`
	ACF    fakeFields        `json:"acf"`
	Meta   map[string]string `json:"meta"`
}

type fakeFields struct {
	FirstName string              `json:"first_name"`
	Infix     string              `json:"infix"`
	LastName  string              `json:"last_name"`
	Nickname  string              `json:"nickname"`
	Birthdate string              `json:"birthdate"`
	Free      string              `json:"vrij_veld"`
	Code      string              `json:"assoc-id"`
	Helpdesk  string              `json:"helpdesk-id"`
	Addresses []map[string]string `json:"addresses"`
	Contacts  []map[string]string `json:"contact_info"`
}

// fakeDescription describes it. Every operation may refuse.
var fakeDescription = strings.ReplaceAll(`{
"openapi": "3.1.0", "info": {"title": "fake", "version": "1"},
"paths": {
 "/": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}},
 "/cms/v2/users/me": {"get": {"security": [{"x": []}],
   "responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}},
 "/cms/v2/people": {
  "get": {"security": [{"x": []}], "parameters": [{"in": "query", "name": "search", "schema": {"type": "string"}}],
   "responses": {"200": {"content": {"application/json": {
    "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Person"}}}}}}},
  "post": {"security": [{"x": []}],
   "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Change"}}}},
   "responses": {"201": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Person"}}}}}}},
 "/cms/v2/people/{id}": {
  "get": {"security": [{"x": []}], "parameters": [{"in": "path", "name": "id", "schema": {"type": "integer"}}],
   "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Person"}}}}}},
  "patch": {"security": [{"x": []}], "parameters": [{"in": "path", "name": "id", "schema": {"type": "integer"}}],
   "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Change"}}}},
   "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Person"}}}}}}}
},
"components": {"schemas": {
 "Person": {"type": "object", "required": ["id", "author", "acf"], "properties": {
  "id": {"type": "integer"}, "author": {"type": "integer"}, "acf": {"$ref": "#/components/schemas/PersonFields"}, "meta": {}}},
 "PersonFields": {"type": "object", "required": ["first_name"], "properties": {"first_name": {"type": "string"}}},
 "Change": {"type": "object", "additionalProperties": true, "required": ["acf"], "properties": {
  "acf": {"type": "object", "required": ["first_name"], "properties": {
   "first_name": {"type": "string"}, "nickname": {"type": "string"}}}}},
 "Error": {"type": "object", "required": ["code", "message", "data"], "properties": {
  "code": {"type": "string"}, "message": {"type": "string"},
  "data": {"type": "object", "required": ["status"], "properties": {"status": {"type": "integer"}}}}}
}}}`, `"responses": {`, `"responses": {
  "default": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}, `)

// start serves the fake until the test ends, and says who may attack it.
func (f *fake) start(t *testing.T) *site {
	t.Helper()
	f.log = filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(f.log, []byte("it started\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	users := slices.DeleteFunc(identities(), func(i *identity) bool { return i.guest || i.role == "club_synchronisatie" })
	for i, user := range users {
		user.id, user.browser = int64(i), false
	}
	return &site{address: server.URL, root: "/api", log: f.log, users: users, marks: newMarks(rand.New(rand.NewPCG(1, 0)))}
}

// ServeHTTP is the whole application.
func (f *fake) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests++
	late := f.requests > 200 // after the planting
	method := r.Method
	for _, named := range []string{r.Header.Get("X-HTTP-Method-Override"), r.URL.Query().Get("_method")} {
		if named = strings.ToUpper(named); r.Method == "POST" && (named == "PUT" || named == "PATCH" || named == "DELETE") {
			method = named
		}
	}
	if method == "HEAD" {
		method = "GET"
	}
	path := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/api"), "/")
	if path == "/openapi.json" {
		fmt.Fprint(w, fakeDescription)
		return
	}
	if path == "" && method == "GET" {
		reply(w, 200, map[string]any{})
		return
	}
	switch {
	case f.fails && late && method == "PATCH":
		f.refuse(w, 500, "")
		return
	case f.breaks && late && method == "PATCH":
		panic(http.ErrAbortHandler)
	case (f.busy || f.room) && late && method == "PATCH":
		if f.room {
			w.Header().Set("Retry-After", "1")
		}
		f.refuse(w, 503, "")
		return
	case f.panics && late:
		f.write("level=ERROR msg=panic stack=goroutine 7")
	case f.logsNames && late && len(f.people) > 0:
		f.write("looked at " + f.people[0].ACF.LastName)
	}
	login, _, _ := r.BasicAuth()
	who := int64(slices.Index([]string{"niemand", "lid", "wedstrijd", "bestuur", "beheer"}, login))
	if strings.HasPrefix(r.Header.Get("X-Forwarded-For"), "203.") || who < 0 || f.forgets && late {
		who = 0
	}
	id, numbered := strings.CutPrefix(path, "/cms/v2/people/")
	switch {
	case who == 0 && (!f.openToNobody || path != "/cms/v2/people"):
		f.refuse(w, 401, "")
	case path == "/cms/v2/users/me" && method == "GET":
		reply(w, 200, map[string]any{"id": who})
	case path == "/cms/v2/people" && method == "GET":
		f.list(w, r, who)
	case path == "/cms/v2/people" && method == "POST":
		f.create(w, r, who)
	case numbered && (method == "GET" || method == "PATCH"):
		f.one(w, r, method, who, id)
	default:
		f.refuse(w, 404, "")
	}
}

func (f *fake) write(line string) {
	if err := os.WriteFile(f.log, []byte("it started\n"+line+"\n"), 0o600); err != nil {
		panic(err)
	}
}

func (f *fake) may(who int64, p *fakePerson) bool { return who == 4 || p.Author == who }

func (f *fake) list(w http.ResponseWriter, r *http.Request, who int64) {
	var list []*fakePerson
	total := 0
	for _, p := range slices.Backward(f.people) {
		if strings.Contains(p.ACF.LastName, r.URL.Query().Get("search")) {
			if f.may(who, p) || f.showsAll {
				list = append(list, p)
			}
			if f.may(who, p) || f.countsAll {
				total++
			}
		}
	}
	size, page := 10, 1
	if n, err := strconv.Atoi(r.URL.Query().Get("per_page")); err == nil {
		size = max(1, n)
	}
	if n, err := strconv.Atoi(r.URL.Query().Get("page")); err == nil {
		page = max(1, n)
	}
	if f.wrongTotal && who == 4 && f.requests > 200 {
		total++
	}
	w.Header().Set("X-WP-Total", strconv.Itoa(total))
	w.Header().Set("X-WP-TotalPages", strconv.Itoa((total+size-1)/size))
	from := min(len(list), (page-1)*size)
	reply(w, 200, append([]*fakePerson{}, list[from:min(len(list), from+size)]...))
}

// change reads a body into a person; what it can't read, it refuses.
func (f *fake) change(w http.ResponseWriter, r *http.Request, p *fakePerson) bool {
	id, author := p.ID, p.Author
	err := json.NewDecoder(r.Body).Decode(p)
	p.ID, p.Author = id, author
	if err != nil || p.ACF.FirstName == "" {
		f.refuse(w, 400, "")
		return false
	}
	return true
}

func (f *fake) create(w http.ResponseWriter, r *http.Request, who int64) {
	p := &fakePerson{ID: int64(len(f.people) + 1), Author: who}
	if f.change(w, r, p) {
		f.people = append(f.people, p)
		reply(w, 201, p)
	}
}

func (f *fake) one(w http.ResponseWriter, r *http.Request, method string, who int64, text string) {
	id, err := strconv.Atoi(text)
	if err != nil || id < 1 || id > len(f.people) {
		f.refuse(w, 404, "")
		return
	}
	p := f.people[id-1]
	if !f.may(who, p) {
		if f.changesAll && method == "PATCH" {
			p.ACF.Nickname = "gewijzigd"
		}
		if f.namesInLink {
			w.Header().Set("Location", "/leden/"+p.ACF.LastName)
		}
		detail := ""
		if f.tellsName {
			detail = p.ACF.LastName
		}
		f.refuse(w, 403, detail)
		return
	}
	if method == "PATCH" {
		changed := *p
		changed.Meta = maps.Clone(p.Meta)
		if !f.change(w, r, &changed) {
			return
		}
		*p = changed
	}
	if f.memberMore && f.requests > 200 {
		reply(w, 200, map[string]any{"id": p.ID, "author": p.Author, "acf": p.ACF, "password_hash": "x"})
		return
	}
	reply(w, 200, p)
}

func (f *fake) refuse(w http.ResponseWriter, status int, detail string) {
	if f.plainText && f.requests > 200 {
		http.Error(w, "nope", status)
		return
	}
	said := status
	if f.wrongStatus && f.requests > 200 {
		said = 200
	}
	reply(w, status, map[string]any{"code": "refused", "message": "Dat mag niet. " + detail, "data": map[string]any{"status": said}})
}

func reply(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client may have gone
}

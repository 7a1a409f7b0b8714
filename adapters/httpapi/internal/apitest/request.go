package apitest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"
)

// The addresses that several areas' tests ask.
const (
	People            = "/api/cms/v2/people"
	Teams             = "/api/cms/v2/teams"
	Committees        = "/api/cms/v2/commissies"
	Labels            = "/api/cms/v2/person_label"
	RelationshipTypes = "/api/cms/v2/relationship_type"
	Library           = "/api/cms/v2/media"
	Filtered          = "/api/club/v1/people/filtered"
	Search            = "/api/club/v1/search"
	Session           = "/api/club/v1/session"
)

// At is the address of a record of a collection.
func At(path string, id int64) string { return fmt.Sprintf("%s/%d", path, id) }

// Person is the address of a person.
func Person(id int64) string { return At(People, id) }

// PeopleWith is the address of the list of people with parameters: names and values in turn.
func PeopleWith(pairs ...string) string {
	values := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		values.Add(pairs[i], pairs[i+1])
	}
	return People + "?" + values.Encode()
}

// Object is a JSON object that a test sends or expects.
type Object = map[string]any

// Body is a change for the methods that have a body.
func Body(method string) any {
	if method == "GET" || method == "DELETE" {
		return nil
	}
	return Object{}
}

// Call changes a request before it is sent.
type Call func(*http.Request)

// With adds a header.
func With(header, value string) Call { return func(r *http.Request) { r.Header.Add(header, value) } }

// From sets the address that the request comes from.
func From(address string) Call { return func(r *http.Request) { r.RemoteAddr = address + ":4711" } }

// Basic signs a request as a program does.
func Basic(username, password string) Call {
	return func(r *http.Request) { r.SetBasicAuth(username, password) }
}

// BasicText sends a text in place of a user name and password.
func BasicText(text string) Call {
	return With("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(text)))
}

// Get reads.
func (s *Site) Get(path string, calls ...Call) Answer {
	s.T.Helper()
	return s.Send("GET", path, nil, calls...)
}

// Post sends a body; see Send.
func (s *Site) Post(path string, body any, calls ...Call) Answer {
	s.T.Helper()
	return s.Send("POST", path, body, calls...)
}

// Send makes a request. It sends a body that is a text as it is, everything else as JSON. It holds every answer of the API
// against the API's description and what all of them have in common.
func (s *Site) Send(method, path string, body any, calls ...Call) Answer {
	s.T.Helper()
	var reader io.Reader = http.NoBody
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	default:
		text, err := json.Marshal(body)
		if err != nil {
			s.T.Fatal(err)
		}
		reader = bytes.NewReader(text)
	}
	request := httptest.NewRequestWithContext(s.T.Context(), method, "http://club.example"+path, reader)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for _, change := range calls {
		change(request)
	}
	recorder := httptest.NewRecorder()
	s.Handler().ServeHTTP(recorder, request)
	if err := s.Server.Accounts.Settle(s.T.Context()); err != nil { // so that tests can look at last uses
		s.T.Fatal(err)
	}
	_ = s.Server.Audits.Settle(s.T.Context()) // so that tests can look at who looked; one that lets the store fail goes on
	a := Answer{s.T, method + " " + path, recorder.Result(), recorder.Body.String()}
	if root := "/" + s.Server.RestRoot; path == root || strings.HasPrefix(path, root+"/") {
		a.isOfTheAPI(request, root)
	}
	return a
}

// Person registers somebody with these fields.
func (s *Site) Person(as Call, fields Object) Answer {
	s.T.Helper()
	return s.Post(People, Object{"status": "publish", "acf": fields}, as).Is(201)
}

// Names registers people with only a first name, a minute apart.
func (s *Site) Names(as Call, names ...string) (ids []int64) {
	s.T.Helper()
	for _, name := range names {
		ids = append(ids, s.Person(as, Object{"first_name": name}).ID())
		s.Later(time.Minute)
	}
	return ids
}

// Workspaces makes workspaces, numbered from 1 in a new club, and returns the number of the last.
func (s *Site) Workspaces(as Call, names ...string) (id int64) {
	s.T.Helper()
	for _, name := range names {
		id = s.Post("/api/club/v1/workspaces", Object{"name": name}, as).Is(200).ID()
	}
	return id
}

// Team makes a team.
func (s *Site) Team(as Call, title string, more ...Object) int64 {
	s.T.Helper()
	body := Object{"status": "publish", "title": title}
	for _, members := range more {
		for key, value := range members {
			body[key] = value
		}
	}
	return s.Post(Teams, body, as).Is(201).ID()
}

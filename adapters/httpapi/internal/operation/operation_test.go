package operation_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/operation"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

type (
	kind string
	size string
	keys []string

	paging struct {
		Page    int      `query:"page" minimum:"1" default:"1" doc:"Which page."`
		PerPage int      `query:"per_page" minimum:"1" maximum:"100" default:"10"`
		Order   string   `query:"order" enum:"asc,desc" default:"desc"`
		Slugs   []string `query:"slug" maxItems:"3"`
	}
	// Listing is exported, so that it counts where it is embedded.
	Listing paging

	// Filled is filled by its own resolver, which stands in for that of what it embeds.
	Filled struct {
		Listing
		IDs  []int64 `query:"include"`
		Kind kind    `query:"kind" enum:"person,team"`
		Keys keys    `query:"keys"`
		All  string
	}
	// Checked says what is wrong with it, wherever it stands.
	Checked struct {
		Value string `json:"value"`
	}
	// Line is a part of a body that may hold others.
	Line struct {
		Name   string             `json:"name" minLength:"1"`
		Amount Checked            `json:"amount"`
		Others []Checked          `json:"others,omitempty"`
		ByName map[string]Checked `json:"by_name,omitempty"`
		Weeks  int                `json:"weeks,omitempty" default:"4" minimum:"1"`
		Flag   *bool              `json:"flag,omitempty"`
		Raw    json.RawMessage    `json:"raw,omitempty"`
	}

	listInput struct {
		Filled
		ID     int64  `path:"id"`
		Query  string `query:"q" required:"true" minLength:"2" maxLength:"5"`
		Strict bool   `query:"strict"`
		Width  size   `query:"width" pattern:"^[0-9]+$" patternDescription:"digits"`
		Tag    string `header:"X-Tag" maxLength:"4"`
	}
	lineInput struct {
		ID   int64 `path:"id" minimum:"1"`
		Page int   `query:"page" default:"3"`
		Body Line
	}
	anonymousInput struct {
		Body struct {
			Role  string `json:"role,omitempty" enum:"admin,member" default:"member"`
			Lines []Line `json:"lines" maxItems:"2"`
		}
	}
	optionalInput struct {
		Body *Line `required:"false"`
	}
	ownInput struct {
		Body Line
	}
	rawInput struct {
		Signature string `header:"X-Signature"`
		RawBody   []byte `contentType:"application/json"`
	}
	noInput struct{}

	// Counts are headers.
	Counts struct {
		Total int    `header:"X-Total" doc:"In all."`
		Undo  string `header:"X-Undo"`
	}
	echo struct {
		Counts
		ETag string        `header:"ETag"`
		Set  []http.Cookie `header:"Set-Cookie"`
		Body map[string]any
	}
	file struct {
		Type   string `header:"Content-Type" hidden:"true"`
		Length int    `header:"Content-Length" hidden:"true"`
		Body   []byte
	}
	bodiless struct{ Counts }
)

// Resolve implements huma.Resolver.
func (f *Filled) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	f.All = strings.Join(address.Query()["include"], "+")
	if f.All == "7+8" {
		return []error{errors.New("no detail"), &huma.ErrorDetail{Location: "query.include", Message: "not both"}}
	}
	if f.All == "9" {
		return []error{&huma.ErrorDetail{Location: "query.include", Message: "busy"}, rest.Refusal(http.StatusRequestTimeout)}
	}
	return nil
}

// Resolve implements huma.ResolverWithPath.
func (c *Checked) Resolve(_ huma.Context, at *huma.PathBuffer) []error {
	if c.Value != "wrong" {
		return nil
	}
	return []error{&huma.ErrorDetail{Location: at.String(), Message: "wrong: " + at.With("value")}}
}

type headed struct{ error }

func (headed) GetHeaders() http.Header { return http.Header{"Retry-After": {"7", "8"}} }

func returned(input any) (*echo, error) {
	out := &echo{ETag: `"7"`, Counts: Counts{Total: 2}, Body: map[string]any{"input": input}}
	out.Set = []http.Cookie{{Name: "a", Value: "1"}, {Name: "b", Value: "2", HttpOnly: true}}
	return out, nil
}

// both registers an operation with huma's Register and with ours.
func both[I, O any](theirs, ours huma.API, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	op.OperationID, op.MaxBodyBytes = strings.ToLower(op.Method)+op.Path, 2000
	if op.DefaultStatus == 0 {
		op.DefaultStatus = http.StatusOK
	}
	same := op
	same.Responses = maps.Clone(op.Responses) // each describes its own
	for status, response := range op.Responses {
		same.Responses[status] = &huma.Response{Content: response.Content}
	}
	huma.Register(theirs, op, handler)
	operation.Register(ours, &same, reflect.TypeFor[I](), reflect.TypeFor[O](), func(ctx context.Context, input any) (any, error) {
		return handler(ctx, input.(*I))
	})
}

// twins are two APIs with the same operations. Ours is mounted as it is described, or as it is served.
func twins(mounted func(huma.API) huma.API) (theirs, ours huma.API, routers [2]*mux.Router) {
	routers = [2]*mux.Router{mux.NewRouter(), mux.NewRouter()}
	theirs, ours = rest.New(routers[0], "Test", "1", nil), mounted(rest.New(routers[1], "Test", "1", nil))
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/lists/{id}",
		Parameters: []*huma.Param{{Name: "X-Tag", In: "header", Description: "described before"}}},
		func(_ context.Context, in *listInput) (*echo, error) { return returned(in) })
	both(theirs, ours, huma.Operation{Method: "POST", Path: "/lines/{id}", DefaultStatus: http.StatusCreated},
		func(_ context.Context, in *lineInput) (*echo, error) { return returned(in) })
	both(theirs, ours, huma.Operation{Method: "POST", Path: "/anonymous"},
		func(_ context.Context, in *anonymousInput) (*echo, error) { return returned(in) })
	both(theirs, ours, huma.Operation{Method: "POST", Path: "/optional"},
		func(_ context.Context, in *optionalInput) (*echo, error) { return returned(in) })
	both(theirs, ours, huma.Operation{Method: "POST", Path: "/own", SkipValidateBody: true},
		func(_ context.Context, in *ownInput) (*echo, error) { return returned(in) })
	both(theirs, ours, huma.Operation{Method: "POST", Path: "/raw", SkipValidateBody: true},
		func(_ context.Context, in *rawInput) (*echo, error) {
			return returned(string(in.RawBody) + in.Signature)
		})
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/file", Responses: map[string]*huma.Response{
		"200": {Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}}},
		func(context.Context, *noInput) (*file, error) {
			return &file{Type: "text/csv", Length: 3, Body: []byte("a,b")}, nil
		})
	both(theirs, ours, huma.Operation{Method: "DELETE", Path: "/lines", DefaultStatus: http.StatusNoContent},
		func(context.Context, *noInput) (*echo, error) { return returned(nil) })
	both(theirs, ours, huma.Operation{Method: "DELETE", Path: "/nothing"},
		func(context.Context, *noInput) (*echo, error) { return nil, nil })
	both(theirs, ours, huma.Operation{Method: "PUT", Path: "/bodiless"},
		func(context.Context, *noInput) (*bodiless, error) { return &bodiless{Counts{Undo: "u"}}, nil })
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/failure"}, func(context.Context, *noInput) (*echo, error) {
		return nil, headed{fmt.Errorf("wrapped: %w", rest.Refusal(http.StatusNotFound))}
	})
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/wrapped"}, func(context.Context, *noInput) (*echo, error) {
		return nil, fmt.Errorf("wrapped: %w", rest.Refusal(http.StatusNotFound))
	})
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/unknown"},
		func(context.Context, *noInput) (*echo, error) { return nil, errors.New("secret") })
	both(theirs, ours, huma.Operation{Method: "GET", Path: "/unwritable"},
		func(context.Context, *noInput) (*echo, error) { return returned(func() {}) })
	return theirs, ours, routers
}

// huma's own Register and ours describe the same.
func TestTheDescriptionIsThatOfTheLibrary(t *testing.T) {
	t.Parallel()
	theirs, ours, _ := twins(func(api huma.API) huma.API { return api })
	want, err := json.MarshalIndent(theirs.OpenAPI(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.MarshalIndent(ours.OpenAPI(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("huma:\n%s\nours:\n%s", want, got)
	}
}

// recorder notes the deadlines to which bodies are read.
type recorder struct {
	*httptest.ResponseRecorder
	deadlines []string
}

func (r *recorder) SetReadDeadline(at time.Time) error {
	r.deadlines = append(r.deadlines, time.Until(at).Round(time.Second).String())
	return nil
}

// broken is a body that ends with an error, after some bytes.
type broken struct {
	io.Reader
	err    error
	closed bool
}

func (b *broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) && b.err != nil {
		err = b.err
	}
	return n, err
}

func (b *broken) Close() error {
	b.closed = true
	return nil
}

// outcome is all that can be seen of a response.
func outcome(router http.Handler, method, address, text string, err error, gone bool) (seen string) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if gone {
		cancel()
	}
	body := &broken{Reader: strings.NewReader(text), err: err}
	request := httptest.NewRequestWithContext(ctx, method, address, body)
	request.Header.Set("X-Tag", "abc")
	request.Header.Set("X-Signature", " signed")
	if strings.Contains(address, "tag=long") {
		request.Header.Set("X-Tag", "abcdef")
	}
	w := &recorder{ResponseRecorder: httptest.NewRecorder()}
	defer func() {
		panicked := ""
		if cause := recover(); cause != nil {
			panicked = "panicked" // in other words than the library's
		}
		keys := slices.Sorted(maps.Keys(w.Header()))
		seen = fmt.Sprintf("%d %s\n", w.Code, panicked)
		for _, key := range keys {
			seen += fmt.Sprintln(key, w.Header()[key])
		}
		seen += fmt.Sprintln(w.Body.String(), w.deadlines, body.closed)
	}()
	router.ServeHTTP(w, request)
	return seen
}

var lists = []string{
	"?q=abc", "", "?q=a", "?q=abcdefg", "?q=abc&page=0", "?q=abc&page=x&per_page=101&order=up&strict=maybe", "?q=abc&page=",
	"?q=abc&strict",
	"?q=abc&strict=1&width=12&kind=team&keys=a,b&slug=a,b,c", "?q=abc&slug=a,b,c,d", "?q=abc&width=x&kind=dog", "?q=abc&include=1,2",
	"?q=abc&include=1,x",
	"?q=abc&include=7&include=8", "?q=abc&include=9", "?q=abc&include=9&page=0", "?q=abc&page=99999999999999999999",
	"?q=%61bc&slug=%2C", "?q=abc&page=2&page=3", "?q=abc&tag=long", "?q=abc&unknown=1", "?q", "?q=", "?&&=&q=abc",
}

var texts = []string{
	"", " ", "null", "1", `"x"`, "[]", "{}", "{", `{"name":"a"}`, `{"name":"","amount":{"value":"x"}}`, `{"name":"a","amount":{"value":"wrong"}}`,
	`{"name":"a","amount":{"value":"x"},"extra":1,"flag":false,"raw":{"a":[1]}}`, `{"name":"a","amount":{"value":1}}`, `{"name":7,"amount":1}`,
	`{"name":"a","amount":{"value":"x"},"weeks":0}`, `{"name":"a","amount":{"value":"x"},"weeks":2,"flag":null}`,
	`{"name":"a","amount":{"value":"x"},"others":[{"value":"x"},{"value":"wrong"}],"by_name":{"one":{"value":"wrong"}}}`,
	`{"name":"a","amount":{"value":"x"}}{}`, `{"lines":[{"name":"a","amount":{"value":"wrong"}},{"name":"b","amount":{"value":"x"}}]}`,
	`{"role":"guest","lines":[]}`, `{"role":"admin","lines":[]}`, `{"lines":null}`, `{"lines":[{},{},{}]}`,
	`{"NAME":"a","Amount":{"value":"x"}}`, strings.Repeat(" ", 1999), strings.Repeat(" ", 2000), strings.Repeat("x", 5000), "\xff",
}

// huma's own Register and ours write the same for the same request.
func TestResponsesAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	_, ours, routers := twins(rest.Serving)
	compare := func(method, address, text string, err error, gone bool) {
		t.Helper()
		want, got := outcome(routers[0], method, address, text, err, gone), outcome(routers[1], method, address, text, err, gone)
		if want != got {
			t.Errorf("%s %s %.200s, then %v\nhuma: %s\nours: %s", method, address, text, err, want, got)
		}
	}
	for _, query := range lists {
		for _, id := range []string{"1", "x", "99999999999999999999"} {
			compare("GET", "/lists/"+id+query, "", nil, false)
		}
	}
	for _, address := range []string{
		"/lines/1", "/lines/0", "/lines/x", "/lines/1?page=x", "/lines/1?page=5", "/anonymous", "/optional", "/own", "/raw",
	} {
		for _, text := range texts {
			for _, err := range []error{nil, errors.New("cut off"), os.ErrDeadlineExceeded} {
				compare("POST", address, text, err, false)
			}
		}
	}
	for _, operation := range []string{"GET /file", "DELETE /lines", "DELETE /nothing", "PUT /bodiless", "GET /failure", "GET /wrapped",
		"GET /unknown", "GET /unwritable", "HEAD /file", "OPTIONS /file"} {
		method, address, _ := strings.Cut(operation, " ")
		compare(method, address, "", nil, false)
		compare(method, address, "", nil, true)
	}
	if seen := outcome(routers[1], "POST", "/lines/1", texts[11], nil, false); !strings.Contains(seen, `"weeks":4`) ||
		!strings.HasPrefix(seen, "201") || !strings.Contains(seen, "[5s] true") {
		t.Errorf("nothing was compared: %s", seen)
	}
	for path, item := range ours.OpenAPI().Paths {
		if item.Get != nil && item.Get.Responses["default"] != nil || item.Post != nil && item.Post.Responses != nil {
			t.Errorf("%s has a description of its response, which no request needs", path)
		}
	}
}

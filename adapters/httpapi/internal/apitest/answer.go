package apitest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Answer is what came back.
type Answer struct {
	T    testing.TB
	What string
	*http.Response
	Text string
}

// Is checks the status.
func (a Answer) Is(status int) Answer {
	a.T.Helper()
	if a.StatusCode != status {
		a.T.Fatalf("%s: status %d, want %d: %.500s", a.What, a.StatusCode, status, a.Text)
	}
	return a
}

// english are words of the framework's own sentences.
var english = regexp.MustCompile(`(?i)\b(expected|required|invalid|missing|string|array|value)\b`)

// Refuses checks an error to the last member (contract §7). Without fields there must be no params.
func (a Answer) Refuses(status int, code string, fields ...string) Answer {
	a.T.Helper()
	a.Is(status)
	body := a.Object("")
	data, _ := body["data"].(map[string]any)
	message, _ := body["message"].(string)
	params, _ := data["params"].(map[string]any)
	members := append([]string{"status"}, map[bool][]string{true: {"params"}}[len(fields) > 0]...)
	slices.Sort(members)
	slices.Sort(fields)
	switch {
	case !slices.Equal(slices.Sorted(maps.Keys(body)), []string{"code", "data", "message"}),
		!slices.Equal(slices.Sorted(maps.Keys(data)), members), data["status"] != float64(status):
		a.T.Errorf("%s: not in the shape of errors: %s", a.What, a.Text)
	case body["code"] != code:
		a.T.Errorf("%s: code %v, want %s", a.What, body["code"], code)
	case strings.TrimSpace(message) == "":
		a.T.Errorf("%s: no message", a.What)
	case !slices.Equal(slices.Sorted(maps.Keys(params)), fields):
		a.T.Errorf("%s: params %v, want %v", a.What, params, fields)
	}
	for field, sentence := range params {
		if text, _ := sentence.(string); !strings.HasSuffix(text, ".") || english.MatchString(text) {
			a.T.Errorf("%s: of %s it says %q", a.What, field, text)
		}
	}
	return a
}

// At returns the value at a path of the answer: acf.contact_info.0.contact_value.
func (a Answer) At(path string) any {
	a.T.Helper()
	var value any
	if err := json.Unmarshal([]byte(a.Text), &value); err != nil {
		a.T.Fatalf("%s: %v: %.200s", a.What, err, a.Text)
	}
	for _, key := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' }) {
		switch inner := value.(type) {
		case map[string]any:
			there := false
			if value, there = inner[key]; !there {
				a.T.Fatalf("%s: no %s in %.500s", a.What, path, a.Text)
			}
		case []any:
			var index int
			if _, err := fmt.Sscan(key, &index); err != nil || index >= len(inner) {
				a.T.Fatalf("%s: no %s in %.500s", a.What, path, a.Text)
			}
			value = inner[index]
		default:
			a.T.Fatalf("%s: no %s in %.500s", a.What, path, a.Text)
		}
	}
	return value
}

// Object returns the object at a path.
func (a Answer) Object(path string) map[string]any {
	a.T.Helper()
	object, ok := a.At(path).(map[string]any)
	if !ok {
		a.T.Fatalf("%s: no object at %q: %.200s", a.What, path, a.Text)
	}
	return object
}

// List returns the list at a path.
func (a Answer) List(path string) []any {
	a.T.Helper()
	list, ok := a.At(path).([]any)
	if !ok {
		a.T.Fatalf("%s: no list at %q: %.200s", a.What, path, a.Text)
	}
	return list
}

// Has checks a value; numbers in want are float64, as JSON has them.
func (a Answer) Has(path string, want any) Answer {
	a.T.Helper()
	if number, ok := want.(int); ok {
		want = float64(number)
	}
	if got := a.At(path); !reflect.DeepEqual(got, want) {
		a.T.Errorf("%s: %s is %#v, want %#v", a.What, path, got, want)
	}
	return a
}

// ID returns the number of the record that came back.
func (a Answer) ID() int64 {
	a.T.Helper()
	return int64(a.At("id").(float64))
}

// Listed returns the first names of a list, in order.
func (a Answer) Listed(path string) string {
	a.T.Helper()
	a.Is(200)
	names := []string{}
	for _, record := range a.List(path) {
		fields, _ := record.(map[string]any)["acf"].(map[string]any)
		names = append(names, fmt.Sprint(fields["first_name"]))
	}
	return strings.Join(names, " ")
}

// Cookie returns the cookie whose name ends so.
func (a Answer) Cookie(ending string) *http.Cookie {
	a.T.Helper()
	for _, c := range a.Cookies() {
		if strings.HasSuffix(c.Name, ending) {
			return c
		}
	}
	a.T.Fatalf("%s: no cookie …%s in %v", a.What, ending, a.Cookies())
	return nil
}

// IsPage checks that the answer is a document of the page.
func (a Answer) IsPage(document string) {
	a.T.Helper()
	a.Is(200)
	if !strings.Contains(a.Text, "<p>"+document+"</p>") {
		a.T.Errorf("%s: not the page: %q", a.What, a.Text)
	}
	for header, want := range map[string]string{"Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8"} {
		if got := a.Header.Get(header); got != want {
			a.T.Errorf("%s: %s %q", a.What, header, got)
		}
	}
}

// IsNoPage checks that the answer has a status and is not the page.
func (a Answer) IsNoPage(status int) Answer {
	a.T.Helper()
	a.Is(status)
	if strings.Contains(a.Text, "<p>") || strings.Contains(a.Text, "<meta") {
		a.T.Errorf("%s: the page: %q", a.What, a.Text)
	}
	return a
}

// filePath matches what answers a file.
var filePath = regexp.MustCompile(`/export$|/dossier$|/club/v1/invoices/.+/(pdf|qr)$`)

var picturePath = regexp.MustCompile(`/club/v1/(media/[^/]+|photo-link)/[^/]+$`)

// isOfTheAPI checks what all answers of the API have in common.
func (a Answer) isOfTheAPI(r *http.Request, root string) {
	a.T.Helper()
	if picturePath.MatchString(r.URL.Path) && a.StatusCode == http.StatusOK {
		return // no JSON, and to be kept: media_test.go
	}
	if got := a.Header.Get("Cache-Control"); got != "no-store, private" {
		a.T.Errorf("%s: Cache-Control %q", a.What, got)
	}
	if filePath.MatchString(r.URL.Path) && a.StatusCode == http.StatusOK {
		return // a file: export_people_test.go, dossiers_test.go, fees_test.go, papers_test.go
	}
	if got := a.Header.Get("Content-Type"); got != "application/json" {
		a.T.Errorf("%s: Content-Type %q of %.60q", a.What, got, a.Text)
		return
	}
	path := strings.TrimPrefix(r.URL.Path, root)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	if path == "/openapi.json" {
		return
	}
	method := r.Method
	for _, named := range []string{r.Header.Get("X-HTTP-Method-Override"), r.URL.Query().Get("_method")} {
		if method == "POST" && named != "" && a.StatusCode != 405 {
			method = strings.ToUpper(named)
		}
	}
	described, partial := Documents()
	if strings.Contains(r.URL.RawQuery, "_fields=") && a.StatusCode < 400 {
		described = partial
	}
	if path == "" {
		path = "/"
	}
	if err := described.check(method, path, a.StatusCode, []byte(a.Text)); err != nil {
		a.T.Errorf("%s: the answer is not as described: %v\n%.500s", a.What, err, a.Text)
	}
}

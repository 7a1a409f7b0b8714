package httpapi_test

import (
	"bytes"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
)

// document is the description of the API, as strict as a reader takes it: what it does not name, an answer must not have.
type document struct {
	paths    map[string]any
	compiler *jsonschema.Compiler
	mu       sync.Mutex
}

// documents are the whole description, and the one for answers of which _fields has taken parts away.
var documents = sync.OnceValues(func() (whole, partial *document) { return newDocument(false), newDocument(true) })

func newDocument(partial bool) *document {
	text, err := httpapi.OpenAPI()
	if err != nil {
		panic(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	root := parsed.(map[string]any)
	for name, schema := range root["components"].(map[string]any)["schemas"].(map[string]any) {
		tighten(schema, keepsUnknown[name], partial)
	}
	tighten(root["paths"], false, partial)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	if err := compiler.AddResource("https://clubhuis.example/openapi.json", parsed); err != nil {
		panic(err)
	}
	return &document{paths: root["paths"].(map[string]any), compiler: compiler}
}

// keepsUnknown are the objects in which clients find the members that Clubhuis does not know.
var keepsUnknown = map[string]bool{
	"PersonFields": true, "ContactEntry": true, "Address": true, "WorkEntry": true, "RelationEntry": true,
	"TeamFields": true, "CommitteeFields": true,
}

func tighten(schema any, open, partial bool) {
	switch schema := schema.(type) {
	case map[string]any:
		_, described := schema["properties"].(map[string]any)
		if described && schema["type"] == "object" {
			schema["additionalProperties"] = open
			if partial {
				delete(schema, "required")
			}
		}
		for _, inner := range schema {
			tighten(inner, false, partial)
		}
	case []any:
		for _, inner := range schema {
			tighten(inner, false, partial)
		}
	}
}

var placeholder = regexp.MustCompile(`\\\{[a-z]+\\\}`)

// template is the documented path that an address below the REST root belongs to, "" for none.
func (d *document) template(path string) string {
	found := ""
	for template := range d.paths {
		pattern := "^" + placeholder.ReplaceAllString(regexp.QuoteMeta(template), `[^/]+`) + "$"
		if regexp.MustCompile(pattern).MatchString(path) && (found == "" || strings.Contains(found, "{")) {
			found = template
		}
	}
	return found
}

// check holds an answer against the schema of its operation.
func (d *document) check(method, path string, status int, body []byte) error {
	operation, known := d.operation(method, path)
	at := "/components/schemas/Error"
	if known {
		response := "default"
		if _, named := operation["responses"].(map[string]any)[fmt.Sprint(status)]; named {
			response = fmt.Sprint(status)
		} else if status < 400 {
			return fmt.Errorf("status %d is not documented", status)
		}
		at = "/paths/" + pointer(d.template(path)) + "/" + strings.ToLower(method) + "/responses/" + response +
			"/content/application~1json/schema"
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	schema, err := d.compiler.Compile("https://clubhuis.example/openapi.json#" + at)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

func (d *document) operation(method, path string) (map[string]any, bool) {
	item, known := d.paths[d.template(path)].(map[string]any)
	if !known {
		return nil, false
	}
	operation, known := item[strings.ToLower(method)].(map[string]any)
	return operation, known
}

func pointer(path string) string {
	return url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(path))
}

func TestTheCheckerFindsWhatIsMissingAndWhatIsTooMuch(t *testing.T) {
	whole, partial := documents()
	good := `{"version":"2"}`
	for body, faulty := range map[string]bool{good: false, `{}`: true, `{"version":"2","x":1}`: true, `{"version":2}`: true, `[]`: true} {
		if err := whole.check("GET", "/club/v1/version", 200, []byte(body)); (err != nil) != faulty {
			t.Errorf("%s: got %v", body, err)
		}
	}
	if err := partial.check("GET", "/club/v1/version", 200, []byte(`{}`)); err != nil {
		t.Errorf("with _fields: got %v", err)
	}
	if err := whole.check("GET", "/club/v1/version", 201, []byte(good)); err == nil {
		t.Error("a status that is not documented passes")
	}
	if err := whole.check("GET", "/cms/v2/people/1", 404, []byte(`{"code":"x","message":"y","data":{"status":404,"z":1}}`)); err == nil {
		t.Error("an error with a member too many passes")
	}
}

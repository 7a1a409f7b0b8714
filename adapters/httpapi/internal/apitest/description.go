package apitest

import (
	"slices"
	"strings"
	"sync"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/fixtures/description"
)

// Document is the description of the API that these tests hold all answers against.
type Document struct {
	Paths map[string]any
	check func(method, path string, status int, body []byte) error
}

// Documents are the whole description, and the one for answers of which _fields has taken parts away.
var Documents = sync.OnceValues(func() (whole, partial *Document) { return newDocument(false), newDocument(true) })

func newDocument(partial bool) *Document {
	text, err := httpapi.OpenAPI()
	if err != nil {
		panic(err)
	}
	d, err := description.Read(text, partial)
	if err != nil {
		panic(err)
	}
	return &Document{d.Paths, d.Check}
}

// Documented are the operations of the API's description: "GET /cms/v2/people".
func Documented() []string {
	whole, _ := Documents()
	list := []string{}
	for path, item := range whole.Paths {
		for method := range item.(map[string]any) {
			list = append(list, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(list)
	return list
}

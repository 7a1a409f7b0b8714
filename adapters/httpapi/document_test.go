package httpapi_test

import (
	"sync"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/fixtures/description"
)

// document is the description of the API that these tests hold all answers against.
type document struct {
	paths map[string]any
	check func(method, path string, status int, body []byte) error
}

// documents are the whole description, and the one for answers of which _fields has taken parts away.
var documents = sync.OnceValues(func() (whole, partial *document) { return newDocument(false), newDocument(true) })

func newDocument(partial bool) *document {
	text, err := httpapi.OpenAPI()
	if err != nil {
		panic(err)
	}
	d, err := description.Read(text, partial)
	if err != nil {
		panic(err)
	}
	return &document{d.Paths, d.Check}
}

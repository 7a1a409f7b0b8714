package rest_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

// contract: club §4
func TestChoose(t *testing.T) {
	t.Parallel()
	const object = `{"id":7,"title":{"rendered":"Jan","raw":{"x":1,"y":[1,{"x":2}]}},` +
		`"acf":{"é\"":"a","city":"","list":[{"a":1}]},"none":null}`
	for _, c := range []struct{ only, want string }{
		{"", object},
		{" , ,", object},
		{"id", `{"id":7}`},
		{"none,id", `{"id":7,"none":null}`},
		{"unknown", `{}`},
		{" title , id ", `{"id":7,"title":{"rendered":"Jan","raw":{"x":1,"y":[1,{"x":2}]}}}`},
		{"title.rendered", `{"title":{"rendered":"Jan"}}`},
		{"title.raw.x,title.rendered", `{"title":{"rendered":"Jan","raw":{"x":1}}}`},
		{"title.raw.y.x", `{"title":{"raw":{}}}`},
		{"title.unknown", `{"title":{}}`},
		{"title.rendered,title", `{"title":{"rendered":"Jan","raw":{"x":1,"y":[1,{"x":2}]}}}`},
		{"id.x", `{}`},
		{`acf.é",acf.city`, `{"acf":{"é\"":"a","city":""}}`},
		{"acf.list.a", `{"acf":{}}`},
	} {
		s := rest.Selection{Only: c.only}
		if got := string(s.Choose([]byte(object))); got != c.want {
			t.Errorf("%q: got %s, want %s", c.only, got, c.want)
		}
	}
}

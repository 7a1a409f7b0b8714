package rest_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
)

// FuzzChange lets clients send anything as a record: it is refused by a fault that says where, or its parts are what was sent.
func FuzzChange(f *testing.F) {
	for _, seed := range oddBodies {
		f.Add([]byte(seed))
	}
	for _, seed := range []string{
		`{"status":"publish","title":{"raw":"JO9-1","rendered":"JO9-1"},"content":{"rendered":"<p>x</p>"},"parent":"7","ids":[1,"2"]}`,
		`{"status":"draft","title":"x","acf":[],"meta":null,"parent":[7],"ids":7}`, `{"title":{"raw":null,"rendered":7},"TITLE":"y"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var c rest.Change
		if err := json.Unmarshal(body, &c); err != nil {
			return
		}
		title, parent, ids := c.Text("title"), c.ID("parent"), c.IDs("ids")
		if err := c.Check(); err != nil {
			var refused *fault.Fault
			if !errors.As(err, &refused) || refused.Kind != fault.Invalid || len(refused.Params) == 0 {
				t.Fatalf("%#v", err)
			}
			return
		}
		var sent map[string]json.RawMessage
		if err := json.Unmarshal(body, &sent); err != nil {
			t.Fatal(err)
		}
		if title != nil && !utf8.ValidString(*title) || parent != nil && *parent < 0 ||
			ids != nil && slices.ContainsFunc(*ids, func(id int64) bool { return id < 0 }) {
			t.Fatalf("%q, %v, %v", *title, parent, ids)
		}
		for name, read := range map[string]bool{"title": title != nil, "parent": parent != nil, "ids": ids != nil} {
			if _, has := sent[name]; read && !has {
				t.Fatalf("%s was read and not sent", name)
			}
		}
		sameParts(t, &c, sent, title)
	})
}

// sameParts fails when what was read, sent again, is read otherwise.
func sameParts(t *testing.T, c *rest.Change, sent map[string]json.RawMessage, title *string) {
	t.Helper()
	again := map[string]any{"acf": c.ACF, "meta": c.Meta}
	for name, members := range map[string]map[string]json.RawMessage{"acf": c.ACF, "meta": c.Meta} {
		for key, raw := range members {
			if !json.Valid(raw) || len(sent[name]) == 0 {
				t.Fatalf("%s.%s is %q of %q", name, key, raw, sent[name])
			}
		}
	}
	if title != nil {
		if len([]rune(*title)) > acf.MaxText {
			t.Fatalf("a title of %d bytes", len(*title))
		}
		again["title"] = *title
	}
	text, err := json.Marshal(again)
	if err != nil {
		t.Fatal(err)
	}
	var d rest.Change
	if err := json.Unmarshal(text, &d); err != nil || d.Check() != nil {
		t.Fatalf("%s: %v, %v", text, err, d.Check())
	}
	if back := d.Text("title"); title != nil && (back == nil || *back != *title) || len(d.ACF) != len(c.ACF) {
		t.Fatalf("%s is read otherwise", text)
	}
}

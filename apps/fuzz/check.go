package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

// answer is what the server said.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// longest is the longest answer that is read to its end.
const longest = 128 << 20

func readAll(body io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(body, longest+1))
	if err == nil && len(text) > longest {
		err = fmt.Errorf("the answer is longer than %d bytes", longest)
	}
	return text, err
}

// refusal is the body of every error (contract §7).
type refusal struct {
	Code    *string
	Message *string
	Data    *struct{ Status int }
}

// check says what is wrong with an answer, nil for nothing.
func (a *attack) check(r *request, got answer) error {
	if leaked := a.leak(r, got); leaked != "" {
		return fmt.Errorf("%s is told %s", r.viewer().name, leaked)
	}
	if got.status >= 500 && !promised(got) {
		return fmt.Errorf("status %d", got.status)
	}
	if got.status >= 300 && got.status < 400 {
		return nil // the path was written in another way than it should; nothing is told
	}
	path, meant := r.path, r.meant()
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	operation := a.whole.Operation(meant, path)
	if r.viewer().role == "" && got.status < 400 && operation != nil && operation["security"] != nil {
		return fmt.Errorf("status %d for somebody who is not signed in", got.status)
	}
	if r.hunted && got.status < 300 && !r.viewer().all && !found(r.viewer(), a, r.query) && totalOf(got) != "0" {
		return fmt.Errorf("a search for the name of a hidden record finds %q", totalOf(got))
	}
	if r.method == http.MethodHead {
		return nil
	}
	if got.status == http.StatusRequestHeaderFieldsTooLarge && len(r.path)+len(r.query) > 16<<10 {
		return nil // the HTTP server says so before the API hears of it
	}
	kind, _, err := mime.ParseMediaType(got.header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("status %d, Content-Type %q: %w", got.status, got.header.Get("Content-Type"), err)
	}
	if got.status < 300 && kind != "application/json" {
		if operation == nil || r.operation == nil || !slices.Contains(a.kinds(meant, path), kind) {
			return fmt.Errorf("a %s that nobody promised", kind)
		}
		return nil
	}
	if kind != "application/json" || !utf8.Valid(got.body) {
		return fmt.Errorf("status %d with what is no JSON: %s", got.status, kind)
	}
	if got.status >= 400 {
		var body refusal
		if err := json.Unmarshal(got.body, &body); err != nil || body.Code == nil || body.Message == nil || *body.Code == "" ||
			*body.Message == "" ||
			body.Data == nil || body.Data.Status != got.status {
			return fmt.Errorf("status %d without the body of an error: %w", got.status, errors.Join(err, errShape))
		}
	} else if operation == nil {
		if path == "/openapi.json" {
			return nil
		}
		return fmt.Errorf("status %d for %s, which nobody promised", got.status, meant)
	}
	schema := a.whole
	if r.partial() && got.status < 300 {
		schema = a.partial
	}
	if err := schema.Check(meant, path, got.status, got.body); err != nil {
		return fmt.Errorf("status %d, not as described: %w", got.status, err)
	}
	return nil
}

var errShape = errors.New(`it is {"code", "message", "data": {"status"}}`)

// promised reports whether the contract knows this error of the server: a part that was not set up, or no room at this moment.
func promised(got answer) bool {
	if got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "" {
		return true
	}
	var body refusal
	if json.Unmarshal(got.body, &body) != nil || body.Code == nil {
		return false
	}
	switch *body.Code {
	case "sync_not_configured":
		return got.status == http.StatusInternalServerError
	case "payments_silent": // the club that is attacked has a key and no provider that answers
		return got.status == http.StatusServiceUnavailable
	}
	return false
}

// kinds returns the content types beside JSON that an operation may answer with.
func (a *attack) kinds(method, path string) []string {
	template := a.whole.Template(path)
	for i := range a.operations {
		if a.operations[i].method == method && a.operations[i].path == template {
			return a.operations[i].kinds
		}
	}
	return nil
}

// totalOf returns how many records a list says that it found.
func totalOf(got answer) string {
	if total := got.header.Get("X-WP-Total"); total != "" {
		return total
	}
	return "0"
}

// found reports whether a search finds something of the reader's own.
func found(reader *identity, a *attack, query string) bool {
	a.marks.Lock()
	defer a.marks.Unlock()
	for mark, owner := range a.marks.owners {
		if owner == reader && query == "search="+mark[:min(known, len(mark))] {
			return true
		}
	}
	return false
}

// leak returns the first thing in an answer that its reader may not see, "" for none.
func (a *attack) leak(r *request, got answer) string {
	if r.viewer().all {
		return ""
	}
	var said bytes.Buffer
	for name, values := range got.header {
		fmt.Fprintf(&said, "%s: %s\n", name, strings.Join(values, ", "))
	}
	if mark := a.marks.foreign(said.Bytes(), r.viewer()); mark != "" {
		return mark + ", in a header"
	}
	if mark := a.marks.foreign(got.body, r.viewer()); mark != "" {
		return mark
	}
	if !bytes.HasPrefix(got.body, []byte("PK\x03\x04")) {
		return ""
	}
	book, err := unpacked(got.body)
	if err != nil {
		return "a workbook that can't be read: " + err.Error()
	}
	return a.marks.foreign(book, r.viewer())
}

// unpacked returns everything in a workbook.
func unpacked(data []byte) ([]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var all []byte
	for _, file := range archive.File {
		part, err := file.Open()
		if err != nil {
			return nil, err
		}
		text, err := readAll(part)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return all, nil
}

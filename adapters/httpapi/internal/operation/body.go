package operation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"reflect"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// reading is how long a body may take to arrive.
const reading = 5 * time.Second

// body is the field of the input to which the body of requests goes: read as JSON, or as it is.
type body struct {
	path     []int
	raw      bool
	schema   *huma.Schema
	defaults []preset
}

// preset is the value of a field that a body leaves out.
type preset struct {
	path  []int // of the struct that has the field
	field int
	value reflect.Value
}

// findBody describes the body that an operation takes.
func (o *operation) findBody() *body {
	parsed, hasBody := o.input.FieldByName("Body")
	raw, hasRaw := o.input.FieldByName("RawBody")
	switch {
	case hasBody && hasRaw:
		o.refuse("the input has both a body and a raw body")
	case (hasBody || hasRaw) && (o.RequestBody != nil || o.MaxBodyBytes <= 0 || o.BodyReadTimeout != 0):
		o.refuse("a body is described by its field, has a limit, and the time of all others")
	case hasBody:
		return o.parsedBody(parsed)
	case hasRaw:
		return o.rawBody(raw)
	}
	return nil
}

func (o *operation) parsedBody(f reflect.StructField) *body {
	for _, tag := range []string{"contentType", "nameHint"} {
		if f.Tag.Get(tag) != "" {
			o.refuse("the tag %s of its body is not served", tag)
		}
	}
	b := &body{path: f.Index, schema: huma.SchemaFromField(o.registry(), f, hint(o.input, f.Name, o.OperationID+"Request"))}
	kind := f.Type.Kind()
	o.BodyReadTimeout = reading
	o.RequestBody = &huma.RequestBody{
		Required: f.Tag.Get("required") == "true" || kind != reflect.Pointer && kind != reflect.Interface,
		Content:  map[string]*huma.MediaType{typeJSON: {Schema: b.schema}},
	}
	o.walk(f.Type, f.Index, nil, func(t reflect.Type, path []int) bool {
		b.defaults = append(b.defaults, o.presets(t, path)...)
		return true
	})
	return b
}

// presets returns the defaults of the fields of a struct.
func (o *operation) presets(t reflect.Type, path []int) (list []preset) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Tag.Get("default") == "" {
			continue
		}
		value := reflect.ValueOf(huma.SchemaFromField(o.registry(), f, "").Default)
		if f.Type.Kind() == reflect.Pointer || !value.IsValid() || !value.CanConvert(f.Type) {
			o.refuse("the default of %s is not served", f.Name)
		}
		list = append(list, preset{path: path, field: i, value: value.Convert(f.Type)})
	}
	return list
}

func (o *operation) rawBody(f reflect.StructField) *body {
	if f.Type != reflect.TypeFor[[]byte]() || f.Tag.Get("contentType") != typeJSON || !o.SkipValidateBody {
		o.refuse("a raw body is []byte, of the type %s, and checked by the handler", typeJSON)
	}
	o.RequestBody = &huma.RequestBody{
		Required: true, Content: map[string]*huma.MediaType{typeJSON: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}},
	}
	return &body{path: f.Index, raw: true}
}

// hint is what a schema without a name of its own is called after.
func hint(parent reflect.Type, field, otherwise string) string {
	if parent.Name() == "" {
		return otherwise
	}
	return parent.Name() + field
}

// refusal is why a body was not even looked at. With a cause, that is said instead of what else was found.
type refusal struct {
	status  int
	message string
	cause   error
}

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// mostKept keeps a single huge body from staying in memory.
const mostKept = 1 << 20

func (b *body) read(o *operation, ctx huma.Context, input reflect.Value, found *findings) *refusal {
	if o.BodyReadTimeout > 0 {
		_ = ctx.SetReadDeadline(time.Now().Add(o.BodyReadTimeout)) // a test has no connection
	}
	buffer := bodies.Get().(*bytes.Buffer)
	defer func() {
		if buffer.Cap() <= mostKept {
			buffer.Reset()
			bodies.Put(buffer)
		}
	}()
	if refusal := load(buffer, ctx.BodyReader(), o.MaxBodyBytes); refusal != nil {
		return refusal
	}
	text := buffer.Bytes()
	switch {
	case len(text) == 0 && o.RequestBody.Required:
		return &refusal{status: http.StatusBadRequest, message: "request body is required"}
	case len(text) == 0:
	case b.raw:
		input.FieldByIndex(b.path).SetBytes(slices.Clone(text))
	default:
		b.parse(o, text, input, found)
	}
	return nil
}

func load(into *bytes.Buffer, from io.Reader, most int64) *refusal {
	if from == nil {
		return nil
	}
	if closer, ok := from.(io.Closer); ok {
		defer func() { _ = closer.Close() }()
	}
	n, err := io.Copy(into, io.LimitReader(from, most))
	var network net.Error
	switch {
	case n == most:
		return &refusal{
			status: http.StatusRequestEntityTooLarge, message: fmt.Sprintf("request body is too large limit=%d bytes", most),
		}
	case errors.As(err, &network) && network.Timeout():
		return &refusal{status: http.StatusRequestTimeout, message: "request body read timeout"}
	case err != nil:
		return &refusal{status: http.StatusInternalServerError, message: "cannot read request body", cause: err}
	}
	return nil
}

// parse checks a body against its schema, then reads it. One that is refused is read, too: a resolver may say more of it.
func (b *body) parse(o *operation, text []byte, input reflect.Value, found *findings) {
	before := len(found.Errors)
	unreadable := func(err error) {
		found.Errors = append(found.Errors, &huma.ErrorDetail{Location: "body", Message: err.Error(), Value: string(text)})
	}
	if !o.SkipValidateBody {
		var parsed any
		if err := o.api.Unmarshal(typeJSON, text, &parsed); err != nil {
			found.status = http.StatusBadRequest
			unreadable(err)
		} else {
			found.at.Reset()
			found.at.Push("body")
			huma.Validate(o.registry(), b.schema, found.at, huma.ModeWriteToServer, parsed, &found.ValidateResult)
		}
	}
	if err := o.api.Unmarshal(typeJSON, text, input.FieldByIndex(b.path).Addr().Interface()); err != nil {
		if len(found.Errors) == before {
			unreadable(err)
		}
		return
	}
	for _, p := range b.defaults {
		each(input, p.path, found.at, func(v reflect.Value) {
			if field := v.Field(p.field); field.IsZero() {
				field.Set(p.value)
			}
		})
	}
}

package operation

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// output is what is written of what a handler returns: its body, and all other fields as headers.
type output struct {
	body    []int // nil for none
	headers []header
}

type header struct {
	name   string
	path   []int
	hidden bool // from the description
	write  func(ctx huma.Context, name string, v reflect.Value)
}

// findOutput says how a response is written.
func (o *operation) findOutput(t reflect.Type) *output {
	if t.Kind() != reflect.Struct {
		o.refuse("the output %s is no struct", t)
	}
	if o.DefaultStatus == 0 {
		o.refuse("its status is missing")
	}
	if _, there := t.FieldByName("Status"); there {
		o.refuse("a status of a response's own is not served")
	}
	out := &output{headers: o.findHeaders(t, nil, false)}
	if f, there := t.FieldByName("Body"); there {
		if f.Type.Kind() == reflect.Func || reflect.PointerTo(f.Type).Implements(reflect.TypeFor[huma.ContentTypeFilter]()) {
			o.refuse("a body of the type %s is not served", f.Type)
		}
		if f.Tag.Get("nameHint") != "" {
			o.refuse("the tag nameHint of the response's body is not served")
		}
		out.body = f.Index
	}
	return out
}

// findHeaders returns the headers among the fields of a type that is, or is embedded in, the output.
func (o *operation) findHeaders(t reflect.Type, path []int, hidden bool) (list []header) {
	for i := range t.NumField() {
		f := t.Field(i)
		at := append(slices.Clone(path), i)
		quiet := hidden || f.Tag.Get("hidden") == "true"
		switch {
		case !f.IsExported() || f.Name == "Body":
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, o.findHeaders(f.Type, at, quiet)...)
		default:
			h := header{name: f.Tag.Get("header"), path: at, hidden: quiet, write: writerOf(f.Type)}
			if h.name == "" || h.write == nil || f.Tag.Get("timeFormat") != "" {
				o.refuse("the field %s of the response can't be written as a header", f.Name)
			}
			list = append(list, h)
		}
	}
	return list
}

// describeOutput adds the response of a success to the description.
func (o *operation) describeOutput(t reflect.Type) {
	status := code(o.DefaultStatus)
	response := o.Responses[status]
	if response == nil {
		response = &huma.Response{}
		o.Responses[status] = response
	}
	response.Description = http.StatusText(o.DefaultStatus)
	if o.output.body != nil {
		f := t.FieldByIndex(o.output.body)
		response.Headers = map[string]*huma.Param{}
		schema := huma.SchemaFromField(o.registry(), f, hint(t, f.Name, o.OperationID+"Response"))
		if len(response.Content) == 0 { // other than JSON, the operation says it
			response.Content = map[string]*huma.MediaType{typeJSON: {Schema: schema}}
		}
	}
	for _, h := range o.output.headers {
		if h.hidden {
			continue
		}
		if response.Headers == nil {
			response.Headers = map[string]*huma.Param{}
		}
		f := t.FieldByIndex(h.path)
		if f.Type.Kind() == reflect.Slice { // cookies, each a header
			f.Type = reflect.TypeFor[string]()
		}
		response.Headers[h.name] = &huma.Header{
			Schema: huma.SchemaFromField(o.registry(), f, hint(t, f.Name, o.OperationID+status+h.name)),
		}
	}
}

// writerOf is nil for a type that no header has.
func writerOf(t reflect.Type) func(huma.Context, string, reflect.Value) {
	switch {
	case t == reflect.TypeFor[[]http.Cookie]():
		return func(ctx huma.Context, name string, v reflect.Value) {
			for i := range v.Len() {
				ctx.AppendHeader(name, v.Index(i).Addr().Interface().(fmt.Stringer).String())
			}
		}
	case t.Kind() == reflect.String:
		return func(ctx huma.Context, name string, v reflect.Value) {
			if text := v.String(); text != "" {
				ctx.SetHeader(name, text)
			}
		}
	case t.Kind() == reflect.Int:
		return func(ctx huma.Context, name string, v reflect.Value) {
			ctx.SetHeader(name, strconv.FormatInt(v.Int(), 10))
		}
	}
	return nil
}

func (out *output) write(o *operation, ctx huma.Context, pointer reflect.Value) {
	if pointer.IsNil() {
		ctx.SetStatus(o.DefaultStatus)
		return
	}
	v := pointer.Elem()
	contentType := ""
	for _, h := range out.headers {
		field := v.FieldByIndex(h.path)
		h.write(ctx, h.name, field)
		if h.name == "Content-Type" {
			contentType = field.String()
		}
	}
	if out.body == nil {
		ctx.SetStatus(o.DefaultStatus)
		return
	}
	body := v.FieldByIndex(out.body).Interface()
	if bytes, ok := body.([]byte); ok {
		ctx.SetStatus(o.DefaultStatus)
		_, _ = ctx.BodyWriter().Write(bytes) // the client went away: nobody to tell
		return
	}
	if contentType == "" {
		contentType = typeJSON
		ctx.SetHeader("Content-Type", typeJSON)
	}
	o.writeBody(ctx, o.DefaultStatus, contentType, body)
}

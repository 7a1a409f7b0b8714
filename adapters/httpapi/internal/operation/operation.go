// Package operation registers the operations of the API with huma, and serves them.
//
// huma's own Register is compiled once for each pair of input and output, which made a fifth of the program. This one reads both
// types by reflection, so it is compiled once. It does the same as huma's for what our operations use, byte for byte, with huma's
// schemas, checks, errors and formats; a test holds the two against each other. What our operations do not use it refuses at
// the start. Bodies are JSON, or taken as they are; parameters stand in the path, the query or the headers.
//
// It knows neither the contract's errors nor who asks: see package rest.
package operation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// typeJSON is the type of the bodies that are read and written.
const typeJSON = "application/json"

// Handler takes a pointer to an input, and returns one to an output. A nil one is a response without a body.
type Handler func(ctx context.Context, input any) (output any, err error)

// operation is what is known of one before a request comes.
type operation struct {
	*huma.Operation
	api        huma.API
	handler    Handler
	input      reflect.Type
	parameters []*parameter
	body       *body // nil for none
	resolvers  [][]int
	output     *output
}

// Serving is an API whose description has no responses. They are more than half of a description, and no request needs them.
type Serving struct{ huma.API }

// Register adds an operation to the API and to its description. Input and output are structs with the fields and tags that
// huma's Register reads. It panics when they ask for something that is not served: that is a mistake in the program.
func Register(api huma.API, op *huma.Operation, input, output reflect.Type, handler Handler) {
	o := &operation{Operation: op, api: api, handler: handler, input: input}
	o.parameters = o.findParameters(input, nil)
	o.body = o.findBody()
	o.resolvers = o.findResolvers()
	o.output = o.findOutput(output)
	if _, serving := api.(Serving); !serving {
		o.describeResponses(output)
	}
	api.OpenAPI().AddOperation(op)
	api.Adapter().Handle(op, api.Middlewares().Handler(op.Middlewares.Handler(o.serve)))
}

// refuse ends the start of a program whose operation is not served as its types say.
func (o *operation) refuse(format string, arguments ...any) {
	panic("operation " + o.OperationID + ": " + fmt.Sprintf(format, arguments...))
}

func (o *operation) registry() huma.Registry { return o.api.OpenAPI().Components.Schemas }

// describeResponses adds what a success looks like, and the one body that all errors have.
func (o *operation) describeResponses(output reflect.Type) {
	if len(o.Errors) > 0 {
		o.refuse("all operations share one description of errors")
	}
	if o.Responses == nil {
		o.Responses = map[string]*huma.Response{}
	}
	o.describeOutput(output)
	if len(o.Responses) > 1 {
		return
	}
	schema := o.registry().Schema(reflect.TypeOf(huma.NewError(0, "")), true, "Error")
	o.Responses["default"] = &huma.Response{
		Description: "Error", Content: map[string]*huma.MediaType{typeJSON: {Schema: schema}},
	}
}

// findings are what is wrong with a request.
type findings struct {
	huma.ValidateResult
	at     *huma.PathBuffer
	status int
}

var findingsPool = sync.Pool{New: func() any { return &findings{at: huma.NewPathBuffer(make([]byte, 0, 128), 0)} }}

// What keeps a request with many errors, or deep ones, from staying in memory.
const (
	mostFindings = 128
	longestPlace = 2048
)

func newFindings() *findings {
	f := findingsPool.Get().(*findings)
	f.status = http.StatusUnprocessableEntity
	return f
}

func (f *findings) free() {
	if cap(f.Errors) <= mostFindings && cap(f.at.Bytes()) <= longestPlace {
		clear(f.Errors)
		f.ValidateResult.Reset()
		f.at.Reset()
		findingsPool.Put(f)
	}
}

// serve reads and checks a request, and writes what the handler returns. All that is wrong is said at once.
func (o *operation) serve(ctx huma.Context) {
	input := reflect.New(o.input)
	if !o.read(ctx, input.Elem()) {
		return
	}
	output, err := o.handler(ctx.Context(), input.Interface())
	if err != nil {
		o.writeError(ctx, err)
		return
	}
	o.output.write(o, ctx, reflect.ValueOf(output))
}

// read fills the input; without one the request has been refused.
func (o *operation) read(ctx huma.Context, input reflect.Value) bool {
	found := newFindings()
	defer found.free()
	for _, p := range o.parameters {
		p.read(o, ctx, input.FieldByIndex(p.path), found)
	}
	if o.body != nil {
		if refusal := o.body.read(o, ctx, input, found); refusal != nil {
			errs := found.Errors
			if refusal.cause != nil {
				errs = []error{refusal.cause}
			}
			_ = huma.WriteErr(o.api, ctx, refusal.status, refusal.message, errs...) // it logs itself what can't be written
			return false
		}
	}
	for _, path := range o.resolvers {
		found.at.Reset()
		each(input, path, found.at, func(v reflect.Value) { found.Errors = append(found.Errors, resolve(ctx, v, found.at)...) })
	}
	if len(found.Errors) == 0 {
		return true
	}
	status := found.status
	for _, err := range found.Errors {
		var own huma.StatusError
		if errors.As(err, &own) {
			status = own.GetStatus()
		}
	}
	_ = huma.WriteErr(o.api, ctx, status, "validation failed", found.Errors...)
	return false
}

// writeError writes what a handler failed with.
func (o *operation) writeError(ctx huma.Context, err error) {
	var headers huma.HeadersError
	if errors.As(err, &headers) {
		for name, values := range headers.GetHeaders() {
			for _, value := range values {
				ctx.AppendHeader(name, value)
			}
		}
	}
	var failure huma.StatusError
	if !errors.As(err, &failure) {
		failure = huma.NewErrorWithContext(ctx, http.StatusInternalServerError, "unexpected error occurred", err)
	}
	ctx.SetHeader("Content-Type", typeJSON)
	o.writeBody(ctx, failure.GetStatus(), typeJSON, failure)
}

// writeBody panics when a body can't be written, unless the client went away: the recovery of the server notes it.
func (o *operation) writeBody(ctx huma.Context, status int, contentType string, body any) {
	ctx.SetStatus(status)
	if status == http.StatusNoContent || status == http.StatusNotModified {
		return
	}
	err := o.api.Marshal(ctx.BodyWriter(), contentType, body)
	switch {
	case err == nil:
	case errors.Is(ctx.Context().Err(), context.Canceled):
		ctx.SetStatus(statusGone)
	default:
		_, _ = ctx.BodyWriter().Write([]byte("error marshaling response"))
		panic(fmt.Errorf("write the response of %s %s with status %d: %w", o.Method, o.Path, status, err))
	}
}

// statusGone is for the log alone: the client went away before the response.
const statusGone = 499

func code(status int) string { return strconv.Itoa(status) }

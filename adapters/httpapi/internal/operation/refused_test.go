package operation_test

import (
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/operation"
	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
)

type wrapped struct{ Value string }

func (w *wrapped) Receiver() reflect.Value { return reflect.ValueOf(w).Elem().Field(0) }

type reacting string

func (*reacting) OnParamSet(bool, any) {}

type typed struct{}

func (typed) ContentType(string) string { return "text/plain" }

// What is not served is refused at the start, by name.
func TestWhatIsNotServedIsRefused(t *testing.T) {
	t.Parallel()
	type none struct{}
	plain := huma.Operation{OperationID: "odd", Method: "POST", Path: "/odd", DefaultStatus: 200, MaxBodyBytes: 10}
	own := plain
	own.SkipValidateBody = true
	endless, patient, failing, described, anyStatus := plain, plain, plain, plain, plain
	endless.MaxBodyBytes = 0
	patient.BodyReadTimeout = time.Hour
	failing.Errors = []int{404}
	described.RequestBody = &huma.RequestBody{}
	anyStatus.DefaultStatus = 0
	for want, c := range map[string]struct {
		op            huma.Operation
		input, output any
	}{
		"the input string is no struct": {plain, "", none{}},
		"the tag cookie of A": {plain, struct {
			A string `cookie:"a"`
		}{}, none{}},
		"the tag form of A": {plain, struct {
			A string `form:"a"`
		}{}, none{}},
		"the tag hidden of A": {plain, struct {
			A string `query:"a" hidden:"true"`
		}{}, none{}},
		"the tag timeFormat of A": {plain, struct {
			A time.Time `query:"a" timeFormat:"2006"`
		}{}, none{}},
		"the query parameter a,explode has a style": {plain, struct {
			A []string `query:"a,explode"`
		}{}, none{}},
		"the parameter a is of a type that is not served: *string": {plain, struct {
			A *string `query:"a"`
		}{}, none{}},
		"not served: time.Time": {plain, struct {
			A time.Time `query:"a"`
		}{}, none{}},
		"not served: []float64": {plain, struct {
			A []float64 `query:"a"`
		}{}, none{}},
		"not served: operation_test.wrapped": {plain, struct {
			A wrapped `query:"a"`
		}{}, none{}},
		"not served: operation_test.reacting": {plain, struct {
			A reacting `query:"a"`
		}{}, none{}},
		"both a body and a raw body": {own, struct {
			Body    none
			RawBody []byte `contentType:"application/json"`
		}{}, none{}},
		"the tag contentType of its body": {plain, struct {
			Body none `contentType:"text/plain"`
		}{}, none{}},
		"the tag nameHint of its body": {plain, struct {
			Body none `nameHint:"X"`
		}{}, none{}},
		"a raw body is []byte": {own, struct {
			RawBody multipart.Form `contentType:"application/json"`
		}{}, none{}},
		"of the type application/json": {own, struct{ RawBody []byte }{}, none{}},
		"checked by the handler": {plain, struct {
			RawBody []byte `contentType:"application/json"`
		}{}, none{}},
		"has a limit":                    {endless, struct{ Body none }{}, none{}},
		"the time of all others":         {patient, struct{ Body none }{}, none{}},
		"a body is described by its fie": {described, struct{ Body none }{}, none{}},
		"the default of A": {plain, struct {
			Body struct {
				A *int `json:"a" default:"7"`
			}
		}{}, none{}},
		"a resolver of lists":            {plain, struct{ Body struct{ A resolving } }{}, none{}},
		"holds a type within itself":     {plain, struct{ Body tree }{}, none{}},
		"one description of errors":      {failing, none{}, none{}},
		"its status is missing":          {anyStatus, none{}, none{}},
		"the output string is no struct": {plain, none{}, ""},
		"a status of a response's own":   {plain, none{}, struct{ Status int }{}},
		"a body of the type func(huma.Context)": {plain, none{}, struct {
			Body func(huma.Context)
		}{}},
		"a body of the type operation_test.typed": {plain, none{}, struct{ Body typed }{}},
		"the tag nameHint of the response": {plain, none{}, struct {
			Body none `nameHint:"X"`
		}{}},
		"the field Untagged of the response": {plain, none{}, struct{ Untagged string }{}},
		"the field At of the response": {plain, none{}, struct {
			At time.Time `header:"At"`
		}{}},
		"the field Pointer of the response": {plain, none{}, struct {
			Pointer *http.Cookie `header:"Set-Cookie"`
		}{}},
	} {
		got := refusal(c.op, reflect.TypeOf(c.input), reflect.TypeOf(c.output))
		if !strings.HasPrefix(got, "operation odd: ") || !strings.Contains(got, want) {
			t.Errorf("want %q, got %q", want, got)
		}
	}
}

type tree struct {
	Branches []tree `json:"branches"`
}

type resolving []string

func (*resolving) Resolve(huma.Context) []error { return nil }

func refusal(op huma.Operation, input, output reflect.Type) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	operation.Register(rest.New(mux.NewRouter(), "Test", "1", nil), &op, input, output, func(context.Context, any) (any, error) {
		return nil, nil
	})
	return ""
}

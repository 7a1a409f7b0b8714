// Package rest owns what all areas of the HTTP API share: the error body of the contract, the common list parameters,
// choosing fields of a record, and how an operation is registered.
//
// It knows no noun of the club but pictures, which records of any noun have, and asks no permission.
package rest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
)

// Error is the body of every error (contract §7).
type Error struct {
	Code    string    `json:"code" doc:"Stable code of the error." example:"rest_forbidden"`
	Message string    `json:"message" doc:"One Dutch sentence."`
	Data    ErrorData `json:"data"`

	retryAfter string
}

// ErrorData is what an error says besides its code.
type ErrorData struct {
	Status int               `json:"status" doc:"The HTTP status."`
	Params map[string]string `json:"params,omitempty" doc:"With rest_invalid_param: a sentence by field."`
	// With rest_precondition_failed: how the record stands.
	ETag       string `json:"etag,omitempty" doc:"With rest_precondition_failed: the record's ETag."`
	Modified   string `json:"modified,omitempty" doc:"Likewise: when it was last changed, in the club's zone."`
	ModifiedBy string `json:"modified_by,omitempty" doc:"Likewise: the name of who changed it, where that is known."`
	Found      *int   `json:"found,omitempty" doc:"With selection_changed: how many there are."`

	Errors   []fault.Detail `json:"errors,omitempty" doc:"With invalid_settings: what is wrong."`
	Warnings []fault.Detail `json:"warnings,omitempty" doc:"Likewise: what is doubtful, and no reason to refuse."`
}

// Error implements error.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// GetStatus implements huma.StatusError.
func (e *Error) GetStatus() int { return e.Data.Status }

// GetHeaders implements huma.HeadersError.
func (e *Error) GetHeaders() http.Header {
	if e.retryAfter == "" {
		return nil
	}
	return http.Header{"Retry-After": {e.retryAfter}}
}

// statuses is the one table from kinds of fault to HTTP.
var statuses = map[fault.Kind]int{
	fault.Internal:        http.StatusInternalServerError,
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Outdated:        http.StatusPreconditionFailed,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
}

// placed is an error with a status of its own.
type placed struct {
	error
	status int
}

func (p placed) Unwrap() error { return p.error }

// Status is an error to which the contract gives another status than its kind has.
func Status(err error, status int) error { return placed{err, status} }

// statusGone is the status of a request whose client went away before the response: only the log and the metrics see it.
const statusGone = 499

// ErrorFor returns the body for an error of the core. What nobody classified is a 500 that says nothing. What is ours to mend is
// noted for the log, with all that was wrapped around it.
func ErrorFor(ctx context.Context, err error) *Error {
	f := fault.As(err)
	ours := f.Kind == fault.Internal || f.Kind == fault.Unavailable && f.Cause != nil // without a cause we are just busy
	gone := ours && ctx.Err() != nil
	if gone && errors.Is(context.Cause(ctx), errOutOfTime) {
		gone, err = false, fmt.Errorf("%w: %w", errOutOfTime, err)
		if f.Kind == fault.Internal {
			f = fault.ErrTooSlow.Because(err)
		}
	}
	e := &Error{Code: f.Code, Message: f.Message, Data: ErrorData{Status: statuses[f.Kind], Params: f.Params, Found: f.Found}}
	e.Data.Errors, e.Data.Warnings = f.Errors, f.Warnings
	var outdated *record.Outdated
	if errors.As(err, &outdated) {
		e.Data.Modified = string(civil.AppendStamp(nil, outdated.Modified))
		e.Data.ModifiedBy, e.Data.ETag = outdated.EditorName, ETag(outdated.Revision)
	}
	var own placed
	if errors.As(err, &own) {
		e.Data.Status = own.status
	}
	event := EventOf(ctx)
	event.Code = f.Code
	if gone {
		e.Data.Status = statusGone
	} else if ours {
		event.Fail(err)
		event.Foreseen = f.Kind == fault.Internal && !errors.Is(f, fault.ErrInternal)
	}
	if f.RetryAfter > 0 {
		e.retryAfter = strconv.Itoa(int(math.Ceil(f.RetryAfter.Seconds())))
	}
	return e
}

// The codes of refusals that the framework makes before a handler runs, by status.
var frameworkCodes = map[int]string{
	http.StatusBadRequest:            fault.CodeInvalidParam,
	http.StatusNotFound:              "rest_no_route",
	http.StatusMethodNotAllowed:      "rest_no_route",
	http.StatusRequestTimeout:        "rest_timeout",
	http.StatusRequestEntityTooLarge: "rest_too_large",
	http.StatusUnsupportedMediaType:  "rest_invalid_body",
}

// The sentences that go with them.
var frameworkMessages = map[int]string{
	http.StatusBadRequest:            "De invoer kan niet worden gelezen.",
	http.StatusNotFound:              "Dit adres bestaat niet.",
	http.StatusMethodNotAllowed:      "Dit adres kent deze methode niet.",
	http.StatusRequestTimeout:        "De invoer kwam te langzaam binnen.",
	http.StatusRequestEntityTooLarge: "De invoer is te groot.",
	http.StatusUnsupportedMediaType:  "De invoer moet JSON zijn.",
}

// Refusal is the error body for a status that no fault of the core stands behind.
func Refusal(status int) *Error {
	code, known := frameworkCodes[status]
	if !known {
		return &Error{Code: fault.ErrInternal.Code, Message: fault.ErrInternal.Message, Data: ErrorData{Status: status}}
	}
	return &Error{Code: code, Message: frameworkMessages[status], Data: ErrorData{Status: status}}
}

// newError is huma's hook: validation that the framework does becomes the contract's rest_invalid_param, by field.
func newError(status int, _ string, errs ...error) huma.StatusError {
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	var problems fault.Problems
	for _, err := range errs {
		detail, ok := err.(huma.ErrorDetailer)
		if !ok {
			continue
		}
		where, field, _ := strings.Cut(detail.ErrorDetail().Location, ".")
		if where == "path" { // a number that can't be one names nothing
			return Refusal(http.StatusNotFound)
		}
		sentence := detail.ErrorDetail().Message
		if strings.HasPrefix(sentence, huma.ErrUnknownContentType.Error()) {
			return Refusal(http.StatusUnsupportedMediaType)
		}
		if dutch, known := parserSentences[sentence]; known {
			sentence = dutch
		}
		if member, lacks := strings.CutPrefix(sentence, missing); lacks {
			field, sentence = strings.TrimPrefix(field+"."+member, "."), fault.Required
		}
		if field == "" { // the whole body: the framework's words are a decoder's
			field, sentence = where, fault.NotJSON
		}
		problems.Add(field, sentence)
	}
	if status != http.StatusBadRequest || !problems.Any() {
		return Refusal(status)
	}
	f := fault.As(problems.Fault())
	return &Error{Code: f.Code, Message: f.Message, Data: ErrorData{Status: status, Params: f.Params}}
}

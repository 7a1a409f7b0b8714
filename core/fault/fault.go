// Package fault owns the one error type that carries meaning through Clubhuis: what kind of thing went wrong, the
// stable code of the contract, and a sentence for the person who caused it.
//
// It does not know HTTP (adapters/httpapi/rest holds the one table from kinds to status codes) and it does not wrap
// every error: whatever is not a *Fault is unknown, and unknown is internal.
package fault

import (
	"errors"
	"sort"
	"strings"
	"time"
)

// Kind says what went wrong, independent of any protocol.
type Kind int

// The kinds. Internal is the zero value: an error that nobody classified is our own fault.
const (
	Internal        Kind = iota // ours: a bug or a broken part; its cause is logged and never shown
	Invalid                     // the input can't be right, whoever sends it
	Unauthenticated             // nobody is signed in
	Forbidden                   // somebody is signed in who may not
	NotFound                    // it does not exist
	Conflict                    // it exists already, or changed in between
	Outdated                    // it has changed since the client read it
	TooMany                     // tried too often; see Fault.RetryAfter
	Unavailable                 // a part that we need can't be reached now
)

// Fault is an error with a meaning.
type Fault struct {
	Kind       Kind
	Code       string            // stable, from the contract §7: "rest_forbidden"
	Message    string            // one Dutch sentence for the person at the page
	Params     map[string]string // with Invalid: field path to sentence, "acf.birthdate" to "Geen geldige datum …"
	Found      *int              // with Conflict: how many there are, where another number was expected
	Errors     []Detail          // with Invalid: in place of Params, where several things can be wrong with one field
	Warnings   []Detail          // beside Errors: what is doubtful, and would not have been refused
	RetryAfter time.Duration     // with TooMany and Unavailable: how long to wait
	Cause      error             // for the log alone

	of *Fault // the declared fault that this one is a copy of
}

// Detail is one sentence about one field of an input.
type Detail struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// New makes a fault without parameters.
func New(kind Kind, code, message string) *Fault {
	return &Fault{Kind: kind, Code: code, Message: message}
}

// Error returns the message, then the fields and the cause where there are any.
func (f *Fault) Error() string {
	return f.Code + ": " + f.Message + f.detail()
}

// detail is what stands behind the message: the fields and the cause.
func (f *Fault) detail() string {
	var b strings.Builder
	for _, field := range f.fields() {
		b.WriteString(" [" + field + ": " + f.Params[field] + "]")
	}
	for _, d := range f.Errors {
		b.WriteString(" [" + d.Field + ": " + d.Message + "]")
	}
	if f.Cause != nil {
		b.WriteString(": " + f.Cause.Error())
	}
	return b.String()
}

func (f *Fault) fields() []string {
	fields := make([]string, 0, len(f.Params))
	for field := range f.Params {
		fields = append(fields, field)
	}
	sort.Strings(fields)
	return fields
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Cause }

// Is reports whether f is the target or a copy of it: errors.Is(err, person.ErrAbsent). Equal codes do not make two faults
// one, for the contract gives several the same.
func (f *Fault) Is(target error) bool {
	declared, ok := target.(*Fault)
	return ok && (f == declared || f.of == declared)
}

// Because returns a copy that carries the cause.
func (f *Fault) Because(cause error) *Fault {
	copied := f.copy()
	copied.Cause = cause
	return copied
}

// After returns a copy that says how long to wait.
func (f *Fault) After(wait time.Duration) *Fault {
	copied := f.copy()
	copied.RetryAfter = wait
	return copied
}

// Telling returns a copy that lists what is wrong, and what is doubtful beside it.
func (f *Fault) Telling(errors, warnings []Detail) *Fault {
	copied := f.copy()
	copied.Errors, copied.Warnings = errors, warnings
	return copied
}

func (f *Fault) copy() *Fault {
	copied := *f
	if copied.of == nil {
		copied.of = f
	}
	return &copied
}

// As finds the Fault in err's chain; what has none is internal.
func As(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return ErrInternal.Because(err)
}

// Sentence returns what an error says to a person: the message of its fault, then what the fault came from, for who looks for the
// cause. An error without a fault says its own text.
func Sentence(err error) string {
	var f *Fault
	if !errors.As(err, &f) {
		return err.Error()
	}
	around, behind, _ := strings.Cut(err.Error(), f.Error())
	origin := strings.Trim(around, ": ")
	if part := strings.Trim(f.detail()+behind, ": "); origin == "" {
		origin = part
	} else if part != "" {
		origin += ": " + part
	}
	if origin == "" {
		return f.Message
	}
	return strings.TrimSuffix(f.Message, ".") + ": " + origin
}

// KindOf is As(err).Kind.
func KindOf(err error) Kind { return As(err).Kind }

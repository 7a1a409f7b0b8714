package fault_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
)

// Faults as a noun declares them.
var (
	errAbsent = fault.New(fault.NotFound, "absent", "Dit bestaat niet.")
	errHidden = fault.New(fault.Forbidden, "hidden", "Je hebt geen toegang.")
	errTwin   = fault.New(fault.Forbidden, "hidden", "Je hebt geen toegang.")
	errBusy   = fault.New(fault.TooMany, "busy", "Probeer het later opnieuw.")
)

func TestKindOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
		want fault.Kind
	}{
		{"an error that nobody classified is our own fault", errors.New("disk full"), fault.Internal},
		{"a fault keeps its kind", errAbsent, fault.NotFound},
		{"a wrapped fault keeps its kind", fmt.Errorf("people: %w", errHidden), fault.Forbidden},
		{"a fault with a cause keeps its kind", errHidden.Because(errors.New("x")), fault.Forbidden},
		{"a fault with a wait keeps its kind", errBusy.After(time.Minute), fault.TooMany},
		{"the first fault of a chain counts", fault.ErrInternal.Because(errAbsent), fault.Internal},
		{"a joined fault is found", errors.Join(errors.New("x"), errBusy), fault.TooMany},
	} {
		if got := fault.KindOf(c.err); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
	if (&fault.Fault{}).Kind != fault.Internal {
		t.Error("the zero kind is not internal")
	}
}

func TestAnUnknownErrorKeepsItsCauseAndShowsNothingOfIt(t *testing.T) {
	t.Parallel()
	cause := errors.New("password of the database")
	f := fault.As(cause)
	if !errors.Is(f, cause) || !errors.Is(f, fault.ErrInternal) || f.Message != fault.ErrInternal.Message ||
		f.Code != "internal_error" {
		t.Errorf("got %+v", f)
	}
	if fault.ErrInternal.Cause != nil {
		t.Error("Because changed the fault that it copies")
	}
}

func TestACopyIsStillTheDeclaredFault(t *testing.T) {
	t.Parallel()
	copied := errBusy.After(5 * time.Second).Because(errors.New("x"))
	for _, c := range []struct {
		name     string
		err, as  error
		expected bool
	}{
		{"the fault itself", errBusy, errBusy, true},
		{"a copy with a wait", errBusy.After(time.Second), errBusy, true},
		{"a copy with a cause", errBusy.Because(errors.New("x")), errBusy, true},
		{"a copy of a copy", copied, errBusy, true},
		{"a wrapped copy", fmt.Errorf("sign-in: %w", copied), errBusy, true},
		{"the cause is found through the copy", errHidden.Because(errAbsent), errAbsent, true},
		{"the declared fault is no copy of its copy", errBusy, copied, false},
		{"another fault", errAbsent, errHidden, false},
		{"another fault with the same kind, code and message", errTwin, errHidden, false},
		{"a copy of that one", errTwin.Because(errors.New("x")), errHidden, false},
		{"a plain error is no fault", errors.New("hidden"), errHidden, false},
		{"a fault is no plain error", errHidden, errors.New("hidden"), false},
	} {
		if got := errors.Is(c.err, c.as); got != c.expected {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
	if copied.RetryAfter != 5*time.Second || copied.Cause == nil || copied.Code != errBusy.Code ||
		copied.Message != errBusy.Message {
		t.Errorf("the copy is %+v", copied)
	}
	if errBusy.RetryAfter != 0 || errBusy.Cause != nil {
		t.Errorf("the copied fault was changed: %+v", errBusy)
	}
}

func TestErrorTellsFieldsInOrderAndTheCause(t *testing.T) {
	t.Parallel()
	f := fault.Fault{Code: "c", Message: "m.", Params: map[string]string{"b": "2", "a": "1"}, Cause: errors.New("x")}
	if got, want := f.Error(), "c: m. [a: 1] [b: 2]: x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTheSentenceOfAnErrorBeginsWithTheMessageOfItsFault(t *testing.T) {
	t.Parallel()
	invalid := &fault.Fault{Code: "c", Message: "m.", Params: map[string]string{"b": "2", "a": "1"}}
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"a fault alone", errBusy, "Probeer het later opnieuw."},
		{"with its cause", errBusy.Because(errors.New("disk full.")), "Probeer het later opnieuw: disk full."},
		{"with its fields", invalid, "m: [a: 1] [b: 2]"},
		{"with both", invalid.Because(errors.New("x")), "m: [a: 1] [b: 2]: x"},
		{"with what stands around it", fmt.Errorf("read: %w (at /)", errBusy), "Probeer het later opnieuw: read: (at /)"},
		{"with all of it", fmt.Errorf("read: %w", errBusy.Because(errAbsent)),
			"Probeer het later opnieuw: read: absent: Dit bestaat niet."},
		{"no fault", errors.New("disk full."), "disk full."},
	} {
		if got := fault.Sentence(c.err); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestProblems(t *testing.T) {
	t.Parallel()
	var problems fault.Problems
	if err := problems.Fault(); err != nil || problems.Any() {
		t.Fatalf("nothing is wrong, and yet: %v", err)
	}
	problems.Add("z", fault.NotADate)
	problems.Add("a", fault.Required)
	problems.Add("z", fault.Required)
	f := fault.As(problems.Fault())
	if !problems.Any() || f.Kind != fault.Invalid || f.Code != "rest_invalid_param" {
		t.Fatalf("got %v", f)
	}
	if len(f.Params) != 2 || f.Params["z"] != fault.NotADate || f.Params["a"] != fault.Required {
		t.Errorf("the first sentence about a field stays: got %v", f.Params)
	}
	if want := fault.InvalidParameters + " a, z"; f.Message != want {
		t.Errorf("got %q, want %q", f.Message, want)
	}
}

func TestParamIsTheFaultAboutOneField(t *testing.T) {
	t.Parallel()
	var problems fault.Problems
	problems.Add("page", fault.NotANumber)
	if got, want := fault.Param("page", fault.NotANumber).Error(), problems.Fault().Error(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The codes that clients of the predecessor know (contract §7, and the facts on the generic interface). Those of one noun
// are tested beside it.
func TestTheCodesOfTheContract(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]*fault.Fault{
		"rest_not_logged_in": fault.ErrNotSignedIn, "rest_forbidden": fault.ErrForbidden, "rest_not_found": fault.ErrNotFound,
		"rest_post_invalid_page_number": fault.ErrNoSuchPage,
	} {
		if f.Code != want {
			t.Errorf("got %q, want %q", f.Code, want)
		}
	}
}

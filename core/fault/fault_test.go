package fault_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
)

func TestKindOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		err  error
		want fault.Kind
	}{
		{"an error that nobody classified is our own fault", errors.New("disk full"), fault.Internal},
		{"a fault keeps its kind", fault.ErrNoSuchPerson, fault.NotFound},
		{"a wrapped fault keeps its kind", fmt.Errorf("people: %w", fault.ErrHidden), fault.Forbidden},
		{"a fault with a cause keeps its kind", fault.ErrSignIn.Because(errors.New("x")), fault.Unauthenticated},
		{"a joined fault is found", errors.Join(errors.New("x"), fault.ErrTooMany), fault.TooMany},
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
	if !errors.Is(f, cause) || f.Message != fault.ErrInternal.Message || f.Code != "internal_error" {
		t.Errorf("got %+v", f)
	}
	if fault.ErrInternal.Cause != nil {
		t.Error("Because changed the fault that it copies")
	}
}

func TestIs(t *testing.T) {
	t.Parallel()
	copied := *fault.ErrTooMany
	copied.RetryAfter = 5
	for _, c := range []struct {
		name     string
		err, as  error
		expected bool
	}{
		{"a copy is the same", &copied, fault.ErrTooMany, true},
		{"a fault with a cause is the same", fault.ErrNotFound.Because(errors.New("x")), fault.ErrNotFound, true},
		{"another code is another fault", fault.ErrNoSuchUser, fault.ErrNoSuchPerson, false},
		{"another kind is another fault", fault.New(fault.Invalid, "demo_user", ""), fault.ErrDemoUser, false},
		{"another message is the same", fault.New(fault.Forbidden, "demo_user", ""), fault.ErrDemoUser, true},
		{"a plain error is no fault", errors.New("demo_user"), fault.ErrDemoUser, false},
		{"a fault is no plain error", fault.ErrDemoUser, errors.New("demo_user"), false},
	} {
		if got := errors.Is(c.err, c.as); got != c.expected {
			t.Errorf("%s: got %v", c.name, got)
		}
	}
}

func TestErrorTellsFieldsInOrderAndTheCause(t *testing.T) {
	t.Parallel()
	f := fault.Fault{Code: "c", Message: "m.", Params: map[string]string{"b": "2", "a": "1"}, Cause: errors.New("x")}
	if got, want := f.Error(), "c: m. [a: 1] [b: 2]: x"; got != want {
		t.Errorf("got %q, want %q", got, want)
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
	err := problems.Fault()
	if !problems.Any() || !errors.Is(err, fault.New(fault.Invalid, fault.CodeInvalidParam, "")) {
		t.Fatalf("got %v", err)
	}
	f := fault.As(err)
	if len(f.Params) != 2 || f.Params["z"] != fault.NotADate || f.Params["a"] != fault.Required {
		t.Errorf("the first sentence about a field stays: got %v", f.Params)
	}
	if want := fault.InvalidParameters + " a, z"; f.Message != want {
		t.Errorf("got %q, want %q", f.Message, want)
	}
}

// The codes that clients of the predecessor know (contract §7, and the facts on the generic interface).
func TestTheCodesOfTheContract(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]*fault.Fault{
		"rest_not_logged_in": fault.ErrNotSignedIn, "rest_forbidden": fault.ErrHidden, "wrong_password": fault.ErrWrongPassword,
		"demo_user": fault.ErrDemoUser, "rest_not_found": fault.ErrNotFound, "rest_post_invalid_id": fault.ErrNoSuchPerson,
		"rest_post_invalid_page_number": fault.ErrNoSuchPage, "rest_cookie_invalid_nonce": fault.ErrBadNonce,
	} {
		if f.Code != want {
			t.Errorf("got %q, want %q", f.Code, want)
		}
	}
	if fault.ErrWrongPassword.Message != "Huidig wachtwoord is onjuist." ||
		fault.ErrDemoUser.Message != "Wachtwoord wijzigen is niet beschikbaar in de demo." {
		t.Error("the contract's own sentences")
	}
}

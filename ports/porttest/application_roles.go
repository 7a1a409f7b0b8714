package porttest

import (
	"context"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

// ApplicationRoles is the contract of ports.ApplicationRoles. people are those of the same application.
func ApplicationRoles(t *testing.T, people ports.ApplicationPeople, roles ports.ApplicationRoles) {
	ctx := context.Background()
	must(people.Create(ctx, acfOf("first_name", "Functie", "assoc-id", "FUNC123")))(t)
	for _, code := range []string{"FUNC123", "NOBODY1"} {
		for _, functions := range [][]string{{"Voorzitter", "Barhoofd"}, nil} {
			told := must(roles.Tell(ctx, code, functions))(t)
			equal(t, "status", told.Status, refresh.NoUser)
			equal(t, "roles", len(told.Granted)+len(told.Revoked), 0)
		}
	}
	_, err := roles.Tell(ctx, "FUNC123", []string{"a\x00"})
	ofKind(t, "what can't be kept", err, fault.Invalid)
	if _, err := roles.Tell(cancelled(), "FUNC123", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

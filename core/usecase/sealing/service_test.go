package sealing_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/usecase/sealing"
)

var (
	ctx   = context.Background()
	old   = bytes.Repeat([]byte("o"), 32)
	fresh = bytes.Repeat([]byte("f"), 32)
	other = bytes.Repeat([]byte("x"), 32)
)

// sealedWith seals a text with a key, for second factors.
func sealedWith(t *testing.T, key []byte, text string) string {
	t.Helper()
	nonce := make([]byte, seal.NonceSize)
	if _, err := rand.Read(nonce); err != nil {
		t.Fatal(err)
	}
	sealed, err := seal.Seal(key, seal.Factors, nonce, text)
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

// club is a store with a user for each of these sealed secrets.
func club(t *testing.T, secrets ...string) (*inmem.Store, *sealing.Service) {
	t.Helper()
	store := inmem.Open()
	for i, secret := range secrets {
		name := string(rune('a' + i))
		if _, err := store.Stores().Users.Create(ctx, account.User{
			Username: name, Email: name + "@club.example", Factor: account.Factor{Secret: secret, Since: time.Unix(1, 0)},
		}); err != nil {
			t.Fatal(err)
		}
	}
	now := func() time.Time { return time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC) }
	return store, &sealing.Service{Atomic: store, Now: now, Random: rand.Read}
}

// secret opens the factor of a user.
func secret(t *testing.T, store *inmem.Store, id account.UserID, key []byte) (string, error) {
	t.Helper()
	u, err := store.Stores().Users.ByID(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	return account.OpenFactor(key, u.Factor.Secret)
}

func TestAllSecretsGetTheNewKeyAndTheOldOneOpensNothingMore(t *testing.T) {
	t.Parallel()
	store, service := club(t, sealedWith(t, old, "een"), sealedWith(t, fresh, "twee"), sealedWith(t, other, "drie"), "damaged")
	for _, want := range []sealing.Rotated{{Resealed: 1, Already: 1, Lost: 2}, {Already: 2, Lost: 2}} { // it may be repeated
		if got, err := service.Rotate(ctx, old, fresh); err != nil || got != want {
			t.Fatalf("%+v, %v; want %+v", got, err, want)
		}
	}
	for id, want := range map[account.UserID]string{1: "een", 2: "twee"} {
		if got, err := secret(t, store, id, fresh); err != nil || got != want {
			t.Errorf("user %d: %q, %v", id, got, err)
		}
		if _, err := secret(t, store, id, old); err == nil {
			t.Errorf("the old key still opens the secret of user %d", id)
		}
	}
	if got, err := secret(t, store, 3, other); err != nil || got != "drie" {
		t.Errorf("what neither key opens is lost: %q, %v", got, err)
	}
	page, err := store.Stores().Audit.Page(ctx, audit.Query{Limit: 10})
	if err != nil || len(page.Records) != 2 || page.Records[0].Kind != audit.KeyRotated ||
		fmt.Sprint(page.Records[1].After["resealed"]) != "1" {
		t.Errorf("the log tells %+v, %v", page, err)
	}
}

func TestWithoutChanceNothingChanges(t *testing.T) {
	t.Parallel()
	store, service := club(t, sealedWith(t, old, "een"), sealedWith(t, old, "twee"))
	broken, draws := errors.New("no entropy"), 0
	service.Random = func(into []byte) (int, error) {
		if draws++; draws == 2 {
			return 0, broken
		}
		return rand.Read(into)
	}
	if _, err := service.Rotate(ctx, old, fresh); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	for id := account.UserID(1); id <= 2; id++ {
		if _, err := secret(t, store, id, old); err != nil {
			t.Errorf("user %d: %v", id, err)
		}
	}
}

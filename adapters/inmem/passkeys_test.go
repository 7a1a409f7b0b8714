package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestPasskeys(t *testing.T) {
	t.Parallel()
	porttest.Passkeys(t, inmem.Passkeys{}, func(h porttest.PasskeyHabits) porttest.PasskeyDevice {
		return &inmem.PasskeyDevice{Page: h.Page, Unverified: h.Unverified}
	})
}

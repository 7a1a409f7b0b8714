package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSync(t *testing.T) {
	porttest.SyncStorage(t, func(testing.TB) ports.SyncStores { return inmem.NewSync() })
}

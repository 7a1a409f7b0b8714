package inmem_test

import (
	"context"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestSynchronization(t *testing.T) {
	porttest.Synchronization(t, func(_ testing.TB, service porttest.SynchronizationService) ports.Synchronization {
		return inmem.Synchronization{Ask: func(_ context.Context, code string) (refresh.Result, error) { return service(code) }}
	})
	porttest.SynchronizationFailing(t, func(_ testing.TB, end func() ([]string, error)) ports.Synchronization {
		return inmem.Synchronization{End: end}
	})
	porttest.SynchronizationState(t, func(_ testing.TB, how porttest.SynchronizationBoard) ports.Synchronization {
		return inmem.Synchronization{How: how}
	})
}

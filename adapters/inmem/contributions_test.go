package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContributions(t *testing.T) {
	t.Parallel()
	porttest.Contributions(t, func(testing.TB) porttest.Collector {
		c := &inmem.Contributions{}
		return porttest.Collector{Contributions: c, Put: c.Put}
	})
}

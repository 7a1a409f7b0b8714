package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestMatchFeed(t *testing.T) {
	porttest.MatchFeed(t, func(testing.TB) porttest.MatchSource {
		feed := new(inmem.MatchFeed)
		return porttest.MatchSource{Feed: feed, Set: feed.Set}
	})
}

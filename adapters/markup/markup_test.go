package markup_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/markup"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestMarkup(t *testing.T) {
	t.Parallel()
	porttest.Markup(t, markup.New())
}

package inmem_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestHelpdesk(t *testing.T) {
	t.Parallel()
	porttest.Helpdesk(t, func(t testing.TB) porttest.Desk {
		h := &inmem.Helpdesk{}
		return porttest.Desk{
			Helpdesk: h,
			Ask:      func(of int64, email, subject string, at time.Time) { h.Ask(of, email, subject, at) },
			At: func(id int64) (customer.Customer, map[int]string) {
				for _, c := range h.Known() {
					if c.ID == id {
						return c.Customer, c.Fields
					}
				}
				t.Errorf("there is no customer %d", id)
				return customer.Customer{}, nil
			},
		}
	})
}

package payload

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/person"
)

// Helpdesk returns what tells the application which customer of the helpdesk somebody is.
func Helpdesk(customer int64) Person {
	return Person{
		Person: person.Person{Membership: person.Membership{HelpdeskID: strconv.FormatInt(customer, 10)}}, Told: []string{keyHelpdesk},
	}
}

// Customer returns which customer of the helpdesk somebody is, 0 for none.
func (p Person) Customer() int64 {
	id, err := strconv.ParseInt(p.Membership.HelpdeskID, 10, 64)
	if err != nil || id < 0 {
		return 0
	}
	return id
}

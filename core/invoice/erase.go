package invoice

import "time"

// Unnamed is what the books call somebody whom they forgot.
const Unnamed = "(gewist)"

// Erase leaves of somebody who is erased what the books need: the name, these lines of the address, and the amounts. What tells
// more goes: how the fee was computed, what somebody noted, and the payment page.
func (i *Invoice) Erase(address []string) {
	if i.Erased = true; len(address) > 0 { // else what was kept before stays
		i.Addressee = address
	}
	i.Trace, i.TokenDigest, i.TokenSealed = nil, "", ""
	for n := range i.Checkouts {
		i.Checkouts[n].URL = ""
	}
	for n := range i.Payments {
		i.Payments[n].Note = ""
	}
	for n := range i.Credits {
		i.Credits[n].Reason = ""
	}
}

// Remarks are the texts on an invoice that are nobody's books: what was noted, and who did it.
func (i *Invoice) Remarks() (texts []*string) {
	for n := range i.Payments {
		texts = append(texts, &i.Payments[n].Note, &i.Payments[n].BookedBy, &i.Payments[n].ReviewedBy)
	}
	for n := range i.Credits {
		texts = append(texts, &i.Credits[n].By, &i.Credits[n].Reason)
	}
	return texts
}

// ForgetSibling takes somebody out of how the fee of a brother or sister was computed, and reports whether that was there. The
// amounts stay.
func (i *Invoice) ForgetSibling(id int64) (was bool) {
	if i.Trace == nil || i.Trace.Family == nil {
		return false
	}
	for n := range i.Trace.Family.Before {
		if sibling := &i.Trace.Family.Before[n]; sibling.ID == id {
			sibling.ID, sibling.Name, was = 0, Unnamed, true
		}
	}
	return was
}

// RenumberSibling gives a brother or sister in how the fee was computed another number, and reports whether that was there. The
// name and the amounts stay as they were then.
func (i *Invoice) RenumberSibling(from, to int64) (was bool) {
	if i.Trace == nil || i.Trace.Family == nil {
		return false
	}
	for n := range i.Trace.Family.Before {
		if sibling := &i.Trace.Family.Before[n]; sibling.ID == from {
			sibling.ID, was = to, true
		}
	}
	return was
}

// Forget takes the name and the address from the books of somebody who is not there any more.
func (i *Invoice) Forget() {
	i.Erase(nil)
	i.PersonName, i.Addressee = Unnamed, nil
}

// BookYear is the calendar year in the club's zone in which the books of it were closed: that of the last thing that was booked.
func (i *Invoice) BookYear(zone *time.Location) int {
	year := max(i.Created.In(zone).Year(), i.SentOn.Year)
	for n := range i.Payments {
		year = max(year, i.Payments[n].PaidOn.Year)
	}
	for n := range i.Credits {
		year = max(year, i.Credits[n].CreatedAt.In(zone).Year())
	}
	return year
}

// Settled reports whether nothing is to be paid or given back, and nobody may be able to pay. A draft is settled: it was asked of
// nobody.
func (i *Invoice) Settled() bool {
	return i.Unsent() || i.Open() == 0 && i.Live() == nil
}

// Unsent reports whether it is a draft of which nothing was paid.
func (i *Invoice) Unsent() bool {
	return i.Status == Draft && len(i.Payments) == 0 && len(i.Credits) == 0 && i.Live() == nil
}

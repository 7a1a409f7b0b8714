package helpdesk

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

func parseDay(text string) civil.Date {
	day, _ := civil.Parse(text)
	return day
}

// Send makes and changes the customers of the plan, and remembers each. Those go first who give an address up.
func (h *Helpdesk) Send(ctx context.Context, step *engine.Step, plan diff.Plan) error {
	first := diff.Plan{Unchanged: plan.Unchanged}
	for _, kind := range []diff.Kind{diff.Update, diff.Create} {
		for _, a := range plan.Actions {
			if a.Kind == kind {
				first.Actions = append(first.Actions, a)
			}
		}
	}
	return step.Apply(ctx, run.HelpdeskSystem, first, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		number, err := strconv.ParseInt(a.Key, 10, 64)
		if err != nil {
			return err
		}
		return h.send(ctx, h.at[number])
	})
}

// sending is one customer on the way to the helpdesk.
type sending struct {
	*Helpdesk
	person *customer.Person
	sent   customer.Customer
	again  bool // an address is still another person's customer's: the next run sends it once more
}

// send brings one person to the helpdesk, tells the application the customer's number, and remembers it.
func (h *Helpdesk) send(ctx context.Context, p *customer.Person) error {
	emails := h.claims.Of[p.Number]
	to := &sending{Helpdesk: h, person: p, sent: p.AsCustomer(emails)}
	if err := to.addPhoto(ctx); err != nil {
		return err
	}
	id, err := to.bring(ctx)
	if errors.Is(err, engine.ErrSkipped) {
		e := ledger.Entry{Kind: ledger.Customer, Key: key(p.Number)}
		e.SetState(state{Owner: p.Owner(), RelationEnd: p.RelationEnd.String(), Gone: p.Customer})
		return cmp.Or(h.Remember(ctx, e), err)
	}
	if err != nil {
		return err
	}
	h.customers[id] = p.Number
	e := ledger.Entry{Kind: ledger.Customer, Key: key(p.Number)}
	e.SetNumber(id)
	e.SetState(state{Owner: p.Owner(), Emails: emails, RelationEnd: p.RelationEnd.String()})
	if err := h.Remember(ctx, e); err != nil { // it is known from here on, and sent once more when this run dies
		return err
	}
	if err := h.tellNumber(ctx, p, id); err != nil {
		return err
	}
	if !to.again {
		e.Synced = p.Hash(emails, h.Numbers)
	}
	return h.Remember(ctx, e)
}

// addPhoto adds the address of the photo. A photo that is gone meanwhile is none.
func (to *sending) addPhoto(ctx context.Context) error {
	if to.person.Picture == 0 {
		return nil
	}
	link, err := to.Photos.Link(ctx, to.person.Number)
	switch {
	case engine.Absent(err):
		return nil
	case err != nil:
		return err
	case !private(link.URL):
		to.NoteOnce(texts.OpenPhoto)
		return nil
	}
	to.sent.Photo = link.URL
	return nil
}

// private reports whether nobody on the way can read what is fetched from an address.
func private(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	return u.Scheme == "https" || slices.Contains([]string{"localhost", "127.0.0.1", "::1"}, u.Hostname())
}

// bring returns the customer of a person after the helpdesk was told of them. It looks under the numbers that are stored, then
// under each of the addresses, never under the name, and makes a customer when there is none.
func (to *sending) bring(ctx context.Context) (int64, error) {
	stored := []int64{to.person.Customer}
	if e := to.entries[key(to.person.Number)]; e != nil {
		stored = append(stored, e.Number())
	}
	for _, id := range stored {
		if !to.free(id) {
			continue
		}
		if err := to.write(ctx, id); !engine.Absent(err) {
			return id, err
		}
	}
	if len(to.sent.Emails) == 0 {
		return 0, engine.ErrSkipped // the customer is gone, and without an address there is none
	}
	if id, err := to.found(ctx); id != 0 || err != nil {
		return id, err
	}
	id, err := to.Desk.Create(ctx, to.sent)
	if refused(err) { // somebody has the address after all: this run, whose answer was lost, or a person who was never a customer
		id, foundErr := to.found(ctx)
		if id == 0 && foundErr == nil {
			id, foundErr = to.asked(ctx)
		}
		if id != 0 || foundErr != nil {
			return id, foundErr
		}
		return 0, err
	}
	if err != nil {
		return 0, err
	}
	return id, to.Desk.Fill(ctx, id, to.person.Fields(to.Numbers))
}

// free reports whether a customer may be this person's: it is nobody else's.
func (to *sending) free(id int64) bool {
	holder, taken := to.customers[id]
	return id != 0 && (!taken || holder == to.person.Number)
}

// found looks for the customer who has one of the addresses, and tells it of the person. It returns 0 when there is none.
func (to *sending) found(ctx context.Context) (int64, error) {
	for _, email := range to.sent.Emails {
		id, err := to.Desk.ByEmail(ctx, email)
		if err != nil {
			return 0, err
		}
		if !to.free(id) {
			continue
		}
		if err := to.write(ctx, id); !engine.Absent(err) {
			return id, err
		}
	}
	return 0, nil
}

// asked likewise looks for a customer who asked something from one of the addresses.
func (to *sending) asked(ctx context.Context) (int64, error) {
	for _, email := range to.sent.Emails {
		id, err := to.Desk.Asked(ctx, email)
		if err != nil {
			return 0, err
		}
		if !to.free(id) {
			continue
		}
		if err := to.write(ctx, id); !engine.Absent(err) {
			return id, err
		}
	}
	return 0, nil
}

// write tells the helpdesk of a customer. An address that another customer has stays there, and the report says so.
func (to *sending) write(ctx context.Context, id int64) error {
	err := to.Desk.Change(ctx, id, to.sent)
	if refused(err) {
		own := to.sent
		own.Emails = nil
		for _, email := range to.sent.Emails {
			owner, err := to.Desk.ByEmail(ctx, email)
			if err != nil {
				return err
			}
			if owner == 0 || owner == id {
				own.Emails = append(own.Emails, email)
			} else if to.customers[owner] != 0 {
				to.again = true
			}
		}
		if len(own.Emails) == len(to.sent.Emails) {
			return err
		}
		to.NoteOnce(texts.TakenAddress, to.person.Number)
		err = to.Desk.Change(ctx, id, own)
	}
	if err != nil {
		return err
	}
	return to.Desk.Fill(ctx, id, to.person.Fields(to.Numbers))
}

// tellNumber tells the application which customer somebody is, when it says otherwise. From there it goes to the site.
func (h *Helpdesk) tellNumber(ctx context.Context, p *customer.Person, id int64) error {
	if p.Customer == id {
		return nil
	}
	record, err := h.App.Person(ctx, p.Number)
	if engine.Absent(err) {
		return nil // gone meanwhile: the next run knows
	}
	if err != nil {
		return err
	}
	same := record.Administered && record.Membership.Code == ""
	if p.Code != "" {
		if same, err = h.Members.IsMember(ctx, p.Code, record); err != nil {
			return err
		}
	}
	if !same {
		h.NoteOnce(texts.OtherMember, cmp.Or(p.Code, key(p.Number)), record.ID)
		return nil
	}
	if record.Customer() != id {
		if err := h.Members.BeforeWrite(ctx, p.Code, record); err != nil {
			return err
		}
		if _, err := h.App.Change(ctx, record.ID, payload.Helpdesk(id).MergeInto(record)); err != nil {
			return err
		}
	}
	p.Customer = id
	return nil
}

package porttest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

// Sealed is the contract of ports.Sealed.
func Sealed(t *testing.T, open Open) {
	suite{
		{"all are sealed anew, and nothing else changes", resealed},
		{"an error leaves no trace", notResealed},
		{"more than fit into one statement", manyResealed},
		{"where there is nothing", nothingResealed},
	}.run(t, open)
}

// secrets keeps a sealed secret of each purpose, and records without one.
func secrets(t *testing.T, db Database) {
	t.Helper()
	ctx := t.Context()
	twoUsers(t, db)
	ok(t, db.Users.Update(ctx, 1, func(u *account.User) error {
		u.Factor = account.Factor{
			Secret: "factor/+1", Next: "next/+1", Since: at, Step: 7, Recovery: []account.Digest{account.DigestOf("x")},
		}
		return nil
	}))
	must(db.UserTokens.Keep(ctx, tokenOf(1, "een"), false))(t)
	must(db.UserTokens.Keep(ctx, tokenOf(2, "twee"), false))(t)
	sealedMail, plainMail := mailNamed("met"), mailNamed("zonder")
	sealedMail.Sealed, plainMail.Sealed = "mail+1/", ""
	must(db.Mails.Create(ctx, sealedMail))(t)
	must(db.Mails.Create(ctx, plainMail))(t)
	must(db.Finance.Change(ctx, func(f *finance.Settings) error {
		f.ProviderKey, f.Name = "provider==", "vv <De> Proef"
		return nil
	}))(t)
	v := invoiceFor(1)
	v.TokenDigest, v.TokenSealed = "digest", "invoice+/="
	billed(t, db, v)
	billed(t, db, invoiceFor(1))
}

func mailNamed(subject string) mail.Mail {
	return mail.Mail{Kind: "x", Subject: subject, To: []mail.Address{{Email: "jan@club.example"}}, State: mail.Waiting}
}

func mailNumbered(t *testing.T, db Database, id int64) mail.Mail {
	t.Helper()
	return must(db.Mails.ByID(t.Context(), id))(t)[0]
}

// opened are the secrets as another key would seal them.
func opened(purpose seal.Purpose, text string) (string, error) {
	return "new " + text + " for " + string(purpose), nil
}

func resealed(t *testing.T, db Database) {
	ctx := t.Context()
	secrets(t, db)
	before := must(db.Users.ByID(ctx, 1))(t)
	var seen []string
	count := must(db.Sealed.Reseal(ctx, func(purpose seal.Purpose, text string) (string, error) {
		seen = append(seen, string(purpose)+": "+text)
		return opened(purpose, text)
	}))(t)
	slices.Sort(seen)
	want := []string{
		"secrets of mails: mail+1/", "secrets of payments: invoice+/=", "secrets of payments: provider==",
		"secrets of second factors: factor/+1", "secrets of second factors: next/+1",
		"tokens of calendars: sealed een", "tokens of calendars: sealed twee",
	}
	equal(t, "how many", count, len(want))
	equal(t, "what is sealed anew", strings.Join(slices.Compact(seen), "\n"), strings.Join(want, "\n"))
	user := must(db.Users.ByID(ctx, 1))(t)
	equal(t, "a second factor", user.Factor.Secret, "new factor/+1 for secrets of second factors")
	equal(t, "one that is set up beside it", user.Factor.Next, "new next/+1 for secrets of second factors")
	user.Factor.Secret, user.Factor.Next = before.Factor.Secret, before.Factor.Next
	alike(t, "the user", full(user), full(before))
	equal(t, "a calendar", must(db.UserTokens.Of(ctx, 2, account.ForCalendars))(t).Sealed, "new sealed twee for tokens of calendars")
	equal(t, "its digest", must(db.UserTokens.Find(ctx, account.ForCalendars, account.DigestOf("twee")))(t).User, 2)
	kept := mailNumbered(t, db, 1)
	equal(t, "a mail", kept.Sealed, "new mail+1/ for secrets of mails")
	equal(t, "its subject", kept.Subject, "met")
	equal(t, "a mail without", mailNumbered(t, db, 2).Sealed, "")
	invoices := must(db.Invoices.ByID(ctx, 1, 2))(t)
	equal(t, "an invoice", invoices[0].TokenSealed, "new invoice+/= for secrets of payments")
	equal(t, "its revision", invoices[0].Revision, 1)
	equal(t, "its sum", invoices[0].Total(), 2500)
	equal(t, "an invoice without", invoices[1].TokenSealed, "")
	equal(t, "what everybody reads", view(t, db).Finance().ProviderKey, "new provider== for secrets of payments")
	equal(t, "the other settings", view(t, db).Finance().Name, "vv <De> Proef")
}

func notResealed(t *testing.T, db Database) {
	ctx := t.Context()
	secrets(t, db)
	broken := errors.New("a key that does not fit")
	for _, purpose := range []seal.Purpose{seal.Payments, seal.Factors} {
		_, err := db.Sealed.Reseal(ctx, func(of seal.Purpose, text string) (string, error) {
			if of == purpose {
				return "", broken
			}
			return opened(of, text)
		})
		equal(t, "the error", errors.Is(err, broken), true)
	}
	equal(t, "a calendar", must(db.UserTokens.Of(ctx, 1, account.ForCalendars))(t).Sealed, "sealed een")
	equal(t, "a mail", mailNumbered(t, db, 1).Sealed, "mail+1/")
	equal(t, "a second factor", must(db.Users.ByID(ctx, 1))(t).Factor.Secret, "factor/+1")
	equal(t, "the key of the provider", view(t, db).Finance().ProviderKey, "provider==")
}

func manyResealed(t *testing.T, db Database) {
	ctx := t.Context()
	const many = 450
	ok(t, db.Do(ctx, func(stores ports.Stores) error {
		for i := range many {
			m := mailNamed("x")
			m.Sealed = fmt.Sprint("geheim ", i)
			if _, err := stores.Mails.Create(ctx, m); err != nil {
				return err
			}
		}
		return nil
	}))
	equal(t, "how many", must(db.Sealed.Reseal(ctx, opened))(t), many)
	for _, i := range []int64{1, 200, 201, many} {
		equal(t, "a mail", mailNumbered(t, db, i).Sealed, fmt.Sprintf("new geheim %d for secrets of mails", i-1))
	}
}

func nothingResealed(t *testing.T, db Database) {
	equal(t, "how many", must(db.Sealed.Reseal(t.Context(), opened))(t), 0)
}

package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

type sealed struct{ handle }

var _ ports.Sealed = sealed{}

func (s sealed) Reseal(ctx context.Context, again func(seal.Purpose, string) (string, error)) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		var keep []func() // when all are sealed anew
		anew := func(purpose seal.Purpose, text string, set func(string)) error {
			if text == "" {
				return nil
			}
			other, err := again(purpose, text)
			keep = append(keep, func() { set(other) })
			return err
		}
		for id, m := range t.mails.byID {
			if err := anew(seal.Mails, m.Sealed, func(text string) { m.Sealed = text; t.mails.byID[id] = m }); err != nil {
				return 0, err
			}
		}
		for id, v := range t.billing.byID {
			set := func(text string) { v.TokenSealed = text; t.billing.byID[id] = v }
			if err := anew(seal.Payments, v.TokenSealed, set); err != nil {
				return 0, err
			}
		}
		for id, u := range t.users {
			for _, secret := range []*string{&u.Factor.Secret, &u.Factor.Next} {
				if err := anew(seal.Factors, *secret, func(text string) { *secret = text; t.users[id] = u }); err != nil {
					return 0, err
				}
			}
		}
		for of, token := range t.tokens {
			if err := anew(seal.Calendars, token.Sealed, func(text string) { token.Sealed = text; t.tokens[of] = token }); err != nil {
				return 0, err
			}
		}
		settings := t.financeSettings()
		if err := anew(seal.Payments, settings.ProviderKey, func(text string) {
			settings.ProviderKey = text
			t.finance = &settings
			t.note(theFinance, 0)
		}); err != nil {
			return 0, err
		}
		for _, each := range keep {
			each()
		}
		return len(keep), nil
	})
}

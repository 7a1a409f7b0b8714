package gormstore_test

import (
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/gormstore"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/record"
)

// benchInvoice is the membership invoice of a member who pays in eight parts.
func benchInvoice(person int64) invoice.Invoice {
	v := invoice.Invoice{
		Head: record.NewHead(1, "Piet", at), Kind: invoice.Membership, Season: 2025, Person: person, PersonName: "Jan de Vries",
		Lines:       []invoice.Line{{Description: "Contributie Pupil 2025-2026", Amount: 18000}, {Description: "Gezinskorting", Amount: -4500}},
		TokenDigest: fmt.Sprintf("%064d", person), TokenSealed: fmt.Sprintf("%0120d", person),
		SentOn: civil.Of(at), DueOn: civil.Of(at).AddDays(14), Plan: invoice.Monthly,
	}
	for n, amount := range money.Cents(13500).Split(8) {
		v.Installments = append(v.Installments, invoice.Installment{Amount: amount, DueOn: civil.Of(at).AddDays(30 * n)})
	}
	return v
}

func BenchmarkInvoices(b *testing.B) {
	for name, location := range map[string]string{"SQLite": databases["SQLite"].migrated(b), "PostgreSQL": databases["PostgreSQL"].migrated(b)} {
		store, err := gormstore.Open(b.Context(), location)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = store.Close() })
		s := store.Stores().Invoices
		person := int64(0)
		b.Run(name+"/create", func(b *testing.B) {
			for b.Loop() {
				person++
				if _, err := s.Create(b.Context(), benchInvoice(person), 2026); err != nil {
					b.Fatal(err)
				}
			}
		})
		for ; person < 1500; person++ {
			if _, err := s.Create(b.Context(), benchInvoice(person+1), 2026); err != nil {
				b.Fatal(err)
			}
		}
		for _, limit := range []int{50, 1500} {
			b.Run(fmt.Sprintf("%s/list of %d", name, limit), func(b *testing.B) {
				for b.Loop() {
					page, err := s.Page(b.Context(), invoice.Query{On: civil.Of(at), Desc: true, Limit: limit})
					if err != nil || len(page.Records) != limit {
						b.Fatal(len(page.Records), err)
					}
				}
			})
		}
	}
}

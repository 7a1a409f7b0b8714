package gormstore

import (
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/listing"
)

// bills leaves of somebody's invoices what the books need.
func (s erasures) bills(of *erasure.Subject) error {
	bills, err := invoices(s).read(s.locking().Where("person_id = ?", of.Person).Order("id"))
	if err != nil {
		return err
	}
	for i := range bills {
		v := &bills[i]
		if v.Unsent() {
			if err := s.Write.Where("id = ?", v.ID).Delete(&invoiceRow{}).Error; err != nil {
				return err
			}
			continue
		}
		had := v.Keys()
		v.Erase(of.Address)
		v.Revision++
		row := newInvoiceRow(v)
		if err := s.overwrite(&row, v.ID, "created_at"); err != nil {
			return err
		}
		if err := s.changeKeys(v.ID, had, v.Keys()); err != nil {
			return err
		}
	}
	return nil
}

// siblings takes somebody out of the invoices of others, of brothers and sisters too.
func (s erasures) siblings(of *erasure.Subject) error {
	numbers, err := s.numbers(s.Write, of.Person)
	if err != nil {
		return err
	}
	return s.remarks(of, numbers)
}

// numbers are all that somebody has in what others have: that of the person, and those of who became one with the person.
func (s erasures) numbers(db *gorm.DB, id int64) ([]int64, error) {
	merged, err := database.ScanNumbers(db.Raw("SELECT from_id FROM merged_people WHERE "+becameOne+" ORDER BY from_id", id))
	return append(merged, id), err
}

// remarks takes the words of somebody out of the invoices of others, and the siblings with these numbers.
func (s erasures) remarks(of *erasure.Subject, siblings []int64) error {
	bills, err := s.remarked(s.locking(), of, siblings)
	if err != nil {
		return err
	}
	for i := range bills {
		v := &bills[i]
		v.Revision++
		row := newInvoiceRow(v)
		if err := s.overwrite(&row, v.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}

// havingSibling is a condition for the invoices whose fee was computed with somebody as a brother or sister, as fee.Sibling is
// kept: Invoice.ForgetSibling and RenumberSibling say whether it was.
func havingSibling(id int64) (condition string, arg any) {
	return "document LIKE ?", `%"id":` + listing.Number(id) + `,"name":%`
}

// remarked returns the invoices of others that name somebody in a remark, or have one of the siblings, as they are without.
func (s erasures) remarked(db *gorm.DB, of *erasure.Subject, siblings []int64) (changed []invoice.Invoice, err error) {
	var either []string
	var args []any
	if len(of.Words) > 0 {
		condition, words := naming([]string{"document"}, of.Words)
		either, args = append(either, condition), words
	}
	for _, id := range siblings {
		named, sibling := havingSibling(id)
		either, args = append(either, named), append(args, sibling)
	}
	if len(either) == 0 {
		return nil, nil
	}
	condition := "(" + strings.Join(either, " OR ") + ")"
	found, err := invoices(s).read(db.Where("person_id <> ?", of.Person).Where(condition, args...).Order("id"))
	erased := of.Eraser()
	for i := range found {
		v, names := found[i].Clone(), false
		for _, id := range siblings {
			names = v.ForgetSibling(id) || names
		}
		for _, text := range v.Remarks() {
			after, so := erased(*text)
			*text, names = after, names || so
		}
		if names {
			changed = append(changed, v)
		}
	}
	return changed, err
}

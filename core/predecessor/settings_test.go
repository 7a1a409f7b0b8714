package predecessor_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
)

// A club that says nothing of a discount has the usual one, and one that says none has none.
func TestFamilyDiscounts(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]fee.FamilyDiscount{
		`[]`:    {Second: 25_00, Third: 50_00},
		`null`:  {Second: 25_00, Third: 50_00},
		`false`: {Second: 25_00, Third: 50_00},
		`{"second_child_percent":"10","third_child_percent":""}`:  {Second: 10_00, Third: 50_00},
		`{"second_child_percent":0,"third_child_percent":"0.00"}`: {},
	} {
		r := reading(t)
		r.TakePart(predecessor.FeeSettings, 0, []byte(`{"current_season":{"key":"2025-2026","family_discount":`+said+
			`,"categories":{"pupil":{"label":"Pupil","amount":"240.00","age_classes":["Onder 9"],"is_youth":true}}}}`))
		c := r.Club()
		if got := c.Settings.Fees[2025].Family; got != want || len(c.Settings.Fees) != 1 {
			t.Errorf("%s: %+v, %+v", said, c.Settings.Fees, c.Report.Findings)
		}
	}
}

// The logo on invoices is an image of the library, by its number or as an object. What is none is told of.
func TestEachWayToWriteTheLogoOnInvoices(t *testing.T) {
	t.Parallel()
	const notWhere = "image 9 of the library does not say where it lies: it stays behind"
	const lies = "https://club.example/wp-content/uploads/8.png"
	for logo, want := range map[string]struct {
		image   int64
		library string // what the library says of the image, "" for nothing
		address string
		tells   string
	}{
		`""`:                        {},
		`false`:                     {},
		`null`:                      {},
		`0`:                         {},
		`8`:                         {image: 8, library: `{"id":8,"source_url":"` + lies + `"}`, address: lies},
		`"8"`:                       {image: 8, library: `{"id":8,"source_url":"` + lies + `"}`, address: lies},
		`{"ID":8}`:                  {image: 8, library: `{"id":8,"source_url":"` + lies + `"}`, address: lies},
		`{"id":"8","url":false}`:    {image: 8}, // who reads the library tells of what it does not say
		`9`:                         {image: 9, library: `{"id":9}`, tells: notWhere},
		`{"ID":8,"url":"/a/8.png"}`: {address: "/a/8.png"},
		`"` + lies + `"`:            {address: lies},
		`"mooi"`:                    {tells: `it is not understood and stays behind: "mooi"`},
		`[true]`:                    {tells: `it is not understood and stays behind: [true]`},
	} {
		r := reading(t)
		r.TakePart(predecessor.FinanceSettings, 0, []byte(`{"logo":`+logo+`}`))
		if got := r.LogoImage(); got != want.image {
			t.Errorf("%s: image %d", logo, got)
		}
		if want.library != "" {
			r.TakePart(predecessor.Image, want.image, []byte(want.library))
		}
		c := r.Club()
		tells := ""
		for _, f := range c.Report.Findings {
			if f.Kind == origin.InvoiceLogo {
				tells += f.Text
			}
		}
		if left := c.Report.Counts[origin.InvoiceLogo].Left == 1; c.Settings.Logo != want.address || tells != want.tells ||
			left != (want.tells != "") {
			t.Errorf("%s: %q, %q", logo, c.Settings.Logo, tells)
		}
	}
}

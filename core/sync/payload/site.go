package payload

import (
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// cells returns where a row, and the parts of a detail that were read, keep the fields that are edited as text.
func cells(row *federation.Member, detail *federation.Detail) map[federation.Field]*string {
	at := addressCells(&row.Address)
	at[federation.FieldEmail], at[federation.FieldEmail2] = &row.Email, &row.Email2
	at[federation.FieldMobile], at[federation.FieldMobile2] = &row.Mobile, &row.Mobile2
	at[federation.FieldTelephone], at[federation.FieldTelephone2] = &row.Telephone, &row.Telephone2
	if detail != nil && detail.Free != nil {
		at[federation.FieldHelpdesk], at[federation.FieldVOG] = &detail.Free[remarkHelpdesk], &detail.Free[remarkVOG]
	}
	return at
}

func addressCells(a *federation.Address) map[federation.Field]*string {
	return map[federation.Field]*string{
		federation.FieldStreet: &a.Street, federation.FieldNumber: &a.Number, federation.FieldAppendix: &a.Appendix,
		federation.FieldZip: &a.Zip, federation.FieldCity: &a.City, federation.FieldCountry: &a.Country,
	}
}

// Apply writes values that were saved on the site into the row and the detail, as the next download will show them. Pages that
// were not read stay unread: one field does not tell the others.
func Apply(row *federation.Member, detail *federation.Detail, saved federation.Edits) {
	if detail != nil && detail.Free != nil {
		free := *detail.Free // the caller's other copies keep theirs
		detail.Free = &free
	}
	at := cells(row, detail)
	for field, value := range saved {
		if cell := at[field]; cell != nil {
			*cell = strings.TrimSpace(value)
		}
	}
	if value, given := saved[federation.FieldBlock]; given && detail != nil {
		detail.Header.Block = value == "true"
	}
}

// Row returns a row of the search, updated from the member's first tab. What only the search tells stays as it was.
func Row(g federation.General, before federation.Member) federation.Member {
	row := before
	row.First, row.Infix, row.Last = g.First, g.Infix, g.Last
	row.Gender, row.Type = g.Gender, g.Type
	row.Birth, row.Died, row.Since = g.Birth, g.Died, g.Since
	row.Email, row.Email2 = g.Email, g.Email2
	row.Mobile, row.Mobile2 = g.Mobile, g.Mobile2
	row.Telephone, row.Telephone2 = g.Telephone, g.Telephone2
	row.Address, row.Parents = g.Address, g.Parents
	return row
}

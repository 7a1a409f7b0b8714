package porttest

import (
	"context"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// editing holds edits against what can be read afterwards.
func editing(t *testing.T, f Federation) {
	ctx := context.Background()
	all := federation.TabGeneral | federation.TabFunctions | federation.TabOther // invoices may follow the home address
	if kept := must(f.Site.Edit(ctx, f.Member, nil))(t); len(kept) != 0 {
		t.Errorf("nothing was asked for, and %v stands there", kept)
	}
	for _, edits := range []federation.Edits{
		{
			federation.FieldEmail: "nieuw@post.example", federation.FieldEmail2: "ander@post.example",
			federation.FieldMobile:  "06-55512345",
			federation.FieldMobile2: "+31655512346", federation.FieldTelephone: "024-5551234", federation.FieldTelephone2: "024-5551235",
			federation.FieldStreet: "Kade", federation.FieldNumber: "7", federation.FieldAppendix: "bis", federation.FieldZip: "7097 ZZ",
			federation.FieldCity: "Elzendam", federation.FieldHelpdesk: "4711", federation.FieldVOG: "2026-03-02",
			federation.FieldBlock: "true",
		},
		{
			federation.FieldCity: "Lindenhof", federation.FieldBlock: "false", federation.FieldEmail2: "", federation.FieldMobile: "",
			federation.FieldMobile2: "", federation.FieldTelephone: "",
			federation.FieldTelephone2: "", federation.FieldAppendix: "", federation.FieldHelpdesk: "", federation.FieldVOG: "",
		},
	} {
		want := edited(must(f.Site.Member(ctx, f.Member, all))(t), edits)
		same(t, "the fields that stay", must(f.Site.Edit(ctx, f.Member, edits))(t), inOrder(edits))
		same(t, "what stands there", must(f.Site.Member(ctx, f.Member, all))(t), want)
		same(t, "the fields that stood there already", must(f.Site.Edit(ctx, f.Member, edits))(t), inOrder(edits))
	}
	general := must(f.Site.Member(ctx, f.Member, all))(t).General
	rows := must(f.Site.Members(ctx))(t)
	row := rows[slices.IndexFunc(rows, func(m federation.Member) bool { return m.Code == f.Member })]
	equal(t, "the e-mail address in the search", row.Email, general.Email)
	equal(t, "the address in the search", row.Address, general.Address)
}

// failing holds edits that do not stay against what is told about them.
func failing(t *testing.T, f Federation) {
	ctx := context.Background()
	tabs := federation.TabGeneral | federation.TabOther
	edits := federation.Edits{federation.FieldEmail: "nieuw@post.example", federation.FieldCity: "Lindenhof",
		federation.FieldHelpdesk: "4711"}
	before := must(f.Site.Member(ctx, f.Member, tabs))(t)
	tries := func(what, code string, edits federation.Edits, wrong *fault.Fault, stay []federation.Field, want federation.Detail) {
		t.Helper()
		kept, err := f.Site.Edit(ctx, code, edits)
		isFault(t, what, err, wrong)
		same(t, "the fields that stay when "+what, kept, stay)
		f.Break("")
		same(t, "what stands there when "+what, must(f.Site.Member(ctx, code, tabs))(t), want)
	}
	former := must(f.Site.Member(ctx, f.Closed, tabs))(t)
	tries("it is a former member", f.Closed, edits, federation.ErrFormer, nil, former)
	tries("there is no such field", f.Member, federation.Edits{"shoe-size": "43"}, federation.ErrShape, nil, before)
	f.Break(NothingToPress)
	tries(string(NothingToPress), f.Member, edits, federation.ErrShape, nil, before)
	f.Break(NothingKept)
	tries(string(NothingKept), f.Member, edits, federation.ErrNotKept, nil, before)
	f.Break(SecondNotKept)
	first := federation.Edits{federation.FieldEmail: edits[federation.FieldEmail]}
	tries(string(SecondNotKept), f.Member, edits, federation.ErrNotKept, inOrder(first), edited(before, first))
}

// edited is what pages tell after the edits.
func edited(d federation.Detail, edits federation.Edits) federation.Detail {
	general, free := *d.General, *d.Free
	d.General, d.Free = &general, &free
	texts := map[federation.Field]*string{
		federation.FieldEmail: &general.Email, federation.FieldEmail2: &general.Email2,
		federation.FieldMobile: &general.Mobile, federation.FieldMobile2: &general.Mobile2,
		federation.FieldTelephone: &general.Telephone, federation.FieldTelephone2: &general.Telephone2,
		federation.FieldStreet: &general.Address.Street, federation.FieldNumber: &general.Address.Number,
		federation.FieldAppendix: &general.Address.Appendix, federation.FieldZip: &general.Address.Zip,
		federation.FieldCity:     &general.Address.City,
		federation.FieldHelpdesk: &free[3], federation.FieldVOG: &free[8],
	}
	for field, value := range edits {
		if field == federation.FieldBlock {
			d.Header.Block = value == "true"
		} else {
			*texts[field] = value
		}
	}
	return d
}

func inOrder(edits federation.Edits) (fields []federation.Field) {
	for _, field := range federation.Fields {
		if _, asked := edits[field]; asked {
			fields = append(fields, field)
		}
	}
	return fields
}

// only leaves the tabs of a detail.
func only(d federation.Detail, tabs federation.Tabs) federation.Detail {
	if !tabs.Has(federation.TabGeneral) {
		d.General = nil
	}
	if !tabs.Has(federation.TabFunctions) {
		d.Roles = nil
	}
	if !tabs.Has(federation.TabOther) {
		d.Free = nil
	}
	if !tabs.Has(federation.TabFinancial) {
		d.Invoice = nil
	}
	return d
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// Whose the marks are in what belongs to nobody in particular: of the attackers, only administrators have the capability for
// money, and nobody is ever told a secret.
var (
	treasury = &identity{name: "de kas", only: "administrator"}
	secrets  = &identity{name: "niemand, want het is geheim", only: "nobody at all"}
)

// plantMoney makes a discipline case, an invoice that bills it and one that was sent, and financial settings, all with marks.
// They are about somebody whom a user without rights made, and who sees that person.
func (a *attack) plantMoney(ctx context.Context) error {
	const cases, invoices, settings = "/cms/v2/discipline-cases", "/club/v1/invoices", "/club/v1/finance/settings"
	for _, path := range []string{cases, invoices, settings} {
		if a.whole.Operation(http.MethodPost, path) == nil {
			return nil
		}
	}
	about := slices.IndexFunc(a.planted, func(p planted) bool { return p.kind == "people" && p.owner.role == "club_user" })
	if about < 0 {
		return errors.New("a member without rights made nobody to bill")
	}
	admin, person := a.administrator(), a.planted[about].id
	// The marks of a case are its readers': of the attackers, those who see all.
	dossier, charge, match := a.marks.new(admin), a.marks.new(admin), a.marks.new(admin)
	filed, err := a.plantShown(ctx, cases, object{"acf": object{
		"dossier_id": dossier, "person": person, "match_date": "2026-03-14", "match_description": "Tegen " + match,
		"charge_description": charge, "administrative_fee": 16.5,
	}}, dossier, charge, match)
	if err != nil {
		return err
	}
	line := a.marks.new(treasury)
	if _, err := a.plantShown(ctx, invoices, object{"person_id": person, "line_items": []any{
		object{"discipline_case_id": filed, "description": "Kaart " + line, "amount": 16.5},
	}}, line); err != nil {
		return err
	}
	line = a.marks.new(treasury)
	sent, err := a.plantShown(ctx, invoices, object{"person_id": person, "line_items": []any{
		object{"description": "Boete " + line, "amount": 42},
	}}, line)
	if err != nil {
		return err
	}
	if _, err := a.as(ctx, admin, http.MethodPost, fmt.Sprintf("%s/%d/send", invoices, sent), "", object{}, nil); err != nil {
		return err
	}
	return a.plantSettings(ctx, settings)
}

// plantShown makes a record as the administrator, who is then shown each mark, and returns its number.
func (a *attack) plantShown(ctx context.Context, collection string, made object, marks ...string) (int64, error) {
	admin := a.administrator()
	var answered struct{ ID int64 }
	if _, err := a.as(ctx, admin, http.MethodPost, collection, "", made, &answered); err != nil {
		return 0, err
	}
	path := fmt.Sprintf("%s/%d", collection, answered.ID)
	var shows json.RawMessage
	if _, err := a.as(ctx, admin, http.MethodGet, path, "", nil, &shows); err != nil {
		return 0, err
	}
	for _, mark := range marks {
		if !bytes.Contains(shows, []byte(mark)) {
			return 0, fmt.Errorf("%s: the administrator is not shown the mark %s: %s", path, mark, shows)
		}
	}
	return answered.ID, nil
}

// plantSettings gives the club a key of a provider, which nobody is told, and settings that administrators read.
func (a *attack) plantSettings(ctx context.Context, path string) error {
	admin, copies, key := a.administrator(), a.marks.new(treasury), a.marks.new(secrets)
	change := object{"bcc_email": copies + "@voorbeeld.example", "mollie_api_key": "test_" + key}
	if _, err := a.as(ctx, admin, http.MethodPost, path, "", change, nil); err != nil {
		return err
	}
	var shows json.RawMessage
	if _, err := a.as(ctx, admin, http.MethodGet, path, "", nil, &shows); err != nil {
		return err
	}
	if !bytes.Contains(shows, []byte(copies)) || !bytes.Contains(shows, []byte(`"mollie_has_api_key":true`)) {
		return fmt.Errorf("%s: the administrator is shown %s", path, shows)
	}
	return nil
}

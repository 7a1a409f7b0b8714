package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// planning is whose the marks are in what only who keeps a section reads: of the attackers, only administrators do.
var planning = &identity{name: "de planning", only: "administrator"}

// plantDay makes a shift that is not published, a training with a label, and a text of the mails about
// certificates: all with marks.
func (a *attack) plantDay(ctx context.Context) error {
	const shifts, vog = "/club/v1/shifts", "/club/v1/vog/settings"
	const pitches, blocks = "/club/v1/training/pitches", "/club/v1/training/blocks"
	for _, path := range []string{shifts, pitches, blocks, vog} {
		if a.whole.Operation(http.MethodPost, path) == nil {
			return nil
		}
	}
	title, place := a.marks.new(planning), a.marks.new(planning)
	if _, err := a.plantShown(ctx, shifts, object{
		"title": "Bar " + title, "place": place, "date": "2026-12-05", "start": "19:00", "end": "01:00", "published": false,
	}, title, place); err != nil {
		return err
	}
	admin, label, text := a.administrator(), a.marks.new(planning), a.marks.new(planning)
	var pitch struct{ ID int64 }
	if _, err := a.as(ctx, admin, http.MethodPost, pitches, "", object{"name": "Veld 1"}, &pitch); err != nil {
		return err
	}
	for _, one := range []struct {
		path, mark string
		made       object
	}{
		{blocks, label, object{"day": 2, "start": "18:30", "end": "19:30", "pitch_id": pitch.ID, "label": "Keepers " + label}},
		{vog, text, object{"template_new": "Beste {first_name}, " + text}},
	} {
		if _, err := a.as(ctx, admin, http.MethodPost, one.path, "", one.made, nil); err != nil {
			return err
		}
		var shows json.RawMessage
		if _, err := a.as(ctx, admin, http.MethodGet, one.path, "", nil, &shows); err != nil {
			return err
		}
		if !bytes.Contains(shows, []byte(one.mark)) {
			return fmt.Errorf("%s: the administrator is not shown the mark %s: %s", one.path, one.mark, shows)
		}
	}
	return nil
}

// Package dossiers owns the answer to whoever asks what the club knows of them (AVG, article 15): everything about a person, as
// files.
//
// It doesn't pack them (adapters/httpapi/dossiersapi) and changes nothing.
package dossiers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

// Service makes the dossiers of one club.
type Service struct {
	Directory  ports.Directory
	Users      ports.Users
	Timeline   ports.Timeline
	Activities ports.Records[activity.Activity]
	Notes      ports.Records[note.Note]
	Tasks      ports.Records[task.Task]
	Texts      ports.Records[mail.Mail]
	Changes    ports.PersonChanges
	Looks      ports.Looks
	Audit      ports.Audit
	Invoices   ports.Invoices
	Cases      ports.Cases
	Shifts     ports.ShiftLists
	Media      ports.Media
	Files      ports.Files
	Now        func() time.Time
	Zone       *time.Location

	// Looked is told that the viewer took somebody along in a file.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)
}

// File is one file of a dossier.
type File struct {
	Name string
	Data []byte
}

// Dossier is everything about a person.
type Dossier struct {
	Person person.ID
	Made   civil.Date
	Files  []File // the first says what the others are
}

// Of returns the dossier of a person, for administrators. Private notes and tasks of others are not in it: they belong to whoever
// wrote them. A removed person is person.ErrAbsent.
func (s *Service) Of(ctx context.Context, viewer access.Viewer, id person.ID) (Dossier, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Dossier{}, err
	}
	view := s.Directory.View()
	stored, there := view.Stored(id)
	if !there {
		return Dossier{}, person.ErrAbsent
	}
	d := Dossier{Person: id, Made: civil.On(s.Now(), s.Zone)}
	d.Files = append(d.Files, File{readme, readmeOf(stored.Name().Full(), d.Made)})
	for _, part := range []struct {
		name string
		read func(context.Context, access.Viewer, *person.Stored) (any, error)
	}{
		{"persoon.json", s.record}, {"tijdlijn.json", s.timeline}, {"mails.json", s.mails}, {"facturen.json", s.invoices},
		{"tuchtzaken.json", s.cases}, {"diensten.json", s.shifts}, {"account.json", s.account}, {"wijzigingen.json", s.changes},
		{"inzage.json", s.looks}, {"logboek.json", s.log},
	} {
		value, err := part.read(ctx, viewer, &stored)
		if err != nil {
			return Dossier{}, fmt.Errorf("read %s of a dossier: %w", part.name, err)
		}
		data, err := encode(value)
		if err != nil {
			return Dossier{}, fmt.Errorf("encode %s of a dossier: %w", part.name, err)
		}
		d.Files = append(d.Files, File{part.name, data})
	}
	if err := s.photo(ctx, stored.Photo, &d); err != nil {
		return Dossier{}, err
	}
	told := audit.New(audit.PeopleExported, audit.By(viewer), s.Now(), audit.PersonNumbered(id)).With(audit.Values{"count": 1})
	if err := s.Audit.Append(ctx, told); err != nil {
		return Dossier{}, err
	}
	s.Looked(viewer, true, id)
	return d, nil
}

// encode writes a value for people as well as programs.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(value)
	return out.Bytes(), err
}

// photo adds the photo, if there is one. One that goes meanwhile is left out.
func (s *Service) photo(ctx context.Context, id media.ID, d *Dossier) error {
	if id == 0 {
		return nil
	}
	picture, err := s.Media.ByID(ctx, id)
	if errors.Is(err, media.ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	data, err := s.Files.Read(ctx, picture.Key(media.Full))
	if err != nil {
		return fmt.Errorf("read the photo of a dossier: %w", err)
	}
	d.Files = append(d.Files, File{"foto-" + picture.FileName(media.Full), data})
	return nil
}

// most is how many records are read at once.
const most = 500

// every reads all pages of a list.
func every[T any](page func(offset int) ([]T, error)) (all []T, err error) {
	for all = []T{}; ; {
		part, err := page(len(all))
		if all = append(all, part...); err != nil || len(part) < most {
			return all, err
		}
	}
}

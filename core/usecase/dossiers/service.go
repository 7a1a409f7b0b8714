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
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/trace"
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
	Functions  ports.MemberFunctions
	Erasures   ports.Erasures
	Traces     ports.Traces
	Imports    ports.Imports
	Doubles    ports.Duplicates
	Blocked    ports.Suppressions
	Media      ports.Media
	Files      ports.Files
	Now        func() time.Time
	Zone       *time.Location

	// Of the account, and by it:
	Sessions  ports.Sessions
	Passwords ports.ApplicationPasswords
	Tokens    ports.UserTokens
	Views     ports.SavedViews
	Recents   ports.Recents
	Messages  ports.Messages
	Feedback  ports.Feedback

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

// subject is whom a dossier is about.
type subject struct {
	*person.Stored
	user    account.UserID // who the person is as a user, 0 for nobody
	emails  []string       // of the person and of the account, in lower case
	numbers []person.ID    // of the person, and of those who became one with the person
	traces  trace.Traces
}

// subject finds who somebody is as a user, and where else the person stands.
func (s *Service) subject(ctx context.Context, stored *person.Stored) (*subject, error) {
	view := s.Directory.View()
	known, err := view.Person(stored.ID, record.View{})
	if err != nil {
		return nil, err
	}
	whole, err := stored.Person()
	if err != nil {
		return nil, err
	}
	of := &subject{Stored: stored, user: known.LinkedUser, emails: whole.Emails()}
	logins, err := s.Users.Emails(ctx, of.user)
	if err != nil {
		return nil, err
	}
	for _, email := range logins {
		of.emails = append(of.emails, strings.ToLower(email))
	}
	own, err := s.own(ctx, of)
	if err != nil {
		return nil, err
	}
	of.traces, err = s.Traces.Of(ctx, trace.Subject{Person: of.ID, User: of.user, Emails: own})
	of.numbers = append([]person.ID{of.ID}, of.traces.Merged...)
	return of, err
}

// own returns the addresses of a subject that nobody else has: what went to one that is another person's, too, or with which
// another user signs in, may be theirs.
func (s *Service) own(ctx context.Context, of *subject) ([]string, error) {
	users, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	theirs := map[string]bool{}
	for i := range users {
		if users[i].ID != of.user {
			theirs[strings.ToLower(users[i].Email)] = true
		}
	}
	for _, other := range s.Directory.View().Everybody() {
		if there, err := other.Person(); err == nil && other.ID != of.ID {
			for _, email := range there.Mailed() {
				theirs[email] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(of.emails), func(email string) bool { return theirs[email] }), nil
}

// Of returns the dossier of a person, for administrators, the same to all of them. Private notes and tasks are not in it, whether
// others, the viewer or the person wrote them: they belong to whoever did. Tasks that somebody gave the person are. A removed
// person is person.ErrAbsent.
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
	d.Files = append(d.Files, File{Name: readme}) // written last
	of, err := s.subject(ctx, &stored)
	if err != nil {
		return Dossier{}, err
	}
	for _, part := range []struct {
		name string
		read func(context.Context, *subject) (any, error)
	}{
		{"persoon.json", s.record}, {"tijdlijn.json", s.timeline}, {"mails.json", s.mails}, {"facturen.json", s.invoices},
		{"tuchtzaken.json", s.cases}, {"diensten.json", s.shifts}, {"account.json", s.account}, {"geschreven.json", s.wrote},
		{"wijzigingen.json", s.changes}, {"inzage.json", s.looks}, {"logboek.json", s.log}, {"overig.json", s.rest},
	} {
		value, err := part.read(ctx, of)
		if err != nil {
			return Dossier{}, fmt.Errorf("read %s of a dossier: %w", part.name, err)
		}
		data, err := encode(value)
		if err != nil {
			return Dossier{}, fmt.Errorf("encode %s of a dossier: %w", part.name, err)
		}
		d.Files = append(d.Files, File{part.name, data})
	}
	lost, err := s.photo(ctx, stored.Photo, &d)
	if err != nil {
		return Dossier{}, err
	}
	d.Files[0].Data = readmeOf(stored.Name().Full(), d.Made, lost)
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

// photo adds the photo, if there is one. One that goes meanwhile is left out, and one whose file is lost, which it reports.
func (s *Service) photo(ctx context.Context, id media.ID, d *Dossier) (lost bool, err error) {
	if id == 0 {
		return false, nil
	}
	picture, err := s.Media.ByID(ctx, id)
	if errors.Is(err, media.ErrAbsent) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	data, err := s.Files.Read(ctx, picture.Key(media.Full))
	if errors.Is(err, fault.ErrNotFound) {
		return true, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the photo of a dossier: %w", err)
	}
	d.Files = append(d.Files, File{"foto-" + picture.FileName(media.Full), data})
	return false, nil
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

// ofEach reads all pages of several lists.
func ofEach[T any](ids []person.ID, page func(id person.ID, offset int) ([]T, error)) (all []T, err error) {
	for _, id := range ids {
		part, err := every(func(offset int) ([]T, error) { return page(id, offset) })
		if all = append(all, part...); err != nil {
			return all, err
		}
	}
	return all, nil
}

package usecase_test

import (
	"context"
	"crypto/rand"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/core/usecase/pictures"
)

// uncalled stands for adapters that no test calls.
type uncalled struct{}

func (uncalled) Workbook(context.Context, sheet.Table) ([]byte, error) { panic("called") }

func (uncalled) Read(context.Context, []byte) (peoplefile.Sheet, error) { panic("called") }

func (uncalled) Prepare(context.Context, []byte, bool) (media.Picture, error) { panic("called") }
func (uncalled) Icon(context.Context, []byte) ([]byte, error)                 { panic("called") }

func whole() usecase.Adapters {
	store := inmem.Open()
	return usecase.Adapters{
		Stores:   store.Stores(),
		Atomic:   store,
		Hasher:   inmem.FastHasher{},
		Strength: inmem.PasswordStrength{}, Codes: inmem.OneTimeCodes{}, Passkeys: inmem.Passkeys{},
		FailedJobs: inmem.FailedJobs{
			Store: store,
		},
		Spreadsheets:    uncalled{},
		Workbooks:       uncalled{},
		Files:           new(inmem.Files),
		Pictures:        uncalled{},
		Markup:          inmem.Markup{},
		Papers:          inmem.Papers{},
		Synchronization: inmem.Synchronization{},
		Mailer:          new(inmem.Mailer),
		Matches:         new(inmem.MatchFeed),
		Payments:        inmem.NewPayments(time.Now),
		PaymentKey:      true,
		PaymentCallback: "https://club.example/api/club/v1/payment/webhook",
		Now:             time.Now,
		Zone:            time.UTC,
		Random:          rand.Read,
		ClubName:        "vv De Proef",
		Sender:          mail.Address{Email: "club@club.example"},
		NeedsSender:     true,
		BaseURL:         "https://club.example",
		Key:             make([]byte, 32),
		PasswordChecks:  2,
		DailyUploads:    1,
		DailyMails:      1,
		MailerSecret:    "secret",
		MailerTolerance: time.Minute,
		KeepLog:         1,
		KeepChanges:     1,
		KeepLooks:       1,
		Debug:           true,
		Backups:         true,
		MemberCodeMoved: func(context.Context, access.Viewer, []person.ID, person.ID) {},
		LostFiles:       func(context.Context, pictures.Lost) {},
	}
}

func TestEveryAdapterReachesTheUseCases(t *testing.T) {
	t.Parallel()
	for name, empty := range fieldsOf(reflect.ValueOf(whole()), "Adapters") {
		if empty {
			t.Errorf("this test gives no %s", name)
		}
	}
	club := reflect.ValueOf(usecase.New(whole())).Elem()
	for i := range club.NumField() {
		name := club.Type().Field(i).Name
		if club.Field(i).IsNil() {
			t.Errorf("no %s", name)
			continue
		}
		for field, empty := range fieldsOf(club.Field(i).Elem(), name) {
			if empty {
				t.Errorf("%s is not set", field)
			}
		}
	}
}

// fieldsOf returns the exported fields of a struct, and of which nothing is in them.
func fieldsOf(v reflect.Value, name string) map[string]bool {
	found := map[string]bool{}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() {
			found[name+"."+field.Name] = v.Field(i).IsZero()
		}
	}
	return found
}

func TestDailyWorkIsNamedAndExplained(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, job := range usecase.New(whole()).Jobs.Jobs {
		if job.Name == "" || job.Doc == "" || job.Run == nil || seen[job.Name] {
			t.Errorf("%+v", job)
		}
		seen[job.Name] = true
	}
	if len(seen) == 0 {
		t.Error("no jobs")
	}
}

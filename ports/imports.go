package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// Workbooks reads the files of spreadsheet programs.
type Workbooks interface {
	// Read returns the first sheet of an Excel workbook (Office Open XML): texts as they are, numbers as they are counted, dates as
	// days since 1900 or 1904, of a formula the last result. What is no such workbook is peoplefile.ErrOtherKind, an older one or
	// one with a password peoplefile.ErrOldExcel, a damaged one peoplefile.ErrUnreadable, one that unpacks to more than a server
	// should hold peoplefile.ErrUnpacks, one with too many rows or columns peoplefile.ErrTooManyRows or ErrTooManyColumns.
	Read(ctx context.Context, data []byte) (peoplefile.Sheet, error)
}

// Imports keeps imports of files and their rows. An absent one is peoplefile.ErrAbsent.
type Imports interface {
	// Create keeps an import under a new number, which it returns, with its rows.
	Create(ctx context.Context, i peoplefile.Import, rows []peoplefile.Row) (int64, error)

	// ByID returns one.
	ByID(ctx context.Context, id int64) (peoplefile.Import, error)

	// Page returns a part of them, the newest first. An offset beyond the end gives none and the right total.
	Page(ctx context.Context, offset, limit int) (record.Page[peoplefile.Import], error)

	// Change reads an import under lock, lets change edit it, keeps the result and returns it, as one step. change must be pure, for
	// it may run twice. Its error is returned as it is and leaves no trace. ID and Made stay as they were. Of two imports one
	// at a time is Working: else it is peoplefile.ErrBusy.
	Change(ctx context.Context, id int64, change func(*peoplefile.Import) error) (peoplefile.Import, error)

	// Rows returns the rows of an import with a higher number than after, in the order of their numbers, at most limit, all of them
	// for 0. Of an absent import there are none.
	Rows(ctx context.Context, id int64, after, limit int) ([]peoplefile.Result, error)

	// KeepRows keeps what became of rows, each under its number. The cells stay as they were. An absent
	// import is peoplefile.ErrAbsent. Then it notes in the rows of all imports who was brought back, as peoplefile.Result.Follow
	// does.
	KeepRows(ctx context.Context, id int64, rows []peoplefile.Result, back map[person.ID]peoplefile.Restored) error

	// Remove destroys an import and its rows if allowed returns nil. Else it returns that error as it is, and the import stays.
	Remove(ctx context.Context, id int64, allowed func(*peoplefile.Import) error) error

	// Purge destroys the imports that were never applied and the rows of the others, where KeptUntil is before the time, except of
	// one that is Working. What is left of the others is as Import.Forget leaves it. It returns how many imports it was about.
	Purge(ctx context.Context, before time.Time) (int, error)
}

package message

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
)

// What may go along with a message.
const (
	MostFiles = 5
	MostBytes = mail.MostAttachments // of all files together
	mostName  = 150                  // characters
)

// fileType is a type of file that may go along: what it is called in a mail, and how such a file begins.
type fileType struct {
	name   string
	begins []string // nil for plain text
}

const (
	zipped = "PK\x03\x04"
	office = "application/vnd.openxmlformats-officedocument."
	open   = "application/vnd.oasis.opendocument."
)

// types are those that may go along, by the ending of the name. Nothing that a reader's program would run.
var types = map[string]fileType{
	"pdf":  {"application/pdf", []string{"%PDF-"}},
	"jpg":  {"image/jpeg", []string{"\xff\xd8\xff"}},
	"jpeg": {"image/jpeg", []string{"\xff\xd8\xff"}},
	"png":  {"image/png", []string{"\x89PNG\r\n\x1a\n"}},
	"gif":  {"image/gif", []string{"GIF87a", "GIF89a"}},
	"webp": {"image/webp", []string{"RIFF"}},
	"docx": {office + "wordprocessingml.document", []string{zipped}},
	"xlsx": {office + "spreadsheetml.sheet", []string{zipped}},
	"pptx": {office + "presentationml.presentation", []string{zipped}},
	"odt":  {open + "text", []string{zipped}},
	"ods":  {open + "spreadsheet", []string{zipped}},
	"odp":  {open + "presentation", []string{zipped}},
	"txt":  {"text/plain; charset=utf-8", nil},
	"csv":  {"text/csv; charset=utf-8", nil},
	"ics":  {"text/calendar; charset=utf-8", []string{"BEGIN:VCALENDAR"}},
}

// FileType returns what a mail calls a file, and false for one that may not go along: of another type, or not what its name says.
func FileType(name string, data []byte) (string, bool) {
	known, there := types[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))]
	switch {
	case !there || len(data) == 0:
		return "", false
	case known.begins == nil:
		return known.name, utf8.Valid(data) && !bytes.ContainsRune(data, 0)
	}
	return known.name, slices.ContainsFunc(known.begins, func(begin string) bool { return bytes.HasPrefix(data, []byte(begin)) })
}

// checkFiles adds to problems what may not go along. A good file gets its type.
func checkFiles(files []mail.Attachment, problems *fault.Problems) {
	if len(files) > MostFiles {
		problems.Add("attachments", tooManyFiles)
	}
	size := 0
	for i := range files {
		file := &files[i]
		size += len(file.Data)
		kind, good := FileType(file.Name, file.Data)
		switch {
		case file.Name != mail.Line(file.Name), strings.ContainsAny(file.Name, `/\"`), strings.HasPrefix(file.Name, "."),
			utf8.RuneCountInString(file.Name) > mostName:
			problems.Add("attachments", notAName)
		case !good:
			problems.Add("attachments", notAType)
		}
		file.Type = kind
	}
	if size > MostBytes {
		problems.Add("attachments", tooLarge)
	}
}

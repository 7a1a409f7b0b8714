package alike

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"
)

// Answer is what one build says to a request.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// passing are the headers about when and how an answer was sent, not about its content.
var passing = []string{"Date", "Content-Length", "Transfer-Encoding", "X-Request-Id", "Connection"}

// drawn are the headers whose values are drawn anew each time: only whether they are there counts.
var drawn = []string{"X-Undo"}

// Compare returns in what two answers differ, nothing when they are the same. Instants of changes may lie slack apart when both
// are from begin on, for the two builds made the same change one after the other.
func Compare(was, is Answer, begin time.Time, slack time.Duration) (differences []string) {
	if was.Status != is.Status {
		differences = append(differences, fmt.Sprintf("status %d, now %d", was.Status, is.Status))
	}
	names := slices.Concat(slices.Collect(maps.Keys(was.Header)), slices.Collect(maps.Keys(is.Header)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		before, now := was.Header.Values(name), is.Header.Values(name)
		if slices.Contains(drawn, name) && len(before) == len(now) {
			continue
		}
		if !slices.Contains(passing, name) && !slices.Equal(before, now) {
			differences = append(differences, fmt.Sprintf("%s %q, now %q", name, before, now))
		}
	}
	before, now := was.Body, level(was.Body, is.Body, begin, slack)
	if bytes.Equal(before, now) {
		return differences
	}
	if strings.Contains(was.Header.Get("Content-Type"), "spreadsheet") {
		if before, now = cells(before), cells(now); bytes.Equal(before, now) {
			return differences
		}
	}
	return append(differences, parting(before, now))
}

// instants matches the members of answers that hold the time of a change or a visit.
var instants = regexp.MustCompile(
	`"(?:date|date_gmt|modified|modified_gmt|created|registered|last_active|last_seen|last_used)":` +
		`"(\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)`)

// level gives the second body the instants of the first where the two lie close together.
func level(old, recent []byte, begin time.Time, slack time.Duration) []byte {
	before, now := instants.FindAllSubmatchIndex(old, -1), instants.FindAllSubmatchIndex(recent, -1)
	if len(before) != len(now) || len(old) != len(recent) {
		return recent
	}
	levelled := slices.Clone(recent)
	for i := range now {
		was, is := old[before[i][2]:before[i][3]], recent[now[i][2]:now[i][3]]
		if near(string(was), string(is), begin, slack) {
			copy(levelled[now[i][2]:], was)
		}
	}
	return levelled
}

// near tells two instants of the same moment. Those in the club's time are later than in UTC, by a few hours.
func near(was, is string, begin time.Time, slack time.Duration) bool {
	const format = "2006-01-02 15:04:05"
	a, wrong := time.Parse(format, strings.Replace(was, "T", " ", 1))
	b, wrongToo := time.Parse(format, strings.Replace(is, "T", " ", 1))
	begin = begin.UTC().Truncate(time.Second)
	return wrong == nil && wrongToo == nil && !a.Before(begin) && !b.Before(begin) && a.Sub(b).Abs() <= slack
}

// cells returns the values in a spreadsheet, a line for each row.
func cells(file []byte) []byte {
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		return file
	}
	defer book.Close() //nolint:errcheck // it is in memory
	var out bytes.Buffer
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			return file
		}
		fmt.Fprintf(&out, "%s\n", sheet)
		for _, row := range rows {
			fmt.Fprintf(&out, "%q\n", row)
		}
	}
	return out.Bytes()
}

// parting shows where two bodies begin to differ.
func parting(old, recent []byte) string {
	const before, after = 60, 160
	at := 0
	for at < min(len(old), len(recent)) && old[at] == recent[at] {
		at++
	}
	part := func(body []byte) []byte { return body[max(0, at-before):min(len(body), at+after)] }
	return fmt.Sprintf("body from byte %d of %d, now of %d:\n      old %q\n      new %q", at, len(old), len(recent),
		part(old), part(recent))
}

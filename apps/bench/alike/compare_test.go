package alike

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

var begin = time.Date(2026, time.March, 1, 12, 0, 0, 5000, time.UTC)

func answer(status int, body string, header ...string) Answer {
	a := Answer{Status: status, Header: http.Header{}, Body: []byte(body)}
	for i := 0; i < len(header); i += 2 {
		a.Header.Set(header[i], header[i+1])
	}
	return a
}

func TestAnswersAreHeldAgainstEachOther(t *testing.T) {
	t.Parallel()
	const (
		early = `{"modified":"2026-03-01 11:59:59"}`
		late  = `{"modified":"2026-03-01 12:00:00"}`
		later = `{"modified":"2026-03-01 12:00:01"}`
	)
	for _, c := range []struct {
		name    string
		was, is Answer
		want    []string // each in one difference
	}{
		{"the same", answer(200, "x", "Content-Type", "text/plain"), answer(200, "x", "Content-Type", "text/plain"), nil},
		{"another status", answer(200, "x"), answer(404, "x"), []string{"status 200, now 404"}},
		{"another header", answer(200, "x", "X-WP-Total", "3"), answer(200, "x", "X-WP-Total", "4"),
			[]string{`X-Wp-Total ["3"], now ["4"]`}},
		{"a header less", answer(200, "x", "Cache-Control", "no-store"), answer(200, "x"),
			[]string{`Cache-Control ["no-store"], now []`}},
		{"a header more", answer(200, "x"), answer(200, "x", "Etag", "a"), []string{`Etag [], now ["a"]`}},
		{"headers about the sending", answer(200, "x", "Date", "a", "Content-Length", "1"), answer(200, "x", "Date", "b"), nil},
		{"a token drawn anew", answer(200, "x", "X-Undo", "a"), answer(200, "x", "X-Undo", "b"), nil},
		{"a token less", answer(200, "x", "X-Undo", "a"), answer(200, "x"), []string{`X-Undo ["a"], now []`}},
		{"another body", answer(200, `{"id":1}`), answer(200, `{"id":2}`), []string{"body from byte 6 of 8, now of 8"}},
		{"a body that goes on", answer(200, `[]`), answer(200, `[] `), []string{"body from byte 2 of 2, now of 3"}},
		{"everything", answer(200, "x", "A", "1"), answer(500, "y", "A", "2"), []string{"status", "A ", "body"}},
		{"a change a second later", answer(200, late), answer(200, later), nil},
		{"a change from before", answer(200, early), answer(200, late), []string{"body"}},
		{"a change much later", answer(200, late), answer(200, strings.Replace(late, "12:00:00", "12:00:04", 1)), []string{"body"}},
		{"instants in a list", answer(200, "["+late+","+later+"]"), answer(200, "["+later+","+late+"]"), nil},
		{"an instant that is no time of a change", answer(200, `{"start":"2026-03-01 12:00:00"}`),
			answer(200, `{"start":"2026-03-01 12:00:01"}`), []string{"body"}},
		{"a change and something else", answer(200, `[1,`+late+"]"), answer(200, `[2,`+later+"]"), []string{"body from byte 1 "}},
	} {
		got := Compare(c.was, c.is, begin, 2*time.Second)
		if len(got) != len(c.want) {
			t.Errorf("%s: got %q", c.name, got)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("%s: got %q, want %q", c.name, got[i], c.want[i])
			}
		}
	}
}

// book returns a spreadsheet with one cell, and the moment at which it was made.
func book(t *testing.T, cell, created string) Answer {
	t.Helper()
	file := excelize.NewFile()
	var out bytes.Buffer
	if err := file.SetCellValue("Sheet1", "B2", cell); err != nil {
		t.Fatal(err)
	}
	if err := file.SetDocProps(&excelize.DocProperties{Created: created}); err != nil {
		t.Fatal(err)
	}
	if err := file.Write(&out); err != nil {
		t.Fatal(err)
	}
	return answer(200, out.String(), "Content-Type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
}

func TestSpreadsheetsAreHeldAgainstEachOtherByTheirCells(t *testing.T) {
	t.Parallel()
	anna, again := book(t, "Anna", "2026-03-01T12:00:00Z"), book(t, "Anna", "2026-03-01T12:00:09Z")
	if bytes.Equal(anna.Body, again.Body) {
		t.Fatal("the two files are the same")
	}
	if got := Compare(anna, again, begin, time.Second); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	bep := book(t, "Bep", "2026-03-01T12:00:00Z")
	if got := Compare(anna, bep, begin, time.Second); len(got) != 1 || !strings.Contains(got[0], "Bep") {
		t.Errorf("got %q", got)
	}
	none := answer(200, "no file", "Content-Type", anna.Header.Get("Content-Type"))
	if got := Compare(anna, none, begin, time.Second); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

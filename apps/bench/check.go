package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// checkPerson checks the answer with one person: the status, the number (if it is known), and the mark of what was written.
func checkPerson(status, want int, body []byte, id, mark string) error {
	switch {
	case status != want:
		return unexpected(status, body)
	case !bytes.HasPrefix(body, []byte(`{"id":`+id)) || !bytes.Contains(body, []byte(`"contact_info":[`)):
		return fmt.Errorf("this is not person %s: %s", id, shortened(body))
	case !bytes.Contains(body, []byte(mark)):
		return fmt.Errorf("%s was not written: %s", mark, shortened(body))
	}
	return nil
}

// checkList checks a list of that many people, out of at least so many.
func checkList(status int, header http.Header, body []byte, people, total int) error {
	return checkRecords(status, header, body, `"contact_info":[`, people, total)
}

// checkRecords checks a page of records by a member that each of them has once, and the total.
func checkRecords(status int, header http.Header, body []byte, member string, records, total int) error {
	if status != http.StatusOK {
		return unexpected(status, body)
	}
	if got := bytes.Count(body, []byte(member)); got != records {
		return fmt.Errorf("%d records instead of %d: %s", got, records, shortened(body))
	}
	if got, err := strconv.Atoi(header.Get("X-WP-Total")); err != nil || got < total {
		return fmt.Errorf("the total %q is less than %d", header.Get("X-WP-Total"), total)
	}
	return nil
}

// checkPage checks a page of the people list: a full page, out of at least so many people.
func checkPage(status int, body []byte, total int) error {
	var page struct {
		People []json.RawMessage
		Total  int
	}
	if status != http.StatusOK {
		return unexpected(status, body)
	}
	if err := json.Unmarshal(body, &page); err != nil {
		return fmt.Errorf("%w: %s", err, shortened(body))
	}
	if page.People == nil || page.Total < total || len(page.People) != min(largePage, page.Total) {
		return fmt.Errorf("%d people of %d: %s", len(page.People), page.Total, shortened(body))
	}
	return nil
}

func unexpected(status int, body []byte) error {
	return fmt.Errorf("unexpected status %d: %s", status, shortened(body))
}

func shortened(body []byte) []byte { return body[:min(len(body), 300)] }

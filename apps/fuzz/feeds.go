package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// calendars are the feeds that stand under the token of a user.
var calendars = []string{".ics", "/tasks.ics", "/shifts.ics", "/matches.ics", "/training.ics"}

// readCalendars holds that the calendars of each user, which are read without signing in, tell nothing that belongs to somebody
// else, and that those who may keep on having one.
func (a *attack) readCalendars(ctx context.Context) error {
	const path = "/club/v1/user/ical-url"
	if a.whole.Operation(http.MethodGet, path) == nil {
		return nil
	}
	for _, user := range a.users {
		if user.role == "" {
			continue
		}
		var calendar struct{ Token string }
		if _, err := a.as(ctx, user, http.MethodGet, path, "", nil, &calendar); err != nil {
			return err
		}
		for _, which := range calendars {
			text, err := a.calendar(ctx, calendar.Token+which)
			if err != nil {
				return fmt.Errorf("the calendar %s of %s: %w", which, user.name, err)
			}
			if leaked := a.marks.foreign(text, user); leaked != "" {
				return fmt.Errorf("%s is told %s by the calendar %s", user.name, leaked, which)
			}
			if which == calendars[0] && user.id != 0 && !a.showsOwn(text, user) {
				return fmt.Errorf("the calendar of %s has no birthday of whom that user made", user.name)
			}
		}
	}
	return nil
}

// calendar reads one as a calendar program does.
func (a *attack) calendar(ctx context.Context, name string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, a.address+"/calendar/"+name, http.NoBody)
	if err != nil {
		return nil, err
	}
	answer, err := a.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := readAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", answer.StatusCode)
	}
	return bytes.ReplaceAll(text, []byte("\r\n "), nil), err // long lines are folded
}

// showsOwn reports whether a text holds a mark of the user's own.
func (a *attack) showsOwn(text []byte, user *identity) bool {
	a.marks.Lock()
	defer a.marks.Unlock()
	return slices.ContainsFunc(word.FindAll(bytes.ToLower(text), -1), func(found []byte) bool {
		return a.marks.owners[string(found)] == user
	})
}

// plantDigests gives each user a task that is late, and lets everybody be mailed what the day holds.
func (a *attack) plantDigests(ctx context.Context) error {
	const todos, trigger = "/club/v1/todos", "/club/v1/reminders/trigger"
	if a.mails == "" || a.whole.Operation(http.MethodPost, todos) == nil || a.whole.Operation(http.MethodPost, trigger) == nil {
		return nil
	}
	late := time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	waits := map[string]*identity{}
	for _, user := range a.users {
		if user.role == "" || user.role == "club_synchronisatie" {
			continue
		}
		content := a.marks.new(user)
		if _, err := a.as(ctx, user, http.MethodPost, todos, "", object{"content": content, "due_date": late}, nil); err != nil {
			return err
		}
		waits[content] = user
	}
	if _, err := a.as(ctx, a.administrator(), http.MethodPost, trigger, "", object{}, nil); err != nil {
		return err
	}
	const patience, pause = time.Minute, 100 * time.Millisecond
	for begin := time.Now(); ; time.Sleep(pause) {
		told, err := a.readMails()
		if err != nil {
			return err
		}
		missing := ""
		for content, user := range waits {
			if !bytes.Contains(told[user.name], []byte(content)) {
				missing = user.name
			}
		}
		if missing == "" {
			return nil
		}
		if ctx.Err() != nil || time.Since(begin) > patience {
			return errors.Join(ctx.Err(), fmt.Errorf("%s is not mailed the task of today", missing))
		}
	}
}

// readMails returns what was mailed to each user, by name, and holds that nothing of it belongs to somebody else.
func (a *attack) readMails() (told map[string][]byte, err error) {
	told = map[string][]byte{}
	if a.mails == "" {
		return told, nil
	}
	files, err := filepath.Glob(filepath.Join(a.mails, "*.eml"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		read, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			continue // it is being written
		}
		to, err := read.Header.AddressList("To")
		if err != nil || len(to) == 0 {
			continue
		}
		at := slices.IndexFunc(a.users, func(user *identity) bool { return user.mail != "" && user.mail == to[0].Address })
		if at < 0 {
			continue
		}
		user := a.users[at]
		text, err := wordsOf(read.Header.Get("Content-Type"), read.Header.Get("Content-Transfer-Encoding"), read.Body)
		if err != nil {
			return nil, fmt.Errorf("a mail to %s can't be read: %w", user.name, err)
		}
		if leaked := a.marks.foreign(text, user); leaked != "" {
			return nil, fmt.Errorf("%s is mailed %s", user.name, leaked)
		}
		told[user.name] = append(told[user.name], text...)
	}
	return told, nil
}

// wordsOf returns the text of all parts of a mail.
func wordsOf(kind, encoding string, body io.Reader) ([]byte, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(media, "multipart/") {
		var all []byte
		for parts := multipart.NewReader(body, params["boundary"]); ; {
			part, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return all, nil
			}
			if err != nil {
				return nil, err
			}
			text, err := wordsOf(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part)
			if err != nil {
				return nil, err
			}
			all = append(all, text...)
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	return io.ReadAll(body)
}

// jubilees is whose the marks are in names that only those are told who keep the anniversaries, and who see everybody.
var jubilees = &identity{name: "de jubilarissen", only: "administrator", also: []string{"club_bestuur", "club_synchronisatie"}}

// plantJubilee makes somebody whose anniversary comes soon, and whom the board may not see but for that.
func (a *attack) plantJubilee(ctx context.Context) error {
	const path = "/club/v1/anniversaries"
	if a.whole.Operation(http.MethodGet, path) == nil {
		return nil
	}
	const years, soon = 25, 30
	name := a.marks.new(jubilees)
	since := time.Now().AddDate(-years, 0, soon).Format(time.DateOnly)
	_, err := a.as(ctx, a.administrator(), http.MethodPost, "/cms/v2/people", "", object{"acf": object{
		"first_name": "Jubilaris", "last_name": name, "lid-sinds": since,
	}}, nil)
	if err != nil {
		return err
	}
	today := time.Now()
	query := "from=" + today.AddDate(0, 0, -1).Format(time.DateOnly) + "&to=" + today.AddDate(0, 0, 2*soon).Format(time.DateOnly)
	for _, user := range a.users {
		if user.role != "club_bestuur" {
			continue
		}
		var shows rawJSON
		if _, err := a.as(ctx, user, http.MethodGet, path, query, nil, &shows); err != nil {
			return err
		}
		if !bytes.Contains(shows, []byte(name)) {
			return fmt.Errorf("%s: %s is not shown the anniversary: %s", path, user.name, shows)
		}
	}
	return nil
}

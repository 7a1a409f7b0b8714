package pictures

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
)

// Files that no picture has are left behind when a database goes back to a backup: those of what was uploaded since, also of
// people who were erased since. RemoveLost deletes them. It must never delete what another database has: the one that ran before
// and may run again, one of a test that was told the same place, one of another club. So each database leaves a mark beside the
// files, and a new one in place of it every time; the database remembers when. A database whose mark is not there was
// put back or copied, and a mark of another database says that this one is not alone. All ages are by the clock of the files.

const (
	// KeptLost is how old a file is at least that RemoveLost deletes, and how long the database has been alone with the files.
	KeptLost = 7 * 24 * time.Hour
	// mostLost is how many files one run deletes.
	mostLost = 500
	// askedAtOnce is about how many files the database is asked at once.
	askedAtOnce = 500
)

// Reasons why a run leaves lost files alone.
var (
	ErrNotAloneYet = errors.New("this database has looked after these files for less than seven days, or was put back since")
	ErrNotAlone    = errors.New("another database looked after these files in the last seven days")
	ErrMostLost    = errors.New("more files are lost than the database knows, as in the place of another club")
)

// errMarking is why a run does nothing: another process does it.
var errMarking = errors.New("another process looks for lost files")

// Lost is what RemoveLost saw and did.
type Lost struct {
	Known   int // files of pictures
	Lost    int // files of none
	Removed int
	Held    error // why none was removed, nil for no reason
}

// RemoveLost deletes the files below media.Root that are called as those of pictures and are of none, and returns how many. It
// keeps those younger than KeptLost, and deletes none before all have been listed and asked about. It is daily work: no viewer
// asks for it. What is left when it fails or has deleted many goes the next time.
func (s *Service) RemoveLost(ctx context.Context) (int, error) {
	now, err := s.leaveMark(ctx)
	var keys []string
	var seen Lost
	if err == nil {
		keys, seen, err = s.lost(ctx, now)
	}
	switch {
	case errors.Is(err, errMarking):
		return 0, nil
	case errors.Is(err, ErrNotAloneYet), errors.Is(err, ErrNotAlone), errors.Is(err, ErrMostLost):
		seen.Held, err = err, nil
	}
	for _, key := range keys {
		if err = s.Files.Delete(ctx, key); err != nil {
			err = fmt.Errorf("delete the lost file %s: %w", key, err)
			break
		}
		seen.Removed++
	}
	if s.ToldLost != nil && (err == nil || seen.Removed > 0) {
		s.ToldLost(ctx, seen)
	}
	return seen.Removed, err
}

// lost looks at all files that are old enough, and returns some of those that are of no picture. It holds no more than those and
// what it asks about at once.
func (s *Service) lost(ctx context.Context, now time.Time) (keys []string, seen Lost, err error) {
	var asked []string
	for file, err := range s.Files.List(ctx, media.Root) {
		if err != nil {
			return nil, seen, fmt.Errorf("list the files: %w", err)
		}
		if _, is := media.FolderOf(file.Key); !is || !old(file, now) {
			continue
		}
		if asked = append(asked, file.Key); len(asked) < askedAtOnce {
			continue
		}
		if keys, err = s.lostOf(ctx, asked, keys, &seen); err != nil {
			return nil, seen, err
		}
		asked = asked[:0]
	}
	if keys, err = s.lostOf(ctx, asked, keys, &seen); err != nil {
		return nil, seen, err
	}
	if seen.Lost > seen.Known {
		return nil, seen, ErrMostLost
	}
	return keys, seen, nil
}

// lostOf counts files, and adds those that are of no picture to keys.
func (s *Service) lostOf(ctx context.Context, files, keys []string, seen *Lost) ([]string, error) {
	if len(files) == 0 {
		return keys, nil
	}
	var folders []string
	for _, key := range files {
		folder, _ := media.FolderOf(key)
		folders = append(folders, folder)
	}
	known, err := s.Media.Known(ctx, slices.Compact(slices.Clone(folders)))
	if err != nil {
		return nil, fmt.Errorf("ask which files are of pictures: %w", err)
	}
	for i, key := range files {
		if known[folders[i]] {
			seen.Known++
		} else if seen.Lost++; len(keys) < mostLost {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// old reports whether a file was written so long ago that it counts. One of which nobody says when is not old.
func old(file media.File, now time.Time) bool {
	return !file.Written.IsZero() && now.Sub(file.Written) >= KeptLost
}

const (
	// marking is under which name a database remembers its last mark.
	marking = "mark-files"
	// marks is the folder of the marks. Each is called after the microsecond at which it was left.
	marks = "sweeps"
)

// IsMark reports whether a file is no file of the club's, but what databases leave beside those.
func IsMark(key string) bool { return strings.HasPrefix(key, marks+"/") }

func markOf(at time.Time) string { return marks + "/" + strconv.FormatInt(at.UnixMicro(), 10) }

// leaveMark leaves a mark in place of the last one, and returns the present time by the clock of the files. It returns
// ErrNotAloneYet or ErrNotAlone when nothing may be removed now.
func (s *Service) leaveMark(ctx context.Context) (now time.Time, err error) {
	last, err := s.Runs.Last(ctx, marking)
	if err != nil {
		return now, fmt.Errorf("read which mark was left: %w", err)
	}
	mark, since, err := s.lastMark(ctx, last.Started)
	if err != nil {
		return now, err
	}
	at := civil.Instant(s.Now())
	if !at.After(last.Started) { // the clock was set back
		at = last.Started.Add(time.Microsecond)
	}
	if started, err := s.Runs.Start(ctx, marking, last, at); err != nil || !started {
		return now, cmp.Or(err, errMarking)
	}
	// Who dies from here on has no mark the next time: seven days begin anew.
	var text []byte
	if !since.IsZero() {
		text = []byte(since.Format(time.RFC3339Nano))
	}
	if err := s.Files.Write(ctx, markOf(at), "text/plain", text); err != nil {
		return now, fmt.Errorf("leave a mark beside the files: %w", err)
	}
	left, there, err := s.findMark(ctx, markOf(at))
	if err != nil || !there || left.Written.IsZero() {
		return now, cmp.Or(err, errors.New("the mark that was left beside the files is not listed"))
	}
	alone, err := s.tidyMarks(ctx, left, mark)
	switch {
	case err != nil:
		return now, err
	case !alone:
		return now, ErrNotAlone
	case since.IsZero() || left.Written.Sub(since) < KeptLost:
		return now, ErrNotAloneYet
	}
	return left.Written, nil
}

// lastMark returns the mark that was left at a time, and since when there has been one each time. Both are zero without one.
func (s *Service) lastMark(ctx context.Context, at time.Time) (key string, since time.Time, err error) {
	if at.IsZero() {
		return "", since, nil
	}
	mark, there, err := s.findMark(ctx, markOf(at))
	if err != nil || !there {
		return "", since, err
	}
	text, err := s.Files.Read(ctx, mark.Key)
	if err != nil {
		return "", since, fmt.Errorf("read the mark beside the files: %w", err)
	}
	if since, err = time.Parse(time.RFC3339Nano, string(text)); err != nil { // the first one
		since = mark.Written
	}
	return mark.Key, since, nil
}

func (s *Service) findMark(ctx context.Context, key string) (found media.File, there bool, err error) {
	for file, err := range s.Files.List(ctx, marks) {
		if err != nil {
			return found, false, fmt.Errorf("list the marks beside the files: %w", err)
		}
		if file.Key == key {
			return file, true, nil
		}
	}
	return found, false, nil
}

// tidyMarks deletes the mark before the one that was left, and those of databases that are gone. It reports whether none is left
// of another database.
func (s *Service) tidyMarks(ctx context.Context, left media.File, before string) (alone bool, err error) {
	alone = true
	for file, err := range s.Files.List(ctx, marks) {
		switch {
		case err != nil:
			return false, fmt.Errorf("list the marks beside the files: %w", err)
		case file.Key == left.Key:
			continue
		case file.Key != before && !old(file, left.Written):
			alone = false
			continue
		}
		if err := s.Files.Delete(ctx, file.Key); err != nil {
			return false, fmt.Errorf("delete an old mark beside the files: %w", err)
		}
	}
	return alone, nil
}

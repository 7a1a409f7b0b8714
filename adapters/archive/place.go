package archive

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/internal/bucket"
	"github.com/clubhuis/clubhuis/core/backup"
)

// Place is where backups are kept: a folder, or a bucket. Close it.
type Place struct {
	folder string         // "" for a bucket
	bucket *bucket.Bucket // nil for a folder
}

// Open opens the place that an operator names, and returns the name of the one backup in it that is meant, "" when none is. A
// folder is one that is there or whose name ends in a slash; the address of a bucket means one backup when it ends in .backup.
func Open(location string) (p *Place, name string, err error) {
	return open(location, false)
}

// OpenFolder opens the place that an operator names for many backups. A folder need not be there, nor end in a slash.
func OpenFolder(location string) (*Place, error) {
	p, _, err := open(location, true)
	return p, err
}

func open(location string, many bool) (p *Place, name string, err error) {
	if location == "" {
		return nil, "", errors.New("no place for backups is named")
	}
	if strings.HasPrefix(location, "file://") {
		if location, err = local(location); err != nil {
			return nil, "", err
		}
	}
	if strings.Contains(location, "://") {
		return openBucket(location)
	}
	folder, err := filepath.Abs(location)
	if err != nil {
		return nil, "", err
	}
	info, err := os.Stat(folder)
	if many = many || strings.HasSuffix(location, "/"); !many && (err != nil || !info.IsDir()) {
		folder, name = filepath.Dir(folder), filepath.Base(folder)
	}
	return &Place{folder: folder}, name, nil
}

// local returns the path of a folder or of a backup that is named by a URL.
func local(location string) (string, error) {
	u, err := url.Parse(location)
	if err != nil {
		return "", errors.New("the address of the folder can't be read")
	}
	if u.RawQuery != "" {
		return "", errors.New("the address of a folder for backups has no options")
	}
	return bucket.LocalPath(u)
}

func openBucket(location string) (*Place, string, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, "", errors.New("the address of the bucket can't be read")
	}
	folder, name := strings.Trim(u.Path, "/"), ""
	if backup.IsFile(folder) {
		folder, name = path.Split(folder)
		folder = strings.Trim(folder, "/")
	}
	u.Path = ""
	if folder != "" {
		query := u.Query()
		query.Set("prefix", query.Get("prefix")+folder+"/")
		u.RawQuery = query.Encode()
	}
	opened, err := bucket.Open(u.String())
	if err != nil {
		return nil, "", fmt.Errorf("the bucket can't be opened: %w", err)
	}
	return &Place{bucket: opened}, name, nil
}

// IsBucket reports whether the place is elsewhere than on this machine.
func (p *Place) IsBucket() bool { return p.bucket != nil }

// Folder returns the folder in which the backups are, "" for a bucket.
func (p *Place) Folder() string { return p.folder }

// Close lets the place go.
func (p *Place) Close() error {
	if p.bucket != nil {
		return p.bucket.Close()
	}
	return nil
}

// partial is what a file is called that is being written.
const partial = ".clubhuis-*.part"

// Create writes a new backup. Nobody sees it before write has returned without an error; else there is none.
func (p *Place) Create(ctx context.Context, name string, write func(io.Writer) error) error {
	if p.bucket != nil {
		return p.upload(ctx, name, write)
	}
	if err := os.MkdirAll(p.folder, 0o700); err != nil {
		return err
	}
	p.sweep()
	place := filepath.Join(p.folder, name)
	if _, err := os.Lstat(place); err == nil {
		return fmt.Errorf("there is a file %s already", place)
	}
	file, err := os.CreateTemp(p.folder, partial) // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // it has its name, or is of no use
	err = write(contextWriter{ctx, file})
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := os.Link(file.Name(), place); err != nil { // never over another one
		if errors.Is(err, os.ErrExist) {
			return err
		}
		if err := os.Rename(file.Name(), place); err != nil { // a disk without links
			return err
		}
	}
	return syncFolder(p.folder)
}

// syncFolder lets the name of a new file survive a power cut.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	_ = f.Sync() // some file systems can't
	return f.Close()
}

// abandoned is how old the file of a process that died is at least: a backup takes less.
const abandoned = 24 * time.Hour

// sweep takes away what processes that died left.
func (p *Place) sweep() {
	left, _ := filepath.Glob(filepath.Join(p.folder, partial))
	for _, file := range left {
		if info, err := os.Stat(file); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(file) // another one may have
		}
	}
}

// errHalf stands for what ended a backup: that may be an io.EOF, which would look like its end.
var errHalf = errors.New("the backup is not whole")

func (p *Place) upload(ctx context.Context, name string, write func(io.Writer) error) error {
	if there, err := p.bucket.Exists(ctx, name); err != nil || there {
		return errors.Join(err, taken(there, name))
	}
	_ = p.bucket.Tidy(ctx, abandoned) // as sweep: it keeps no backup from being made
	content, w := io.Pipe()
	uploaded := make(chan error, 1)
	go func() {
		err := p.bucket.Write(ctx, name, "application/octet-stream", content)
		_ = content.CloseWithError(err) // nobody reads on: write fails
		uploaded <- err
	}()
	err := write(w)
	if err != nil {
		_ = w.CloseWithError(errHalf) // nothing is kept
	} else {
		_ = w.Close()
	}
	if failed := <-uploaded; err == nil {
		err = failed
	}
	return err
}

func taken(there bool, name string) error {
	if there {
		return fmt.Errorf("there is a %s already", name)
	}
	return nil
}

// contextWriter stops with its context.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(data []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(data)
}

// Read opens a backup.
func (p *Place) Read(ctx context.Context, name string) (io.ReadCloser, error) {
	if p.bucket != nil {
		content, _, err := p.bucket.Open(ctx, name)
		return content, err
	}
	return os.Open(filepath.Join(p.folder, name))
}

// mark is what the file is called that says of which installation the backups of a program's data are.
func mark(owner string) string { return owner + marked }

const marked = ".installation"

// ErrClaimed is returned for a place with the backups of another installation.
var ErrClaimed = errors.New("there are backups of another installation, and two would remove each other's: " +
	"name another folder, or another prefix in the bucket")

// Claim makes the place that of one installation, as far as a program's data goes. When it is another's already, it is
// ErrClaimed.
// Of two that claim a bucket in the same second both may get it, and one loses it the next time.
func (p *Place) Claim(ctx context.Context, owner, installation string) error {
	whose, err := p.claimedBy(ctx, owner)
	if err == nil && whose == "" {
		err = p.Create(ctx, mark(owner), func(w io.Writer) error {
			_, err := io.WriteString(w, installation+"\n")
			return err
		})
		if another, failed := p.claimedBy(ctx, owner); another != "" { // who came first at the same time
			whose, err = another, failed
		}
	}
	if err == nil && whose != installation {
		return fmt.Errorf("%w (when that one is gone for good, remove the file %s there)", ErrClaimed, mark(owner))
	}
	return err
}

// claimedBy returns the installation that a place is of, "" for none yet.
func (p *Place) claimedBy(ctx context.Context, owner string) (string, error) {
	names, err := p.names(ctx)
	if err != nil || !slices.Contains(names, mark(owner)) {
		return "", err
	}
	content, err := p.Read(ctx, mark(owner))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(content, 1000))
	return strings.TrimSpace(string(text)), errors.Join(err, content.Close())
}

// List returns of what times there are backups of a program's data, the newest first.
func (p *Place) List(ctx context.Context, owner string) (made []time.Time, err error) {
	names, err := p.names(ctx)
	for _, name := range names {
		if at, ok := backup.Made(owner, name); ok {
			made = append(made, at)
		}
	}
	slices.SortFunc(made, func(a, b time.Time) int { return b.Compare(a) })
	return made, err
}

func (p *Place) names(ctx context.Context) (names []string, err error) {
	if p.bucket == nil {
		entries, err := os.ReadDir(p.folder)
		if errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		for _, entry := range entries {
			names = append(names, entry.Name())
		}
		return names, err
	}
	for file, err := range p.bucket.List(ctx, "") {
		if err != nil {
			return names, err
		}
		names = append(names, file.Key)
	}
	return names, nil
}

// broken is what the name of a backup ends in that does not hold.
const broken = ".broken"

// Keeps reports whether a path is that of what a place keeps: a backup, one that was set aside, one that is being written, or
// whose they are.
func Keeps(file string) bool {
	name := path.Base(file)
	writing, _ := path.Match(partial, name) // the pattern is good
	return writing || strings.HasSuffix(name, marked) || backup.IsFile(strings.TrimSuffix(name, broken))
}

// SetAside gives a backup of a program's data another name, under which it is none, and returns that. Those that were set aside
// before are destroyed: one is enough to look at.
func (p *Place) SetAside(ctx context.Context, owner, name string) (aside string, err error) {
	aside = name + broken
	if p.bucket != nil {
		err = p.bucket.Rename(ctx, name, aside)
	} else if err = os.Rename(filepath.Join(p.folder, name), filepath.Join(p.folder, aside)); err == nil {
		err = syncFolder(p.folder)
	}
	if err != nil {
		return name, err
	}
	return aside, p.removeBroken(ctx, owner, func(other string, _ time.Time) bool { return other != aside })
}

// Expire destroys the backups of a program's data of before a time that were set aside.
func (p *Place) Expire(ctx context.Context, owner string, before time.Time) error {
	return p.removeBroken(ctx, owner, func(_ string, made time.Time) bool { return made.Before(before) })
}

func (p *Place) removeBroken(ctx context.Context, owner string, goes func(name string, made time.Time) bool) error {
	names, err := p.names(ctx)
	for _, name := range names {
		before, is := strings.CutSuffix(name, broken)
		if made, named := backup.Made(owner, before); is && named && goes(name, made) {
			err = errors.Join(err, p.remove(ctx, name))
		}
	}
	return err
}

// Remove destroys the backup of a time.
func (p *Place) Remove(ctx context.Context, owner string, made time.Time) error {
	return p.remove(ctx, backup.Name(owner, made))
}

func (p *Place) remove(ctx context.Context, name string) error {
	if p.bucket != nil {
		return p.bucket.Delete(ctx, name)
	}
	return os.Remove(filepath.Join(p.folder, name))
}

package gomail

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/ports"
)

// Folder implements ports.Mailer. It is safe for use by several goroutines and programs.
type Folder struct {
	folder string
	from   mail.Address
	now    func() time.Time
}

var _ ports.Mailer = (*Folder)(nil)

// NewFolder makes a folder, when there is none, that nobody else may look into. Of mails with a key it knows that it has
// them.
func NewFolder(folder string, from mail.Address, now func() time.Time) (*Folder, error) {
	if !mail.ValidEmail(from.Email) {
		return nil, fmt.Errorf("the sender %q is no e-mail address", from.Email)
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for mail: %w", err)
	}
	return &Folder{folder, from, now}, nil
}

// Once implements ports.Mailer: a key is part of the file's name.
func (f *Folder) Once() bool { return true }

// Send implements ports.Mailer. The number of a message is the name of its file.
func (f *Folder) Send(ctx context.Context, message mail.Message) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", mail.Refuse(err)
	}
	if err := message.Validate(); err != nil {
		return "", mail.Refuse(err)
	}
	at := f.now()
	made, err := newMessage(message, f.from, at)
	if err != nil {
		return "", mail.Refuse(errInvalid.Because(err))
	}
	var text bytes.Buffer
	if _, err := made.WriteTo(&text); err != nil {
		return "", mail.Refuse(errInvalid.Because(err))
	}
	id := strings.Trim(made.GetMessageID(), "<>")
	sum := sha256.Sum256([]byte(id))
	key := hex.EncodeToString(sum[:8])
	if known, err := filepath.Glob(filepath.Join(f.folder, "*-"+key+".eml")); err == nil && len(known) > 0 {
		return filepath.Base(known[0]), nil
	}
	name := at.UTC().Format("20060102-150405.000") + "-" + key + ".eml"
	if err := f.write(name, text.Bytes()); err != nil {
		return "", mail.Refuse(errFolder.Because(err))
	}
	return name, nil
}

// write puts a file into the folder, whole or not at all.
func (f *Folder) write(name string, data []byte) error {
	file, err := os.CreateTemp(f.folder, "new-*") // which only its owner may read
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), filepath.Join(f.folder, name))
	}
	if err != nil {
		if removed := os.Remove(file.Name()); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}
	return err
}

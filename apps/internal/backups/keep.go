package backups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/core/backup"
)

// Keeper makes backups in a place and tries each of them out.
type Keeper struct {
	Place      *archive.Place
	Recipients []age.Recipient
	Source     Source
	Head       backup.Manifest // but for the time
	// Scratch opens a throw-away database, which its Close destroys.
	Scratch func(context.Context) (Store, error)
	// Look looks at what was brought back into it, and returns the folders that the database names and that have no file: those
	// were lost before, and make no backup useless. It may be nil.
	Look func(ctx context.Context, scratch Store, m backup.Manifest) (missing []string, err error)
}

// Claim makes the place that of an installation, before older backups are removed from it.
func (k *Keeper) Claim(ctx context.Context, installation string) error {
	return k.Place.Claim(ctx, k.Head.Owner, installation)
}

// Make makes the backup of a time and tries it out. One that was read and can't be brought back is an error, and set aside for
// whoever wants to look: it counts for no day, week or month. One that could not be tried out, because the program stops, the
// line broke or the throw-away database failed, is an error and keeps its name: it may be good.
// name is "" for the usual one.
func (k *Keeper) Make(ctx context.Context, at time.Time, name string) (m backup.Manifest, made string, err error) {
	head := k.Head
	head.Made = at.UTC().Truncate(time.Second)
	if name == "" {
		name = backup.Name(head.Owner, at)
	}
	recipients := k.Recipients
	var identities []age.Identity
	if len(recipients) > 0 {
		witness, identity, err := Witness(recipients)
		if err != nil {
			return m, name, err
		}
		recipients, identities = append(recipients[:len(recipients):len(recipients)], witness), []age.Identity{identity}
	}
	err = k.Place.Create(ctx, name, func(w io.Writer) error {
		m, err = k.Source.Write(ctx, w, head, recipients...)
		return err
	})
	if err != nil {
		return m, name, err
	}
	verified, err := k.Verify(ctx, name, identities...)
	if err != nil && (ctx.Err() != nil || !errors.As(err, new(damage))) {
		return m, name, fmt.Errorf("the backup %s was made and could not be tried out: %w", name, err)
	}
	if err != nil {
		aside, moved := k.Place.SetAside(context.WithoutCancel(ctx), head.Owner, name)
		return m, name, fmt.Errorf("the backup was made and does not hold; it is called %s: %w", aside, errors.Join(err, moved))
	}
	m.Missing = verified.Missing
	return m, name, nil
}

// Verify brings a backup back into a throw-away database, and compares counts and hashes.
func (k *Keeper) Verify(ctx context.Context, name string, identities ...age.Identity) (m backup.Manifest, err error) {
	content, err := k.Place.Read(ctx, name)
	if err != nil {
		return m, err
	}
	defer content.Close()
	scratch, err := k.Scratch(ctx)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, scratch.Close()) }()
	m, err = Restore(ctx, k.Head.Owner, content, Target{Store: scratch}, identities...)
	if err == nil && k.Look != nil {
		if m.Missing, err = k.Look(ctx, scratch, m); err != nil {
			err = damage{err}
		}
	}
	return m, err
}

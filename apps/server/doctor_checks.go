package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/adapters/files"
	"github.com/clubhuis/clubhuis/adapters/mollie"
	"github.com/clubhuis/clubhuis/adapters/syncclient"
	"github.com/clubhuis/clubhuis/apps/internal/disk"
	"github.com/clubhuis/clubhuis/apps/internal/secretfile"
	"github.com/clubhuis/clubhuis/apps/server/internal/doctor"
	"github.com/clubhuis/clubhuis/core/backup"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase/backups"
)

// settings tells of what serve would warn of, and of the key of the installation.
func (p *patient) settings(ctx context.Context) (findings []doctor.Finding) {
	for _, warning := range p.warnings {
		findings = append(findings, doctor.Warn(warning, "mend that setting"))
	}
	_, err := secretfile.Read(p.SecretKeyFile)
	key, unusable := existingKey(p.SecretKeyFile)
	opens := true
	if p.db != nil && unusable == nil {
		opens, _ = opensSecrets(ctx, p.db, p.SecretKeyFile) // what the database lacks is told elsewhere
	}
	switch {
	case !opens:
		findings = append(findings, doctor.Fail("the secrets in the database are sealed with another key than that of "+p.SecretKeyFile+
			", fingerprint "+seal.Fingerprint(key), "bring the right file back: no server starts with this one"))
	case errors.Is(unusable, errCutOff):
		findings = append(findings, doctor.Fail(unusable.Error(), "stop all servers before"))
	case err == nil && unusable != nil:
		findings = append(findings, doctor.Fail(unusable.Error(), "bring the right file back"))
	case err == nil:
		findings = append(findings, doctor.OK("the key of this installation is %s, fingerprint %s", p.SecretKeyFile,
			seal.Fingerprint(key)))
	case errors.Is(err, os.ErrNotExist) && p.db != nil:
		findings = append(findings, p.missingKey(ctx))
	case !errors.Is(err, os.ErrNotExist):
		findings = append(findings, doctor.Fail(err.Error(), "chmod 600, and let it belong to the user of the server"))
	}
	return findings
}

// missingKey tells what a server does that finds no key.
func (p *patient) missingKey(ctx context.Context) doctor.Finding {
	text := "there is no key " + p.SecretKeyFile
	sealed, _, _ := p.db.TryKey(ctx, func(seal.Purpose, string) bool { return false }) // what the database lacks is told elsewhere
	if sealed {
		return doctor.Fail(text+", and secrets in the database are sealed with it: no server starts",
			"bring the file back, or name the right one with --secret-key-file; is it lost, start with --secrets-lost "+
				"(docs/operations.md, Backups)")
	}
	return doctor.Warn(text+"; nothing in the database needs it, but for links in mails that wait",
		"bring the file back where there was one, or name the right one with --secret-key-file; else the server makes a new one "+
			"at its next start")
}

// folder returns the folder of the files, if they are in one.
func (p *patient) folder() (string, bool) {
	return string(p.Files), !strings.Contains(string(p.Files), "://")
}

// files tells whether the place of the files can be reached and takes what is written.
func (p *patient) files(ctx context.Context) []doctor.Finding {
	if folder, ok := p.folder(); ok {
		if _, err := os.Stat(folder); err != nil {
			return []doctor.Finding{doctor.Warn("there is no folder "+folder,
				"the server makes it at its next start; when there were photos already, name the right one with --files")}
		}
	}
	bucket, err := files.Open(ctx, string(p.Files))
	if err == nil {
		err = writable(ctx, bucket)
		err = errors.Join(err, bucket.Close())
	}
	if err != nil {
		return []doctor.Finding{doctor.Fail(err.Error(), "look who owns the folder, or at the address and the keys of the bucket")}
	}
	return []doctor.Finding{doctor.OK("%s takes what is written", p.Files)}
}

// disk tells how much room there is for what this machine keeps.
func (p *patient) disk(context.Context) (findings []doctor.Finding) {
	var told []string
	if path, ok := p.Path(); ok {
		findings, told = append(findings, doctor.Disk("the database", filepath.Dir(path), p.health.Bytes)), append(told, path)
	}
	if folder, ok := p.folder(); ok {
		findings, told = append(findings, doctor.Disk("the files", folder, 0)), append(told, folder)
	}
	if findings == nil {
		findings = []doctor.Finding{doctor.Without("database and files are elsewhere", "have their disks watched there")}
	}
	return append(findings, p.backupDisks(told)...)
}

// backupDisks tells how much room daily backups have on this machine, where that is short or on another disk than what was told.
func (p *patient) backupDisks(told []string) (findings []doctor.Finding) {
	if p.BackupTo == "" {
		return nil
	}
	tell := func(path string, finding doctor.Finding) {
		known := slices.ContainsFunc(told, func(other string) bool { return disk.Same(path, other) })
		if !known || finding.Level != doctor.Fine {
			findings = append(findings, finding)
		}
		told = append(told, path)
	}
	if to := string(p.BackupTo); strings.HasPrefix(to, "file://") || !strings.Contains(to, "://") {
		place, err := archive.OpenFolder(to)
		if err != nil {
			return []doctor.Finding{doctor.Fail(err.Error(), "name a folder or a bucket with --backup-to")}
		}
		tell(place.Folder(), doctor.Backups(place.Folder(), p.health.Bytes))
		_ = place.Close() // nothing was written
	}
	tell(os.TempDir(), doctor.Temporary(os.TempDir(), p.health.Bytes))
	return findings
}

// clock tells whether the clock is right, by the kernel, the database and the provider of payments.
func (p *patient) clock(ctx context.Context) []doctor.Finding {
	findings := []doctor.Finding{doctor.Synchronized()}
	if p.Clock != "" {
		findings = append(findings, doctor.Warn("the program has a clock of its own (--clock)",
			"leave --debug and --clock out for a real club"))
	}
	if !p.health.Clock.IsZero() {
		findings = append(findings, doctor.Compare(p.store.now(), p.health.Clock, "the database"))
	}
	if p.Payments != "" || p.PaymentsKeyFile.Given() {
		address := string(p.Payments)
		if address == "" {
			address = mollie.URL
		}
		if at, ok := doctor.ClockOf(ctx, address); ok {
			findings = append(findings, doctor.Compare(p.store.now(), at, "the provider of payments"))
		}
	}
	return findings
}

// unknown is told of what only a database says that can't be asked.
func unknown() []doctor.Finding {
	return []doctor.Finding{doctor.Without("only the database knows", "mend the database first")}
}

// workedWithin is how long ago daily work was done at the longest where a server runs.
const workedWithin = 26 * time.Hour

// work tells whether daily work is done, and of jobs that were given up.
func (p *patient) work(ctx context.Context) []doctor.Finding {
	if p.db == nil {
		return unknown()
	}
	last, err := p.db.Stores().JobRuns.Last(ctx, "forget-sessions")
	failed, failedErr := p.outbox.List(ctx, mostListed)
	if err := errors.Join(err, failedErr); err != nil {
		return []doctor.Finding{doctor.Fail(err.Error(), "look into the log of the database")}
	}
	var findings []doctor.Finding
	day := last.Finished.In(p.Timezone.Location()).Format(time.DateOnly)
	switch ago := p.store.now().Sub(last.Finished); {
	case last.Finished.IsZero():
		findings = append(findings, doctor.Warn("daily work was never done", "start the server: it does that by itself"))
	case job.WrongClock(last.Finished, p.store.now()):
		findings = append(findings, doctor.Fail("daily work was last done on "+day+", says a clock that was wrong",
			"set the clock of this machine (timedatectl), and start the server: it does that work again"))
	case ago > workedWithin:
		findings = append(findings, doctor.Fail("daily work was last done on "+day,
			"start the server (systemctl status clubhuis), and look into its log for: job failed"))
	default:
		findings = append(findings, doctor.OK("done on %s", day))
	}
	if len(failed) > 0 {
		findings = append(findings, doctor.Warn(fmt.Sprintf("%d jobs did not succeed", len(failed)),
			"see why: clubhuis job failed"+asService("job failed")))
	}
	return findings
}

// backedUp tells how old the last backup is that was tried out.
func (p *patient) backedUp(ctx context.Context) []doctor.Finding {
	if p.db == nil {
		return unknown()
	}
	const daily = "let the server make one every day, with --backup-to and --backup-recipient (docs/operations.md, Backups)"
	verified, err := (&backups.Service{Runs: p.db.Stores().JobRuns, Now: p.store.now}).Verified(ctx)
	if err != nil {
		return []doctor.Finding{doctor.Fail(err.Error(), "look into the log of the database")}
	}
	if verified.IsZero() {
		return []doctor.Finding{doctor.Fail("there is no backup that was tried out", daily)}
	}
	age := p.store.now().Sub(verified)
	text := "the last one that was tried out is of " + verified.In(p.Timezone.Location()).Format("2006-01-02 15:04")
	findings := []doctor.Finding{doctor.OK("%s", text)}
	if age > backup.Old {
		findings[0] = doctor.Fail(text, "look into the log of the server for: job=back-up, or make one now: clubhuis backup"+
			asService("backup"))
	}
	if p.BackupTo == "" {
		findings = append(findings, doctor.Warn("no backup is made every day", daily))
	}
	return findings
}

// mail tells whether mail leaves the house.
func (p *patient) mail(ctx context.Context) []doctor.Finding {
	findings := []doctor.Finding{p.sends(ctx)}
	if p.db == nil {
		return findings
	}
	if view := p.db.Stores().Directory.View(); p.Mail.Folder == "" && p.MailFrom == "" && view != nil &&
		view.Identity().SenderEmail == "" {
		findings = append(findings, doctor.Fail("nobody is named whom mail comes from: it is not sent",
			"fill in the sender under Instellingen → De club, or set --mail-from"))
	}
	counts, err := p.db.Stores().MailQueue.Count(ctx)
	if err != nil {
		return append(findings, doctor.Fail(err.Error(), "look into the log of the database"))
	}
	if n := counts[mail.Failed]; n > 0 {
		findings = append(findings, doctor.Warn(fmt.Sprintf("%d mails were not sent", n),
			"see why under Instellingen → Mail, and send them again there"))
	}
	return findings
}

// sends tells whether the way of mail is open. It sends nothing.
func (p *patient) sends(ctx context.Context) doctor.Finding {
	switch {
	case p.Mail.Folder != "":
		return doctor.Warn("mails go into the folder "+p.Mail.Folder+", and nobody gets them",
			"set --mail to the club's mail server or provider (docs/operations.md, Mail)")
	case p.Mail.Provider != "":
		if _, ok := doctor.ClockOf(ctx, p.Mail.Provider); !ok {
			return doctor.Fail(p.Mail.Provider+" does not answer",
				"look at the address in --mail, and whether the firewall lets https out")
		}
		return doctor.OK("%s answers; whether the token is right shows with the next mail", p.Mail.Provider)
	}
	server, err := p.mailServer(p.from(identity.DefaultName))
	if err == nil {
		err = server.Check(ctx)
	}
	switch {
	case err == nil:
		return doctor.OK("%s lets us in", p.Mail)
	case fault.KindOf(err) == fault.Unauthenticated:
		return doctor.Fail("the mail server refuses the user or the password",
			"mend the user in --mail and the password in --mail-token-file")
	}
	return doctor.Fail("the mail server can't be used: "+causes(err),
		"look at host and port in --mail; many houses let nothing out on port 25: take 587 (smtp://) or 465 (smtps://)")
}

// payments tells whether the provider of payments knows us. It asks for nothing.
func (p *patient) payments(ctx context.Context) []doctor.Finding {
	const fill = "the treasurer fills in a key under Instellingen → Financiën (docs/operations.md, Payments)"
	key, finding := p.paymentKey()
	if finding != nil {
		return []doctor.Finding{*finding}
	}
	if key == "" {
		return []doctor.Finding{doctor.Without("members pay by hand: there is no key of a provider", fill)}
	}
	client := mollie.New(mollie.Options{URL: string(p.Payments), Key: func(context.Context) (string, error) { return key, nil }})
	_, err := client.Link(ctx, "pl_doctor")
	var findings []doctor.Finding
	switch kind := fault.KindOf(err); {
	case err == nil || kind == fault.NotFound:
		findings = append(findings, doctor.OK("the provider takes our key"))
	case kind == fault.Unauthenticated:
		return []doctor.Finding{doctor.Fail("the provider refuses our key", fill)}
	default:
		return []doctor.Finding{doctor.Fail("the provider can't be asked: "+causes(err),
			"look whether the firewall lets https out, and at --payments")}
	}
	if strings.HasPrefix(key, "test_") {
		findings = append(findings, doctor.Warn("the key is one for tests: nothing is paid really", fill))
	}
	if p.BaseURL == "" || callback(p.BaseURL, p.RestRoot, string(p.Payments)) == "" {
		findings = append(findings, doctor.Warn("the provider can't tell us of payments: they are seen once an hour",
			"set --base-url to an address that is reached from outside"))
	}
	return findings
}

// paymentKey returns the key of the provider of payments, "" for none, or why it isn't known.
func (p *patient) paymentKey() (string, *doctor.Finding) {
	if own := p.PaymentsKeyFile.Text(); own != "" {
		return own, nil
	}
	if p.db == nil || p.db.Stores().Directory.View() == nil {
		return "", &unknown()[0]
	}
	sealed := p.db.Stores().Directory.View().Finance().ProviderKey
	if sealed == "" {
		return "", nil
	}
	var text string
	key, err := existingKey(p.SecretKeyFile)
	if err == nil {
		text, err = seal.Open(key, seal.Payments, sealed)
	}
	if err != nil {
		f := doctor.Fail("the key that the treasurer gave can't be opened with the key of this installation",
			"bring "+p.SecretKeyFile+" back, or let the treasurer fill the key in again under Instellingen → Financiën")
		return "", &f
	}
	return text, nil
}

// synchronization tells whether the service answers and shares our key.
func (p *patient) synchronization(ctx context.Context) []doctor.Finding {
	if p.SyncURL == "" {
		return []doctor.Finding{doctor.Without("no service is named that brings one member up to date",
			"where clubsync runs, set --sync-url (docs/operations.md, One member at once)")}
	}
	_, err := syncclient.New(string(p.SyncURL), p.SyncKeyFile.Text(), 5*time.Second).State(ctx, "DOCTOR0")
	switch {
	case err == nil || errors.Is(err, refresh.ErrNoWork):
		return []doctor.Finding{doctor.OK("%s answers and takes our key", p.SyncURL)}
	case errors.Is(err, refresh.ErrNoAnswer):
		return []doctor.Finding{doctor.Fail(string(p.SyncURL)+" is no synchronization service that answers: "+causes(err),
			"start it (systemctl status clubsync), or mend --sync-url")}
	}
	return []doctor.Finding{doctor.Fail("the synchronization service refuses our key",
		"give both programs the same key (SYNC_API_KEY or --sync-key-file)")}
}

// causes returns what is behind an error, which a member is told of in words of their own.
func causes(err error) string {
	said := fault.As(err)
	if said == nil || said.Cause == nil {
		return err.Error()
	}
	return said.Cause.Error()
}

package dashboard

// Notice is something that cannot wait.
type Notice struct {
	Kind    NoticeKind
	Message string
	URL     string // the place of the page where it is dealt with, "" for none
	Count   int
}

// NoticeKind says what a notice is about.
type NoticeKind string

// The kinds of notices.
const (
	MatchesCancelled NoticeKind = "matches_cancelled" // today
	SourceFails      NoticeKind = "source_fails"      // of the matches
	MailsFailed      NoticeKind = "mails_failed"
	BackupOld        NoticeKind = "backup_old"  // none was tried out lately, or ever
	SyncFailed       NoticeKind = "sync_failed" // the newest run of a pipeline, or the service is silent
)

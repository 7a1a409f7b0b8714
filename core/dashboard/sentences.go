package dashboard

import (
	"cmp"
	"strconv"
	"strings"
)

// FailedMails tells how many mails were not sent.
func FailedMails(count int) string {
	if count == 1 {
		return "Eén mail is niet verstuurd."
	}
	return strconv.Itoa(count) + " mails zijn niet verstuurd."
}

// OldBackup tells how many days ago the last backup was tried out; less than none is never.
func OldBackup(days int) string {
	switch {
	case days < 0:
		return "Er is nog nooit een back-up gemaakt en nagekeken."
	case days == 1:
		return "De laatste nagekeken back-up is van een dag geleden."
	}
	return "De laatste nagekeken back-up is van " + strconv.Itoa(days) + " dagen geleden."
}

// pipelineNames are what volunteers call the parts of the synchronization.
var pipelineNames = map[string]string{
	"people": "leden", "teams": "teams", "functions": "functies", "functions-full": "functies van iedereen",
	"contributions": "contributies", "discipline": "tuchtzaken", "helpdesk": "helpdesk", "former-members": "oud-leden",
	"individual": "één lid", "feedback": "programmeerhulp",
}

// FailedSync tells of which pipelines the last run failed.
func FailedSync(pipelines []string) string {
	names := make([]string, len(pipelines))
	for i, pipeline := range pipelines {
		names[i] = cmp.Or(pipelineNames[pipeline], pipeline)
	}
	return "De laatste synchronisatie is mislukt: " + strings.Join(names, ", ") + "."
}

// SilentSync tells that nothing was heard of the synchronization for an hour.
const SilentSync = "De synchronisatie is al een uur niet te bereiken."

// CalledOff tells which matches of today were called off.
func CalledOff(count int, which string) string {
	if count == 1 {
		return "Vandaag afgelast: " + which + "."
	}
	return "Vandaag zijn " + strconv.Itoa(count) + " wedstrijden afgelast: " + which + "."
}

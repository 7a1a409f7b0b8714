package run_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/run"
)

func step(name string, c run.Counts) run.Step { return run.Step{Name: name, Counts: c} }

const (
	double = "========================================\n"
	single = "----------------------------------------\n"
)

// contract: sync §6, §7-3
func TestTheSummaryOfAPeopleRun(t *testing.T) {
	t.Parallel()
	r := run.Run{
		Pipeline: run.People, Started: started, Finished: started.Add(150 * time.Second), Outcome: run.Partial,
		Steps: []run.Step{
			{Name: run.StepMemberDownload, Counts: run.Counts{Total: 1500}, Note: "de download is mislukt; verder met die van gisteren"},
			step(run.StepListPrepare, run.Counts{Total: 1900, Excluded: 12}),
			step(run.StepLists, run.Counts{Total: 1900, Synced: 20, Created: 5, Updated: 15, Skipped: 1880, Deleted: 2}),
			step(run.StepPeople, run.Counts{Total: 1500, Synced: 31, Created: 1, Updated: 30, Skipped: 1467, Ended: 1, Errors: 1}),
			step(run.StepParents, run.Counts{Total: 500, Skipped: 500, Deleted: 1}),
			step(run.StepPhotoDownload, run.Counts{Total: 5, Synced: 3, Skipped: 1, Errors: 1}),
			step(run.StepPhotoUpload, run.Counts{Total: 5, Synced: 3, Updated: 3, Deleted: 1, Skipped: 1}),
			step(run.StepReverse, run.Counts{Total: 2, Synced: 2, Updated: 2}),
		},
		Problems: []run.Problem{
			{Step: run.StepPeople, Key: "AB12345", System: "application", Message: "geweigerd:\n  acf.first_name"},
			{Step: run.StepPhotoDownload, System: "club site", Message: "geen antwoord"},
		},
	}
	want := "\n" + double + "PEOPLE SYNC SUMMARY\n" + double + `
Completed: 2026-11-21T07:02:30Z
Duration: 2m 30s

CLUB SITE DOWNLOAD
` + single + `Members downloaded: 1500
Note: de download is mislukt; verder met die van gisteren

E-MAIL LISTS
` + single + `Members prepared: 1900 (12 excluded as duplicates)
Members synced: 20 (5 added, 15 updated)
Removed: 2 (left the club)

APPLICATION
` + single + `Persons synced: 31/1500 (1 created, 30 updated)
Skipped: 1467 (unchanged)
Marked as former member: 1
Errors: 1

PARENTS
` + single + `Parents synced: 0/500 (0 created, 0 updated)
Skipped: 500 (unchanged)
Deleted: 1 (no child in the club)

PHOTO SYNC
` + single + `Downloaded: 3
Uploaded: 3, Deleted: 1
Pending download: 1
Skipped: 2 (no photo on the club site, or nobody to give it to yet)
Errors: 1

REVERSE SYNC
` + single + `Members written to the club site: 2/2

ERRORS (2)
` + single + `- AB12345 [application]: geweigerd: acf.first_name
- photo-download [club site]: geen antwoord

` + double
	if got := r.Report().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// contract: sync §6, §7-3
func TestTheSummaryOfATeamsRun(t *testing.T) {
	t.Parallel()
	r := run.Run{
		Pipeline: run.Teams, Started: started, Finished: started.Add(45 * time.Second), Outcome: run.Success,
		Steps: []run.Step{
			step(run.StepTeamDownload, run.Counts{Total: 61, Places: 900}),
			step(run.StepTeams, run.Counts{Total: 61, Synced: 3, Created: 1, Updated: 2, Skipped: 58, Deleted: 1}),
			step(run.StepWork, run.Counts{Total: 9, Synced: 8, Created: 7, Ended: 2, Skipped: 1}),
		},
	}
	want := "\n" + double + "TEAM SYNC SUMMARY\n" + double + `
Completed: 2026-11-21T07:00:45Z
Duration: 45s

TEAM DOWNLOAD
` + single + `Teams downloaded: 61
Team members downloaded: 900

TEAM SYNC
` + single + `Teams synced: 3/61
Created: 1
Updated: 2
Deleted: 1 (no longer on the club site)
Skipped: 58 (unchanged)

WORK HISTORY SYNC
` + single + `Members synced: 8/9
Team assignments added: 7
Team assignments ended: 2
Skipped: 1 (not yet in the application)

` + double
	if got := r.Report().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// contract: sync §6, §7-3
func TestTheSummaryOfAFunctionsRun(t *testing.T) {
	t.Parallel()
	r := run.Run{
		Pipeline: run.FunctionsFull, Started: started, Finished: started.Add(2 * time.Hour), Outcome: run.Success,
		Steps: []run.Step{
			step(run.StepFunctionsDownload, run.Counts{Total: 1500, Synced: 1499, Functions: 40, Seats: 120, Errors: 1}),
			step(run.StepCommittees, run.Counts{Total: 20, Skipped: 20}),
			step(run.StepCommitteeWork, run.Counts{}),
			step(run.StepFreeFields, run.Counts{Total: 1499, Synced: 4, Updated: 4, Skipped: 1495}),
		},
	}
	want := "\n" + double + "FUNCTIONS SYNC SUMMARY\n" + double + `
Completed: 2026-11-21T09:00:00Z
Duration: 120m 0s

FUNCTIONS DOWNLOAD
` + single + `Members processed: 1499/1500
Functions found: 40
Committee memberships found: 120
Errors: 1

COMMISSIES SYNC
` + single + `Commissies synced: 0 changes
Skipped: 20 (unchanged)

COMMISSIE WORK HISTORY SYNC
` + single + `Members synced: 0/0
Commissie entries added: 0
Commissie entries ended: 0

FREE FIELDS SYNC
` + single + `Members synced: 4/1499 (0 created, 4 updated)
Skipped: 1495 (unchanged)

ERRORS (1)
` + single + `- and 1 more

` + double
	if got := r.Report().Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWhatASummarySaysBesides(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		run  run.Run
		want string
	}{
		{"a dry run lists its plan", run.Run{Pipeline: run.People, DryRun: true, Plan: []run.Planned{
			{Step: run.StepPeople, Kind: "create", Key: "AB12345", Reason: "new"},
			{Step: run.StepPeople, Kind: "end", Key: "AB12346", Reason: "vanished"},
		}}, "\nDRY RUN (2)\n" + single + "Nothing was written. The run would have made these changes:\n" +
			"- create AB12345 [people-submit]: new\n- end AB12346 [people-submit]: vanished\n\n" + double},
		{"a run that stopped", run.Run{Pipeline: run.People, Outcome: run.Failure, Problems: []run.Problem{{Message: "te veel"}}},
			"Duration: 0s\nOutcome: FAILED, the run stopped before its end\n\nERRORS (1)\n" + single + "- run: te veel\n\n" + double},
		{"of one member", run.Run{Pipeline: run.Individual},
			"\nINDIVIDUAL SYNC SUMMARY\n" + double},
		{"no photo changes", run.Run{Pipeline: run.People, Steps: []run.Step{step(run.StepPhotoUpload, run.Counts{})}},
			"\nPHOTO SYNC\n" + single + "No photo changes\n\n" + double},
		{"nothing to write back", run.Run{Pipeline: run.People, Steps: []run.Step{step(run.StepReverse, run.Counts{})}},
			"\nREVERSE SYNC\n" + single + "No changes for the club site\n\n" + double},
	} {
		if got := c.run.Report().Text(); !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant in it\n%s", c.name, got, c.want)
		}
	}
}

func TestASummaryNamesNoBrand(t *testing.T) {
	t.Parallel()
	r := run.Run{Pipeline: run.People}
	for _, name := range []string{
		run.StepMemberDownload, run.StepListPrepare, run.StepLists, run.StepPeople, run.StepParents, run.StepPhotoDownload,
		run.StepPhotoUpload,
		run.StepReverse, run.StepTeamDownload, run.StepTeams, run.StepWork, run.StepFunctionsDownload, run.StepCommittees,
		run.StepCommitteeWork,
		run.StepFreeFields, run.StepContributionsDownload, run.StepContributions,
		run.StepCustomersPrepare, run.StepCustomers, run.StepConversations,
	} {
		r.Steps = append(r.Steps, step(name, run.Counts{Total: 1}))
	}
	got := r.Report().Text()
	for _, title := range []string{
		"CLUB SITE DOWNLOAD", "E-MAIL LISTS", "APPLICATION", "PARENTS", "PHOTO SYNC", "REVERSE SYNC", "TEAM DOWNLOAD", "TEAM SYNC",
		"WORK HISTORY SYNC",
		"FUNCTIONS DOWNLOAD", "COMMISSIES SYNC", "COMMISSIE WORK HISTORY SYNC", "FREE FIELDS SYNC",
	} {
		at := strings.Index(got, "\n"+title+"\n"+single)
		if at < 0 {
			t.Fatalf("no section %s, or not in its place:\n%s", title, got)
		}
		got = got[at:]
	}
}

func TestTheSubjectOfTheMail(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	midnight := time.Date(2026, 11, 22, 0, 30, 0, 0, zone)
	failed := []run.Step{{Name: run.StepPeople, Counts: run.Counts{Errors: 1}}}
	for want, r := range map[string]run.Run{
		"Clubhuis sync — People report - 2026-11-21": {Pipeline: run.People, Started: started, Outcome: run.Success},
		"Clubhuis sync — People report with errors - 2026-11-21": {Pipeline: run.People, Started: started, Outcome: run.Partial,
			Steps: failed},
		"Clubhuis sync — Teams report FAILED - 2026-11-21": {Pipeline: run.Teams, Started: started, Outcome: run.Failure,
			Steps: failed},
		"Clubhuis sync — Functions report - 2026-11-21": {Pipeline: run.Functions, Started: midnight.UTC(),
			Outcome: run.Success},
		"Clubhuis sync — Functions (full) report - 2026-11-22": {Pipeline: run.FunctionsFull, Started: midnight, Outcome: run.Success},
	} {
		if got := r.Subject("Clubhuis"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAReportAsHTML(t *testing.T) {
	t.Parallel()
	report := run.Report{
		Title: "TEAM SYNC SUMMARY", Lines: []run.Line{{Label: "Duration", Text: "2m <30s>"}},
		Sections: []run.Section{
			{Title: "TEAM SYNC", Lines: []run.Line{{Label: "Teams synced", Text: "3/61 (a: b)"}, {Text: "Alles & nog wat"}}},
			{Title: "ERRORS (2)", List: []string{"JO11-1 [club site]: <b>weg</b>", "2 & 3: x"}},
		},
	}
	want := `<h1>TEAM SYNC SUMMARY</h1>
<p><strong>Duration:</strong> 2m &lt;30s&gt;</p>
<h2>TEAM SYNC</h2>
<hr>
<p><strong>Teams synced:</strong> 3/61 (a: b)</p>
<p>Alles &amp; nog wat</p>
<h2>ERRORS (2)</h2>
<hr>
<ul>
<li>JO11-1 [club site]: &lt;b&gt;weg&lt;/b&gt;</li>
<li>2 &amp; 3: x</li>
</ul>
`
	if got := report.HTML(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

package run

// The names of steps, in the order of the report's sections.
const (
	StepMemberDownload    = "member-download" // Total: members
	StepListPrepare       = "list-prepare"    // Total: addresses; Excluded: those for which no list was left
	StepLists             = "list-submit"
	StepPeople            = "people-submit"
	StepParents           = "parents-submit"
	StepPhotoDownload     = "photo-download"
	StepPhotoUpload       = "photo-upload"
	StepReverse           = "reverse-sync"
	StepTeamDownload      = "team-download" // Total: teams; Places: people on their rosters
	StepTeams             = "team-submit"
	StepWork              = "work-history"       // Total and Synced: members; Created and Ended: rows
	StepFunctionsDownload = "functions-download" // Total and Synced: members; Functions and Seats: what they do
	StepCommittees        = "committee-submit"
	StepCommitteeWork     = "committee-work-history" // as StepWork
	StepFreeFields        = "free-fields"
	// Total: what the provider told; Excluded: members who are not in the application.
	StepContributionsDownload = "contributions-download"
	StepContributions         = "contributions-submit"
	// Total: people who may be customers; Excluded: those without an address of their own.
	StepCustomersPrepare = "customers-prepare"
	StepCustomers        = "customers-submit"
	StepConversations    = "conversations"       // Total: conversations; Created: activities; Skipped: those of nobody who is known
	StepCaseDownload     = "discipline-download" // Total: cases
	StepMovedCases       = "discipline-moved"    // Deleted: cases that turned out to be another member's; Skipped: billed ones
	StepCases            = "discipline-submit"   // Linked: cases of people who are known
	StepFormerDownload   = "former-download"     // Total: former members; Excluded: those who are not brought, as the note says
	StepFormer           = "former-submit"
	// Of the coding agent.
	StepItem        = "feedback-item"   // Total: items; its note names it and what became of it
	StepAgent       = "agent-work"      // Total: tries; its note has the cost line
	StepCheck       = "agent-check"     // Total: tries; Synced: those that went well
	StepPullRequest = "pull-request"    // Created or Updated; its note has the address
	StepBranches    = "merged-branches" // Deleted: branches of ours that were merged
	StepRoles       = "capability-sync" // Total and Synced: members whose functions were told
)

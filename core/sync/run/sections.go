package run

// part is what one section of a report is about: some steps, in their order.
type part struct {
	title string
	steps []string
	lines func(l *lines, step func(name string) Counts)
}

// parts are in the order of the sections.
var parts = []part{
	{"CLUB SITE DOWNLOAD", []string{StepMemberDownload}, func(l *lines, step func(string) Counts) {
		l.add("Members downloaded", "%d", step(StepMemberDownload).Total)
	}},
	{"E-MAIL LISTS", []string{StepListPrepare, StepLists}, func(l *lines, step func(string) Counts) {
		prepared, sent := step(StepListPrepare), step(StepLists)
		l.add("Members prepared", "%d (%d excluded as duplicates)", prepared.Total, prepared.Excluded)
		l.add("Members synced", "%d (%d added, %d updated)", sent.Synced, sent.Created, sent.Updated)
		l.some("Removed", "%d (left the club)", sent.Deleted)
	}},
	{"APPLICATION", []string{StepPeople}, func(l *lines, step func(string) Counts) {
		c := step(StepPeople)
		l.persons("Persons", c)
		l.some("Marked as former member", "%d", c.Ended)
		l.some("Deleted", "%d", c.Deleted)
	}},
	{"PARENTS", []string{StepParents}, func(l *lines, step func(string) Counts) {
		c := step(StepParents)
		l.persons("Parents", c)
		l.some("Deleted", "%d (no child in the club)", c.Deleted)
	}},
	{"PHOTO SYNC", []string{StepPhotoDownload, StepPhotoUpload}, photos},
	{"REVERSE SYNC", []string{StepReverse}, func(l *lines, step func(string) Counts) {
		c := step(StepReverse)
		if c.Total == 0 {
			l.say("No changes for the club site")
			return
		}
		l.add("Members written to the club site", "%d/%d", c.Synced, c.Total)
		l.some("Skipped", "%d", c.Skipped)
	}},
	{"TEAM DOWNLOAD", []string{StepTeamDownload}, func(l *lines, step func(string) Counts) {
		c := step(StepTeamDownload)
		l.add("Teams downloaded", "%d", c.Total)
		l.add("Team members downloaded", "%d", c.Places)
	}},
	{"TEAM SYNC", []string{StepTeams}, func(l *lines, step func(string) Counts) {
		l.groups("Teams", "no longer on the club site", step(StepTeams))
	}},
	{"WORK HISTORY SYNC", []string{StepWork}, func(l *lines, step func(string) Counts) {
		l.work("Team assignments", step(StepWork))
	}},
	{"FUNCTIONS DOWNLOAD", []string{StepFunctionsDownload}, func(l *lines, step func(string) Counts) {
		c := step(StepFunctionsDownload)
		l.add("Members processed", "%d/%d", c.Synced, c.Total)
		l.add("Functions found", "%d", c.Functions)
		l.add("Committee memberships found", "%d", c.Seats)
	}},
	{"COMMISSIES SYNC", []string{StepCommittees}, func(l *lines, step func(string) Counts) {
		l.groups("Commissies", "orphan commissies", step(StepCommittees))
	}},
	{"COMMISSIE WORK HISTORY SYNC", []string{StepCommitteeWork}, func(l *lines, step func(string) Counts) {
		l.work("Commissie entries", step(StepCommitteeWork))
	}},
	{"FREE FIELDS SYNC", []string{StepFreeFields}, func(l *lines, step func(string) Counts) {
		l.persons("Members", step(StepFreeFields))
	}},
	{"DISCIPLINE DOWNLOAD", []string{StepCaseDownload}, func(l *lines, step func(string) Counts) {
		l.add("Cases downloaded", "%d", step(StepCaseDownload).Total)
	}},
	{"DISCIPLINE SYNC", []string{StepMovedCases, StepCases}, func(l *lines, step func(string) Counts) {
		moved, sent := step(StepMovedCases), step(StepCases)
		l.persons("Cases", sent)
		l.some("Linked to persons", "%d", sent.Linked)
		l.some("Deleted", "%d (now of another member)", moved.Deleted)
		l.some("Kept", "%d (on an invoice, now of another member)", moved.Skipped)
	}},
	{"FORMER MEMBERS", []string{StepFormerDownload, StepFormer}, func(l *lines, step func(string) Counts) {
		found, sent := step(StepFormerDownload), step(StepFormer)
		l.add("Former members found", "%d", found.Total)
		l.add("Created", "%d", sent.Created)
		l.some("Skipped (in the application already)", "%d", sent.Skipped)
		l.some("Skipped (parents, and people who were removed)", "%d", found.Excluded)
	}},
	{"CAPABILITY SYNC", []string{StepRoles}, func(l *lines, step func(string) Counts) {
		c := step(StepRoles)
		l.add("Members told", "%d/%d", c.Synced, c.Total)
		l.some("Skipped", "%d (unchanged)", c.Skipped)
	}},
	{"CONTRIBUTIONS SYNC", []string{StepContributionsDownload, StepContributions}, func(l *lines, step func(string) Counts) {
		down, sent := step(StepContributionsDownload), step(StepContributions)
		l.add("Contributions downloaded", "%d", down.Total)
		l.add("Members updated", "%d/%d", sent.Synced, sent.Total)
		l.some("Skipped (no changes)", "%d", sent.Skipped)
		l.some("Skipped (not in the application)", "%d", down.Excluded)
	}},
	{"FREESCOUT SYNC", []string{StepCustomersPrepare, StepCustomers}, func(l *lines, step func(string) Counts) {
		prepared, sent := step(StepCustomersPrepare), step(StepCustomers)
		l.add("Total customers", "%d", sent.Total)
		l.add("Synced", "%d (%d created, %d updated)", sent.Synced, sent.Created, sent.Updated)
		l.some("Skipped (unchanged)", "%d", sent.Skipped)
		l.some("Skipped (no address of their own)", "%d", prepared.Excluded)
	}},
	{"CONVERSATIONS", []string{StepConversations}, func(l *lines, step func(string) Counts) {
		c := step(StepConversations)
		l.add("Conversations", "%d", c.Total)
		l.add("Activities added", "%d", c.Created)
		l.some("Skipped (of nobody who is known yet)", "%d", c.Skipped)
	}},
	{"CODING AGENT", []string{StepItem, StepAgent, StepCheck, StepPullRequest, StepBranches}, func(l *lines,
		step func(string) Counts) {
		l.add("Tries of the agent", "%d", step(StepAgent).Total)
		checked, made := step(StepCheck), step(StepPullRequest)
		l.some("Checks of the project", "%d", checked.Total)
		l.some("Checks that went well", "%d", checked.Synced)
		l.some("Pull requests", "%d opened", made.Created)
		l.some("Continued", "%d", made.Updated)
		l.some("Merged branches removed", "%d", step(StepBranches).Deleted)
	}},
}

// section returns what the run did in the part, when one of its steps was begun.
func (p part) section(r *Run) (Section, bool) {
	var begun []*Step
	for _, name := range p.steps {
		if step := r.Step(name); step != nil {
			begun = append(begun, step)
		}
	}
	if len(begun) == 0 {
		return Section{}, false
	}
	var l lines
	p.lines(&l, func(name string) Counts {
		if step := r.Step(name); step != nil {
			return step.Counts
		}
		return Counts{}
	})
	failed := 0
	for _, step := range begun {
		failed += step.Counts.Errors
	}
	l.some("Errors", "%d", failed)
	for _, step := range begun {
		if step.Note != "" {
			l.add("Note", "%s", step.Note)
		}
	}
	return Section{Title: p.title, Lines: l}, true
}

func photos(l *lines, step func(string) Counts) {
	down, up := step(StepPhotoDownload), step(StepPhotoUpload)
	if down.Total+up.Total == 0 {
		l.say("No photo changes")
		return
	}
	l.add("Downloaded", "%d", down.Synced)
	l.add("Uploaded", "%d, Deleted: %d", up.Synced, up.Deleted)
	l.some("Pending download", "%d", down.Total-down.Synced-down.Skipped)
	l.some("Skipped", "%d (no photo on the club site, or nobody to give it to yet)", down.Skipped+up.Skipped)
}

func (l *lines) persons(what string, c Counts) {
	l.add(what+" synced", "%d/%d (%d created, %d updated)", c.Synced, c.Total, c.Created, c.Updated)
	l.some("Skipped", "%d (unchanged)", c.Skipped)
}

func (l *lines) groups(what, orphans string, c Counts) {
	if c.Synced+c.Deleted+c.Ended == 0 {
		l.add(what+" synced", "0 changes")
	} else {
		l.add(what+" synced", "%d/%d", c.Synced, c.Total)
		l.add("Created", "%d", c.Created)
		l.add("Updated", "%d", c.Updated)
		l.some("Deleted", "%d ("+orphans+")", c.Deleted+c.Ended)
	}
	l.some("Skipped", "%d (unchanged)", c.Skipped)
}

func (l *lines) work(what string, c Counts) {
	l.add("Members synced", "%d/%d", c.Synced, c.Total)
	l.add(what+" added", "%d", c.Created)
	l.add(what+" ended", "%d", c.Ended)
	l.some("Skipped", "%d (not yet in the application)", c.Skipped)
}

package run

// section is a part of the summary: of the steps that the run began, in their order.
type section struct {
	title string
	steps []string
	lines func(w *writer, step func(name string) Counts)
}

var sections = []section{
	{"CLUB SITE DOWNLOAD", []string{StepMemberDownload}, func(w *writer, step func(string) Counts) {
		w.line("Members downloaded: %d", step(StepMemberDownload).Total)
	}},
	{"E-MAIL LISTS", []string{StepListPrepare, StepLists}, func(w *writer, step func(string) Counts) {
		prepared, sent := step(StepListPrepare), step(StepLists)
		w.line("Members prepared: %d (%d excluded as duplicates)", prepared.Total, prepared.Excluded)
		w.line("Members synced: %d (%d added, %d updated)", sent.Synced, sent.Created, sent.Updated)
		w.some("Removed: %d (left the club)", sent.Deleted)
	}},
	{"APPLICATION", []string{StepPeople}, func(w *writer, step func(string) Counts) {
		c := step(StepPeople)
		w.persons("Persons", c)
		w.some("Marked as former member: %d", c.Ended)
		w.some("Deleted: %d", c.Deleted)
	}},
	{"PARENTS", []string{StepParents}, func(w *writer, step func(string) Counts) {
		c := step(StepParents)
		w.persons("Parents", c)
		w.some("Deleted: %d (no child in the club)", c.Deleted)
	}},
	{"PHOTO SYNC", []string{StepPhotoDownload, StepPhotoUpload}, photos},
	{"REVERSE SYNC", []string{StepReverse}, func(w *writer, step func(string) Counts) {
		c := step(StepReverse)
		if c.Total == 0 {
			w.line("No changes for the club site")
			return
		}
		w.line("Members written to the club site: %d/%d", c.Synced, c.Total)
		w.some("Skipped: %d", c.Skipped)
	}},
	{"TEAM DOWNLOAD", []string{StepTeamDownload}, func(w *writer, step func(string) Counts) {
		c := step(StepTeamDownload)
		w.line("Teams downloaded: %d", c.Total)
		w.line("Team members downloaded: %d", c.Places)
	}},
	{"TEAM SYNC", []string{StepTeams}, func(w *writer, step func(string) Counts) {
		w.groups("Teams", "no longer on the club site", step(StepTeams))
	}},
	{"WORK HISTORY SYNC", []string{StepWork}, func(w *writer, step func(string) Counts) {
		w.work("Team assignments", step(StepWork))
	}},
	{"FUNCTIONS DOWNLOAD", []string{StepFunctionsDownload}, func(w *writer, step func(string) Counts) {
		c := step(StepFunctionsDownload)
		w.line("Members processed: %d/%d", c.Synced, c.Total)
		w.line("Functions found: %d", c.Functions)
		w.line("Committee memberships found: %d", c.Seats)
	}},
	{"COMMISSIES SYNC", []string{StepCommittees}, func(w *writer, step func(string) Counts) {
		w.groups("Commissies", "orphan commissies", step(StepCommittees))
	}},
	{"COMMISSIE WORK HISTORY SYNC", []string{StepCommitteeWork}, func(w *writer, step func(string) Counts) {
		w.work("Commissie entries", step(StepCommitteeWork))
	}},
	{"FREE FIELDS SYNC", []string{StepFreeFields}, func(w *writer, step func(string) Counts) {
		w.persons("Members", step(StepFreeFields))
	}},
}

// write writes the section when one of its steps was begun.
func (s section) write(w *writer, r *Run) {
	begun := false
	for _, name := range s.steps {
		begun = begun || r.Step(name) != nil
	}
	if !begun {
		return
	}
	w.section("%s", s.title)
	s.lines(w, func(name string) Counts {
		if step := r.Step(name); step != nil {
			return step.Counts
		}
		return Counts{}
	})
	failed := 0
	for _, name := range s.steps {
		if step := r.Step(name); step != nil {
			failed += step.Counts.Errors
		}
	}
	w.some("Errors: %d", failed)
	for _, name := range s.steps {
		if step := r.Step(name); step != nil && step.Note != "" {
			w.line("Note: %s", step.Note)
		}
	}
	w.line("")
}

func photos(w *writer, step func(string) Counts) {
	down, up := step(StepPhotoDownload), step(StepPhotoUpload)
	if down.Total+up.Total == 0 {
		w.line("No photo changes")
		return
	}
	w.line("Downloaded: %d", down.Synced)
	w.line("Uploaded: %d, Deleted: %d", up.Synced, up.Deleted)
	w.some("Pending download: %d", down.Total-down.Synced-down.Skipped)
	w.some("Skipped: %d (no photo on the club site, or nobody to give it to yet)", down.Skipped+up.Skipped)
}

// some writes a line about a number that is not 0.
func (w *writer) some(format string, n int) {
	if n > 0 {
		w.line(format, n)
	}
}

func (w *writer) persons(what string, c Counts) {
	w.line("%s synced: %d/%d (%d created, %d updated)", what, c.Synced, c.Total, c.Created, c.Updated)
	w.some("Skipped: %d (unchanged)", c.Skipped)
}

func (w *writer) groups(what, orphans string, c Counts) {
	if c.Synced+c.Deleted+c.Ended == 0 {
		w.line("%s synced: 0 changes", what)
	} else {
		w.line("%s synced: %d/%d", what, c.Synced, c.Total)
		w.line("Created: %d", c.Created)
		w.line("Updated: %d", c.Updated)
		w.some("Deleted: %d ("+orphans+")", c.Deleted+c.Ended)
	}
	w.some("Skipped: %d (unchanged)", c.Skipped)
}

func (w *writer) work(what string, c Counts) {
	w.line("Members synced: %d/%d", c.Synced, c.Total)
	w.line("%s added: %d", what, c.Created)
	w.line("%s ended: %d", what, c.Ended)
	w.some("Skipped: %d (not yet in the application)", c.Skipped)
}

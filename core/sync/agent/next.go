package agent

// MostFailures is how often in all the agent may come to no end with an item; then somebody is asked.
const MostFailures = 2

// MostRefusals is how often in all that may be when what was made did not get to where the code is: the forge may have a bad day.
const MostRefusals = 3

// MostTries is how often the agent may work in one run: once, and once more with what the check said.
const MostTries = 2

// Failure is why the agent came to no end.
type Failure string

// The failures.
const (
	TimedOut     Failure = "timed-out"
	Exited       Failure = "exited"
	NoStatus     Failure = "no-status"
	NothingDone  Failure = "nothing-changed"
	Lost         Failure = "lost" // its process died
	NothingToAsk Failure = "nothing-asked"
	Unread       Failure = "unread"      // the application does not let the item be read
	NotBrought   Failure = "not-brought" // what it made did not get to where the code is
)

// Next is what becomes of an item.
type Next string

// What can become of it.
const (
	Check    Next = "check"     // its change is looked at
	GiveBack Next = "give-back" // it waits for the next run
	Ask      Next = "ask"
	Reject   Next = "reject"
	Remember Next = "remember" // of a file that was looked at: nothing to do
)

// After says what follows the agent's work. changed is whether files did; why is set when it came to no end.
func After(w *Worked, said Said, changed bool) (next Next, why Failure) {
	switch {
	case w.TimedOut:
		return GiveBack, TimedOut
	case w.Exit != 0:
		return GiveBack, Exited
	case said.Outcome == NeedsInfo && said.Question == "":
		return GiveBack, NothingToAsk
	case said.Outcome == NeedsInfo:
		return Ask, ""
	case said.Outcome == Declined:
		return Reject, ""
	case said.Outcome == NoChanges:
		return Remember, ""
	case said.Outcome == Resolved && !changed:
		return GiveBack, NothingDone
	case said.Outcome == Resolved:
		return Check, ""
	}
	return GiveBack, NoStatus
}

// AfterFailure says what follows when the agent came to no end with an item for the n-th time, this time because of that.
func AfterFailure(why Failure, n int) Next {
	most := MostFailures
	if why == NotBrought {
		most = MostRefusals
	}
	if n >= most {
		return Ask
	}
	return GiveBack
}

// AfterCheck says what follows the project's own check at the n-th try of a run: "" for a commit, GiveBack for one more try, Ask
// when it stays red.
func AfterCheck(w *Worked, try int) Next {
	switch {
	case w.Exit == 0 && !w.TimedOut:
		return ""
	case try < MostTries:
		return GiveBack
	}
	return Ask
}

// NextReview returns the first source that was not looked at since it changed, of those that are worth it; "" for none.
func NextReview(sources []Source, known map[string]Review) Source {
	for _, s := range sources {
		if IsSource(s.Path) && known[s.Path].Blob != s.Blob {
			return s
		}
	}
	return Source{}
}

package main

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// theAgent is the coding agent of the demo: it writes what is asked for into the plan of the small repository, and asks when a
// title ends with a question mark.
const theAgent = `title=$(sed -n 's/^Title: //p' | head -n 1)
case "$title" in
*'?') echo 'STATUS: NEEDS_INFO'; echo 'QUESTION: Wat bedoel je precies?' ;;
*) printf -- '- %s\n' "$title" >>docs/plan.md; echo 'COST: nothing, it is a script'; echo 'STATUS: RESOLVED' ;;
esac`

// agentSettings let the synchronization have that agent, when the world has a forge.
func (d *arrival) agentSettings(ctx context.Context) []string {
	code := d.world.Forge
	if code.URL == "" {
		return nil
	}
	confined := "CLUBSYNC_AGENT_WRAPPER=bubblewrap"
	if d.lookWrapper(ctx) != nil {
		confined = "CLUBSYNC_AGENT_UNCONFINED=true" // the agent is the script above
	}
	return []string{
		"CLUBSYNC_FORGE=" + code.URL, "CLUBSYNC_FORGE_TOKEN_FILE=" + d.place("forge-token"), "CLUBSYNC_REPOSITORY=" + code.Repository,
		"CLUBSYNC_AGENT_COMMAND=" + theAgent, "CLUBSYNC_CHECK_COMMAND=sh check.sh", confined,
	}
}

// workAtFeedback lets the agent look for approved items much more often than every half hour, so that one is seen to travel.
func (d *arrival) workAtFeedback(ctx context.Context) {
	d.tell("een melding die je onder Feedback goedkeurt wordt vanzelf een voorstel")
	for ctx.Err() == nil && !d.server.over() {
		out, err := captured(d.syncCommand(ctx, "feedback", "--loop"))
		if err != nil { // it is written down, or the service works at it
			fmt.Fprintf(d.syncLog, "clubsync feedback: %v\n", err)
		}
		if strings.Contains(out, "Pull requests: 1 opened") {
			d.tell("er is een voorstel van feedback gemaakt: zie Feedback in de applicatie")
		}
		select {
		case <-ctx.Done():
		case <-d.server.ended:
		case <-time.After(10 * time.Second):
		}
	}
}

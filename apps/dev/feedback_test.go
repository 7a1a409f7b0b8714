package main

import (
	"slices"
	"testing"
)

func TestTheDemoHasAnAgentWhereItHasAForge(t *testing.T) {
	t.Parallel()
	d := &arrival{session: newStage(t).session}
	if settings := d.agentSettings(t.Context()); settings != nil {
		t.Errorf("without a forge: %v", settings)
	}
	d.world.Forge.URL, d.world.Forge.Repository = "http://forge", "club/clubhuis"
	settings := d.agentSettings(t.Context())
	for _, want := range []string{"CLUBSYNC_FORGE=http://forge", "CLUBSYNC_REPOSITORY=club/clubhuis",
		"CLUBSYNC_AGENT_WRAPPER=bubblewrap"} {
		if !slices.Contains(settings, want) {
			t.Errorf("%s is not in %v", want, settings)
		}
	}
}

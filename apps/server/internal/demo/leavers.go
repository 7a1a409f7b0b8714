package demo

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/leaver"
)

// leavers switches the rules about who left on: a proposal waits, and one former member is kept.
func (m Maker) leavers(ctx context.Context, administrator access.Viewer) error {
	for _, who := range []forgotten{
		{"Joost", "Rietveld", "joost@rietveld.example", 0, 2, 1},
		{"Marga", "Terpstra", "marga@terpstra.example", 0, 1, 3},
	} {
		id, err := m.leaver(ctx, administrator, who)
		if err != nil {
			return err
		}
		if who.first == "Marga" {
			if err := m.Club.Leavers.Keep(ctx, administrator, id, "Erelid"); err != nil {
				return err
			}
		}
	}
	rules := leaver.Default()
	rules.On = true
	if _, err := m.Club.Leavers.Change(ctx, administrator, rules); err != nil {
		return err
	}
	proposes, made := *m.Club.Leavers, m.Club.Leavers.Now().AddDate(0, 0, -3)
	proposes.Now = func() time.Time { return made }
	_, err := proposes.Run(ctx)
	return err
}

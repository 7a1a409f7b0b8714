package httpapi

import (
	"context"
	"fmt"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
	"github.com/clubhuis/clubhuis/core/mail"
)

// mailCounts returns how many mails there are in each state.
func (m *Metrics) mailCounts(ctx context.Context) ([]*exposition.Metric, error) {
	counts, err := m.club.Mails.Count(ctx)
	if err != nil {
		return nil, fmt.Errorf("count mails: %w", err)
	}
	mails := exposition.NewGauge("clubhuis_mails", "Mails that the program sends, by state.", "state")
	for _, state := range mail.States {
		mails.Set(float64(counts[state]), string(state))
	}
	return []*exposition.Metric{mails}, nil
}

package httpapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/internal/exposition"
	"github.com/clubhuis/clubhuis/core/mail"
)

// mailCounts returns how many mails there are in each state, as the store has them when somebody looks. When the store does not
// answer, the other metrics are told without this one.
func (m *Metrics) mailCounts(ctx context.Context) []*exposition.Metric {
	ctx, cancel := context.WithTimeout(ctx, countWithin)
	defer cancel()
	counts, err := m.club.Mails.Count(ctx)
	if err != nil {
		m.log.ErrorContext(ctx, "mails can't be counted", "cause", err)
		return nil
	}
	mails := exposition.NewGauge("clubhuis_mails", "Mails that the program sends, by state.", "state")
	for _, state := range mail.States {
		mails.Set(float64(counts[state]), string(state))
	}
	return []*exposition.Metric{mails}
}

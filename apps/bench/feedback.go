package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
)

const (
	queue         = "/api/club/v1/feedback"
	feedbackItems = 3 * largePage // in the queue, when its list is measured
)

// addFeedback fills the queue, as the administrator, with items as long as those of volunteers.
func (s *stand) addFeedback(ctx context.Context) error {
	asking := client(1)
	defer asking.CloseIdleConnections()
	var buffer bytes.Buffer
	for n := range feedbackItems {
		kind := []string{"bug", "feature_request"}[n%2]
		body, err := json.Marshal(map[string]any{
			"title": fmt.Sprintf("Het team van spelers staat er dubbel, keer %d", n), "feedback_type": kind,
			"content":            strings.Repeat("Ik open een team en zie de spelers twee keer. ", 6),
			"steps_to_reproduce": "Open een team. Kies Selectie. Kijk onderaan.",
			"expected_behavior":  "Elke speler staat er een keer.",
			"actual_behavior":    "Elke speler staat er twee keer.",
			"url_context":        "/teams/12",
			"browser_info":       "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
			"use_case":           "Bellen voor de wedstrijd.",
			"app_version":        "1.0",
		})
		if err != nil {
			return err
		}
		add := request{method: http.MethodPost, path: queue, body: body, check: checkOK}
		if err := s.ask(ctx, asking, administrator, add, &buffer); err != nil {
			return fmt.Errorf("add feedback: %w", err)
		}
	}
	return nil
}

// feedback requests one of the full pages of the queue.
func (d *drawer) feedback(int64) request {
	path := fmt.Sprintf("%s?per_page=%d&page=%d", queue, largePage, 1+rand.IntN(feedbackItems/largePage))
	return get(path, func(status int, header http.Header, body []byte) error {
		return checkRecords(status, header, body, `"agent_branch":`, largePage, feedbackItems)
	})
}

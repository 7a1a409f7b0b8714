package syncstore

import (
	"context"
	"encoding/json"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// newestFirst is the order of runs.
const newestFirst = "started_at DESC, id DESC"

func (s runs) Find(ctx context.Context, q run.Query) (page run.Page, err error) {
	pattern := ""
	if q.Key != "" {
		if pattern, err = aboutKey(q.Key); err != nil {
			return page, err
		}
	}
	wanted := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&runRow{})
		if q.Pipeline != "" {
			db = db.Where("pipeline = ?", string(q.Pipeline))
		}
		if q.Scheduled {
			db = db.Where("scheduled")
		}
		if !q.From.IsZero() {
			db = db.Where("started_at >= ?", database.Micros(q.From))
		}
		if !q.Until.IsZero() {
			db = db.Where("started_at < ?", database.Micros(q.Until))
		}
		if q.Failed || q.Key != "" {
			db = db.Where("failed")
		}
		if pattern != "" {
			db = db.Where(`problems LIKE ? ESCAPE '!'`, pattern)
		}
		return db
	}
	var total int64
	if err := wanted().Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	var rows []runRow
	if err := wanted().Omit("plan").Order(newestFirst).Offset(q.Skip).Limit(q.Limit).Find(&rows).Error; err != nil {
		return run.Page{}, err
	}
	for i := range rows {
		rows[i].Plan = "null"
		r, err := rows[i].whole()
		if err != nil {
			return run.Page{}, err
		}
		page.Runs = append(page.Runs, r)
	}
	return page, nil
}

// aboutKey returns what problems look like that are about a record. In a message every quotation mark has a stroke before it.
func aboutKey(key string) (string, error) {
	text, err := json.Marshal(key)
	return `%"key":` + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(string(text)) + "%", err
}

func (s runs) Latest(ctx context.Context, pipelines ...run.Pipeline) (map[run.Pipeline]run.Latest, error) {
	if len(pipelines) == 0 {
		return nil, nil
	}
	const newest = "(SELECT id FROM sync_runs WHERE pipeline = ? AND NOT dry_run ORDER BY " + newestFirst + " LIMIT 1)"
	const ended = "(SELECT id FROM sync_runs WHERE pipeline = ? AND NOT dry_run AND outcome IN ('success', 'partial') " +
		"ORDER BY " + newestFirst + " LIMIT 1)"
	const good = "(SELECT id FROM sync_runs WHERE pipeline = ? AND NOT dry_run AND outcome = 'success' " +
		"ORDER BY " + newestFirst + " LIMIT 1)"
	var parts []string
	var args []any
	for _, pipeline := range pipelines {
		parts = append(parts, newest, ended, good)
		args = append(args, string(pipeline), string(pipeline), string(pipeline))
	}
	var rows []runRow
	err := s.Read.WithContext(ctx).Omit("problems", "plan").Where("id IN ("+strings.Join(parts, ", ")+")", args...).
		Order("started_at, id").Find(&rows).Error
	if err != nil {
		return nil, err
	}
	latest := map[run.Pipeline]run.Latest{}
	for i := range rows { // the newest last
		r, err := rows[i].head()
		if err != nil {
			return nil, err
		}
		l := latest[r.Pipeline]
		l.Run = r
		if r.Ended() {
			l.Ended = r
		}
		if r.Outcome == run.Success {
			l.Good = r
		}
		latest[r.Pipeline] = l
	}
	return latest, nil
}

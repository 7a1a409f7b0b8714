package dashboard

import "github.com/clubhuis/clubhuis/core/civil"

// Anniversary is a milestone of somebody's membership. Of who may not be read no more is told than the name.
type Anniversary struct {
	Person int64 // 0 when the reader may not open it
	Name   string
	Photo  int64
	Years  int
	On     civil.Date
	Until  int // days
}

// Screening counts current volunteers who need a certificate of conduct (contract §2.11-8).
type Screening struct {
	NotRequested int // without a valid one, and none was requested
	Requested    int // without a valid one, requested at the screening authority
	Expiring     int // within 30 days
}

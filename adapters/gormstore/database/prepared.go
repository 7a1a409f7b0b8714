package database

import (
	"context"
	"database/sql"
	"sync"

	"gorm.io/gorm"
)

// prepared is a pool of which every statement is prepared once. gorm's own prepared statements are made inside transactions and
// end with them, so that SQLite's writer, which does all its work in transactions, would parse every statement each time.
//
// While a transaction runs it may have the only connection. A statement that is new then is prepared for the pool when the
// transaction is over, and until then for this transaction alone when it is sent a second time.
type prepared struct {
	*sql.DB
	mu     sync.RWMutex
	ready  map[string]*sql.Stmt
	wanted map[string]bool // what was sent; false when it is, or can't be, prepared
	fresh  bool            // something is wanted
}

// mostPrepared keeps statements with lists of many lengths in them from filling the memory.
const mostPrepared = 500

func newPrepared(pool *sql.DB) *prepared {
	return &prepared{DB: pool, ready: map[string]*sql.Stmt{}, wanted: map[string]bool{}}
}

var (
	_ gorm.ConnPool         = (*prepared)(nil)
	_ gorm.ConnPoolBeginner = (*prepared)(nil)
	_ gorm.GetDBConnector   = (*prepared)(nil)
	_ gorm.TxCommitter      = (*preparedTx)(nil)
)

// GetDBConn implements gorm.GetDBConnector.
func (p *prepared) GetDBConn() (*sql.DB, error) { return p.DB, nil }

// BeginTx implements gorm.ConnPoolBeginner.
func (p *prepared) BeginTx(ctx context.Context, options *sql.TxOptions) (gorm.ConnPool, error) {
	tx, err := p.DB.BeginTx(ctx, options)
	if err != nil {
		return nil, err
	}
	return &preparedTx{Tx: tx, pool: p, own: map[string]*sql.Stmt{}}, nil
}

// statement returns a prepared one, or nil: then it is noted that one is wanted.
func (p *prepared) statement(query string) *sql.Stmt {
	p.mu.RLock()
	statement := p.ready[query]
	_, noted := p.wanted[query]
	p.mu.RUnlock()
	if statement == nil && !noted {
		p.mu.Lock()
		if len(p.wanted) < mostPrepared {
			p.wanted[query] = true
			p.fresh = true
		}
		p.mu.Unlock()
	}
	return statement
}

// catchUp prepares what is wanted. What can't be prepared is sent as it is. No lock is held meanwhile: a connection must be
// waited for, and whoever has it may want to know what is prepared.
func (p *prepared) catchUp() {
	for _, query := range p.take() {
		statement, err := p.Prepare(query) //nolint:sqlclosecheck // lives as long as the pool
		if err != nil {
			continue
		}
		p.mu.Lock()
		p.ready[query] = statement
		p.mu.Unlock()
	}
}

// take returns what is wanted; nobody else prepares it.
func (p *prepared) take() (queries []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.fresh {
		return nil
	}
	p.fresh = false
	for query, wanted := range p.wanted {
		if wanted {
			queries = append(queries, query)
			p.wanted[query] = false
		}
	}
	return queries
}

// preparedTx is a transaction on the pool.
type preparedTx struct {
	*sql.Tx
	pool *prepared
	own  map[string]*sql.Stmt // nil for what was sent once
}

// statement returns a prepared one, or nil. They are closed with the transaction.
func (t *preparedTx) statement(ctx context.Context, query string) *sql.Stmt {
	statement, sent := t.own[query]
	switch ready := t.pool.statement(query); {
	case statement != nil:
		return statement
	case ready != nil: // a context that is done now would make it fail for the whole transaction
		t.own[query] = t.StmtContext(context.WithoutCancel(ctx), ready)
		return t.own[query]
	case !sent:
		t.own[query] = nil
		return nil
	}
	if statement, err := t.PrepareContext(ctx, query); err == nil {
		t.own[query] = statement
		return statement
	}
	return nil
}

// ExecContext implements gorm.ConnPool.
func (t *preparedTx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if statement := t.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // closed with the transaction
		return statement.ExecContext(ctx, args...)
	}
	return t.Tx.ExecContext(ctx, query, args...)
}

// QueryContext implements gorm.ConnPool.
func (t *preparedTx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if statement := t.statement(ctx, query); statement != nil { //nolint:sqlclosecheck // closed with the transaction
		return statement.QueryContext(ctx, args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

// Commit implements gorm.TxCommitter.
func (t *preparedTx) Commit() error {
	err := t.Tx.Commit()
	t.pool.catchUp()
	return err
}

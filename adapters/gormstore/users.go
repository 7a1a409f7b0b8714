package gormstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

type users struct{ handle }

var _ ports.Users = users{}

type userRow struct {
	ID            int64 `gorm:"primaryKey"`
	Username      string
	Email         string
	DisplayName   string
	NameKey       string
	SearchKey     string
	Roles         string
	PersonID      *int64
	Demo          bool
	BlockedAt     int64
	PasswordHash  string
	RegisteredAt  int64
	ActiveAt      int64
	Preferences   string // JSON
	Given         string // JSON
	FunctionRoles string // a JSON list
	MemberCode    string
	WelcomedAt    int64
	SecondFactor  string // JSON, "" for none
}

func (userRow) TableName() string { return "users" }

// loginRow is one text that a user signs in with.
type loginRow struct {
	LoginKey string `gorm:"primaryKey"`
	UserID   int64
}

func (loginRow) TableName() string { return "user_logins" }

func newUserRow(u *account.User) (userRow, error) {
	roles, err := json.Marshal(u.Roles)
	if err != nil {
		return userRow{}, err
	}
	preferences, err := json.Marshal(u.Preferences)
	if err != nil {
		return userRow{}, err
	}
	given, err := json.Marshal(u.Given)
	if err != nil {
		return userRow{}, err
	}
	byFunction, err := json.Marshal(u.ByFunction)
	row := userRow{
		ID: u.ID, Username: u.Username, Email: u.Email, DisplayName: u.DisplayName,
		NameKey: fold.Key(u.DisplayName), SearchKey: u.SearchKey(), Roles: string(roles), Demo: u.Demo,
		PasswordHash: string(u.PasswordHash), RegisteredAt: database.Micros(u.Registered), ActiveAt: database.Micros(u.LastActive),
		Preferences: string(preferences), Given: string(given), BlockedAt: database.Micros(u.Blocked),
		FunctionRoles: string(byFunction), MemberCode: u.Code, WelcomedAt: database.Micros(u.Welcomed),
	}
	if u.Person != 0 {
		row.PersonID = &u.Person
	}
	if err == nil && !u.Factor.IsZero() {
		var factor []byte
		factor, err = json.Marshal(u.Factor.Kept())
		row.SecondFactor = string(factor)
	}
	return row, err
}

func (r *userRow) user() (account.User, error) {
	u := account.User{
		ID: r.ID, Username: r.Username, Email: r.Email, DisplayName: r.DisplayName, Demo: r.Demo,
		PasswordHash: account.Hash(r.PasswordHash), Registered: database.Instant(r.RegisteredAt),
		LastActive: database.Instant(r.ActiveAt), Blocked: database.Instant(r.BlockedAt),
		Code: r.MemberCode, Welcomed: database.Instant(r.WelcomedAt),
	}
	if r.PersonID != nil {
		u.Person = *r.PersonID
	}
	var roles []access.Role
	if err := json.Unmarshal([]byte(r.Roles), &roles); err != nil {
		return u, fmt.Errorf("the roles of user %d are damaged: %w", r.ID, err)
	}
	u.Roles = roles
	if r.FunctionRoles != noRoles { // often
		if err := json.Unmarshal([]byte(r.FunctionRoles), &u.ByFunction); err != nil {
			return u, fmt.Errorf("the roles by function of user %d are damaged: %w", r.ID, err)
		}
	}
	if r.Given != "{}" { // nearly never
		if err := json.Unmarshal([]byte(r.Given), &u.Given); err != nil {
			return u, fmt.Errorf("what user %d was given is damaged: %w", r.ID, err)
		}
	}
	if r.SecondFactor != "" {
		if err := json.Unmarshal([]byte(r.SecondFactor), &u.Factor); err != nil {
			return u, fmt.Errorf("the second factor of user %d is damaged: %w", r.ID, err)
		}
	}
	if r.Preferences == "{}" { // nearly always
		return u, nil
	}
	if err := json.Unmarshal([]byte(r.Preferences), &u.Preferences); err != nil {
		return u, fmt.Errorf("the preferences of user %d are damaged: %w", r.ID, err)
	}
	return u, nil
}

// noRoles is how no roles by function are kept.
const noRoles = "null"

// userColumns are a user in a query with others, in the order of userRow.places.
const userColumns = "u.id, u.username, u.email, u.display_name, u.roles, u.person_id, u.demo, u.password_hash, " +
	"u.registered_at, u.active_at, u.preferences, u.blocked_at, u.given, u.function_roles, u.member_code, u.welcomed_at, " +
	"u.second_factor"

func (r *userRow) places() []any {
	return []any{
		&r.ID, &r.Username, &r.Email, &r.DisplayName, &r.Roles, &r.PersonID, &r.Demo, &r.PasswordHash, &r.RegisteredAt, &r.ActiveAt,
		&r.Preferences, &r.BlockedAt, &r.Given, &r.FunctionRoles, &r.MemberCode, &r.WelcomedAt,
		&r.SecondFactor,
	}
}

func newLoginRows(u *account.User) []loginRow {
	rows := []loginRow{{account.LoginKey(u.Username), u.ID}}
	if email := account.LoginKey(u.Email); email != rows[0].LoginKey {
		rows = append(rows, loginRow{email, u.ID})
	}
	return rows
}

func (s users) Create(ctx context.Context, u account.User) (account.UserID, error) {
	u.ID = 0
	err := s.step(ctx, func(tx handle) error {
		row, err := newUserRow(&u)
		if err != nil {
			return err
		}
		if err := (users{tx}).free(&u); err != nil {
			return err
		}
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		if u.ID = row.ID; u.Person != 0 || row.Given != "{}" || row.WelcomedAt != 0 {
			tx.written(nounUsers, u.ID)
		}
		logins := newLoginRows(&u)
		return tx.Write.Create(&logins).Error
	})
	return u.ID, s.taken(ctx, &u, err)
}

// free reports what another user already has. The tables' keys are what holds: see taken.
func (s users) free(u *account.User) error {
	var others []loginRow
	name, email := account.LoginKey(u.Username), account.LoginKey(u.Email)
	if err := s.Write.Where("login_key IN ? AND user_id <> ?", []string{name, email}, u.ID).Find(&others).Error; err != nil {
		return err
	}
	for _, taken := range []struct {
		key string
		as  error
	}{{name, account.ErrUsernameTaken}, {email, account.ErrEmailTaken}} {
		for _, other := range others {
			if other.LoginKey == taken.key {
				return taken.as
			}
		}
	}
	if u.Person == 0 {
		return nil
	}
	var linked int64
	err := s.Write.Model(&userRow{}).Where("person_id = ? AND id <> ?", u.Person, u.ID).Count(&linked).Error
	if err == nil && linked > 0 {
		return account.ErrPersonTaken
	}
	return err
}

// taken names the conflict when two steps wanted the same at once and this one came second.
func (s users) taken(ctx context.Context, u *account.User, err error) error {
	if !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	if conflict := (users{handle{Handle: database.Handle{Write: s.Write.WithContext(ctx)}}}).free(u); conflict != nil {
		return conflict
	}
	return err
}

func (s users) Update(ctx context.Context, id account.UserID, change func(*account.User) error) error {
	var changed account.User
	err := s.step(ctx, func(tx handle) error {
		var row userRow
		err := tx.lock(&row, account.ErrAbsent, "id = ?", id)
		if err == nil {
			changed, err = row.user()
		}
		if err != nil {
			return err
		}
		linked, given, welcomed := changed.Person, changed.Given.Clone(), changed.Welcomed
		if err := change(&changed); err != nil {
			return err
		}
		if changed.ID = id; changed.Person != linked || !changed.Given.Same(given) || !changed.Welcomed.Equal(welcomed) {
			tx.written(nounUsers, id)
		}
		if row, err = newUserRow(&changed); err != nil {
			return err
		}
		if err := (users{tx}).free(&changed); err != nil {
			return err
		}
		if err := tx.overwrite(&row, id); err != nil {
			return err
		}
		if err := tx.Write.Where("user_id = ?", id).Delete(&loginRow{}).Error; err != nil {
			return err
		}
		logins := newLoginRows(&changed)
		return tx.Write.Create(&logins).Error
	})
	return s.taken(ctx, &changed, err)
}

// Remove implements ports.Users. The rows that are the user's alone go with it: see the migrations.
func (s users) Remove(ctx context.Context, id account.UserID, allowed func(*account.User) error) error {
	return s.step(ctx, func(tx handle) error {
		var row userRow
		if err := tx.lock(&row, account.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		u, err := row.user()
		if err != nil {
			return err
		}
		if err := allowed(&u); err != nil {
			return err
		}
		tx.written(nounUsers, id)
		tx.written(nounFavorites, id)
		return tx.Write.Where("id = ?", id).Delete(&userRow{}).Error
	})
}

func (s users) ByID(ctx context.Context, id account.UserID) (account.User, error) {
	return s.one(ctx, "id = ?", id)
}

func (s users) Emails(ctx context.Context, ids ...account.UserID) (map[account.UserID]string, error) {
	var rows []struct {
		ID    account.UserID
		Email string
	}
	where, args := s.among("id", append([]int64{}, ids...))
	err := s.Read.WithContext(ctx).Model(&userRow{}).Select("id", "email").Where(where, args...).Find(&rows).Error
	emails := make(map[account.UserID]string, len(rows))
	for _, row := range rows {
		emails[row.ID] = row.Email
	}
	return emails, err
}

func (s users) ByLogin(ctx context.Context, login string) (account.User, error) {
	return s.one(ctx, "id = (SELECT user_id FROM user_logins WHERE login_key = ?)", account.LoginKey(login))
}

func (s users) one(ctx context.Context, where string, arg any) (account.User, error) {
	var row userRow
	if err := s.Read.WithContext(ctx).Where(where, arg).Take(&row).Error; err != nil {
		return account.User{}, database.Absent(err, account.ErrAbsent)
	}
	return row.user()
}

func (s users) List(ctx context.Context, words []string, limit int) ([]account.Listed, error) {
	return s.where(ctx, limit, func(query *gorm.DB) *gorm.DB {
		if len(words) > 0 {
			query = query.Where("u.blocked_at = 0")
		}
		return containsAll(query, "u.search_key", words)
	})
}

func (s users) Named(ctx context.Context, words []string, email string, limit int) ([]account.Listed, error) {
	return s.where(ctx, limit, func(query *gorm.DB) *gorm.DB {
		wanted := s.Read.Where("u.email = ? AND u.email <> ''", email)
		if len(words) > 0 {
			wanted = wanted.Or(containsAll(s.Read, "u.name_key", words))
		}
		return query.Where("u.blocked_at = 0").Where(wanted)
	})
}

func containsAll(query *gorm.DB, column string, words []string) *gorm.DB {
	for _, word := range words {
		query = query.Where(column+` LIKE ? ESCAPE '\'`, "%"+likeEscaper.Replace(word)+"%")
	}
	return query
}

// likeEscaper makes a text match only itself in a LIKE pattern.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

func (s users) where(ctx context.Context, limit int, wanted func(*gorm.DB) *gorm.DB) ([]account.Listed, error) {
	var rows []struct {
		User     userRow `gorm:"embedded"`
		Document string
	}
	query := s.Read.WithContext(ctx).Table("users u").Select("u.*, COALESCE(p.document, '') AS document").
		Joins("LEFT JOIN people p ON p.id = u.person_id AND p.removed_at = 0").Order("u.name_key, u.id")
	query = wanted(query)
	if limit > 0 {
		query = query.Limit(limit)
	}
	if err := query.Find(&rows).Error; err != nil {
		return nil, err
	}
	list := make([]account.Listed, len(rows))
	for i := range rows {
		u, err := rows[i].User.user()
		if err != nil {
			return nil, err
		}
		list[i] = account.Listed{User: u}
		var linked person.Person
		if rows[i].Document != "" && person.Fields.Load(&linked, rows[i].Document) == nil { // a damaged person does not hide the users
			list[i].PersonName = linked.Name.Full()
		}
	}
	return list, nil
}

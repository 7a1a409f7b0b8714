package dossiers

import (
	"context"
	"errors"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

// account is with what the person signs in, and what the account keeps: no secret, and nothing that one could be guessed from.
func (s *Service) account(ctx context.Context, of *subject) (any, error) {
	if of.user == 0 {
		return nil, nil
	}
	user, err := s.Users.ByID(ctx, of.user)
	if errors.Is(err, account.ErrAbsent) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	told := map[string]any{
		"number": user.ID, "login": user.Username, "name": user.DisplayName, "email": user.Email, "roles": user.Roles,
		"roles_by_function": user.ByFunction, "member_code": user.Code, "registered": s.stamp(user.Registered),
		"last_active": s.stamp(user.LastActive), "welcomed": s.stamp(user.Welcomed), "blocked": s.stamp(user.Blocked),
		"preferences": user.Preferences, "second_factor": s.factor(&user.Factor), "reads_also": user.Given,
	}
	s.marks(of.user, told)
	for _, part := range []struct {
		name string
		read func(context.Context, account.UserID) (any, error)
	}{
		{"sessions", s.sessions}, {"application_passwords", s.passwords}, {"calendar_link_made", s.calendar},
		{"saved_views", s.views}, {"last_opened", s.opened},
	} {
		if told[part.name], err = part.read(ctx, of.user); err != nil {
			return nil, err
		}
	}
	return told, nil
}

// factor is which second factors there are.
func (s *Service) factor(f *account.Factor) map[string]any {
	app, since := f.AppOn(), ""
	if app {
		since = s.stamp(f.Since)
	}
	keys := []map[string]any{}
	for i := range f.Passkeys {
		k := &f.Passkeys[i]
		keys = append(keys, map[string]any{
			"name": k.Name, "made": s.stamp(k.Made), "last_used": s.stamp(k.LastUsed), "synced": k.Synced,
		})
	}
	return map[string]any{
		"on": f.On(), "app": app, "app_since": since, "passkeys": keys, "recovery_codes_left": len(f.Recovery),
	}
}

func (s *Service) sessions(ctx context.Context, user account.UserID) (any, error) {
	all, err := s.Sessions.List(ctx, user)
	list := []map[string]any{}
	for i := range all {
		one := &all[i]
		list = append(list, map[string]any{
			"device": account.DeviceOf(one.UserAgent).String(), "browser": one.UserAgent, "address": one.Address,
			"signed_in": s.stamp(one.Created), "last_seen": s.stamp(one.LastSeen), "confirmed": s.stamp(one.Confirmed),
		})
	}
	return list, err
}

func (s *Service) passwords(ctx context.Context, user account.UserID) (any, error) {
	all, err := s.Passwords.List(ctx, user)
	list := []map[string]any{}
	for i := range all {
		p := &all[i]
		list = append(list, map[string]any{
			"name": p.Name, "made": s.stamp(p.Created), "until": day(p.Until), "read_only": p.ReadOnly,
			"last_used": s.stamp(p.LastUsed), "last_address": p.LastIP,
		})
	}
	return list, err
}

// calendar is when the link was made that calendars read, "" without one.
func (s *Service) calendar(ctx context.Context, user account.UserID) (any, error) {
	link, err := s.Tokens.Of(ctx, user, account.ForCalendars)
	if errors.Is(err, account.ErrNoLink) {
		return "", nil
	}
	return s.stamp(link.Made), err
}

func (s *Service) views(ctx context.Context, user account.UserID) (any, error) {
	kept, err := s.Views.Of(ctx, user)
	return append(kept.Views[:0:0], kept.Views...), err
}

// opened is whom the user opened last, the last first.
func (s *Service) opened(ctx context.Context, user account.UserID) (any, error) {
	ids, err := s.Recents.Of(ctx, user)
	list := []map[string]any{}
	for _, id := range ids {
		list = append(list, s.named(account.FavoritePerson, id))
	}
	return list, err
}

// marks are the favorites of a user, what was shared with the user, and the workspaces.
func (s *Service) marks(user account.UserID, told map[string]any) {
	view := s.Directory.View()
	favorites, shared, workspaces := []map[string]any{}, []map[string]any{}, []map[string]any{}
	for _, f := range view.Favorites(user) {
		favorites = append(favorites, s.named(f.Kind, f.ID))
	}
	shares := view.SharesOf(user)
	for kind, records := range map[account.FavoriteKind]map[int64]access.Permission{
		account.FavoritePerson: shares.People, account.FavoriteTeam: shares.Groups,
	} {
		for id, permission := range records {
			one := s.named(kind, id)
			one["permission"] = permission
			shared = append(shared, one)
		}
	}
	for _, id := range view.Memberships(user) {
		if w, there := view.Workspace(id); there {
			workspaces = append(workspaces, map[string]any{
				"name": w.Name, "role": w.RoleOf(user), "joined": s.stamp(w.JoinedAt(user)),
			})
		}
	}
	byNumber(favorites)
	byNumber(shared)
	told["favorites"], told["shared_with"], told["workspaces"] = favorites, shared, workspaces
}

// named is a person, a team or a committee.
func (s *Service) named(kind account.FavoriteKind, id int64) map[string]any {
	view := s.Directory.View()
	name := view.GroupTitle(id)
	if kind == account.FavoritePerson {
		name = view.NameOf(id)
	}
	return map[string]any{"kind": kind, "number": id, "name": name}
}

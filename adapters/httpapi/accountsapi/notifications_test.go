package accountsapi_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

// contract: club §2.10, §4.5
func TestNotificationSettings(t *testing.T) {
	t.Parallel()
	const user = "/api/club/v1/user/"
	const channels, hour, mentions = user + "notification-channels", user + "notification-time", user + "mention-notifications"
	s := apitest.New(t)
	s.User("jan", access.Member)
	s.User("piet", access.Member)
	jan := s.SignIn("jan")
	usual := object{"channels": []any{"email"}, "notification_time": "09:00", "mention_notifications": "digest", "notify_feedback": true}
	s.Get(channels, jan.Reads).Is(200).Has("", usual)
	s.Post(channels, object{"channels": []string{}}, jan.Writes).Is(200).Has("", object{"success": true, "channels": []any{}})
	s.Get(channels, jan.Reads).Is(200).Has("channels", []any{})
	s.Post(hour, object{"time": "17:25"}, jan.Writes).Is(200).Has("success", true).Has("notification_time", "17:25").
		Has("message", "Je dagoverzicht komt voortaan om 17:25.")
	for _, preference := range []string{"never", "immediate"} {
		s.Post(mentions, object{"preference": preference}, jan.Writes).Is(200).
			Has("", object{"success": true, "mention_notifications": preference})
	}
	for _, wrong := range []any{"17:26", "9:00", "24:00", "17:60", "17:25:00", " 17:25", "", "17:25\n", "vijf", 1725, nil} {
		s.Post(hour, object{"time": wrong}, jan.Writes).Is(400).Has("code", "rest_invalid_param")
	}
	s.Post(hour, object{}, jan.Writes).Is(400).Has("code", "rest_invalid_param")
	for _, wrong := range []any{object{}, object{"channels": nil}, object{"channels": "email"}, object{"channels": []string{"sms"}},
		object{"channels": []any{"email", 1}}} {
		s.Post(channels, wrong, jan.Writes).Is(400).Has("code", "rest_invalid_param")
	}
	for _, wrong := range []any{object{}, object{"preference": "weekly"}, object{"preference": ""}, object{"preference": nil}} {
		s.Post(mentions, wrong, jan.Writes).Is(400).Has("code", "rest_invalid_param")
	}
	s.Get(channels, jan.Reads).Is(200).
		Has("", object{"channels": []any{}, "notification_time": "17:25", "mention_notifications": "immediate", "notify_feedback": true})
	s.Post("/api/club/v1/user/list-preferences", object{"density": "roomy"}, jan.Writes).Is(200)
	s.Get(channels, jan.Reads).Is(200).Has("notification_time", "17:25") // the page's own preferences are others
	s.Post(channels, object{"channels": []string{"email", "email"}}, jan.Writes).Is(200).Has("channels", []any{"email"})
	s.Get(channels, s.Program("piet")).Is(200).Has("", usual)
	s.Get(channels).Refuses(401, "rest_not_logged_in")
	s.Post(hour, object{"time": "x"}).Refuses(401, "rest_not_logged_in")
}

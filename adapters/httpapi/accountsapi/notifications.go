package accountsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
)

// mountNotifications adds how users say when they are told of what others do (contract §4.5).
func (h *Handler) mountNotifications(api huma.API) {
	const tag, channels = "accounts", "/club/v1/user/notification-channels"
	rest.Handle(api, rest.Operation{Name: "user.notifications", Method: http.MethodGet, Path: channels, Tag: tag,
		Summary: "How one is told of what others do"}, h.notifications)
	rest.Handle(api, rest.Operation{Name: "user.notification-channels", Method: http.MethodPost, Path: channels, Tag: tag,
		Summary: "Choose by which ways one is told; an empty list is none"}, h.chooseChannels)
	rest.Handle(api, rest.Operation{Name: "user.notification-time", Method: http.MethodPost, Path: "/club/v1/user/notification-time",
		Tag: tag, Summary: "Choose when one's daily overview comes"}, h.chooseTime)
	rest.Handle(api, rest.Operation{Name: "user.mention-notifications", Method: http.MethodPost,
		Path: "/club/v1/user/mention-notifications", Tag: tag, Summary: "Choose when one is told of mentions"}, h.chooseMentions)
	rest.Handle(api, rest.Operation{Name: "user.feedback-notifications", Method: http.MethodPost,
		Path: "/club/v1/user/feedback-notifications", Tag: tag,
		Summary: "Choose whether one is mailed what becomes of what one reported"}, h.chooseFeedback)
}

// byMail is the one channel.
const byMail = "email"

func channels(n account.Notifications) []string {
	if n.NoMail {
		return []string{}
	}
	return []string{byMail}
}

type notificationsOutput struct {
	Body struct {
		Channels []string `json:"channels" enum:"email"`
		Time     string   `json:"notification_time" doc:"HH:MM in the club's zone."`
		Mentions string   `json:"mention_notifications" enum:"digest,immediate,never"`
		Feedback bool     `json:"notify_feedback" doc:"Whether one is mailed what becomes of what one reported."`
	}
}

func (h *Handler) notifications(ctx context.Context, _ *struct{}) (*notificationsOutput, error) {
	n := session.Of(ctx).User.Preferences.Notifications
	output := &notificationsOutput{}
	output.Body.Channels, output.Body.Time, output.Body.Mentions = channels(n), n.At(), string(n.OfMentions())
	output.Body.Feedback = !n.NoFeedback
	return output, nil
}

type channelsInput struct {
	Body struct {
		Channels []string `json:"channels" enum:"email" maxItems:"10"`
	}
}

type channelsOutput struct {
	Body struct {
		Success  bool     `json:"success"`
		Channels []string `json:"channels"`
	}
}

func (h *Handler) chooseChannels(ctx context.Context, in *channelsInput) (*channelsOutput, error) {
	chosen, err := h.accounts.Notify(ctx, session.Viewer(ctx), func(n *account.Notifications) {
		n.NoMail = len(in.Body.Channels) == 0
	})
	if err != nil {
		return nil, err
	}
	output := &channelsOutput{}
	output.Body.Success, output.Body.Channels = true, channels(chosen)
	return output, nil
}

type timeInput struct {
	Body struct {
		Time string `json:"time" minLength:"1" maxLength:"20" doc:"HH:MM in the club's zone, in steps of five minutes."`
	}
}

type timeOutput struct {
	Body struct {
		Success bool   `json:"success"`
		Time    string `json:"notification_time"`
		Message string `json:"message"`
	}
}

// timeChosen is what is said of a chosen time.
const timeChosen = "Je dagoverzicht komt voortaan om "

func (h *Handler) chooseTime(ctx context.Context, in *timeInput) (*timeOutput, error) {
	chosen, err := h.accounts.Notify(ctx, session.Viewer(ctx), func(n *account.Notifications) { n.Time = in.Body.Time })
	if err != nil {
		return nil, err
	}
	output := &timeOutput{}
	output.Body.Success, output.Body.Time, output.Body.Message = true, chosen.At(), timeChosen+chosen.At()+"."
	return output, nil
}

type mentionsInput struct {
	Body struct {
		Preference string `json:"preference" enum:"digest,immediate,never"`
	}
}

type mentionsOutput struct {
	Body struct {
		Success  bool   `json:"success"`
		Mentions string `json:"mention_notifications"`
	}
}

func (h *Handler) chooseMentions(ctx context.Context, in *mentionsInput) (*mentionsOutput, error) {
	chosen, err := h.accounts.Notify(ctx, session.Viewer(ctx), func(n *account.Notifications) {
		n.Mentions = account.MentionsChoice(in.Body.Preference)
	})
	if err != nil {
		return nil, err
	}
	output := &mentionsOutput{}
	output.Body.Success, output.Body.Mentions = true, string(chosen.OfMentions())
	return output, nil
}

type feedbackChoiceInput struct {
	Body struct {
		Feedback bool `json:"notify_feedback"`
	}
}

type feedbackChoiceOutput struct {
	Body struct {
		Success  bool `json:"success"`
		Feedback bool `json:"notify_feedback"`
	}
}

func (h *Handler) chooseFeedback(ctx context.Context, in *feedbackChoiceInput) (*feedbackChoiceOutput, error) {
	chosen, err := h.accounts.Notify(ctx, session.Viewer(ctx), func(n *account.Notifications) {
		n.NoFeedback = !in.Body.Feedback
	})
	if err != nil {
		return nil, err
	}
	output := &feedbackChoiceOutput{}
	output.Body.Success, output.Body.Feedback = true, !chosen.NoFeedback
	return output, nil
}

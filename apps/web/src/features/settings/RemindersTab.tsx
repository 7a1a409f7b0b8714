import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { remindersQuery, useRescheduleReminders, useTriggerReminders } from '@/api/reminders';
import { ErrorAlert } from '@/components/ErrorAlert';
import { Folded } from '@/components/Folded';
import { ListState } from '@/components/ListState';
import { formatDateTime } from '@/lib/dates';
import { reminderTexts as texts } from '@/texts/reminders';

import { ConfirmButton } from './ConfirmButton';
import classes from './Settings.module.css';
import { SettingsCard } from './SettingsCard';
import { SettingsRow } from './SettingsList';

const shown = 20;

/** When whose daily overview comes, and what administrators do about it. */
export function RemindersTab() {
  const status = useQuery(remindersQuery);
  const trigger = useTriggerReminders();
  const reschedule = useRescheduleReminders();
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <Group>
        <ConfirmButton
          label={texts.trigger}
          title={texts.triggerTitle}
          message={texts.triggerMessage}
          confirm={texts.trigger}
          mutation={trigger}
          variables={undefined}
          done={({ message }) => message}
        />
        <Button
          variant="default"
          size="xs"
          loading={reschedule.isPending}
          onClick={() =>
            reschedule.mutate(undefined, {
              onSuccess: ({ message }) => notifications.show({ color: 'green', message }),
            })
          }
        >
          {texts.reschedule}
        </Button>
      </Group>
      <ErrorAlert error={reschedule.error} />
      <ListState query={status}>
        {({ users, total_users, scheduled_users }) =>
          users.length === 0 ? (
            <Text c="dimmed">{texts.empty}</Text>
          ) : (
            <>
              <Text>{texts.counts(scheduled_users, total_users)}</Text>
              <Folded items={users} limit={shown}>
                {(list) => (
                  <ul className={classes.list}>
                    {list.map((user) => (
                      <SettingsRow
                        key={user.user_id}
                        title={user.display_name}
                        icon={IconMail}
                        badge={
                          user.sent_today && (
                            <Badge variant="light" color="green" tt="none">
                              {texts.sent}
                            </Badge>
                          )
                        }
                        about={texts.next(formatDateTime(user.next_run))}
                      />
                    ))}
                  </ul>
                )}
              </Folded>
            </>
          )
        }
      </ListState>
    </SettingsCard>
  );
}

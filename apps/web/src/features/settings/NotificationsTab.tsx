import { Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import type { SyntheticEvent } from 'react';

import { notificationsQuery, useSaveNotifications } from '@/api/notifications';
import type { Notifications } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { notificationTexts as texts } from '@/texts/notifications';

import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';
import { useKept } from './use-kept';

const choices = ['immediate', 'digest', 'never'] as const;

/** When the user is told of what others do. */
export function NotificationsTab() {
  const settings = useQuery(notificationsQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={settings}>{(now) => <NotificationsForm now={now} />}</ListState>
    </SettingsCard>
  );
}

const stepInSeconds = 300;

function NotificationsForm({ now }: { now: Notifications }) {
  const form = useForm({ initialValues: now });
  // Also what the server took before it refused something.
  useKept(form, now);
  const next = form.values;
  const saving = useSaveNotifications();
  const save = async (): Promise<boolean> => {
    const sent = form.getValues();
    try {
      const kept = await saving.mutateAsync({ now: form.getInitialValues(), next: sent });
      takeKept(form, sent, kept);
      notifications.show({ color: 'green', message: commonTexts.saved });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : saving.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  const set = (change: Partial<Notifications>) => form.setValues(change);
  const errors = saving.isPending ? {} : fieldErrors(saving.error);
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="30rem">
        <Checkbox
          label={texts.mail}
          description={texts.mailHint}
          checked={next.channels.length > 0}
          onChange={({ currentTarget }) =>
            set({ channels: currentTarget.checked ? ['email'] : [] })
          }
        />
        <TextInput
          type="time"
          step={stepInSeconds}
          label={texts.time}
          description={texts.timeHint}
          maw="20rem"
          value={next.notification_time}
          onChange={({ currentTarget }) => set({ notification_time: currentTarget.value })}
          error={errors.time}
        />
        <Radio.Group
          label={texts.mentions}
          value={next.mention_notifications}
          onChange={(chosen) => {
            const choice = choices.find((one) => one === chosen);
            if (choice !== undefined) set({ mention_notifications: choice });
          }}
        >
          <Stack gap="xs" mt="xs">
            {choices.map((choice) => (
              <Radio key={choice} value={choice} label={texts.choices[choice]} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox
          label={texts.feedback}
          checked={next.notify_feedback}
          onChange={({ currentTarget }) => set({ notify_feedback: currentTarget.checked })}
        />
        <ErrorAlert error={saving.error} />
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { Button, Group, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';

import { useSaveWelcome, welcomeQuery } from '@/api/administer';
import type { WelcomeText } from '@/api/types';
import { changedKeys } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { ListState } from '@/components/ListState';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { welcomeTexts as texts } from '@/texts/settings-admin';

import { SettingsCard } from './SettingsCard';
import { takeKept } from './take-kept';

/** What new users are written. */
export function WelcomeCard() {
  const welcome = useQuery(welcomeQuery);
  return (
    <SettingsCard title={texts.title} intro={texts.intro}>
      <ListState query={welcome}>{(saved) => <WelcomeForm saved={saved} />}</ListState>
    </SettingsCard>
  );
}

function WelcomeForm({ saved }: { saved: WelcomeText }) {
  const form = useForm({ initialValues: saved });
  const keep = useSaveWelcome();
  const save = async (): Promise<boolean> => {
    const sent = form.getValues();
    try {
      const kept = await keep.mutateAsync(changedKeys(form.getInitialValues(), sent));
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch {
      return false; // the alert says why
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : keep.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack maw="36rem">
        <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
        <TextInput label={texts.subject} {...form.getInputProps('welcome_email_subject')} />
        <Textarea
          label={texts.body}
          description={texts.bodyHint}
          autosize
          minRows={5}
          {...form.getInputProps('welcome_email_body')}
        />
        <Switch
          label={texts.auto}
          {...form.getInputProps('auto_send_welcome_email', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" disabled={!form.isDirty()} loading={keep.isPending}>
            {commonTexts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

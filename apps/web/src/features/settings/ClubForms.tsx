import { Button, ColorInput, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';

import { useSaveClub } from '@/api/club-settings';
import type { ClubChange, ClubSettings } from '@/api/types';
import { changedKeys } from '@/components/cards/changed-keys';
import { ErrorAlert } from '@/components/ErrorAlert';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { clubTexts as texts } from '@/texts/club';
import { commonTexts } from '@/texts/common';

import { takeKept } from './take-kept';

type Values = Required<Pick<ClubChange, 'name' | 'colour' | 'sender_name' | 'sender_email'>>;

/** A form of some of the settings; only what was changed is sent. */
function useClubForm<K extends keyof Values>(
  saved: ClubSettings,
  of: (saved: ClubSettings) => Pick<Values, K>,
) {
  const form = useForm<Pick<Values, K>>({ initialValues: of(saved) });
  const keep = useSaveClub();
  const save = async (): Promise<boolean> => {
    const sent = form.getValues();
    const change: Partial<Values> = changedKeys(form.getInitialValues(), sent);
    try {
      const kept = of(await keep.mutateAsync(change));
      takeKept(form, sent, kept);
      notifications.show({ message: commonTexts.saved, color: 'green' });
      return true;
    } catch (error) {
      form.setErrors(fieldErrors(error));
      return false;
    }
  };
  useUnsaved(form.isDirty() ? 'typed' : keep.isPending ? 'sending' : 'nothing', {
    save,
    drop: form.reset,
  });
  return { form, keep, save };
}

function SaveButton({ isDirty, isPending }: { isDirty: boolean; isPending: boolean }) {
  return (
    <Group>
      <Button type="submit" disabled={!isDirty} loading={isPending}>
        {commonTexts.save}
      </Button>
    </Group>
  );
}

/** Its name and colour. */
export function ClubForm({ saved }: { saved: ClubSettings }) {
  const { form, keep, save } = useClubForm(saved, ({ name, colour }) => ({ name, colour }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack maw="36rem">
        <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
        <TextInput
          label={texts.name}
          description={saved.name_given ? texts.given : undefined}
          readOnly={saved.name_given}
          placeholder={saved.shown_name}
          {...form.getInputProps('name')}
        />
        <ColorInput
          label={texts.colour}
          description={texts.colourHint}
          format="hex"
          withEyeDropper={false}
          {...form.getInputProps('colour')}
        />
        <SaveButton isDirty={form.isDirty()} isPending={keep.isPending} />
      </Stack>
    </form>
  );
}

/** Who its mail comes from. */
export function SenderForm({ saved }: { saved: ClubSettings }) {
  const { form, keep, save } = useClubForm(saved, ({ sender_name, sender_email }) => ({
    sender_name,
    sender_email,
  }));
  const given = saved.sender_given;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack maw="36rem">
        <ErrorAlert error={keep.error} title={commonTexts.notSaved} />
        <TextInput
          label={texts.senderEmail}
          description={given ? texts.senderGiven : undefined}
          readOnly={given}
          type="email"
          {...form.getInputProps('sender_email')}
        />
        <TextInput
          label={texts.senderName}
          description={texts.senderNameHint}
          readOnly={given}
          {...form.getInputProps('sender_name')}
        />
        {!given && <SaveButton isDirty={form.isDirty()} isPending={keep.isPending} />}
      </Stack>
    </form>
  );
}

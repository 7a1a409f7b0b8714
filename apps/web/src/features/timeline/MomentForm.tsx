import {
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  Skeleton,
  Stack,
  TextInput,
  Title,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type SyntheticEvent, useState } from 'react';

import { useSaveActivity, useSaveNote } from '@/api/timeline';
import type { Activity, ActivityType, Note } from '@/api/types';
import { DateField } from '@/components/DateField';
import { Dialog } from '@/components/Dialog';
import { ErrorAlert } from '@/components/ErrorAlert';
import { lazyPart } from '@/components/lazy-part';
import { Part } from '@/components/Part';
import type { RichEditorProps } from '@/components/rich/RichEditor';
import { isoDay } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { useUnsaved } from '@/lib/unsaved';
import { commonTexts } from '@/texts/common';
import { activityTypeTexts, timelineTexts as texts } from '@/texts/timeline';

import { Participants } from './Participants';

const RichEditor = lazyPart<RichEditorProps>(() => import('@/components/rich/RichEditor'));

export type Writes = 'activity' | 'note';

/** The part of the page where what is kept is changed. */
export const timelineList = 'timeline';

interface MomentFormProps {
  person: number;
  writes: Writes;
  /** What is changed; without it, something new. */
  kept?: Activity | Note;
  /** What something new begins with. */
  initial?: string;
  /** Stands over the page, in a dialog with this title. */
  dialog?: string;
  onClose: () => void;
}

/** Types that members choose: the other one is for programs. */
const choices = (now: ActivityType) =>
  Object.entries(activityTypeTexts)
    .filter(([value]) => value !== 'financial_block_change' || value === now)
    .map(([value, label]) => ({ value, label }));

function valuesOf(kept: MomentFormProps['kept'], initial: string) {
  const logged = kept?.type === 'activity' ? kept : undefined;
  return {
    content: kept?.content ?? initial,
    type: logged?.activity_type ?? (initial === '' ? 'call' : 'note'),
    date: logged?.activity_date ?? (kept === undefined ? isoDay(new Date()) : ''),
    time: logged?.activity_time ?? '',
    participants: logged?.participants ?? [],
    shared: kept?.type === 'note' && kept.visibility === 'shared',
  };
}

/** Writes down what happened with somebody, or a note about them. */
export function MomentForm(props: MomentFormProps) {
  const { person, writes, kept, initial = '', dialog, onClose } = props;
  // What it began with: the timeline behind it may be asked for anew.
  const [{ begun, base }] = useState(() => ({ begun: valuesOf(kept, initial), base: kept }));
  const [values, setValues] = useState(begun);
  const activity = useSaveActivity(person);
  const note = useSaveNote(person);
  const saving = writes === 'activity' ? activity : note;
  const typed = JSON.stringify(values) !== JSON.stringify(begun);
  const mayClose = useUnsaved(saving.isPending ? 'sending' : typed ? 'typed' : 'nothing', {
    drop: onClose,
    part: kept && timelineList,
  });
  const errors = saving.isPending ? {} : fieldErrors(saving.error);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  // What is being sent stays in view until it is known to be kept.
  const close = () => {
    if (!saving.isPending) void mayClose().then((may) => may && onClose());
  };
  const done = {
    onSuccess: () => {
      notifications.show({ color: 'green', message: commonTexts.saved });
      onClose();
    },
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { content, type, date, time, participants, shared } = values;
    if (writes === 'activity') {
      const logged = {
        content,
        activity_type: type,
        activity_date: date,
        activity_time: time,
        participants,
      };
      activity.mutate({ kept: base?.type === 'activity' ? base : undefined, values: logged }, done);
    } else {
      const written = { content, visibility: shared ? 'shared' : 'private' } as const;
      note.mutate({ kept: base?.type === 'note' ? base : undefined, values: written }, done);
    }
  };
  const form = (
    <Paper withBorder p="md" radius="md">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {kept === undefined ? texts.add[writes] : texts.edit[writes]}
          </Title>
          {writes === 'activity' && (
            <Group grow preventGrowOverflow={false} wrap="wrap" align="flex-start">
              <Select
                label={texts.type}
                data={choices(begun.type)}
                value={values.type}
                allowDeselect={false}
                onChange={(chosen) => set({ type: readType(chosen) ?? values.type })}
                error={errors.activity_type}
              />
              <DateField
                label={texts.date}
                value={values.date}
                onChange={(date) => set({ date })}
                error={errors.activity_date}
              />
              <TextInput
                label={texts.time}
                type="time"
                value={values.time}
                onChange={({ currentTarget }) => set({ time: currentTarget.value })}
                error={errors.activity_time}
              />
            </Group>
          )}
          <Part fallback={<Skeleton height={170} aria-label={texts.loading} />}>
            <RichEditor
              label={texts.content[writes]}
              initial={begun.content}
              onChange={(content) => set({ content })}
              mentions
              error={errors.content}
            />
          </Part>
          {writes === 'activity' && (
            <Participants
              person={person}
              value={values.participants}
              onChange={(participants) => set({ participants })}
              error={errors.participants}
            />
          )}
          {writes === 'note' && (
            <Checkbox
              label={texts.shared}
              description={texts.privateHint}
              checked={values.shared}
              onChange={({ currentTarget }) => set({ shared: currentTarget.checked })}
            />
          )}
          <ErrorAlert error={saving.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={saving.isPending} onClick={close}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
  if (dialog === undefined) return form;
  return (
    <Dialog opened onClose={close} title={dialog} busy={saving.isPending}>
      {form}
    </Dialog>
  );
}

const isType = (text: string): text is ActivityType => text in activityTypeTexts;

const readType = (text: string | null): ActivityType | undefined =>
  text !== null && isType(text) ? text : undefined;

import {
  Alert,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Pill,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupNamesQuery } from '@/api/groups/names';
import { useRemoveBlock, useSaveBlock } from '@/api/training';
import type { TrainingBlock, TrainingBlockChange, TrainingPitch } from '@/api/types';
import { changedKeys } from '@/components/cards/changed-keys';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { DateField } from '@/components/DateField';
import { FormDialog } from '@/components/FormDialog';
import { dayText, seasonDays, seasonOf, weekdayOf } from '@/lib/calendar';
import { isDay } from '@/lib/is-day';
import { dateProblem, endProblem } from '@/lib/check-dates';
import { compareNames } from '@/lib/compare';
import { formatDate } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { trainingTexts } from '@/texts/training';

import classes from './Training.module.css';

const texts = trainingTexts.form;

interface BlockFormProps {
  /** The one that is changed, and its day in the week that is shown. */
  block?: TrainingBlock;
  date?: string;
  /** Of a new one: where, on which day, and a day of the season. */
  pitch?: number;
  day?: number;
  monday?: string;
  pitches: readonly TrainingPitch[];
  onClose: () => void;
}

const required = (value: string) => (value.trim() === '' ? texts.required : null);

function valuesOf({ block, pitch = 0, day = 1, monday = '' }: BlockFormProps) {
  if (block !== undefined) {
    return {
      day: String(block.day),
      start: block.start,
      end: block.end,
      pitch_id: String(block.pitch_id),
      team_ids: block.team_ids.map(String),
      label: block.label ?? '',
      valid_from: block.valid_from ?? '',
      valid_until: block.valid_until ?? '',
      cancelled_on: block.cancelled_on,
      other_day: '',
    };
  }
  const season = seasonDays(seasonOf(monday));
  return {
    day: String(day),
    start: '18:30',
    end: '19:30',
    pitch_id: String(pitch),
    team_ids: [],
    label: '',
    valid_from: season.from,
    valid_until: season.to,
    cancelled_on: [],
    other_day: '',
  };
}

type Values = ReturnType<typeof valuesOf>;

const withDay = (days: readonly string[], day: string): string[] =>
  day === '' ? [...days] : [...new Set([...days, day])].sort();

/** What is wrong with one more day on which a training does not take place. */
const otherDayProblem = (other: string, weekday: string): string | null =>
  dateProblem(other) ??
  (isDay(other) && weekdayOf(other) !== Number(weekday) ? texts.notThatDay : null);

/** A day that was typed and not added is meant, too. */
const changeOf = ({ day, pitch_id, team_ids, cancelled_on, other_day, ...rest }: Values) => ({
  ...rest,
  cancelled_on: withDay(cancelled_on, other_day),
  day: Number(day),
  pitch_id: Number(pitch_id),
  team_ids: team_ids.map(Number),
});

type Change = ReturnType<typeof changeOf>;

const without = <T,>(list: readonly T[], others: readonly T[]): T[] =>
  list.filter((one) => !others.includes(one));

/**
 * What was changed of a training, and of its lists what came and what went: what somebody else changed or added meanwhile
 * stays.
 */
function changesOf(before: Change, after: Change): TrainingBlockChange {
  const { team_ids, cancelled_on, ...rest } = changedKeys(before, after);
  return {
    ...rest,
    ...(team_ids && {
      team_ids_add: without(team_ids, before.team_ids),
      team_ids_remove: without(before.team_ids, team_ids),
    }),
    ...(cancelled_on && {
      cancelled_on_add: without(cancelled_on, before.cancelled_on),
      cancelled_on_remove: without(before.cancelled_on, cancelled_on),
    }),
  };
}

/** Adds a training that comes back every week, or changes one. */
export default function BlockForm(props: BlockFormProps) {
  const { block, date, pitches, onClose } = props;
  const form = useForm({
    initialValues: valuesOf(props),
    validate: {
      start: required,
      end: required,
      valid_from: (value) => dateProblem(value),
      valid_until: (value, { valid_from }) => endProblem(valid_from, value),
      other_day: (value, { day }) => otherDayProblem(value, day),
    },
  });
  const { data: groups = [] } = useQuery(groupNamesQuery);
  const save = useSaveBlock();
  const remove = useRemoveBlock();
  const [removing, setRemoving] = useState(false);
  const teams = groups
    .filter(({ kind }) => kind === 'teams')
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ id, name }) => ({ value: String(id), label: name }));

  const submit = form.onSubmit((values) =>
    save.mutate(
      block === undefined
        ? { change: changeOf(values) }
        : {
            id: block.id,
            change: changesOf(changeOf(form.getInitialValues()), changeOf(values)),
          },
      {
        onSuccess: ({ clashes }) => {
          notifications.show({
            color: clashes.length > 0 ? 'orange' : 'green',
            message:
              clashes.length > 0 ? `${texts.saved} ${texts.clashes(clashes.length)}` : texts.saved,
          });
          onClose();
        },
        onError: (error) => form.setErrors(fieldErrors(error)),
      },
    ),
  );
  return (
    <>
      <FormDialog
        title={block === undefined ? texts.new : texts.edit}
        onClose={onClose}
        onSubmit={submit}
        submit={block === undefined ? texts.add : texts.save}
        pending={save.isPending}
        error={save.error}
        typed={form.isDirty()}
      >
        <div className={classes.fields}>
          <NativeSelect
            label={texts.day}
            data={trainingTexts.days.map((label, at) => ({ value: String(at + 1), label }))}
            {...form.getInputProps('day')}
          />
          <TextInput type="time" label={texts.start} required {...form.getInputProps('start')} />
          <TextInput type="time" label={texts.end} required {...form.getInputProps('end')} />
        </div>
        <NativeSelect
          label={texts.pitch}
          data={pitches.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.getInputProps('pitch_id')}
        />
        <MultiSelect
          label={texts.teams}
          searchable
          hidePickedOptions
          limit={200}
          nothingFoundMessage={texts.teamsEmpty}
          data={teams}
          {...form.getInputProps('team_ids')}
        />
        <TextInput
          label={texts.label}
          placeholder={texts.labelExample}
          description={texts.labelHint}
          maxLength={100}
          {...form.getInputProps('label')}
        />
        <div className={classes.fields}>
          <DateField
            label={texts.from}
            value={form.values.valid_from}
            onChange={(value) => form.setFieldValue('valid_from', value)}
            error={form.errors.valid_from}
          />
          <DateField
            label={texts.until}
            value={form.values.valid_until}
            onChange={(value) => form.setFieldValue('valid_until', value)}
            error={form.errors.valid_until}
          />
        </div>
        {block !== undefined && <Cancelled form={form} date={date} />}
        {form.errors.cancelled_on && <Alert color="red">{form.errors.cancelled_on}</Alert>}
        {block !== undefined && (
          <Button
            variant="subtle"
            color="red"
            w="fit-content"
            px={0}
            onClick={() => setRemoving(true)}
          >
            {texts.remove}
          </Button>
        )}
      </FormDialog>
      {block !== undefined && (
        <ConfirmDialog
          opened={removing}
          onClose={() => setRemoving(false)}
          title={texts.removeTitle}
          message={texts.removeMessage}
          confirm={texts.remove}
          mutation={remove}
          variables={block.id}
          onDone={() => {
            notifications.show({ color: 'green', message: texts.removed });
            onClose();
          }}
        />
      )}
    </>
  );
}

interface CancelledProps {
  form: UseFormReturnType<Values>;
  /** The day in the week that is shown. */
  date: string | undefined;
}

/** The days on which the training does not take place: that of this week by one click. */
function Cancelled({ form, date }: CancelledProps) {
  const { day: weekday, cancelled_on: days, other_day: other } = form.values;
  const change = (to: string[]) => form.setFieldValue('cancelled_on', to);
  const drop = (day: string) => change(days.filter((one) => one !== day));
  const wrong = isDay(other) ? otherDayProblem(other, weekday) : null;
  const addOther = () => {
    if (form.validateField('other_day').hasError) return;
    change(withDay(days, other));
    form.setFieldValue('other_day', '');
  };
  return (
    <Stack gap="xs" role="group" aria-label={texts.cancelled}>
      {date !== undefined && weekdayOf(date) === Number(weekday) && (
        <Checkbox
          label={texts.cancel(dayText(date, 'full'))}
          checked={days.includes(date)}
          onChange={({ currentTarget: { checked } }) =>
            checked ? change(withDay(days, date)) : drop(date)
          }
        />
      )}
      {days.length > 0 && (
        <Group gap={6}>
          <Text size="sm">{texts.cancelled}</Text>
          {days.map((day) => (
            <Pill
              key={day}
              withRemoveButton
              removeButtonProps={{
                'aria-label': texts.restore(formatDate(day)),
                tabIndex: 0,
                'aria-hidden': false,
              }}
              onRemove={() => drop(day)}
            >
              {formatDate(day)}
            </Pill>
          ))}
        </Group>
      )}
      <Group gap="xs" align="flex-end">
        <DateField
          label={texts.cancelOther}
          w="12rem"
          value={other}
          onChange={(value) => form.setFieldValue('other_day', value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || other === '') return;
            event.preventDefault();
            addOther();
          }}
          error={wrong ?? form.errors.other_day}
        />
        <Button variant="default" disabled={!isDay(other) || wrong !== null} onClick={addOther}>
          {texts.addDay}
        </Button>
      </Group>
    </Stack>
  );
}

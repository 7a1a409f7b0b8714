import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';

import { useChangeShift, usePlanSeries, usePlanShift } from '@/api/shifts';
import type { Shift } from '@/api/types';
import { DateField } from '@/components/DateField';
import { FormDialog } from '@/components/FormDialog';
import { dateProblem, endProblem } from '@/lib/check-dates';
import { isoDay } from '@/lib/dates';
import { fieldErrors } from '@/lib/field-errors';
import { type TypedNumber, typedNumber } from '@/lib/typed-number';
import { shiftTexts } from '@/texts/shifts';

import classes from './Shifts.module.css';

const texts = shiftTexts.form;

interface ShiftFormProps {
  /** The one that is changed; a new one without. */
  shift?: Shift;
  onClose: () => void;
}

interface ShiftFields extends Pick<
  Shift,
  'title' | 'place' | 'date' | 'start' | 'end' | 'published'
> {
  capacity: TypedNumber;
}

const newShift = (): ShiftFields => ({
  title: '',
  place: '',
  date: isoDay(new Date()),
  start: '19:00',
  end: '23:00',
  capacity: 2,
  published: true,
});

const fieldsOf = ({ title, place, date, start, end, capacity, published }: Shift): ShiftFields => ({
  title,
  place,
  date,
  start,
  end,
  capacity,
  published,
});

const required = (value: string) => (value.trim() === '' ? texts.required : null);

/** Plans a shift, once or every so many weeks, or changes one. */
export default function ShiftForm({ shift, onClose }: ShiftFormProps) {
  const form = useForm({
    initialValues: {
      ...(shift === undefined ? newShift() : fieldsOf(shift)),
      repeat: '0',
      until: '',
    },
    validate: {
      title: required,
      date: (value) => required(value) ?? dateProblem(value),
      start: required,
      end: required,
      until: (value, { repeat, date }) =>
        repeat === '0' ? null : value === '' ? texts.untilMissing : endProblem(date, value),
    },
  });
  const [began] = useState(shift);
  const change = useChangeShift();
  const plan = usePlanShift();
  const series = usePlanSeries();
  const { error } = [change, plan, series].find((one) => one.isError) ?? { error: null };

  const submit = form.onSubmit(async ({ repeat, until, ...typed }) => {
    // A missing number becomes 0, which the server refuses.
    const fields = { ...typed, capacity: typedNumber(typed.capacity) };
    try {
      let planned = 1;
      if (began !== undefined) await change.mutateAsync({ shift: began, values: fields });
      else if (repeat === '0') await plan.mutateAsync(fields);
      else {
        const made = await series.mutateAsync({ ...fields, until, interval_weeks: Number(repeat) });
        planned = made.shifts.length;
      }
      const message = shift === undefined ? texts.planned(planned) : texts.saved;
      notifications.show({ color: 'green', message });
      onClose();
    } catch (problem) {
      form.setErrors(fieldErrors(problem));
    }
  });
  return (
    <FormDialog
      title={shift === undefined ? texts.new : texts.edit}
      onClose={onClose}
      onSubmit={submit}
      submit={shift === undefined ? texts.plan : texts.save}
      pending={change.isPending || plan.isPending || series.isPending}
      error={error}
      typed={form.isDirty()}
    >
      <TextInput
        label={texts.title}
        placeholder={texts.titleExample}
        maxLength={200}
        required
        data-autofocus
        {...form.getInputProps('title')}
      />
      <TextInput
        label={texts.place}
        placeholder={texts.placeExample}
        maxLength={200}
        {...form.getInputProps('place')}
      />
      <div className={classes.fields}>
        <DateField
          label={texts.date}
          required
          value={form.values.date}
          onChange={(day) => form.setFieldValue('date', day)}
          error={form.errors.date}
        />
        <TextInput type="time" label={texts.start} required {...form.getInputProps('start')} />
        <TextInput
          type="time"
          label={texts.end}
          description={texts.endHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          {...form.getInputProps('end')}
        />
      </div>
      <NumberInput
        label={texts.capacity}
        min={1}
        max={500}
        w="10rem"
        allowDecimal={false}
        {...form.getInputProps('capacity')}
      />
      <Checkbox
        label={texts.published}
        description={texts.publishedHint}
        {...form.getInputProps('published', { type: 'checkbox' })}
      />
      {shift === undefined && (
        <div className={classes.fields}>
          <NativeSelect
            label={texts.repeat}
            data={Object.entries(texts.repeats).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('repeat')}
          />
          {form.values.repeat !== '0' && (
            <DateField
              label={texts.until}
              required
              value={form.values.until}
              onChange={(day) => form.setFieldValue('until', day)}
              error={form.errors.until}
            />
          )}
        </div>
      )}
    </FormDialog>
  );
}

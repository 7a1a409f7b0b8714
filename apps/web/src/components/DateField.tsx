import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

import { dateProblem } from '@/lib/check-dates';
import { formatDate } from '@/lib/dates';
import { parseDate } from '@/lib/parse-date';
import { dateTexts } from '@/texts/dates';

import { CalendarButton } from './CalendarButton';
import { lazyPart } from './lazy-part';
import { OnDemand } from './OnDemand';

const DateCalendar = lazyPart(() => import('./DateCalendar'));

interface DateFieldProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'onBlur' | 'label' | 'rightSection'
> {
  label: string;
  /** The label stands beside it already. */
  bare?: boolean;
  /** `YYYY-MM-DD`, '' for none; or what was typed and is no date: `dateProblem` says what is wrong with it. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * The one field for a date: typed as people write it, the day before the month, or chosen in a calendar. What is not
 * understood stays there, and goes to the form as it is, so that nothing else is saved in its place.
 */
export function DateField({
  label,
  bare = false,
  value,
  onChange,
  error,
  onKeyDown,
  ...input
}: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const change = (text: string) => {
    setTyped(text);
    const date = parseDate(text, new Date());
    onChange('day' in date ? date.day : text.trim());
  };
  return (
    <TextInput
      {...(bare ? { 'aria-label': label } : { label })}
      placeholder={dateTexts.placeholder}
      autoComplete="off"
      {...input}
      value={typed ?? formatDate(value)}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      onKeyDown={(event) => {
        // It shows how it was understood, as when it is left.
        if (event.key === 'Enter') setTyped(undefined);
        onKeyDown?.(event);
      }}
      error={error ?? (typed === undefined && dateProblem(value))}
      rightSection={
        <OnDemand placeholder={(ask) => <CalendarButton label={label} onClick={ask} />}>
          <DateCalendar label={label} value={value} onChange={onChange} />
        </OnDemand>
      }
    />
  );
}

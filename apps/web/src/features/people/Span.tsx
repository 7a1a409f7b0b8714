import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';

import { DateField } from '@/components/DateField';
import { dateProblem, endProblem } from '@/lib/check-dates';
import { filterTexts } from '@/texts/people-filters';

interface SpanProps {
  labels: { from: string; to: string };
  /** Of numbers; days have a field of their own. */
  examples?: { from: string; to: string };
  maxLength?: number;
  /** As the address has it. */
  value: string;
  /** The two ends of what the address has. */
  read: (value: string) => { from: string; to: string };
  /** What the address has for two ends; undefined while one is not typed to its end. */
  write: (ends: { from: string; to: string }) => string | undefined;
  onChange: (value: string) => void;
}

/** From one number or day to another. What is half typed is not asked for yet. */
function Span({ labels, examples, maxLength, value, read, write, onChange }: SpanProps) {
  const [typed, setTyped] = useState(() => read(value));
  const [asked, setAsked] = useState(value);
  // Changed from outside, by the button that wipes everything.
  if (value !== asked) {
    setAsked(value);
    setTyped(read(value));
  }
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const written = write(next);
    if (written === undefined) return;
    setAsked(written);
    if (written !== value) onChange(written);
  };
  const day = (end: 'from' | 'to') => (
    <DateField
      label={labels[end]}
      value={typed[end]}
      onChange={(value) => change({ [end]: value })}
      error={end === 'to' && endProblem(typed.from, typed.to)}
    />
  );
  const input = (end: 'from' | 'to') => (
    <TextInput
      label={labels[end]}
      inputMode="numeric"
      maxLength={maxLength}
      placeholder={examples?.[end]}
      value={typed[end]}
      onChange={({ currentTarget }) => change({ [end]: currentTarget.value.trim() })}
    />
  );
  return (
    <Group grow align="flex-end" gap="sm">
      {examples === undefined ? day('from') : input('from')}
      {examples === undefined ? day('to') : input('to')}
    </Group>
  );
}

type EndsProps = Pick<SpanProps, 'value' | 'onChange'>;

const ends = (value: string) => {
  const [from = '', to = ''] = value.split('-');
  return { from, to };
};

/** `1985`, `1990-1999` or nothing: one year of birth, or the first and the last. */
export function BirthYears(props: EndsProps) {
  const isYear = (typed: string) => /^(19|20)\d\d$/.test(typed);
  return (
    <Span
      {...props}
      labels={{ from: filterTexts.birthYearFrom, to: filterTexts.birthYearTo }}
      examples={filterTexts.birthYearExample}
      maxLength={4}
      read={ends}
      write={({ from, to }) => {
        const years = [from, to].filter((year) => year !== '');
        return years.every(isYear) ? [...new Set(years)].sort().join('-') : undefined;
      }}
    />
  );
}

/** `16`, `12-17`, `18-`, `-17` or nothing. */
export function Ages(props: EndsProps) {
  const isAge = (typed: string) => typed === '' || /^\d{1,3}$/.test(typed);
  return (
    <Span
      {...props}
      labels={{ from: filterTexts.ageFrom, to: filterTexts.ageTo }}
      examples={filterTexts.ageExample}
      maxLength={3}
      read={(value) => (value.includes('-') ? ends(value) : { from: value, to: value })}
      write={({ from, to }) => {
        if (!isAge(from) || !isAge(to)) return undefined;
        return from === to ? from : `${from}-${to}`;
      }}
    />
  );
}

interface PeriodProps extends EndsProps {
  labels: SpanProps['labels'];
}

/** `2025-07-01~2026-06-30`, one of the two, or nothing. */
export function Period(props: PeriodProps) {
  return (
    <Span
      {...props}
      read={(value) => {
        const [from = '', to = ''] = value.split('~');
        return { from, to };
      }}
      write={({ from, to }) => {
        if (dateProblem(from) !== null || endProblem(from, to) !== null) return undefined;
        return from === '' && to === '' ? '' : `${from}~${to}`;
      }}
    />
  );
}

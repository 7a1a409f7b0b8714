import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';

import { filterTexts } from '@/texts/people-filters';

interface BirthYearsProps {
  /** As the address has it: `1985`, `1990-1999` or nothing. */
  value: string;
  onChange: (value: string) => void;
}

const isYear = (typed: string) => /^(19|20)\d\d$/.test(typed);

/** One year of birth, or the first and the last. Half a year is not asked for yet. */
export function BirthYears({ value, onChange }: BirthYearsProps) {
  const [from = '', to = ''] = value.split('-');
  const [typed, setTyped] = useState({ from, to });
  const [asked, setAsked] = useState(value);
  // Changed from outside, by the button that wipes everything.
  if (value !== asked) {
    setAsked(value);
    setTyped({ from, to });
  }
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    const years = [next.from, next.to].filter((year) => year !== '');
    if (!years.every(isYear)) return;
    const written = [...new Set(years)].sort().join('-');
    setAsked(written);
    if (written !== value) onChange(written);
  };
  const input = (end: 'from' | 'to') => (
    <TextInput
      label={end === 'from' ? filterTexts.birthYearFrom : filterTexts.birthYearTo}
      inputMode="numeric"
      maxLength={4}
      placeholder={filterTexts.birthYearExample[end]}
      value={typed[end]}
      onChange={({ currentTarget }) => change({ [end]: currentTarget.value.trim() })}
    />
  );
  return (
    <Group grow align="flex-end" gap="sm">
      {input('from')}
      {input('to')}
    </Group>
  );
}

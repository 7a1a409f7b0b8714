import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { importFieldsQuery, useChooseColumns } from '@/api/imports';
import type { PeopleImport } from '@/api/types';
import { ErrorAlert } from '@/components/ErrorAlert';
import { SettingsCard } from '@/features/settings/SettingsCard';
import { importTexts as texts } from '@/texts/imports';

import classes from './Imports.module.css';

/** Which field each column is. */
export function ColumnsCard({ one }: { one: PeopleImport }) {
  const fields = useQuery(importFieldsQuery);
  const choose = useChooseColumns(one.id);
  const chosen = choose.isPending ? choose.variables : one.columns.map(({ field }) => field);
  const options = [
    { value: '', label: texts.leaveOut },
    ...(fields.data ?? []).map(({ key, label }) => ({ value: key, label })),
  ];
  return (
    <SettingsCard title={texts.columns} intro={texts.columnsIntro}>
      <ErrorAlert error={choose.error ?? fields.error} />
      <ul className={classes.columns}>
        {one.columns.map(({ heading, sample }, index) => {
          const name = heading === '' ? texts.unnamed(index) : heading;
          return (
            <li key={index}>
              <Text fw={600} truncate="end" title={name}>
                {name}
              </Text>
              <Text c="dimmed" truncate="end" title={sample}>
                {sample}
              </Text>
              <NativeSelect
                aria-label={texts.fieldOf(name)}
                value={chosen[index] ?? ''}
                data={options}
                disabled={fields.data === undefined}
                onChange={({ currentTarget: { value } }) =>
                  choose.mutate(chosen.map((field, at) => (at === index ? value : field)))
                }
              />
            </li>
          );
        })}
      </ul>
    </SettingsCard>
  );
}
